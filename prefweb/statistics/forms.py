"""What standings are asked for, by GET."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property

from django import forms

from prefweb.clubs.models import Club
from prefweb.statistics import periods
from prefweb.statistics.asked import AskedForm
from prefweb.statistics.standings import By, Standings, standings_of, usual_least
from prefweb.statistics.words import CRITERIA
from prefweb.tables.fields import SENTENCES

MOST = 1000
"""Pulkas that may be asked for at most."""


class StandingsForm(AskedForm):
    """Period, convention, what the places go by, and the pulkas it takes to have one.

    Where nothing is asked for it is the season that `today` is in, by whists.
    """

    by = forms.ChoiceField(
        required=False,
        choices=[(by.value, words) for by, words in CRITERIA.items()],
        error_messages=SENTENCES,
    )
    least = forms.IntegerField(
        required=False, min_value=1, max_value=MOST, error_messages=SENTENCES
    )

    def __init__(self, data: Mapping[str, str], *, club: Club, today: date) -> None:
        super().__init__(data, club=club, usual=periods.season_of(today, club.season_begins))

    @property
    def criterion(self) -> By:
        """What the places go by."""
        self.is_valid()
        return By(self.cleaned_data.get("by") or By.WHISTS)

    @property
    def needed(self) -> int:
        """How many pulkas it takes to have a place."""
        self.is_valid()
        return self.cleaned_data.get("least") or usual_least(self.asked().period)

    @cached_property
    def standings(self) -> Standings:
        """What was asked for."""
        return standings_of(self.asked(), self.criterion, self.needed)
