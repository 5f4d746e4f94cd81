"""Everything the engine and the table can say has words in both languages."""

import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils.translation import override

from prefweb.tables.deals.posts import Game, Order, Reply
from prefweb.ui import deals, refusals, words
from prefweb.ui.names import stopped_once
from scoring import (
    Area,
    Concession,
    Contract,
    Deal,
    Entry,
    Fault,
    Manual,
    Misere,
    Raspasy,
    Reason,
    Role,
    Rule,
    Trump,
)
from scoring.faults import MESSAGES

NAMES = ("Анна", "Борис", "Вера")
LANGUAGES = ("ru", "en")
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
PREFWEB = Path(deals.__file__).parents[1]


def _reason(rule: Rule, **numbers: int | Fraction) -> str:
    given = defaultdict(lambda: 2, {"level": 7, "multiplier": 1, "shares": 1, **numbers})
    return words.reason(Entry(0, Area.WHISTS, 4, 1, Reason(rule, given)), NAMES)


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_reason_in_russian(rule: Rule) -> None:
    with override("ru"):
        assert CYRILLIC.search(_reason(rule))


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_reason_in_english(rule: Rule) -> None:
    with override("en"):
        said = _reason(rule)
    assert not CYRILLIC.search(said.replace("Вера", ""))


@pytest.mark.parametrize(
    ("rule", "numbers", "said"),
    [
        (Rule.CONTRACT_MADE, {"level": 7, "points": 4}, "семерная: 4 очка"),
        (Rule.UNDERTRICKS, {"level": 7, "undertricks": 1, "price": 4}, "без одной: 1 × 4"),
        (Rule.UNDERTRICKS, {"undertricks": 3, "price": 4, "multiplier": 2}, "без трёх: 3 × 4 × 2"),
        (Rule.TRICK_WHISTS, {"tricks": 4, "price": 4}, "4 взятки × 4"),
        (Rule.TRICK_WHISTS, {"tricks": 5, "price": 2, "shares": 2}, "5 взяток × 2, делят 2"),
        (Rule.CONSOLATION, {"undertricks": 1, "price": 4}, "консоляция 1 × 4"),
        (Rule.WHISTER_SHORT, {"undertricks": 1, "price": 4}, "недобор на висте: 1 × 4"),
        (
            Rule.WHISTER_SHORT,
            {"undertricks": Fraction(1, 2), "price": 6},
            "недобор на висте: ½ × 6",
        ),
        (Rule.HALF_WHIST, {"tricks": 1, "price": 4}, "полвиста: 1 × 4"),
        (Rule.MISERE_FAILED, {"tricks": 2, "price": 10}, "мизер: 2 взятки × 10"),
        (Rule.RASPASY_TRICKS, {"tricks": 4, "amnesty": 1, "price": 2}, "распасы: (4 − 1) × 2"),
        (Rule.RASPASY_TRICKS, {"tricks": 1, "amnesty": 0, "price": 2}, "распасы: 1 взятка × 2"),
        (Rule.RASPASY_ZERO, {"points": 1, "dealer": 0}, "распасы без взяток: 1 очко"),
        (Rule.RASPASY_ZERO, {"points": 1, "dealer": 1}, "распасы без взяток: 1 очко, на прикупе"),
        (Rule.HELP_RECEIVED, {"points": 2, "helper": 1}, "помощь, пишет: Борис"),
        (Rule.HELP_WHISTS, {"points": 2, "rate": 10}, "помощь: 2 очка × 10"),
        (Rule.SURPLUS, {"points": 4, "rate": 1, "lost": 0}, "все пули закрыты: 4 очка × 1"),
        (
            Rule.SURPLUS,
            {"points": 4, "rate": 1, "lost": 3},
            "все пули закрыты: 4 очка × 1, пропало: 3",
        ),
    ],
)
def test_reason_names_its_numbers(
    rule: Rule, numbers: dict[str, int | Fraction], said: str
) -> None:
    with override("ru"):
        assert _reason(rule, **numbers) == said


@pytest.mark.parametrize("code", MESSAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence(code: str, language: str) -> None:
    keys = re.findall(r"{(\w+)}", MESSAGES[code])
    params = {key: 7 for key in keys if key not in ("count_words", "player", "option")}
    if "option" in keys:
        params["option"] = "whist_mult"  # type: ignore[assignment]
    with override(language):
        said = words.fault(Fault("", code, {"count": 2, "seat": 1, **params}), NAMES)
    assert bool(CYRILLIC.search(said.replace("Борис", ""))) == (language == "ru")
    assert "%(" not in said


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "Не хватает 1 взятки: всего их десять."),
        (2, "Не хватает 2 взяток: всего их десять."),
        (5, "Не хватает 5 взяток: всего их десять."),
    ],
)
def test_missing_tricks_are_counted(count: int, said: str) -> None:
    with override("ru"):
        assert words.fault(Fault("tricks", "tricks_missing", {"count": count})) == said


def test_every_refusal_of_the_table_has_a_sentence() -> None:
    source = "\n".join(path.read_text() for path in PREFWEB.rglob("*.py"))
    codes = set(re.findall(r'Told\(\s*"(\w+)"', source))
    assert codes >= {"rests", "seat_taken"}
    assert codes <= {*refusals.TOLD, *refusals.TOLD_COUNTED, "refused"}


@pytest.mark.parametrize("code", [*refusals.TOLD, *refusals.TOLD_COUNTED])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(code: str, language: str) -> None:
    params = {"seat": 0, "by": 1, "value": 4, "limit": 3, "deal": 5, "count": 2, "name": "Вера"}
    with override(language):
        said = words.told(code, params, NAMES)
    assert said
    assert "%(" not in said


