"""Forms of the pages on the way to a table: a new table, a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import NAME_LENGTH
from prefweb.players.services import visible
from prefweb.tables.agreements import Agreement
from prefweb.tables.fields import SENTENCES, StakeField, option_field
from prefweb.tables.models import Proxies
from prefweb.ui import currencies
from prefweb.ui.options import OPTIONS as WORDS
from prefweb.ui.options import PRESETS as PRESET_WORDS
from prefweb.ui.options import OptionWords
from scoring import OPTIONS, PRESETS, Convention

TARGETS = ("10", "20", "30", "50")
MAX_TARGET = 1000
MAX_MINUTES = 24 * 60
MAX_LAPS = 100
SIZES = range(2, 6)
FIRST_PRESET, FIRST_TARGET = "sochi", "20"
RULE_FIELDS = ("convention", "filled", "size", *OPTIONS)
"""The fields that decide what a deal writes."""


class NameField(forms.CharField):
    """What a player is called at the table; what nobody sees of it does not count."""

    def __init__(self) -> None:
        super().__init__(
            max_length=NAME_LENGTH,
            error_messages={**SENTENCES, "required": _("Say how to write you down.")},
        )

    def to_python(self, value: Any) -> str:
        return visible(super().to_python(value) or "")


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option as the page shows it: its words, its field, and how the preset has it."""

    key: str
    kind: str
    words: OptionWords
    field: forms.BoundField
    preset: str
    is_changed: bool


