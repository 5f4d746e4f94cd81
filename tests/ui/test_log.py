"""The log in words: every action that is kept, in both languages."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from prefweb.importing import writing
from prefweb.tables import services
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import Line, Pulka
from prefweb.ui.hands import HAND_ACTIONS
from prefweb.ui.log import ACTIONS, cleared_words, log_groups, log_words
from prefweb.ui.names import isolated
from scoring import PRESETS

NAMES = ("Анна", "Борис", "Вера")
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
AGREED = {
    "preset": "sochi",
    "convention": PRESETS["sochi"].convention.to_data(),
    "size": 3,
    "target": 20,
    "currency": "RUB",
    "stake": "5",
    "title": "Вечер",
    "proxies": "anyone",
}
SEVEN = {"game": "contract", "level": 7, "trump": "H"}
SIX = {"game": "contract", "level": 6, "trump": None}
ENTRY = {
    "hand": 1,
    "seat": 1,
    "area": "whists",
    "against": 2,
    "amount": "-7/2",
    "note": "2 : 1",
}
MISTAKE = [[0, "pool", None, "4"], [0, "mountain", None, "2"], [0, "whists", 1, "8"]]
DETAILS: dict[str, dict[str, Any]] = {
    "order": {"after": SEVEN, "before": SIX},
    "pick": {"after": 1},
    "answer": {"after": "whist", "before": "pass"},
    "reply": {"after": "stands", "before": "back"},
    "tricks": {"after": {"about": 1, "number": 7}, "before": {"about": 1, "number": 6}},
    "dispute": {"after": {"fact": "answer", "seat": 1}},
    "dealer": {"after": 1, "before": 0},
    "redeal": {"after": 1, "before": 0},
    "reserves": {"after": "Глеб"},
    "frees": {"before": "Глеб"},
    "agreement": {"before": AGREED, "after": {**AGREED, "target": 30, "stake": "7.5"}},
    "cleared": {
        "seat": 2,
        "before": {"answer": "whist", "tricks": {"about": 1, "number": 6}},
        "after": {"kind": "order", "seat": 1, "value": SEVEN},
    },
    "code_shows": {"after": True},
    "first_dealer": {"before": 0, "after": 1},
    "ended": {"after": "target"},
    "imported": {"after": "вечер.json"},
    **{
        action: {"before": "mend", "deal": 3}
        for action in ("asks", "agrees", "refuses", "takes_back", "moot", "renewed")
    },
    "warned": {"before": MISTAKE, "after": MISTAKE},
    "fined": {"before": MISTAKE, "after": MISTAKE},
    "lifted": {"after": 12},
    "host": {"after": 1},
    "scribe": {"after": 1},
    **{action: {"after": ENTRY} for action in HAND_ACTIONS if action.startswith(("hand", "fine_"))},
}
"""What the services keep with an action, where it is more than who."""


def line(action: str, **more: Any) -> Line:
    pulka = Pulka(size=3, convention=AGREED["convention"])
    details = {"pulka": pulka, "by_name": "Анна", "seat": 0, **DETAILS.get(action, {}), **more}
    return Line(action=action, **details)


def said(action: str, **more: Any) -> str:
    """A line as a page shows it, in Russian."""
    with override("ru"):
        words = log_words(line(action, **more), NAMES)
    who = f"{words.who}: " if words.who else ""
    was = f" (было: {words.was})" if words.was else ""
    by = f" (отмечает: {words.by})" if words.by else ""
    return f"{who}{words.what}{was}{by}"


def trees() -> list[ast.AST]:
    files = [*Path(services.__file__).parent.glob("*.py"), Path(writing.__file__)]
    return [ast.parse(file.read_text()) for file in files]


def texts(node: ast.AST) -> set[str]:
    """Every text in a piece of code."""
    found = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
    return {value for value in found if isinstance(value, str)}


def actions_in(call: ast.AST) -> set[str]:
    """The actions that a call logs: what it says second, where the code says it outright."""
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return set()
    name = getattr(call.func, "id", "")
    is_plain = isinstance(call.args[1], ast.Constant | ast.IfExp)
    said = call.args[1]
    if not is_plain or name.lstrip("_") not in ("log", "log_answer"):
        return set()
    return texts(said.body) | texts(said.orelse) if isinstance(said, ast.IfExp) else texts(said)


def test_every_action_has_words() -> None:
    logged = {action for tree in trees() for node in ast.walk(tree) for action in actions_in(node)}
    assert len(logged) > len(ACTIONS) / 2
    assert logged | set(Kind) <= set(ACTIONS)


def test_words_are_for_actions_alone() -> None:
    known = {text for tree in trees() for text in texts(tree)}
    assert set(ACTIONS) <= known | set(Kind)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_is_said_in_both_languages(action: str) -> None:
    with override("ru"):
        assert CYRILLIC.search(log_words(line(action), ()).what) or action == "order"
    with override("en"):
        english = log_words(line(action), ()).what
    assert not CYRILLIC.search(english.replace("Глеб", "").replace("вечер", ""))


@pytest.mark.parametrize(
    ("action", "more", "expected"),
    [
        ("order", {}, "Анна: 7 ♥︎ (было: 6)"),
        ("order", {"after": None}, "Анна: снимает заказ (было: 6)"),
        ("answer", {"before": None}, "Анна: вист"),
        ("answer", {"seat": 1, "proxy": True}, "Борис: вист (было: пас) (отмечает: Анна)"),
        ("tricks", {}, "Анна: 7 взяток (Борис) (было: 6 взяток)"),
        ("tricks", {"seat": 1, "before": None, "by_name": "Борис"}, "Борис: 7 взяток"),
        ("tricks", {"after": {"about": 0, "number": None}}, "Анна: снимает число (было: 6 взяток)"),
        ("reply", {}, "Анна: пусть стоит (было: беру назад)"),
        ("pick", {}, "Анна: верный заказ: Борис"),
        ("dispute", {}, "Анна: возражает: вист или пас, Борис"),
        ("dispute", {"after": None}, "Анна: снимает возражение"),
        ("dealer", {}, "Анна: сдаёт Борис (было: Анна)"),
        ("written", {}, "Записано на лист"),
        ("cleared", {}, "Больше не действует: Вера, вист, 6 взяток"),
        ("ended", {}, "Пулька закончена: все пули закрыты"),
        ("confirms", {"seat": 2, "proxy": True}, "Вера: подтверждает итог (отмечает: Анна)"),
        (
            "hand",
            {"seat": 1, "proxy": True},
            "Борис: пишет вручную: висты на: Вера −3½ (2 : 1) (отмечает: Анна)",
        ),
        ("hand_agreed", {"seat": 0}, "Анна: подтверждает запись: Борис, висты на: Вера −3½"),
        ("hand_lapsed", {}, "Никто не ответил, не записано: Борис, висты на: Вера −3½"),
        (
            "warned",
            {},
            "Предупреждение: Анна. В записи сдачи было: "
            "пуля, лишнее: 4; гора, не хватало: 2; висты на: Борис, лишнее: 8",
        ),
        ("fine_agreed", {}, "Анна: берёт штраф: висты на: Вера −3½"),
        ("code_shows", {"after": False}, "Анна: теперь по коду смотреть нельзя"),
        (
            "agreement",
            {},
            "Анна: меняет уговор: Пуля до: 20 → 30; Ставка за вист: 5\u202f₽ → 7,50\u202f₽",
        ),
    ],
)
def test_line_reads(action: str, more: dict[str, Any], expected: str) -> None:
    assert said(action, **more) == expected


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("order", SEVEN, "Борис: другой заказ, ваша отметка снята: вист."),
        ("order", None, "Борис: заказ снят, ваша отметка снята: вист."),
        ("pick", 0, "Борис: верен другой заказ, ваша отметка снята: вист."),
        ("answer", "pass", "Борис: другой ответ, ваша отметка снята: вист."),
        ("answer", None, "Борис: ответ снят, ваша отметка снята: вист."),
        ("reply", "back", "Борис: другой ответ, ваша отметка снята: вист."),
        ("reply", None, "Борис: ответ снят, ваша отметка снята: вист."),
        ("start_over", None, "Борис: сдача начата заново, ваша отметка снята: вист."),
    ],
)
def test_who_is_asked_anew_is_told_why(kind: str, value: Any, expected: str) -> None:
    why = {"kind": kind, "seat": 1, "value": value}
    found = line("cleared", before={"answer": "whist"}, after=why)
    with override("ru"):
        assert cleared_words(found, NAMES) == expected
        assert cleared_words(found, NAMES, for_another=True) == expected.replace("ваша ", "")
    with override("en"):
        assert cleared_words(found, NAMES).endswith("your post is off: whist.")


def test_lines_about_one_deal_stand_together() -> None:
    deals = [None, 2, 2, 1, None]
    lines = [line("written", deal=deal) for deal in deals]
    with override("ru"):
        assert [(g.deal, len(g.lines)) for g in log_groups(lines, lambda line: NAMES)] == [
            (None, 1),
            (2, 2),
            (1, 1),
            (None, 1),
        ]
        assert [g.deal for g in log_groups(lines, lambda line: NAMES, 2)] == [2]


@pytest.mark.parametrize(
    ("name", "text"),
    [("Анна", "Анна"), ("שרה", "\u2068שרה\u2069"), ("مريم 2", "\u2068مريم 2\u2069")],
)
def test_name_that_runs_back_is_kept_apart(name: str, text: str) -> None:
    assert isolated(name) == text