@pytest.mark.parametrize(
    ("value", "russian", "english"),
    [
        *[(Role.WHIST, "вист", "whist"), (Role.PASS, "пас", "pass")],
        (Role.HALF, "полвиста", "half-whist"),
        (Reply.STANDS, "пусть стоит", "let it stand"),
        (Reply.BACK, "беру назад", "I take it back"),
        (Order(Game.CONTRACT, 7, Trump.HEARTS), "7 ♥\ufe0e", "7 ♥\ufe0e"),
        (Order(Game.MISERE), "мизер", "misère"),
        (Order(Game.RASPASY), "распасы", "raspasy"),
        *[(0, "0 взяток", "0 tricks"), (1, "1 взятка", "1 trick")],
    ],
)
def test_what_was_posted_already_is_told_in_its_own_words(
    value: object, russian: str, english: str
) -> None:
    params = {"seat": 2, "by": 1, "value": value}
    with override("ru"):
        assert words.told("said_already", params, NAMES).endswith(f" Борис: {russian}.")
    with override("en"):
        assert words.told("said_already", params, NAMES).endswith(f" Борис: {english}.")


def test_refused_facts_are_named_one_by_one() -> None:
    faults = [Fault("tricks", "tricks_missing", {"count": 2}), Fault("roles", "half_twice")]
    with override("en"):
        assert words.told("refused", {"faults": faults}) == (
            "2 tricks are missing: there are ten in a deal. Only one defender leaves for half."
        )


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        pytest.param(
            Contract(
                declarer=0,
                level=7,
                trump=Trump.DIAMONDS,
                roles={1: Role.WHIST, 2: Role.PASS},
                tricks={0: 7, 1: 3},
            ),
            "Анна 7 ♦︎, своя",
            id="made",
        ),
        pytest.param(
            Contract(declarer=0, level=7, roles={1: Role.WHIST}, tricks={0: 9, 1: 1}),
            "Анна 7, +2",
            id="overtricks",
        ),
        pytest.param(
            Contract(declarer=1, level=6, trump=Trump.NONE, roles={0: Role.WHIST}, tricks={1: 5}),
            "Борис 6 БК, без одной",
            id="one down without trump",
        ),
        pytest.param(
            Contract(declarer=1, level=6, roles={0: Role.PASS, 2: Role.HALF}),
            "Борис 6, полвиста",
            id="a half-whist that stood",
        ),
        pytest.param(
            Contract(declarer=1, level=8, roles={}), "Борис 8, без виста", id="both passed"
        ),
        pytest.param(Misere(declarer=2, tricks=0), "Вера: мизер, без взяток", id="misere made"),
        pytest.param(Misere(declarer=2, tricks=3), "Вера: мизер, 3 взятки", id="misere failed"),
        pytest.param(Raspasy(tricks={2: 3, 0: 4, 1: 3}), "распасы 4·3·3", id="raspasy by seat"),
        pytest.param(Concession(declarer=0, level=9), "Анна 9, уход без игры", id="given up"),
        pytest.param(Manual(entries=()), "запись вручную", id="by hand"),
    ],
)
def test_deal_fits_one_line(deal: Deal, said: str) -> None:
    with override("ru"):
        assert words.line(deal, NAMES) == said


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (Raspasy(tricks={2: 3, 0: 4, 1: 3}), "распасы: Анна 4, Борис 3, Вера 3"),
        (Misere(declarer=2, tricks=0), "Вера: мизер, без взяток"),
    ],
)
def test_deal_names_everybody_where_there_is_room(deal: Deal, said: str) -> None:
    with override("ru"):
        assert words.full_line(deal, NAMES) == said


@pytest.mark.parametrize(
    ("said", "stopped"),
    [
        ("В раздаче не играет: Глеб Ж..", "В раздаче не играет: Глеб Ж."),
        ("Имя занято: Глеб Ж.. Добавьте букву.", "Имя занято: Глеб Ж. Добавьте букву."),
        ("Имя занято: \u2068א.\u2069.", "Имя занято: \u2068א.\u2069"),
        ("Подождите...", "Подождите..."),
    ],
)
def test_sentence_ends_with_one_period(said: str, stopped: str) -> None:
    assert stopped_once(said) == stopped


@pytest.mark.parametrize(
    ("area", "against", "said"),
    [
        (Area.POOL, None, "пуля"),
        (Area.MOUNTAIN, None, "гора"),
        (Area.WHISTS, "Анна", "висты на: Анна"),
        (Area.WHISTS, None, "висты"),
    ],
)
def test_columns_are_named_without_declining_anybody(
    area: Area, against: str | None, said: str
) -> None:
    with override("ru"):
        assert words.column(area, against) == said


@pytest.mark.parametrize("reason", ["target", "sum", "consent", "time"])
def test_every_end_has_words(reason: str) -> None:
    with override("ru"):
        assert CYRILLIC.search(words.ended(reason))


@pytest.mark.parametrize(
    ("name", "initial"),
    [
        ("Анна", "А"),
        ("<b>я", "B"),
        ("«Ёж»", "Ё"),
        ("🂡 туз", "Т"),
        ("🂡", "🂡"),
        ("7-й", "7"),
        ("", "·"),
        ("ß", "S"),
    ],
)
def test_face_shows_the_first_letter(name: str, initial: str) -> None:
    assert words.initial(name) == initial
