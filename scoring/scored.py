"""What ``score`` prints for a pulka: deals, sheet and settlement as JSON data."""

from collections.abc import Mapping, Sequence

from scoring.exact import Number, text
from scoring.money import money_of, payments
from scoring.pulkafile import Pulka, json_number
from scoring.reading import read_and_replay
from scoring.settlement import settle
from scoring.sheet import Replay, Sheet, Upcoming, replay, runs

Names = Sequence[str]


def score_text(source: str | bytes) -> dict[str, object]:
    """What a pulka file comes to, as JSON data. Raises :class:`scoring.Refused`."""
    return _scored(*read_and_replay(source))


def score_pulka(pulka: Pulka) -> dict[str, object]:
    """What a pulka comes to, as JSON data. Raises :class:`scoring.Refused`.

    The format is described in docs/pulka-file.md.
    """
    return _scored(pulka, replay(pulka.game, pulka.deals, pulka.ended))


def _scored(pulka: Pulka, replayed: Replay) -> dict[str, object]:
    return {
        "over": replayed.over,
        "reason": replayed.reason,
        "next": _next(replayed.upcoming, pulka.players),
        "deals": _deals(replayed, pulka.players),
        "sheet": _sheet(replayed, pulka.players),
        "settlement": _settlement(replayed, pulka),
    }


def _next(upcoming: Upcoming | None, names: Names) -> dict[str, object] | None:
    if upcoming is None:
        return None
    return {
        "dealer": names[upcoming.dealer],
        "raspasy": upcoming.raspasy,
        "lowest_bid": upcoming.lowest_bid,
    }


def _deals(replayed: Replay, names: Names) -> list[dict[str, object]]:
    """What each deal changed."""
    before = replayed.opening
    changes = []
    for played in replayed.played:
        changes.append(_change(before, played.sheet, names))
        before = played.sheet
    return changes


def _change(before: Sheet, after: Sheet, names: Names) -> dict[str, object]:
    return {
        "pool": _differences(before.pool, after.pool, names),
        "mountain": _differences(before.mountain, after.mountain, names),
        "whists": {
            name: _differences(old, new, names)
            for name, old, new in zip(names, before.whists, after.whists, strict=True)
            if old != new
        },
    }


def _differences(
    before: Sequence[Number], after: Sequence[Number], names: Names
) -> dict[str, int | str]:
    return {
        name: json_number(new - old)
        for name, old, new in zip(names, before, after, strict=True)
        if new != old
    }


def _sheet(replayed: Replay, names: Names) -> dict[str, object]:
    """The running totals as they stand on paper."""
    paper = runs(replayed)
    return {
        "pool": _columns(paper.pool, names),
        "mountain": _columns(paper.mountain, names),
        "whists": {
            name: {
                other: [*map(json_number, column)]
                for other, column in zip(names, row, strict=True)
                if other != name
            }
            for name, row in zip(names, paper.whists, strict=True)
        },
    }


def _columns(columns: Sequence[Sequence[Number]], names: Names) -> dict[str, list[int | str]]:
    return {name: [*map(json_number, column)] for name, column in zip(names, columns, strict=True)}


def _settlement(replayed: Replay, pulka: Pulka) -> dict[str, object]:
    names = pulka.players
    settled = settle(replayed.sheet, replayed.game)
    money = money_of(settled.whists, pulka.stake, pulka.currency)
    return {
        "mountain": _texts(settled.mountains, names),
        "exact": _texts(settled.exact, names),
        "whists": _texts(settled.whists, names),
        "money": {name: format(each, "f") for name, each in zip(names, money, strict=True)},
        "payments": [
            {
                "from": names[each.debtor],
                "to": names[each.creditor],
                "amount": format(each.amount, "f"),
            }
            for each in payments(money)
        ],
    }


def _texts(numbers: Sequence[Number], names: Names) -> Mapping[str, str]:
    return {name: text(number) for name, number in zip(names, numbers, strict=True)}
