"""An evening: phones join a table by its code and play a whole pulka, each posting his own part."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import Facts, Person
from tests.phones import Phones

CASES = Path(__file__).resolve().parent.parent / "cases"
TAPS = {
    "one whister": 4,
    "two whisters": 5,
    "both passed": 3,
    "half stands": 4,
    "half taken back": 5,
    "misere": 2,
    "raspasy of 3": 3,
    "raspasy of 4": 4,
}
"""Taps a whole deal takes at most on all phones together; a trump told is one more."""
MISERE = "misere"
"""During the misere a phone without a part in it is offline."""


def example(name: str) -> tuple[Facts, Facts]:
    """The pulka file and the expected output of a worked example."""
    found = (case for path in CASES.glob("**/*.json") for case in _cases(path))
    return next((case["pulka"], case["output"]) for case in found if case.get("id") == name)


def _cases(path: Path) -> list[Facts]:
    data = json.loads(path.read_text())
    cases: list[Facts] = data if isinstance(data, list) else data.get("cases", [])
    return cases


class Paper:
    """The sheet as the worked example has it, deal by deal: running totals like `4.8.14.`"""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        seats = range(len(names))
        whists = (f"whists-{i}-{j}" for i in seats for j in seats if i != j)
        columns = [f"{area}-{seat}" for area in ("pool", "mountain") for seat in seats]
        self.written: dict[str, list[int]] = {column: [] for column in (*columns, *whists)}

    def write(self, changes: Facts) -> None:
        for column, amount in self._amounts(changes):
            self.written[column].append(amount)

    def _amounts(self, changes: Facts) -> Iterator[tuple[str, int]]:
        for area in ("pool", "mountain"):
            for name, amount in changes[area].items():
                yield f"{area}-{self.names.index(name)}", amount
        for name, whists in changes["whists"].items():
            for other, amount in whists.items():
                yield f"whists-{self.names.index(name)}-{self.names.index(other)}", amount

    def totals(self) -> dict[str, str]:
        return {
            column: "".join(f"{total}." for total in accumulate(amounts)).replace("-", "−")
            for column, amounts in self.written.items()
        }


@dataclass
class Evening:
    """The people, the pulka they are going to play, and what is expected of it."""

    people: dict[str, Person]
    pulka: Facts
    expected: Facts
    seconds: list[float] = field(default_factory=list)
    """From the last tap of each deal until the last phone shows it written."""
    counted: dict[str, set[int]] = field(default_factory=dict)

    def play(self) -> None:
        paper = Paper(self.pulka["players"])
        for position, deal in enumerate(self.pulka["deals"]):
            asleep = self._bystander(deal)
            if asleep:
                asleep.go_offline()
            self._play_deal(deal)
            paper.write(self.expected["deals"][position])
            awake = [person for person in self.people.values() if person is not asleep]
            self._expect_everywhere(awake, position + 1, paper)
            if asleep:
                asleep.come_back()
                self._expect_everywhere([asleep], position + 1, paper)

    def _bystander(self, deal: Facts) -> Person | None:
        others = [who for name, who in self.people.items() if name != deal.get("declarer")]
        return others[-1] if deal["type"] == MISERE else None

    def _expect_everywhere(self, people: Sequence[Person], number: int, paper: Paper) -> None:
        for person in people:
            person.expect_written(number)
        tapped = max(person.tapped for person in self.people.values())
        self.seconds.append(time.monotonic() - tapped)
        for person in people:
            person.expect_sheet(paper.totals())

    def _play_deal(self, deal: Facts) -> None:
        before = sum(person.taps for person in self.people.values())
        name = getattr(self, f"_{deal['type']}")(deal)
        taps = sum(person.taps for person in self.people.values()) - before - ("trump" in deal)
        assert taps <= TAPS[name], f"{name}: {taps} taps"
        self.counted.setdefault(name, set()).add(taps)

    def _contract(self, deal: Facts) -> str:
        roles, declarer = deal["roles"], deal["declarer"]
        self.people[declarer].order(deal["level"], deal.get("trump"))
        if deal.get("taken_back"):
            return self._taken_back(deal)
        for name, role in roles.items():
            self.people[name].answer(role)
        if "half" in roles.values():
            self.people[next(iter(roles))].reply("stands")
            return "half stands"
        whisters = [name for name, role in roles.items() if role == "whist"]
        if len(whisters) == 2:
            self._tell(deal, [declarer, whisters[0]])
            return "two whisters"
        if whisters:
            self._tell(deal, [declarer])
        return "one whister" if whisters else "both passed"

    def _taken_back(self, deal: Facts) -> str:
        first, second = deal["roles"]
        self.people[first].answer("pass")
        self.people[second].answer("half")
        self.people[first].reply("back")
        self._tell(deal, [deal["declarer"]])
        return "half taken back"

    def _misere(self, deal: Facts) -> str:
        self.people[deal["declarer"]].order("misere")
        self.people[deal["declarer"]].tricks(deal["tricks"])
        return "misere"

    def _raspasy(self, deal: Facts) -> str:
        active = [name for name in self.people if self.people[name].is_asked("order")]
        self.people[active[0]].order("raspasy")
        size = len(self.people)
        self._tell(deal, active[:2] if size == 3 else active)
        return f"raspasy of {size}"

    def _tell(self, deal: Facts, names: Sequence[str]) -> None:
        """Each his own number, until ten tricks are told."""
        told = 0
        for name in names:
            if told < 10:
                self.people[name].tricks(deal["tricks"][name])
                told += deal["tricks"][name]

    def settle(self) -> None:
        """Everybody sees the same result, confirms it, and keeps seeing it."""
        for person in self.people.values():
            self._expect_result(person)
        for count, person in enumerate(self.people.values(), 1):
            person.tap("form[action$='/confirm'] button")
            self._expect_confirmed(count)
        for person in self.people.values():
            expect(person.page.locator("[data-step=settled]")).to_be_attached()
            person.page.reload()
            self._expect_result(person)

    def _expect_confirmed(self, count: int) -> None:
        """Everybody sees how many have agreed: a button that is being drawn anew takes no tap."""
        if count < len(self.people):
            for person in self.people.values():
                agreed = person.page.locator("[aria-labelledby=agree] .tag--live")
                expect(agreed).to_have_count(count)

    def _expect_result(self, person: Person) -> None:
        names, settlement = self.pulka["players"], self.expected["settlement"]
        for seat, name in enumerate(names):
            balance = person.page.locator(f"[data-balance='{seat}']").first
            expect(balance).to_have_attribute("data-value", settlement["exact"][name])
            expect(balance).to_have_attribute("data-money", settlement["money"][name])
        payments = person.page.locator("[data-payment]")
        expect(payments).to_have_count(len(settlement["payments"]))
        for row, payment in zip(payments.all(), settlement["payments"], strict=True):
            expect(row).to_have_attribute("data-from", str(names.index(payment["from"])))
            expect(row).to_have_attribute("data-to", str(names.index(payment["to"])))
            expect(row).to_have_attribute("data-amount", payment["amount"])


@pytest.fixture
def evening(request: pytest.FixtureRequest, phone: Phones) -> Evening:
    """Everybody at the table, the agreement made, nobody has ordered yet."""
    phone.allow("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    pulka, expected = example(request.param)
    people = {name: Person(name, phone()) for name in pulka["players"]}
    host, *guests = people.values()
    code = host.open_table(len(people), pulka["target"], pulka["stake"])
    assert host.taps <= 3 + 2, "the size and the target were other than proposed"
    for seat, guest in enumerate(guests, start=1):
        guest.join(code, seat)
        assert guest.taps <= 3, "the code, a seat, sitting down"
    host.choose_first_dealer(pulka["players"].index(pulka["dealer"]))
    host.tap("form[action$='/start'] button")
    for person in people.values():
        expect(person.page.locator("#post")).to_be_attached()
        person.lay_out_the_sheet()
    return Evening(people, pulka, expected)


@pytest.mark.parametrize("evening", ["EVENING-3", "EVENING-4"], indirect=True)
def test_an_evening_is_played_to_the_last_kopeck(
    evening: Evening, record_property: Callable[[str, object], None]
) -> None:
    evening.play()
    evening.settle()
    record_property("taps", {name: sorted(taps) for name, taps in evening.counted.items()})
    record_property("seconds to the last phone", [f"{s:.3f}" for s in evening.seconds])
