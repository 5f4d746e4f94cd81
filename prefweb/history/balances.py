"""Everybody's balance over the deals of a pulka, as a chart."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from prefweb.charts.lines import LineChart, Series, Stop
from prefweb.history.moments import Moment, story_of
from prefweb.history.words import place_words
from prefweb.tables.pages.queries import PulkaPage


def balance_chart(page: PulkaPage, here: Moment | None = None) -> LineChart:
    """What each would have got, settled after each deal; at the end what the count says.

    Every stop leads to its moment; `here` is the one that is pointed out.
    """
    story = story_of(page.course)
    by_seat = zip(*story.balances[:-1], page.whists, strict=True)
    return LineChart(
        title=_("Whists of each, had it been settled after each deal"),
        stops=[_stop(moment, page.pulka.slug) for moment in story.moments],
        series=[Series(*each) for each in zip(page.names, by_seat, strict=True)],
        here=here.index if here else None,
    )


def _stop(moment: Moment, slug: str) -> Stop:
    place = moment.place
    number = None if place.entry else place.deal
    return Stop(place_words(place), number, reverse("history:moment", args=[slug, place]))
