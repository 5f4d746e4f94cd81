"""The page counts a paper sheet as the engine does, and says what is missing or wrong."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from prefweb.calculator.forms import SETTLING, SheetForm
from prefweb.calculator.views import LONGEST
from prefweb.players.models import Player
from scoring import (
    OPTIONS,
    PRESETS,
    Convention,
    Game,
    Number,
    Opening,
    money_of,
    payments,
    settle,
    start,
)
from scoring.exact import text
from tests.calculator.sheets import ANNA_WINS, answer_to, counted, page_of
from tests.engine.tables import cases
from tests.tables.test_access import browser
from tests.ui.test_pages import INLINE

HTMX = {"hx-request": "true", "accept-language": "ru"}

# -- the engine's numbers

SETTLED = [
    pytest.param(case["pulka"], case["output"], id=case["id"])
    for name in ("settlements", "evenings", "books", "deals", "series", "readings")
    for case in cases(name)
    if "pulka" in case
]


def typed_off(pulka: dict[str, Any], output: dict[str, Any]) -> dict[str, str]:
    """What somebody types who has the sheet of a worked example before him."""
    names, sheet = pulka["players"], output["sheet"]
    changed = {
        key: str(value) for key, value in pulka.get("options", {}).items() if key in SETTLING
    }
    typed = {
        "players": str(len(names)),
        "convention": pulka["convention"],
        "target": str(pulka.get("target") or ""),
        "stake": pulka.get("stake", ""),
        "currency": pulka.get("currency", "RUB"),
        **changed,
        **{key: "yes" for key, value in changed.items() if value == "True"},
    }
    for seat, name in enumerate(names, 1):
        typed |= {f"n{seat}": name, f"p{seat}": _last(sheet["pool"][name])}
        typed[f"m{seat}"] = _last(sheet["mountain"][name])
        for other, on in enumerate(names, 1):
            if on != name:
                typed[f"w{seat}{other}"] = _last(sheet["whists"][name][on])
    return typed


def _last(totals: list[Any]) -> str:
    return str(totals[-1]) if totals else "0"


@pytest.mark.parametrize(("pulka", "output"), SETTLED)
def test_worked_example_comes_out_as_it_should(
    pulka: dict[str, Any], output: dict[str, Any]
) -> None:
    said, expected = answer_to(typed_off(pulka, output)), output["settlement"]
    names = pulka["players"]
    assert said.whists == [Fraction(expected["whists"][name]) for name in names]
    assert said.money == [expected["money"][name] for name in names]
    paid = [(names[debtor], names[to], amount) for debtor, to, amount in said.payments]
    assert paid == [(each["from"], each["to"], each["amount"]) for each in expected["payments"]]


NUMBERS = st.one_of(st.integers(-300, 300), st.fractions(-300, 300, max_denominator=12), st.just(0))
AGREED = st.fixed_dictionaries(
    {},
    optional={
        "pool_settle": st.sampled_from(["0", "1", "2", "1/2", "3"]),
        "whists_per_mountain": st.sampled_from(["1", "6", "10", "20"]),
        "rounding": st.sampled_from(["exact", "whole", "codex"]),
        "indivisible_mountain": st.sampled_from(["yes", "no"]),
    },
)


@st.composite
def typed_sheets(draw: st.DrawFn) -> dict[str, str]:
    """A whole sheet, with any convention."""
    size = draw(st.integers(2, 5))
    seats = range(1, size + 1)
    keys = [f"{kind}{seat}" for seat in seats for kind in "pm"]
    keys += [f"w{seat}{on}" for seat in seats for on in seats if seat != on]
    return {
        "players": str(size),
        "convention": draw(st.sampled_from(list(PRESETS))),
        "target": draw(st.sampled_from(["", "1", "20", "1000"])),
        "stake": draw(st.sampled_from(["", "0,5", "10"])),
        "currency": draw(st.sampled_from(["RUB", "JPY", "KWD"])),
        **draw(AGREED),
        **{key: text(draw(NUMBERS)) for key in keys},
    }


def settled_by_hand(typed: dict[str, str]) -> tuple[Number, ...]:
    """The engine's whists of what is typed."""
    size = int(typed["players"])

    def number(key: str) -> Fraction:
        return Fraction(typed[key])

    options: dict[str, Any] = {key: typed[key] for key in SETTLING if key in typed}
    if "whists_per_mountain" in options:
        options["whists_per_mountain"] = int(options["whists_per_mountain"])
    if "indivisible_mountain" in options:
        options["indivisible_mountain"] = options["indivisible_mountain"] == "yes"
    target = int(typed["target"]) if typed["target"] else None
    by_clock = {} if target else {"pool_end": "time"}
    base = PRESETS[typed["convention"]].convention
    game = Game(
        convention=Convention.from_data({**options, **by_clock}, base),
        players=size,
        target=target,
        opening=Opening(
            pool={seat: number(f"p{seat + 1}") for seat in range(size)},
            mountain={seat: number(f"m{seat + 1}") for seat in range(size)},
            whists={
                seat: {on: number(f"w{seat + 1}{on + 1}") for on in range(size) if on != seat}
                for seat in range(size)
            },
        ),
    )
    return settle(start(game).sheet, game).whists


