"""What a list of pulkas is searched by. It is sent by GET, so that its address can be passed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import TITLE, Club, Member
from prefweb.history import choices
from prefweb.history.cast import Cast, Person, cast_of
from prefweb.history.search import Filters, State
from prefweb.players.models import NAME_LENGTH
from prefweb.players.services import visible
from prefweb.tables.fields import SENTENCES
from prefweb.tables.forms import SIZES
from prefweb.tables.models import Pulka

DAYS = ["%Y-%m-%d", "%d.%m.%Y"]
NO_DATE = {"invalid": _("A date is needed here: day, month and year.")}


class TypedField(forms.CharField):
    """Part of a name; what nobody sees of it does not count."""

    def __init__(self, length: int) -> None:
        super().__init__(required=False, max_length=length, error_messages=SENTENCES)

    def to_python(self, value: Any) -> str:
        return visible(super().to_python(value) or "")


class DayField(forms.DateField):
    """A day of the calendar."""

    def __init__(self) -> None:
        super().__init__(required=False, input_formats=DAYS, error_messages=NO_DATE)


class SearchForm(forms.Form):
    """A search among the pulkas of a cast.

    What is odd in it is said beside its field, the rest still acts.
    """

    player = forms.ChoiceField(required=False, error_messages=SENTENCES)
    name = TypedField(NAME_LENGTH)
    since = DayField()
    until = DayField()
    convention = forms.ChoiceField(required=False, error_messages=SENTENCES)
    table = TypedField(TITLE)
    size = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, error_messages=SENTENCES
    )
    state = forms.TypedChoiceField(
        coerce=State, empty_value=None, required=False, error_messages=SENTENCES
    )

    def __init__(self, data: Mapping[str, str], cast: Cast) -> None:
        self.cast = cast
        self._asked = self._person(data.get("player", ""))
        if self._asked:
            data = {**data, "player": str(self._asked.main)}
        super().__init__(data)
        self._offer("player", self._people())
        self._offer("convention", [*choices.presets(), *choices.house_rules(cast)])
        self._offer("size", [(str(size), str(size)) for size in SIZES])
        self._offer("state", choices.states())

    def _person(self, key: str) -> Person | None:
        """Whoever is asked for: who has played, or is known all the same."""
        try:
            player = UUID(key)
        except ValueError:
            return None
        played = {person.main: person for person in self.cast.who.values()}
        return self.cast.who.get(player) or played.get(player) or self.known(player)

    def _people(self) -> choices.Choices:
        people, asked = choices.people(self.cast), self._asked
        if asked and str(asked.main) not in dict(people):
            people.append((str(asked.main), asked.name))
        return people

    def _offer(self, name: str, offered: choices.Choices) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = [("", _("no matter")), *offered]

    def known(self, player: UUID) -> Person | None:
        """Who may be asked for without having played here."""
        return None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("This is before the first day."))
        return cleaned

    @property
    def filters(self) -> Filters:
        """What can be asked for."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        convention = asked.pop("convention", "")
        if convention.startswith(choices.HOUSE):
            asked["house_rules"] = convention.removeprefix(choices.HOUSE)
        else:
            asked["preset"] = convention
        if "player" in asked:
            main = UUID(asked.pop("player"))
            asked["players"] = self.cast.same(main) or [main]
        if "name" in asked:
            asked["names"] = self.cast.names_with(asked.pop("name"))
        return Filters(**asked)

    @property
    def query(self) -> str:
        """The search as the rest of an address; empty where nothing is asked for."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        return urlencode({name: value for name, value in typed.items() if value})


class ClubSearchForm(SearchForm):
    """A search in the history of a club. Members can be asked for before they have played."""

    def __init__(self, data: Mapping[str, str], club: Club, pulkas: QuerySet[Pulka]) -> None:
        self._club = club
        super().__init__(data, cast_of(pulkas, f"club-{club.pk}"))

    def known(self, player: UUID) -> Person | None:
        same = Member.objects.filter(club=self._club, player__main__merged=player)
        found = same.values_list("player__main", "player__main__name").first()
        return Person(*found) if found else None


class MySearchForm(SearchForm):
    """A search in somebody's own games, also by club."""

    club = forms.ChoiceField(required=False, error_messages=SENTENCES)

    def __init__(self, data: Mapping[str, str], key: UUID | None, pulkas: QuerySet[Pulka]) -> None:
        super().__init__(data, cast_of(pulkas, f"player-{key}"))
        self._offer("club", choices.clubs(self.cast))
