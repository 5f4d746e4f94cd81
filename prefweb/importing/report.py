"""The page between an upload and its import: what every file is, and what is to become of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from prefweb.clubs.directory import Person
from prefweb.importing.days import day_of
from prefweb.importing.models import Upload, UploadedFile
from prefweb.importing.people import NOBODY, Choice, likely, names_of
from prefweb.importing.reading import Found, Told
from prefweb.importing.services import Chosen, Refused, Wanted
from prefweb.importing.words import sentence
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.openings import exact
from scoring import Number

OPTIONS = 4000
"""Names times people, up to which everybody is offered for every name."""
STEPS = (PulkaStep.SETTLED, PulkaStep.ABANDONED)


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file: what it is, what is chosen, what is wrong."""

    position: int
    name: str
    found: Found
    is_taken: bool
    evening: str
    """As it is typed, where the file knows none."""
    step: str
    like: list[Pulka]
    known: Pulka | None
    error: str
    evening_error: str

    @property
    def day(self) -> date | None:
        return date.fromisoformat(self.found.evening) if self.found.evening else None

    @property
    def results(self) -> list[tuple[str, Number]]:
        """Each with the whists it comes to."""
        return [(n, exact(w)) for n, w in zip(self.found.names, self.found.whists, strict=True)]

    @property
    def faults(self) -> tuple[Told, ...]:
        return self.found.faults

    @property
    def asks_step(self) -> bool:
        """Whether the file leaves open what became of the pulka."""
        return self.found.is_new and not self.found.step


@dataclass(frozen=True, slots=True)
class NameRow:
    """One name of the files, and who it will be."""

    index: int
    name: str
    count: int
    """In how many pulkas."""
    likely: Person | None
    """Who of the directory is called so."""
    chosen: str
    error: str

    @property
    def field(self) -> str:
        return f"who-{self.index}"