@given(typed_sheets())
@settings(deadline=None, max_examples=60)
def test_any_sheet_under_any_convention_is_the_engines(typed: dict[str, str]) -> None:
    said = answer_to(typed)
    whists, stake = settled_by_hand(typed), SheetForm(typed).stake_agreed
    money = money_of(whists, stake, typed["currency"])
    assert said.whists == list(whists)
    assert said.money == [str(each) for each in money]
    assert said.payments == [
        (each.debtor, each.creditor, str(each.amount)) for each in payments(money)
    ]


@pytest.mark.parametrize("key", OPTIONS)
def test_no_other_option_acts_on_a_final_count(key: str) -> None:
    """So that the form asks for all that does, and for nothing else."""
    results = {settled_with(key, value, size) for value in _values(key) for size in (2, 3, 4)}
    assert (len(results) > 3) == (key in SETTLING)


def settled_with(key: str, value: Any, size: int) -> tuple[int, tuple[Number, ...]]:
    convention = Convention.from_data({key: value}, PRESETS["sochi"].convention)
    game = Game(
        convention=convention,
        players=size,
        target=20,
        opening=Opening(
            pool={0: 20, 1: 13}, mountain={0: 5, 1: 17}, whists={0: {1: 40}, 1: {0: 3}}
        ),
    )
    return size, settle(start(game).sheet, game).whists


def _values(key: str) -> list[Any]:
    option = OPTIONS[key]
    if option.kind == "bool":
        return [True, False]
    if option.kind == "list":
        return [[value] for value in option.values or (option.minimum, option.maximum)]
    if option.values:
        return [value for value in option.values if value != "time"]
    return [option.minimum, option.maximum, option.default]


@pytest.mark.parametrize("target", ["", "1", "21", "1000"])
def test_target_moves_no_result(target: str) -> None:
    """What all pools lack alike is taken off again."""
    assert counted(page_of({**ANNA_WINS, "target": target})) == counted(page_of(ANNA_WINS))


# -- what is typed, and its address


def test_example_evening_is_counted_to_the_rouble() -> None:
    page = page_of(ANNA_WINS)
    assert counted(page).money == ["1145.00", "865.00", "565.00", "-2575.00"]
    assert "+114½" in page
    assert "−2\u202f575\u202f₽" in page
    assert 'data-drawn="whists-1-3" data-value="36"' in page


@given(typed_sheets())
@settings(deadline=None, max_examples=40)
def test_address_says_the_same_when_it_is_opened(typed: dict[str, str]) -> None:
    form = SheetForm(typed)
    opened = SheetForm(dict(parse_qsl(form.query, keep_blank_values=True)))
    assert opened.query == form.query
    assert opened.cleaned_data == form.cleaned_data


ODD = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(st.dictionaries(st.sampled_from([*SheetForm({}).fields, "zeros"]), ODD))
@example({"n5": "\0", "w15": "\0"})
@example({"currency": "", "stake": "1"})
@settings(deadline=None, max_examples=60)
def test_whatever_an_address_holds_is_answered_at_once(given: dict[str, str]) -> None:
    """Nothing typed is lost, and no address leads in circles."""
    query = SheetForm(given).query
    assert SheetForm(dict(parse_qsl(query, keep_blank_values=True))).query == query
    answer = Client().get("/calculator", given, follow=True)
    assert answer.status_code == 200
    assert len(answer.redirect_chain) <= 1


