"""A figure and the pulkas behind it are the same rows; its address says which figure it is."""

import uuid
from datetime import date
from typing import Any

import pytest

from prefweb.history.paging import Position
from prefweb.players.models import Player
from prefweb.statistics import figures
from prefweb.statistics.asked import Asked
from prefweb.statistics.figures import Figure, Name, NoSuchFigure
from prefweb.statistics.models import Outcome
from prefweb.tables.services import seating
from scoring import Role
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening

SOMEBODY = uuid.uuid4()

ADDRESSES = [
    pytest.param("", Figure(), id="nothing-is-all-pulkas"),
    pytest.param(
        "figure=contract&level=8&trump=S&outcome=failed",
        Figure(figure=Name.CONTRACT, level=8, trump="S", outcome=Outcome.FAILED),
        id="an-order",
    ),
    pytest.param("figure=contract&trump=untold", Figure(figure=Name.CONTRACT, trump=""), id="none"),
    pytest.param("figure=contract&trump=N", Figure(figure=Name.CONTRACT, trump="N"), id="no-trump"),
    pytest.param(
        "figure=money&currency=RUB", Figure(figure=Name.MONEY, currency="RUB"), id="money"
    ),
    pytest.param(
        "figure=whists&preset=sochi", Figure(figure=Name.WHISTS, preset="sochi"), id="a-preset"
    ),
    pytest.param(
        f"figure=against&opponent={SOMEBODY}",
        Figure(figure=Name.AGAINST, opponent=SOMEBODY),
        id="an-opponent",
    ),
    pytest.param(
        "figure=won&first=2026-11-18.4&last=2026-11-20.9",
        Figure(
            figure=Name.WON,
            first=Position(date(2026, 11, 18), 4),
            last=Position(date(2026, 11, 20), 9),
        ),
        id="a-run",
    ),
]


def asked_by(query: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in query.split("&") if pair)


@pytest.mark.parametrize(("query", "figure"), ADDRESSES)
def test_an_address_names_a_figure_and_back(query: str, figure: Figure) -> None:
    assert figures.parse(asked_by(query)) == figure
    assert figures.parse(asked_by(figure.query)) == figure


@pytest.mark.parametrize(
    "query",
    [
        "figure=x", "figure=\x00", "level=5", "level=٧", "level=11", "trump=X", "outcome=won",
        "currency=rub", "currency=РУБ", "currency=" + "R" * 5000, "opponent=x", "first=2026",
        "preset=x", "preset=\x00",
        "last=2026-13-01.1",
    ],
)  # fmt: skip
def test_anything_else_is_no_figure(query: str) -> None:
    with pytest.raises(NoSuchFigure):
        figures.parse(asked_by(query))


@pytest.fixture
def played(db: None) -> Evening:
    """A seven made against a whist, a six one down, a raspasy of 1, 1 and 8, a misere with two."""
    evening = Evening.begin(3)
    evening.seven_made()
    evening.order(2, 6, "S")
    evening.answer(0, Role.WHIST)
    evening.answer(1, Role.WHIST)
    for seat, tricks in ((2, 5), (0, 3)):
        evening.tricks(seat, tricks)
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    return settled(evening)


TOTALS: list[Any] = [
    (1, Figure(figure=Name.GAMES), 1),
    (1, Figure(figure=Name.DEALS), 4),
    (1, Figure(figure=Name.LASTED), 4),
    (1, Figure(figure=Name.CONTRACT), 1),
    (1, Figure(figure=Name.CONTRACT, level=7, outcome=Outcome.DONE), 1),
    (1, Figure(figure=Name.CONTRACT, trump=""), 1),
    (1, Figure(figure=Name.CONTRACT, trump="S"), 0),
    (1, Figure(figure=Name.RASPASY, outcome=Outcome.DONE), 1),
    (1, Figure(figure=Name.WHIST, level=6), 1),
    (2, Figure(figure=Name.CONTRACT, trump="S", outcome=Outcome.FAILED), 1),
    (2, Figure(figure=Name.CONTRACT, outcome=Outcome.GIVEN_UP), 0),
    (2, Figure(figure=Name.REMIZ), 1),
    (2, Figure(figure=Name.RASPASY, outcome=Outcome.DONE), 0),
    (0, Figure(figure=Name.MISERE, outcome=Outcome.FAILED), 1),
    (0, Figure(figure=Name.REMIZ), 1),
    (0, Figure(figure=Name.AGAINST), 2),
    (0, Figure(figure=Name.MONEY, currency="RUB"), 1),
    (0, Figure(figure=Name.MONEY, currency="EUR"), 0),
    (0, Figure(figure=Name.REPLACED), 0),
]


@pytest.mark.parametrize(
    ("seat", "figure", "total"), TOTALS, ids=[f"{seat}-{each.query}" for seat, each, _ in TOTALS]
)
def test_a_figure_is_the_sum_of_its_rows(
    played: Evening, seat: int, figure: Figure, total: int
) -> None:
    asked = Asked(people=[played.players[seat].pk])
    assert figure.total(asked) == total
    assert figure.pulkas(asked).exists() == bool(total)


def test_the_opponent_is_one_of_them(played: Evening) -> None:
    first, second, _third = played.players
    asked = Asked(people=[first.pk])
    assert Figure(figure=Name.AGAINST, opponent=second.pk).total(asked) == 1
    assert Figure(figure=Name.AGAINST, opponent=first.pk).total(asked) == 0


def test_a_run_ends_with_its_last_pulka(played: Evening) -> None:
    asked, at = Asked(people=[played.players[0].pk]), Position.of(played.pulka)
    assert Figure(first=at, last=at).total(asked) == 1
    assert Figure(first=at._replace(pk=at.pk + 1)).total(asked) == 0
    assert Figure(last=at._replace(pk=at.pk - 1)).total(asked) == 0


@pytest.mark.django_db
def test_who_was_replaced_and_who_came_for_him_are_found_and_no_others() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    guest = evening.players[2]
    seating.leave_seat(evening.pulka.slug, guest)
    newcomer = Player.objects.create(name="Марк")
    evening.players[2] = newcomer
    seating.take_seat(evening.pulka.slug, newcomer, 2, "Марк")
    evening.order(2, 6)
    evening.answer(0, Role.PASS)
    evening.answer(1, Role.PASS)
    settled(evening)
    both = [guest, newcomer, evening.players[0]]
    replaced = Figure(figure=Name.REPLACED)
    assert [replaced.total(Asked(people=[each.pk])) for each in both] == [1, 1, 0]
    assert replaced.total(Asked(people=[guest.pk, newcomer.pk])) == 0  # one person after all
