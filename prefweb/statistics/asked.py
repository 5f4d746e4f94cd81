"""What figures are asked for: whose, in which club, of which evenings, by which convention."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar, cast
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import SEASON_BEGINS, Club
from prefweb.history import choices
from prefweb.history.forms import DayField
from prefweb.players.models import Player
from prefweb.statistics import periods
from prefweb.statistics.models import OfPulka, Part
from prefweb.statistics.periods import Period
from prefweb.tables.fields import SENTENCES

Row = TypeVar("Row", bound=OfPulka)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A scope and filters, which act together."""

    club: Club | None = None
    """None: over all tables and clubs."""
    people: Sequence[UUID] = ()
    """All players who are the person asked for; nobody: everybody's figures."""
    period: Period = periods.EVER
    preset: str = ""
    house_rules: str = ""

    def of(self, model: type[Row]) -> QuerySet[Row]:
        """The kept rows that were asked for."""
        found: QuerySet[Row] = model._default_manager.all()
        return found.filter(**self._conditions())

    def _conditions(self) -> dict[str, Any]:
        wanted = {
            "club": self.club,
            "player__in": self.people,
            "evening__gte": self.period.since,
            "evening__lte": self.period.until,
            "preset": self.preset,
            "house_rules": self.house_rules,
        }
        return {name: value for name, value in wanted.items() if value}


def same_person(key: UUID) -> list[UUID]:
    """All players who are the person this player is, the person himself first; nobody: none."""
    found = list(Player.objects.filter(main__merged=key).values_list("pk", "main"))
    return sorted((pk for pk, _main in found), key=lambda pk: pk != found[0][1])


def persons_of(players: Collection[UUID]) -> dict[UUID, tuple[UUID, str]]:
    """Of each player the person he is, and that one's name."""
    found = Player.objects.filter(pk__in=players).values_list("pk", "main", "main__name")
    return {player: (main, name) for player, main, name in found}


class AskedForm(forms.Form):
    """Period and convention, by GET. What is odd in it is said beside its field, the rest acts.

    `period` is the text of a period; `since` and `until` are days, of it where there is one.
    """

    period = forms.CharField(required=False, max_length=20, error_messages=SENTENCES)
    since = DayField()
    until = DayField()
    convention = forms.ChoiceField(required=False, error_messages=SENTENCES)

    def __init__(
        self,
        data: Mapping[str, str],
        *,
        club: Club | None,
        people: Sequence[UUID] = (),
        usual: Period = periods.EVER,
    ) -> None:
        """Without a club, `people` are whose house rules can be asked for."""
        super().__init__(data)
        self.club = club
        self.usual = usual
        """The period where nothing is asked for."""
        rules = rules_of(club) if club else rules_among(people)
        offered = [*choices.presets(), *((choices.HOUSE + name, name) for name in rules)]
        field = cast(forms.ChoiceField, self.fields["convention"])
        field.choices = [("", _("no matter")), *offered]

    @property
    def season_begins(self) -> int:
        """The month a season begins with."""
        return self.club.season_begins if self.club else SEASON_BEGINS

    def clean_period(self) -> Period | None:
        text: str = self.cleaned_data["period"]
        found = periods.parse(text, self.season_begins) if text else None
        if text and found is None:
            raise forms.ValidationError(_("There is no such period."))
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("This is before the first day."))
        return cleaned

    def asked(self, people: Sequence[UUID] = ()) -> Asked:
        """What can be asked for."""
        self.is_valid()
        told = self.cleaned_data
        convention = told.get("convention") or ""
        is_house = convention.startswith(choices.HOUSE)
        return Asked(
            club=self.club,
            people=people,
            period=self._period(told.get("period"), told.get("since"), told.get("until")),
            preset="" if is_house else convention,
            house_rules=convention.removeprefix(choices.HOUSE) if is_house else "",
        )

    def _period(self, named: Period | None, since: date | None, until: date | None) -> Period:
        if not (since or until):
            return named or self.usual
        chosen = periods.days(since, until)
        return named.within(chosen) if named else chosen

    @property
    def query(self) -> str:
        """What was asked for as the rest of an address; empty where nothing was."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        return urlencode({name: value for name, value in typed.items() if value})


RULES = """
WITH RECURSIVE found AS (
    (SELECT house_rules FROM statistics_part WHERE club_id = %(club)s AND house_rules > ''
    ORDER BY house_rules LIMIT 1)
    UNION ALL
    SELECT (SELECT house_rules FROM statistics_part
        WHERE club_id = %(club)s AND house_rules > found.house_rules
        ORDER BY house_rules LIMIT 1)
    FROM found WHERE house_rules IS NOT NULL
)
SELECT house_rules FROM found WHERE house_rules IS NOT NULL
"""
"""Seeks the next name in the index, instead of reading thousands of rows for some names."""


def rules_of(club: Club) -> list[str]:
    """The names of house rules that something was played by in a club."""
    with connection.cursor() as cursor:
        cursor.execute(RULES, {"club": club.pk})
        return sorted(name for (name,) in cursor.fetchall())


def rules_among(people: Sequence[UUID]) -> list[str]:
    """The names of house rules that these players have played by, in whatever club."""
    theirs = Part.objects.filter(player__in=people).exclude(house_rules="")
    return sorted(theirs.order_by().values_list("house_rules", flat=True).distinct())