def test_address_is_short_and_can_be_read() -> None:
    answer = Client().get("/calculator", {"players": "2", "p1": "3,5", "m1": "−4", "w12": "0"})
    assert answer.status_code == 302
    expected = "/calculator?players=2&convention=sochi&target=20&p1=7/2&m1=-4&w12=0"
    assert answer.headers["location"] == expected


def test_part_of_a_page_tells_the_open_page_its_address() -> None:
    answer = Client().get("/calculator", {**ANNA_WINS, "w51": "7"}, headers=HTMX)
    address = answer.headers["HX-Replace-Url"]
    opened = dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))
    assert opened == ANNA_WINS
    assert counted(answer.content.decode()).whists == counted(page_of(ANNA_WINS)).whists
    assert "<form" not in answer.content.decode()


def test_link_that_is_shared_is_whole_and_leads_to_the_result() -> None:
    url = re.search(r'data-share data-url="([^"]+)"', page_of(ANNA_WINS))
    assert url
    shared = urlsplit(url[1].replace("&amp;", "&"))
    assert shared.netloc == "testserver"
    assert shared.fragment == "result"
    assert dict(parse_qsl(shared.query)) == ANNA_WINS


def test_unknown_parts_of_an_address_are_passed_over() -> None:
    page = page_of({**ANNA_WINS, "utm_source": "x", "v": "9", "w11": "5", "p9": "1"})
    assert counted(page) == counted(page_of(ANNA_WINS))


def test_address_that_is_too_long_is_refused_politely() -> None:
    answer = Client(headers={"accept-language": "ru"}).get("/calculator?n1=" + "а" * LONGEST)
    assert answer.status_code == 414
    assert "слишком длинный" in answer.content.decode()
    assert 'name="p1"' in answer.content.decode()


def test_longest_names_there_are_fit_into_an_address() -> None:
    names = {f"n{seat}": "👩‍🚀" * 13 for seat in range(1, 6)}
    answer = Client().get("/calculator", {"players": "5", **names})
    assert answer.status_code == 302


def test_empty_sheet_brings_its_players_along() -> None:
    blank = Client().get("/blank/3", {"name": ["Анна & Ко", "", "Вера"]}).content.decode()
    link = re.search(r'href="(/calculator[^"]+)"', blank)
    assert link
    page = Client().get(link[1].replace("&amp;", "&"), follow=True).content.decode()
    assert re.search(r'name="players" value="3" checked', page)
    assert re.search(r'name="n1"[^>]* value="Анна &amp; Ко"', page)
    assert re.search(r'name="n3"[^>]* value="Вера"', page)


# -- what is missing and what is wrong


def missing(page: str) -> list[str]:
    found = re.findall(r"<li data-missing>(.*?)</li>", page)
    return [re.sub(r"<[^>]+>", "", each) for each in found]


def test_empty_is_no_zero_and_is_named() -> None:
    typed = {key: value for key, value in ANNA_WINS.items() if key not in ("w12", "w14", "m4")}
    page = page_of(typed)
    assert counted(page).whists == []
    assert missing(page) == ["Анна: висты на: Борис, Константин", "Константин: гора"]
    assert "Пустые — это нули" in page


def test_empty_ones_become_zeros_when_asked() -> None:
    typed = {key: value for key, value in ANNA_WINS.items() if key != "w43"}
    page = page_of({**typed, "zeros": "yes"})
    assert counted(page) == counted(page_of(ANNA_WINS))
    assert re.search(r'name="w43"[^>]* value="0"', page)
    assert "zeros=" not in page


def test_half_a_sheet_says_what_is_certain_already() -> None:
    typed = {key: value for key, value in ANNA_WINS.items() if not key.startswith("w")}
    page = page_of({**typed, "w12": "8", "w21": "18"})
    known = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page[page.index('id="known"') :]))
    assert "с гор +92½" in known
    assert "разница вистов: Борис −10" in known


@pytest.mark.parametrize("key", ["pool_settle", "whists_per_mountain", "convention"])
def test_nothing_is_certain_of_mountains_while_what_decides_on_them_is_wrong(key: str) -> None:
    half = {key: said for key, said in ANNA_WINS.items() if key != "w43"}
    assert "с гор <b" in page_of(half)
    assert "с гор <b" not in page_of({**half, key: "x"})


def test_new_page_blames_nobody() -> None:
    page = page_of({})
    assert "Здесь будет итог" in page
    assert missing(page) == []
    assert 'class="error"' not in page


