"""The settings screen: what is chosen is what is agreed, and odd input gets a sentence."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import django
import pytest
from babel.messages.pofile import read_po
from django.utils.translation import override

from prefweb.tables.agreements import Agreement
from prefweb.tables.forms import CodeForm, NewTableForm, SeatForm
from scoring import OPTIONS, PRESETS, Convention, preset_changes

OTHER: dict[str, tuple[Any, Any]] = {
    "raspasy_progression": ("1 2 2", [1, 2, 2]),
    "raspasy_exit": ("6-7-8", [6, 7, 8]),
    "half_whist_levels": (["7"], [7]),
    "pool_settle": ("1/2", "1/2"),
    "surplus_rate": ("0,5", "1/2"),
}
"""What is typed for a value that is not the usual one, and what is agreed then."""


def typed(form: NewTableForm, **changes: Any) -> dict[str, Any]:
    """What a browser would send for a form, with these fields changed."""
    data: dict[str, Any] = {}
    for bound in form:
        value = bound.value()
        if value is True:
            data[bound.name] = "on"
        elif value is not None and value is not False:
            data[bound.name] = value
    return {"name": "Анна", **data, **changes}


def filled_in(preset: str = "sochi", **changes: Any) -> NewTableForm:
    data = typed(NewTableForm(preset=preset), **changes)
    return NewTableForm({key: value for key, value in data.items() if value is not None})


def _other(key: str) -> tuple[Any, Any]:
    option = OPTIONS[key]
    usual = PRESETS["sochi"].convention.to_data()[key]
    if key in OTHER:
        return OTHER[key]
    if option.kind == "bool":
        return (None, False) if usual else ("on", True)
    if option.kind == "int":
        return str(option.maximum), option.maximum
    value = next(v for v in option.values if v != usual)
    return str(value), value


def test_name_is_all_a_table_needs() -> None:
    form = filled_in()
    assert form.is_valid(), form.errors
    assert form.agreement == Agreement(
        preset="sochi",
        convention=PRESETS["sochi"].convention,
        size=4,
        target=20,
        stake=Decimal(0),
        currency="RUB",
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_goes_through_the_form_unchanged(preset: str) -> None:
    form = filled_in(preset, minutes="90")
    assert form.is_valid(), form.errors
    assert form.agreement.convention == PRESETS[preset].convention
    assert form.changes() == 0


@pytest.mark.parametrize("key", OPTIONS)
def test_each_option_can_be_agreed_otherwise(key: str) -> None:
    sent, agreed = _other(key)
    form = filled_in(**{key: sent})
    assert form.is_valid(), form.errors
    assert preset_changes("sochi", form.agreement.convention) == {key: agreed}
    assert [
        row.key for row in (*form.common_options(), *form.rare_options()) if row.is_changed
    ] == [key]


@pytest.mark.parametrize("key", OPTIONS)
def test_agreement_comes_back_into_the_form(key: str) -> None:
    _, value = _other(key)
    convention = Convention.from_data({key: value})
    agreed = Agreement(
        preset="sochi",
        convention=convention,
        size=3,
        target=35,
        stake=Decimal("0.5000"),
        currency="EUR",
    )
    again = NewTableForm(typed(NewTableForm(agreed=agreed)))
    assert again.is_valid(), again.errors
    assert again.agreement == agreed


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("raspasy_progression", "десять"),
        ("raspasy_progression", ""),
        ("raspasy_progression", "0-1"),
        ("raspasy_progression", "1-2-3-4-5-6-7-8-9-10-11"),
        ("raspasy_exit", "5-6"),
        ("pool_settle", "1/0"),
        ("pool_settle", "-1"),
        ("pool_settle", "101"),
        ("mountain_mult", "0"),
        ("mountain_mult", "x"),
        ("whist_style", "kind"),
        ("half_whist_levels", ["8"]),
        ("concession", "1"),
        ("stake", "десять"),
        ("stake", "1.2.3"),
        ("stake", "-1"),
        ("stake", "0,00001"),
        ("stake", "1000001"),
        ("currency", "XYZ"),
        ("convention", "bridge"),
        ("size", "6"),
        ("size", "1"),
        ("target", "21"),
        ("proxies", "everyone"),
        ("name", "  "),
        ("name", "я" * 41),
        ("title", "я" * 61),
    ],
)
def test_bad_input_gets_a_sentence_and_stays(field: str, sent: Any) -> None:
    form = filled_in(**{field: sent})
    with override("ru"):
        assert list(form.errors) == [field]
        assert form.errors[field][0]
    assert form[field].value() == sent
    list(form.common_options()), list(form.rare_options())


@pytest.fixture(scope="session")
def stock() -> re.Pattern[str]:
    """Everything Django itself would say, in Russian."""
    path = Path(django.__file__).parent / "conf/locale/ru/LC_MESSAGES/django.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale="ru")
    said = [str(text) for message in catalog if message.id for text in _strings(message.string)]
    return re.compile(
        "|".join(re.sub(r"%\\?\(\w+\\?\)[sd]", ".+", re.escape(t)) for t in said if t)
    )


def _strings(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


@pytest.mark.parametrize("sent", ["", "0", "-1", "1.5", "99999", "x", "\x00", "я" * 2000])
def test_every_field_is_refused_in_our_own_words(stock: re.Pattern[str], sent: str) -> None:
    forms = [CodeForm({"code": sent}), SeatForm({"name": sent, "seat": sent}, free=[1, 2])]
    for name in NewTableForm().fields:
        value: Any = [sent] if name == "half_whist_levels" else sent
        forms.append(filled_in(**{"target": "other", name: value}))
    with override("ru"):
        said = [error for form in forms for errors in form.errors.values() for error in errors]
    assert said
    assert [error for error in said if stock.fullmatch(str(error))] == []


@pytest.mark.parametrize(
    ("stake", "currency", "wrong"),
    [("10", "", "currency"), ("", "RUB", "stake"), ("0", "EUR", "stake")],
)
def test_stake_and_currency_belong_together(stake: str, currency: str, wrong: str) -> None:
    assert list(filled_in(stake=stake, currency=currency).errors) == [wrong]


@pytest.mark.parametrize(
    ("stake", "meant"),
    [
        ("10", "10"),
        ("0,50", "0.5"),
        ("0.5", "0.5"),
        ("1 000", "1000"),
        ("1\u202f000,25", "1000.25"),
    ],
)
def test_stake_is_taken_as_it_is_written(stake: str, meant: str) -> None:
    form = filled_in(stake=stake, currency="RUB")
    assert form.is_valid(), form.errors
    assert form.agreement.stake == Decimal(meant)


@pytest.mark.parametrize(
    ("other", "target"), [("35", 35), ("", None), ("0", None), ("1001", None), ("x", None)]
)
def test_target_can_be_any_number(other: str, target: int | None) -> None:
    form = filled_in(target="other", target_other=other)
    assert form.is_valid() == (target is not None)
    if target:
        assert form.agreement.target == target
    else:
        assert list(form.errors) == ["target_other"]


CLOCKED: dict[str, Any] = {"pool_end": "time", "target": "other", "target_other": "x"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ({"minutes": "90"}, (90, None)),
        ({"laps": "4"}, (None, 4)),
        ({"minutes": "90", "laps": "4"}, (90, 4)),
    ],
)
def test_game_by_the_clock_has_minutes_or_laps_and_no_target(
    typed: dict[str, str], meant: tuple[int | None, int | None]
) -> None:
    form = filled_in(**CLOCKED, **typed)
    assert form.is_valid(), form.errors
    agreed = form.agreement
    assert (agreed.target, agreed.minutes, agreed.laps) == (None, *meant)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [({}, "minutes"), ({"minutes": "0"}, "minutes"), ({"laps": "x", "minutes": "9"}, "laps")],
)
def test_game_by_the_clock_needs_its_clock(typed: dict[str, str], wrong: str) -> None:
    assert list(filled_in(**CLOCKED, **typed).errors) == [wrong]


def test_clock_is_let_be_where_a_target_ends_the_game() -> None:
    form = filled_in(minutes="x", laps="4")
    assert form.is_valid(), form.errors
    assert (form.agreement.minutes, form.agreement.laps) == (None, None)


def test_convention_chosen_without_its_options_is_by_the_clock_too() -> None:
    assert list(filled_in(convention="tournament").errors) == ["minutes"]


def test_game_by_the_clock_comes_back_into_the_form() -> None:
    form = filled_in("tournament", minutes="90", laps="4", multipliers="on")
    assert form.is_valid(), form.errors
    agreed = form.agreement
    again = NewTableForm(typed(NewTableForm(agreed=agreed)))
    assert again.is_valid(), again.errors
    assert again.agreement == agreed
    assert again.agreement.multipliers


@pytest.mark.parametrize("size", ["3", "4", "5"])
def test_convention_for_two_says_so(size: str) -> None:
    form = filled_in("hussar", size=size)
    with override("en"):
        assert form.errors == {"size": ["Hussar is for other numbers of players: 2."]}


def test_choosing_a_convention_for_two_chooses_two() -> None:
    form = NewTableForm.refilled({"convention": "hussar", "filled": "sochi", "size": "4"})
    assert form["size"].value() == 2
    assert [size for size, _, fits in form.sizes() if fits] == [2]
    kept = NewTableForm.refilled({"convention": "rostov", "filled": "sochi", "size": "5"})
    assert kept["size"].value() == "5"


def test_another_preset_keeps_only_what_was_changed_by_hand() -> None:
    form = filled_in(convention="leningrad", raspasy_amnesty=None)
    assert form.is_valid(), form.errors
    assert form.agreement.preset == "leningrad"
    assert preset_changes("leningrad", form.agreement.convention) == {"raspasy_amnesty": False}


def test_options_filled_in_anew_keep_what_was_changed_by_hand() -> None:
    changed = {"raspasy_exit": "6-7-8", "half_whist_levels": ["7"], "help_rate": "x"}
    more = {"name": "Дина", "size": "3", "stake": "ten", "raspasy_amnesty": None}
    data = typed(NewTableForm(), convention="leningrad", **changed, **more)
    form = NewTableForm.refilled({key: value for key, value in data.items() if value is not None})
    assert not form.errors
    shown = {name: form[name].value() for name in form.fields}
    assert shown == {
        **{bound.name: bound.value() for bound in NewTableForm(preset="leningrad")},
        **changed,
        **more,
        "raspasy_amnesty": False,
    }
    assert form.filled_preset == "leningrad"
    wanted = {"raspasy_exit", "half_whist_levels", "help_rate", "raspasy_amnesty"}
    rows = (*form.common_options(), *form.rare_options())
    assert {row.key for row in rows if row.is_changed} == wanted


def test_unknown_preset_falls_back_to_the_first() -> None:
    assert NewTableForm(preset="nonsense")["convention"].value() == "sochi"


@pytest.mark.parametrize(
    ("typed", "code"),
    [("482915", "482915"), ("482 915", "482915"), ("482-915", "482915"), ("٤٨٢915", "482915")],
)
def test_code_is_taken_with_anything_between(typed: str, code: str) -> None:
    form = CodeForm({"code": typed})
    assert form.is_valid()
    assert form.cleaned_data["code"] == code


@pytest.mark.parametrize("typed", ["", "   ", "стол", "²"])
def test_code_without_digits_is_refused(typed: str) -> None:
    assert list(CodeForm({"code": typed}).errors) == ["code"]


def test_kept_seat_has_a_name_already() -> None:
    kept = {2: "Глеб"}
    form = SeatForm({"name": "", "seat": "2"}, free=[1, 2], kept=kept)
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"name": "Глеб", "seat": 2}
    assert list(SeatForm({"name": "", "seat": "1"}, free=[1, 2], kept=kept).errors) == ["name"]


def test_name_is_one_line_without_spaces_around() -> None:
    form = SeatForm({"name": "  Анна\n  Петровна ", "seat": "1"}, free=[1, 2])
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"name": "Анна Петровна", "seat": 1}


@pytest.mark.parametrize("seat", ["0", "x", ""])
def test_taken_seat_is_refused(seat: str) -> None:
    assert list(SeatForm({"name": "Анна", "seat": seat}, free=[1]).errors) == ["seat"]