class NewTableForm(forms.Form):
    """A table and the agreement of its next pulka: `agreement`, once it is valid.

    Besides, cleaned: ``title``, ``proxies``, and ``name`` of the host. A game by the clock has
    minutes or laps where another has a target; what is typed in the other field is let be.

    The options were filled in from the preset `filled`. Where another preset has been chosen since,
    what was changed by hand is kept and the rest is the new preset's.
    """

    title = forms.CharField(required=False, max_length=60, error_messages=SENTENCES)
    convention = forms.ChoiceField(error_messages=SENTENCES)
    filled = forms.ChoiceField(required=False, widget=forms.HiddenInput, error_messages=SENTENCES)
    size = forms.TypedChoiceField(
        coerce=int, choices=[(n, n) for n in SIZES], error_messages=SENTENCES
    )
    target = forms.ChoiceField(
        choices=[(n, n) for n in (*TARGETS, "other")], error_messages=SENTENCES
    )
    target_other = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_TARGET, error_messages=SENTENCES
    )
    minutes = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_MINUTES, error_messages=SENTENCES
    )
    laps = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_LAPS, error_messages=SENTENCES
    )
    multipliers = forms.BooleanField(required=False)
    stake = StakeField()
    currency = forms.ChoiceField(
        required=False, widget=forms.Select(attrs={"class": "input"}), error_messages=SENTENCES
    )
    proxies = forms.ChoiceField(error_messages=SENTENCES)
    name = NameField()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        preset: str = FIRST_PRESET,
        agreed: Agreement | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        """Without data: filled in from the preset, or with what was agreed before."""
        start = _as_typed(agreed) if agreed else _as_preset(preset)
        super().__init__(data, initial={**start, **(initial or {})})
        self._add_choices()
        for key in OPTIONS:
            self.fields[key] = option_field(key)

    @classmethod
    def refilled(cls, data: Mapping[str, Any]) -> Self:
        """What has been typed, with the options of the convention chosen since.

        What was changed by hand stays as it was typed; nothing is refused yet.
        """
        typed = cls(data)
        kept = {name: typed[name].value() for name in typed._kept()}
        preset = str(data.get("convention", ""))
        if preset in PRESETS and not _fits(preset, str(kept.get("size", ""))):
            kept["size"] = PRESETS[preset].players[0]
        return cls(preset=preset, initial=kept)

    def _kept(self) -> Iterator[str]:
        """Fields that another convention leaves alone. Without `filled` no options were sent."""
        options = OPTIONS
        preset = PRESETS[self.filled_preset].convention.to_data()
        for name in self.fields:
            if name in options:
                if "filled" in self.data and self._differs(self[name], preset):
                    yield name
            elif name in self.data and name not in ("convention", "filled"):
                yield name

    def _add_choices(self) -> None:
        presets = [(key, PRESET_WORDS[key][0]) for key in PRESETS]
        self.fields["convention"].choices = presets  # type: ignore[attr-defined]
        self.fields["filled"].choices = presets  # type: ignore[attr-defined]
        self.fields["currency"].choices = currencies.choices()  # type: ignore[attr-defined]
        self.fields["proxies"].choices = Proxies.choices  # type: ignore[attr-defined]

    # -- what it means

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or {})
        self._clean_end(cleaned)
        self._clean_size(cleaned)
        self._clean_money(cleaned)
        return cleaned

    @property
    def agreement(self) -> Agreement:
        """What the table agrees on. Only of a valid form."""
        cleaned = self.cleaned_data
        return Agreement(
            preset=cleaned["convention"],
            convention=self._rules(cleaned),
            size=cleaned["size"],
            target=cleaned["target"],
            stake=cleaned["stake"],
            currency=cleaned["currency"],
            minutes=cleaned["minutes"],
            laps=cleaned["laps"],
            multipliers=cleaned["multipliers"],
        )

    @property
    def rules(self) -> Convention:
        """The convention, whatever else is refused. Only where none of `RULE_FIELDS` is."""
        return self._rules(self.cleaned_data)

    def _clean_end(self, cleaned: dict[str, Any]) -> None:
        """Only what the chosen end asks for is looked at."""
        if self._ends_by_clock(cleaned):
            self._let_be(cleaned, "target", "target_other")
            self._clean_clock(cleaned)
        else:
            self._let_be(cleaned, "minutes", "laps")
            self._clean_target(cleaned)

    def _ends_by_clock(self, cleaned: dict[str, Any]) -> bool:
        """By the rules that are agreed on, the new preset's where another one was chosen."""
        if not {"convention", "filled", "pool_end"} <= cleaned.keys():
            return False
        end: object = self._by_hand(cleaned).get("pool_end", self._usual(cleaned))
        return end == "time"

    def _usual(self, cleaned: dict[str, Any]) -> object:
        return PRESETS[cleaned["convention"]].convention.to_data()["pool_end"]

    def _let_be(self, cleaned: dict[str, Any], *names: str) -> None:
        for name in names:
            self.errors.pop(name, None)
            cleaned[name] = None

    def _clean_clock(self, cleaned: dict[str, Any]) -> None:
        is_fine = not {"minutes", "laps"} & self.errors.keys()
        if is_fine and not (cleaned["minutes"] or cleaned["laps"]):
            self.add_error("minutes", _("Say how many minutes or how many laps."))

    def _clean_size(self, cleaned: dict[str, Any]) -> None:
        key, size = cleaned.get("convention"), cleaned.get("size")
        if key and size and size not in PRESETS[key].players:
            allowed = ", ".join(map(str, PRESETS[key].players))
            words = {"preset": PRESET_WORDS[key][0], "allowed": allowed}
            self.add_error(
                "size", _("%(preset)s is for other numbers of players: %(allowed)s.") % words
            )

    def _clean_target(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("target") == "other":
            cleaned["target"] = cleaned.get("target_other")
            if cleaned["target"] is None and "target_other" not in self.errors:
                self.add_error("target_other", _("Say up to how many points."))
        elif "target" in cleaned:
            cleaned["target"] = int(cleaned["target"])

    def _clean_money(self, cleaned: dict[str, Any]) -> None:
        stake, currency = cleaned.get("stake"), cleaned.get("currency")
        if stake is None or currency is None:
            return
        if stake and not currency:
            self.add_error("currency", _("Choose a currency for the stake."))
        elif currency and not stake:
            self.add_error("stake", _("Say how much a whist is, or choose: without money."))
        cleaned["currency"] = currency or currencies.DEFAULT
        cleaned["stake"] = stake if currency else Decimal(0)

    def _rules(self, cleaned: dict[str, Any]) -> Convention:
        return Convention.from_data(
            self._by_hand(cleaned), PRESETS[cleaned["convention"]].convention
        )

    def _by_hand(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The options that differ from the preset they were filled in from."""
        before = PRESETS[cleaned["filled"] or cleaned["convention"]].convention.to_data()
        return {
            key: cleaned[key] for key in OPTIONS if cleaned.get(key, before[key]) != before[key]
        }

    # -- how it is shown

    @property
    def filled_preset(self) -> str:
        """The preset the shown options are measured against."""
        key = str(self["filled"].value() or self["convention"].value())
        return key if key in PRESETS else FIRST_PRESET

    @property
    def filled_name(self) -> Any:
        return PRESET_WORDS[self.filled_preset][0]

    def presets(self) -> list[tuple[str, Any, Any]]:
        """Key, name and what it is known by, of each convention to choose from."""
        return [(key, *PRESET_WORDS[key]) for key in PRESETS]

    def sizes(self) -> list[tuple[int, Any, bool]]:
        """How many may play, who plays then, and whether the convention is for so many."""
        return [(size, words, _fits(self.filled_preset, str(size))) for size, words in ROLES]

    def common_options(self) -> list[OptionRow]:
        return [row for row in self._rows() if OPTIONS[row.key].common]

    def rare_options(self) -> list[OptionRow]:
        return [row for row in self._rows() if not OPTIONS[row.key].common]

    def changes(self) -> int:
        """How many options differ from the preset they were filled in from."""
        return sum(row.is_changed for row in self._rows())

    def rare_is_open(self) -> bool:
        """Whether a rare option needs to be seen: it is changed or refused."""
        return any(row.is_changed or row.field.errors for row in self.rare_options())

    def _rows(self) -> Iterator[OptionRow]:
        preset = PRESETS[self.filled_preset].convention.to_data()
        for key in OPTIONS:
            field = self[key]
            yield OptionRow(
                key,
                _kind(key),
                WORDS[key],
                field,
                _shown(preset[key]),
                self._differs(field, preset),
            )

    def _differs(self, field: forms.BoundField, preset: dict[str, Any]) -> bool:
        try:
            return bool(field.field.clean(field.value()) != preset[field.name])
        except forms.ValidationError:
            return True


class CodeForm(forms.Form):
    """The code of a table, as it is read off another phone: "482 915"."""

    code = forms.CharField(
        max_length=20,
        error_messages={**SENTENCES, "required": _("Type the table's code.")},
    )

    def clean_code(self) -> str:
        digits = "".join(c for c in self.cleaned_data["code"] if c.isdecimal())
        if not digits:
            raise forms.ValidationError(_("The code is digits only, such as 482 915."))
        return "".join(str(int(digit)) for digit in digits)


BESIDE = {
    "name_taken": "name",
    "name_missing": "name",
    "seat_taken": "seat",
    "no_such_seat": "seat",
}
"""The field of a `SeatForm` that a refusal is about, by its code."""


class SeatForm(forms.Form):
    """A name and one of the free seats; a seat that is kept for somebody brings the name along."""

    name = NameField()
    seat = forms.TypedChoiceField(
        coerce=int,
        error_messages={
            "required": _("Choose a free seat."),
            "invalid_choice": _("This seat has just been taken. Choose another."),
        },
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        free: list[int],
        kept: Mapping[int, str] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial or {})
        self.kept = kept or {}
        self.fields["name"].required = False
        choices = [(seat, seat + 1) for seat in free]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]

    @property
    def brought(self) -> str:
        """The name as it stands in the form, where a kept seat brought it."""
        name = str(self["name"].value() or "")
        return name if name in self.kept.values() else ""

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or {})
        if cleaned.get("name") == "":
            cleaned["name"] = self.kept.get(cleaned.get("seat", -1), "")
            if not cleaned["name"]:
                self.add_error("name", self.fields["name"].error_messages["required"])
        return cleaned


class KeepForm(SeatForm):
    """A seat to keep, and for whom."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, size: int) -> None:
        super().__init__(data, free=list(range(size)))
        self.fields["name"].error_messages["required"] = _("Say for whom the seat is kept.")


ROLES = (
    (2, _("one defends")),
    (3, _("the dealer plays")),
    (4, _("the dealer sits out")),
    (5, _("two sit out")),
)
"""Who plays a deal, by the number of players."""


def _fits(preset: str, size: str) -> bool:
    """Whether a convention is for so many players; nothing chosen yet fits."""
    return not size or size in map(str, PRESETS[preset].players)


def _as_preset(key: str) -> dict[str, Any]:
    preset = key if key in PRESETS else FIRST_PRESET
    players = PRESETS[preset].players
    return {
        "convention": preset,
        "filled": preset,
        "size": 4 if 4 in players else players[0],
        "target": FIRST_TARGET,
        "currency": "",
        "proxies": Proxies.ANYONE,
        **PRESETS[preset].convention.to_data(),
    }


def _as_typed(agreed: Agreement) -> dict[str, Any]:
    target = str(agreed.target or "")
    return {
        **_as_preset(agreed.preset),
        "size": agreed.size,
        "target": target if target in TARGETS else "other" if target else FIRST_TARGET,
        "target_other": agreed.target,
        "minutes": agreed.minutes,
        "laps": agreed.laps,
        "multipliers": agreed.multipliers,
        "currency": agreed.currency if agreed.stake else "",
        "stake": f"{agreed.stake.normalize():f}" if agreed.stake else "",
        **agreed.convention.to_data(),
    }


def _kind(key: str) -> str:
    option = OPTIONS[key]
    return "levels" if option.kind == "list" and option.values else option.kind


def _shown(value: Any) -> str:
    """A preset's value as the page's inputs hold it, to mark what is changed while it is typed."""
    if isinstance(value, bool):
        return "on" if value else ""
    return "-".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