WRONG = [
    pytest.param("p1", "abc", "Нужно число: 12 или 3½.", "12 or 3½", id="no-number"),
    pytest.param("m2", "1/0", "Нужно число: 12 или 3½.", "12 or 3½", id="nothing-by-zero"),
    pytest.param("w34", "1234567", "Нужно число", "A number is needed", id="no-such-whists"),
    pytest.param("w34", "9" * 30, "Не больше 20 знаков", "At most 20", id="too-long"),
    pytest.param("n1", "а" * 41, "Не больше 40 знаков", "At most 40", id="long-name"),
    pytest.param("target", "сто", "целое число", "whole number", id="target-in-words"),
    pytest.param("target", "0", "Не меньше 1", "At least 1", id="target-of-nothing"),
    pytest.param("stake", "рубль", "Нужно число", "A number is needed", id="stake-in-words"),
    pytest.param("currency", "XXX", "Выберите", "Choose one", id="no-such-currency"),
    pytest.param("convention", "poker", "Выберите", "Choose one", id="no-such-convention"),
    pytest.param("players", "7", "Выберите", "Choose one", id="too-many-players"),
    pytest.param("pool_settle", "x", "число или доля", "number or a part", id="odd-option"),
    pytest.param("whists_per_mountain", "101", "Не больше 100", "At most 100", id="too-much"),
    pytest.param("rounding", "up", "Выберите", "Choose one", id="no-such-rounding"),
    pytest.param("indivisible_mountain", "on", "Выберите", "Choose one", id="neither-yes-nor-no"),
]


@pytest.mark.parametrize(("field", "value", "russian", "english"), WRONG)
def test_wrong_input_is_named_at_its_field_and_kept(
    field: str, value: str, russian: str, english: str
) -> None:
    for language, sentence in (("ru", russian), ("en", english)):
        page = page_of({**ANNA_WINS, field: value}, language)
        error = re.search(rf'id="{field}_error">([^<]+)<', page)
        assert error, field
        assert sentence in error[1]
        assert f'data-wrong="{field}"' in page
        assert counted(page).whists == []
        if field not in ("players", "convention", "currency", "rounding", "indivisible_mountain"):
            assert re.search(rf'name="{field}"[^>]* value="{value}"', page)


def test_who_is_not_there_is_not_asked() -> None:
    three = {key: value for key, value in ANNA_WINS.items() if "4" not in key}
    page = page_of({**three, "players": "3", "p4": "nonsense", "w41": "?"})
    assert len(counted(page).whists) == 3


# -- the page itself


@pytest.mark.parametrize("typed", [{}, ANNA_WINS, {"p1": "?"}], ids=["empty", "whole", "wrong"])
def test_page_needs_no_inline_code(typed: dict[str, str]) -> None:
    assert INLINE.search(page_of(typed)) is None


def test_five_players_have_steps_and_no_drawing() -> None:
    page = page_of({"players": "5", "p1": "3", "zeros": "yes"})
    assert len(counted(page).whists) == 5
    assert "<polygon" not in page
    assert "Средняя гора" in page


def test_names_are_text_and_nothing_else() -> None:
    assert "<b>x</b>" not in page_of({**ANNA_WINS, "n1": "<b>x</b>"})


def test_without_names_players_have_numbers() -> None:
    assert 'placeholder="Игрок 3"' in page_of({})
    assert 'placeholder="Player 3"' in page_of({}, "en")


@pytest.mark.django_db
def test_database_is_not_asked(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(0):
        client.get("/calculator", ANNA_WINS, follow=True)
        client.get("/calculator", ANNA_WINS, headers=HTMX)


@pytest.mark.django_db
def test_whoever_is_signed_in_costs_the_session_and_where_a_result_can_be_kept(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    player = browser(Player.objects.create(name="Анна"))
    player.get("/calculator")
    with django_assert_max_num_queries(1):
        assert player.get("/calculator", {"p1": "10"}, headers=HTMX).status_code == 200
    with django_assert_max_num_queries(3):
        assert player.get("/calculator", ANNA_WINS, headers=HTMX).status_code == 200


def test_nothing_is_sent_to_be_kept() -> None:
    assert Client().post("/calculator", ANNA_WINS).status_code == 405


@pytest.mark.django_db
def test_start_page_and_tabs_lead_to_it(client: Client) -> None:
    assert client.get("/").content.decode().count('href="/calculator"') == 2
