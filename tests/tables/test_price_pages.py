"""The price list: every number is the engine's, by an agreement and by options being chosen."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from prefweb.tables.forms import RULE_FIELDS, NewTableForm
from prefweb.ui.prices import price_key, prices_of, raspasy_worth
from scoring import (
    PRESETS,
    Convention,
    Game,
    Raspasy,
    price_list,
    replay,
    seating,
    settle,
)
from tests.engine.strategies import conventions
from tests.tables.evenings import Evening, house
from tests.tables.test_access import browser

LINE = re.compile(r'<tr data-price="([^"]+)">(.*?)</tr>', re.DOTALL)
VALUE = re.compile(r'data-value="([^"]+)">([^<]+)<')


def lines(page: str) -> dict[str, list[tuple[str, str]]]:
    """Each line of the list: the values of its cells, exact and as they are read."""
    return {key: VALUE.findall(row) for key, row in LINE.findall(page)}


def exact(page: str) -> dict[str, list[str]]:
    return {key: [value for value, _shown in cells] for key, cells in lines(page).items()}


def shown(convention: Convention, players: int) -> str:
    with translation.override("en"):
        found = prices_of(convention, players)
        return render_to_string("tables/prices/_list.html", {"prices": found})


@settings(max_examples=25, deadline=None)
@given(conventions, st.integers(2, 5))
def test_every_price_on_the_page_is_the_engines(convention: Convention, players: int) -> None:
    found = exact(shown(convention, players))
    for price in price_list(convention, players):
        assert found[price_key(price)] == [str(each) for each in price.whists]


@settings(max_examples=25, deadline=None)
@given(conventions, st.integers(2, 5))
def test_raspasy_is_what_the_engine_settles(convention: Convention, players: int) -> None:
    game = Game(convention=convention, players=players, target=1000, first_dealer=players - 1)
    active = sorted(seating(players, players - 1).active)
    found = {key: row for key, row in exact(shown(convention, players)).items() if "rasp" in key}
    assert found
    for key, row in found.items():
        tricks = dict(zip(active, map(int, key.split("-")[1:]), strict=True))
        after = replay(game, [Raspasy(tricks=tricks)]).sheet
        assert row == [str(each) for each in settle(after, game).exact]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", [*PRESETS])
def test_every_line_comes_to_nothing(preset: str, players: int) -> None:
    worth = raspasy_worth(PRESETS[preset].convention, players, (10, 0, 0)[: min(players, 3)])
    assert sum(worth) == 0
    for section in prices_of(PRESETS[preset].convention, players).sections[1:]:
        for group in section.groups:
            assert all(sum(each or 0 for each in row.whists) == 0 for row in group.rows)


def test_the_glance_says_what_the_whole_list_says() -> None:
    page = exact(shown(PRESETS["sochi"].convention, 3))
    assert page["glance-6"][0] == page["unwhisted-6-x"][0]
    assert page["glance-6"][1] == page["lone_whister-6-6"][0]
    assert page["glance-6"][2:] == [page[f"lone_whister-6-{n}"][0] for n in (5, 4)]
    assert page["glance-misere"] == [page[f"misere-x-{n}"][0] for n in (0, 1, 2)]


def test_no_line_stands_twice() -> None:
    for players in (2, 3, 4, 5):
        keys = [key for key, _row in LINE.findall(shown(PRESETS["tournament"].convention, players))]
        assert len(keys) == len(set(keys))


def test_a_price_that_changes_with_the_sheet_says_from_what_to_what() -> None:
    convention = Convention.from_data({"surplus": "lost"})
    assert "from " in shown(convention, 3)
    assert "from " not in shown(PRESETS["sochi"].convention, 3)


@pytest.mark.django_db
class TestOfATable:
    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_is_by_its_agreement_and_number_of_players(self, size: int) -> None:
        evening = Evening.begin(size, convention=house(whist_mult=2))
        page = browser(evening.players[0]).get(f"/p/{evening.pulka.slug}/prices").content.decode()
        found = exact(page)
        for price in price_list(house(whist_mult=2), size):
            assert found[price_key(price)] == [str(each) for each in price.whists]

    def test_is_led_to_from_the_menu_and_the_agreement(self) -> None:
        evening = Evening.begin()
        client = browser(evening.players[1])
        for page in ("", "/agreed"):
            shown = client.get(f"/p/{evening.pulka.slug}{page}").content.decode()
            assert f'href="/p/{evening.pulka.slug}/prices"' in shown

    def test_asks_the_database_little(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        evening = Evening.begin()
        client = browser(evening.players[1])
        with django_assert_max_num_queries(8):
            client.get(f"/p/{evening.pulka.slug}/prices")


def typed(**more: Any) -> dict[str, Any]:
    """A form for a new table as it is sent."""
    form = NewTableForm()
    held = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in held.items() if value is not False and value != ""}
    return {name: value for name, value in {**sent, **more}.items() if value is not None}


@pytest.mark.django_db
class TestOfOptionsBeingChosen:
    def ask(self, **more: Any) -> Any:
        client = Client(HTTP_ACCEPT_LANGUAGE="ru")
        return client.post("/prices", typed(**more), follow=True)

    def test_is_by_what_was_typed(self) -> None:
        answer = self.ask(mountain_mult="3", size="3")
        assert answer.status_code == 200
        found = exact(answer.content.decode())
        for price in price_list(house(mountain_mult=3), 3):
            assert found[price_key(price)] == [str(each) for each in price.whists]

    def test_has_no_name_nor_secret_in_its_address(self) -> None:
        address = self.ask(name="Анна", title="Тайный стол", stake="5").redirect_chain[-1][0]
        keys = set(re.findall(r"[?&]([^=]+)=", address))
        assert keys
        assert keys <= set(RULE_FIELDS)

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("mountain_mult", "сто"),
            ("raspasy_progression", ""),
            ("pool_settle", "1/0"),
            ("size", "9"),
            ("whist_style", "rude"),
            ("convention", "none"),
        ],
    )
    def test_what_cannot_be_is_named(self, field: str, value: str) -> None:
        answer = self.ask(**{field: value})
        assert answer.status_code == 422
        assert re.findall(r'data-wrong="([^"]+)"', answer.content.decode()) == [field]

    def test_what_decides_no_price_is_let_be(self) -> None:
        assert self.ask(stake="много", name="", target="x").status_code == 200

    def test_a_preset_that_was_changed_since_keeps_what_was_chosen_by_hand(self) -> None:
        answer = self.ask(convention="leningrad", filled="sochi", misere_value="20", size="4")
        by_hand = Convention.from_data({"misere_value": 20}, PRESETS["leningrad"].convention)
        found = exact(answer.content.decode())
        for price in price_list(by_hand, 4):
            assert found[price_key(price)] == [str(each) for each in price.whists]

    @pytest.mark.parametrize(
        ("query", "preset", "size"),
        [
            ({}, "sochi", 4),
            ({"convention": "rostov", "size": "3"}, "rostov", 3),
            ({"convention": "hussar", "size": "4"}, "hussar", 2),
            ({"convention": "?", "size": "x"}, "sochi", 4),
        ],
    )
    def test_a_convention_can_be_looked_at_by_its_name(
        self, query: dict[str, str], preset: str, size: int
    ) -> None:
        answer = Client().get("/prices", query)
        found = exact(answer.content.decode())
        for price in price_list(PRESETS[preset].convention, size):
            assert found[price_key(price)] == [str(each) for each in price.whists]

    def test_is_led_to_from_the_form_of_a_new_table(self) -> None:
        assert 'formaction="/prices"' in Client().get("/new").content.decode()