class Report:
    """An upload as its page shows it; `data` is what a form says, if one was sent."""

    def __init__(
        self,
        upload: Upload,
        people: Sequence[Person],
        data: Mapping[str, str] | None = None,
        refused: Refused | None = None,
    ) -> None:
        self.upload = upload
        self.people = list(people)
        self.data = data
        self.refused = refused
        self._files = [(file, Found.from_data(file.found)) for file in upload.files.all()]

    @cached_property
    def rows(self) -> list[FileRow]:
        """Every file, those that cannot be brought in last."""
        rows = [self._row(file, found) for file, found in self._files]
        return sorted(rows, key=lambda row: (not row.found.is_new, row.position))

    def _row(self, file: UploadedFile, found: Found) -> FileRow:
        n = file.position
        usual = PulkaStep.ABANDONED if found.was_on else PulkaStep.SETTLED
        return FileRow(
            position=n,
            name=file.name,
            found=found,
            is_taken=self._is_taken(n, found),
            evening=self._said(f"evening-{n}", ""),
            step=self._said(f"step-{n}", usual),
            like=[self._pulkas[slug] for slug in found.like if slug in self._pulkas],
            known=self._pulkas.get(found.known),
            error=self._errors.get(f"take-{n}", self._errors.get(f"step-{n}", "")),
            evening_error=self._errors.get(f"evening-{n}", ""),
        )

    def _is_taken(self, n: int, found: Found) -> bool:
        if self.data is None:
            return found.is_new and not found.like
        return self._said(f"take-{n}", "") == "yes"

    def _said(self, name: str, usual: str) -> str:
        return usual if self.data is None else self.data.get(name, usual).strip()

    @cached_property
    def _pulkas(self) -> dict[str, Pulka]:
        """The pulkas of the club that some of the files may be once more."""
        slugs = {slug for _file, found in self._files for slug in (*found.like, found.known)}
        asked = Pulka.objects.filter(club=self.upload.club, slug__in=slugs - {""})
        found = asked.select_related("table__host").prefetch_related("seats")
        return {pulka.slug: pulka for pulka in found}

    @cached_property
    def names(self) -> list[NameRow]:
        """Every name of what can be brought in."""
        counts = names_of(found.names for _file, found in self._files if found.is_new)
        return [self._name(n, name, count) for n, (name, count) in enumerate(counts.items())]

    def _name(self, index: int, name: str, count: int) -> NameRow:
        usual = likely(self.people, name)
        return NameRow(
            index=index,
            name=name,
            count=count,
            likely=next((p for p in self.people if p.player.pk == usual.person), None),
            chosen=self._said(f"who-{index}", str(usual)),
            error=self._errors.get(f"who-{index}", self._errors.get(f"who-{name}", "")),
        )

    @property
    def offers_everybody(self) -> bool:
        """Whether there is room to offer the whole directory for each name."""
        return len(self.names) * len(self.people) <= OPTIONS

    # -- how many

    @property
    def sound(self) -> int:
        """How many can be brought in."""
        return sum(found.is_new for _file, found in self._files)

    @property
    def here(self) -> int:
        """How many are here already, or twice among the files."""
        return sum(found.is_sound and not found.is_new for _file, found in self._files)

    @property
    def faulty(self) -> int:
        return sum(not found.is_sound for _file, found in self._files)

    # -- what is wanted

    @property
    def undated(self) -> bool:
        """Whether some files do not know their evening."""
        return any(found.is_new and not found.evening for _file, found in self._files)

    @property
    def evening(self) -> str:
        """The evening of those, as it is typed."""
        return self._said("evening", "")

    @property
    def evening_error(self) -> str:
        return self._errors.get("evening", "")

    @property
    def error(self) -> str:
        """What is wrong with the whole."""
        return self._errors.get("", "")

    @property
    def is_refused(self) -> bool:
        return bool(self._errors)

    @cached_property
    def _errors(self) -> dict[str, str]:
        """What is wrong, by field."""
        found = {} if self.data is None else self._read.wrong
        if self.refused is None:
            return found
        return {**found, self.refused.at: sentence(self.refused.code, self.refused.params)}

    @property
    def wanted(self) -> Wanted | None:
        """What the form asks for; None where something in it is wrong."""
        return None if self._read.wrong else Wanted(self._read.files, self._read.people)

    @cached_property
    def _read(self) -> _Reading:
        return _Reading(self._files, self.data or {})


class _Reading:
    """What a form says: the files it takes, the people, and what makes no sense."""

    def __init__(
        self, files: Sequence[tuple[UploadedFile, Found]], data: Mapping[str, str]
    ) -> None:
        self.wrong: dict[str, str] = {}
        self.data = data
        self.common = self._day("evening")
        taken = [(f.position, found) for f, found in files if self._takes(f.position)]
        self.files = [self._chosen(position, found) for position, found in taken]
        names = names_of(found.names for _file, found in files if found.is_new)
        self.people = {name: self._person(n) for n, name in enumerate(names)}

    def _takes(self, position: int) -> bool:
        return self.data.get(f"take-{position}") == "yes"

    def _chosen(self, position: int, found: Found) -> Chosen:
        step = self.data.get(f"step-{position}", PulkaStep.SETTLED)
        if step not in STEPS:
            self.wrong[f"step-{position}"] = sentence("choice_wrong")
            step = PulkaStep.SETTLED
        evening = None if found.evening else self._evening(position)
        return Chosen(position, PulkaStep(step), evening)

    def _evening(self, position: int) -> date | None:
        """The evening of a file that knows none: its own, or that of all of them."""
        field = f"evening-{position}"
        found = self._day(field) or self.common
        if found is None and field not in self.wrong and "evening" not in self.wrong:
            self.wrong[field] = sentence("evening_needed")
        return found

    def _day(self, field: str) -> date | None:
        try:
            return day_of(self.data.get(field, ""))
        except ValueError:
            self.wrong[field] = sentence("evening_wrong")
            return None

    def _person(self, index: int) -> Choice:
        try:
            return Choice.parse(self.data.get(f"who-{index}", NOBODY))
        except ValueError:
            self.wrong[f"who-{index}"] = sentence("choice_wrong")
            return Choice()
