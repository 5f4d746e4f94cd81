"""Entries by hand, warnings and fines in words, and as rows of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.tables.models import Hand, PulkaStep
from prefweb.tables.pulkas.course import HandEntry
from prefweb.tables.pulkas.hands import deciders, is_sealed, needs_confirmation
from prefweb.tables.pulkas.openings import exact
from prefweb.ui.deals import column
from prefweb.ui.names import isolated
from prefweb.ui.numbers import number, signed
from scoring import Area, Number, Seat, Sheet

if TYPE_CHECKING:
    from prefweb.tables.handform import HandForm
    from prefweb.tables.models import Line
    from prefweb.tables.pages.queries import PulkaPage

Names: TypeAlias = Sequence[str]
Words: TypeAlias = Callable[["Line", Names], str]

MISTAKES: dict[str, Any] = {
    Area.POOL: gettext_lazy("pool, %(n)s too much"),
    Area.MOUNTAIN: gettext_lazy("mountain, %(n)s too little"),
    Area.WHISTS: gettext_lazy("whists on: %(name)s, %(n)s too many"),
}


def entry_words(data: Mapping[str, Any], names: Names) -> str:
    """What an entry writes: "mountain +4", "whists on: Boris −2"."""
    against = data["against"]
    target = _name(against, names) if against is not None else None
    return f"{column(Area(data['area']), target)} {signed(exact(data['amount']))}"


def mistake_words(cells: Sequence[Any], names: Names) -> str:
    """What had been too much: "pool, 4 too much; mountain, 4 too little"."""
    return "; ".join(
        str(MISTAKES[Area(area)])
        % {"n": number(exact(amount)), "name": _name(against, names) if against is not None else ""}
        for _seat, area, against, amount in cells
    )


def _name(seat: int, names: Names) -> str:
    return isolated(names[seat]) if seat < len(names) else str(seat + 1)


def _writes(line: Line, names: Names) -> str:
    words = {"entry": entry_words(_entry(line), names), "why": _entry(line)["note"]}
    return _("writes by hand: %(entry)s (%(why)s)") % words


def _about(sentence: Any) -> Words:
    """A sentence about somebody's entry."""

    def words(line: Line, names: Names) -> str:
        entry = _entry(line)
        owner = _name(entry["seat"], names)
        return str(sentence) % {"name": owner, "entry": entry_words(entry, names)}

    return words


def _of(sentence: Any) -> Words:
    """A sentence about somebody's mistake."""

    def words(line: Line, names: Names) -> str:
        name = _name(line.seat or 0, names)
        return str(sentence) % {"name": name, "mistake": mistake_words(_cells(line), names)}

    return words


def _entry(line: Line) -> Any:
    return line.after


def _cells(line: Line) -> Any:
    return line.after if isinstance(line.after, list) else []


HAND_ACTIONS: dict[str, Words] = {
    "hand": _writes,
    "hand_agreed": _about(gettext_lazy("confirms the entry: %(name)s, %(entry)s")),
    "hand_declined": _about(gettext_lazy("is against the entry: %(name)s, %(entry)s")),
    "hand_withdrawn": _about(gettext_lazy("takes the entry back: %(name)s, %(entry)s")),
    "hand_lapsed": _about(gettext_lazy("Nobody answered, not written: %(name)s, %(entry)s")),
    "warned": _of(gettext_lazy("A warning: %(name)s. The deal had written: %(mistake)s")),
    "fined": _of(gettext_lazy("A fine: %(name)s. The deal had written: %(mistake)s")),
    "lifted": _of(gettext_lazy("The mend is off, and its warning or fine too: %(name)s")),
    "fine_agreed": _about(gettext_lazy("takes the fine: %(entry)s")),
    "fine_declined": _about(gettext_lazy("lets the fine go: %(entry)s")),
}
"""Sentences of the log."""

HAND_CONSEQUENCES = frozenset({"hand_lapsed", "warned", "fined", "lifted"})
"""Nobody's own act."""


# -- rows of pages

STATES: dict[str, Any] = {
    Hand.State.PENDING: gettext_lazy("to be confirmed"),
    Hand.State.COUNTED: "",
    Hand.State.DECLINED: gettext_lazy("not written"),
    Hand.State.WITHDRAWN: gettext_lazy("taken back"),
}
FINED: dict[str, Any] = {
    Area.POOL: gettext_lazy("a fine: too much was written in the pool"),
    Area.MOUNTAIN: gettext_lazy("a fine: too little was written on the mountain"),
    Area.WHISTS: gettext_lazy("a fine: too many whists were written"),
}
"""Why a fine is written, by the column of the mistake."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """An entry by hand as a page shows it to one viewer."""

    hand: Hand
    name: str
    """Whose column it stands in."""
    area: Area
    against: str | None
    amount: Number
    before: Number | None
    """The column before it, where it is on the sheet."""
    why: str
    writer: str
    """Who wrote it for the owner, where it was not himself."""
    state: str
    decides: tuple[tuple[Seat, str], ...]
    """The seats for which this phone can answer now."""
    waits_for: str
    """Who is asked, where it is one seat alone."""
    can_withdraw: bool

    @property
    def after(self) -> Number | None:
        return None if self.before is None else self.before + self.amount

    @property
    def is_fine(self) -> bool:
        return self.hand.kind == Hand.Kind.FINE

    @property
    def is_counted(self) -> bool:
        return self.hand.state == Hand.State.COUNTED

    @property
    def is_off(self) -> bool:
        """Whether it is not on the sheet, and will not be."""
        return self.is_past_end or not (self.is_counted or _waits(self.hand))

    @property
    def is_past_end(self) -> bool:
        """Whether a mended deal has ended the pulka before it."""
        return self.is_counted and self.before is None


def hand_rows(page: PulkaPage) -> list[HandRow]:
    """Every entry by hand in the order of play."""
    entries = sorted(page.course.entries, key=lambda hand: (hand.after, hand.pk))
    return [_row(page, hand) for hand in entries]


def waiting_hands(page: PulkaPage) -> list[HandRow]:
    """The entries that somebody has still to decide."""
    return [row for row in hand_rows(page) if _is_live(page) and _waits(row.hand)]


def _is_live(page: PulkaPage) -> bool:
    return page.pulka.step in (PulkaStep.PLAYING, PulkaStep.ENDED)


def _waits(hand: Hand) -> bool:
    return hand.state == Hand.State.PENDING


def _row(page: PulkaPage, hand: Hand) -> HandRow:
    is_fine = hand.kind == Hand.Kind.FINE
    return HandRow(
        hand=hand,
        name=page.names[hand.seat],
        area=Area(hand.area),
        against=None if hand.against is None else page.names[hand.against],
        amount=exact(hand.amount),
        before=_before(page, hand),
        why=str(FINED[hand.note]) if is_fine else hand.note,
        writer="" if is_fine or hand.author == hand.seat else page.names[hand.author],
        state=str(STATES[hand.state]),
        decides=_decides(page, hand),
        waits_for="" if hand.asked is None else page.names[hand.asked],
        can_withdraw=_can_withdraw(page, hand),
    )


def _before(page: PulkaPage, hand: Hand) -> Number | None:
    for each in page.course.scored:
        if isinstance(each.source, HandEntry) and each.source.pk == hand.pk:
            return value(each.before, hand.seat, Area(hand.area), hand.against)
    return None


def value(sheet: Sheet, seat: Seat, area: Area, against: Seat | None) -> Number:
    """What stands in a column."""
    if against is not None:
        return sheet.whists[seat][against]
    return sheet.pool[seat] if area is Area.POOL else sheet.mountain[seat]


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column to write in, with what stands there."""

    value: str
    """As the form sends it: `pool`, `whists-2`."""
    area: Area
    against: str | None
    total: Number


def hand_columns(page: PulkaPage) -> list[ColumnChoice]:
    """The columns of the seat that the page speaks for."""
    seat, sheet = page.for_seat or 0, page.course.replay.sheet
    others = [other for other in range(page.pulka.size) if other != seat]
    plain = [ColumnChoice(a, a, None, value(sheet, seat, a, None)) for a in PLAIN]
    return plain + [
        ColumnChoice(f"{Area.WHISTS}-{o}", Area.WHISTS, page.names[o], sheet.whists[seat][o])
        for o in others
    ]


PLAIN = (Area.POOL, Area.MOUNTAIN)


@dataclass(frozen=True, slots=True)
class HandPreview:
    """What a column would show, and whether somebody has to confirm it first."""

    area: Area
    against: str | None
    before: Number
    amount: Number
    waits: bool

    @property
    def after(self) -> Number:
        return self.before + self.amount


def hand_preview(page: PulkaPage, form: HandForm) -> HandPreview | None:
    """The entry as typed so far; nothing where a column or the number is missing."""
    typed = form.cleaned_data if form.is_bound and form.errors is not None else {}
    if not typed.get("column") or not typed.get("amount"):
        return None
    (area, against), seat = typed["column"], page.for_seat or 0
    hand = Hand(seat=seat, area=area, amount=str(typed["amount"]), author=page.viewer.seat or 0)
    return HandPreview(
        area=area,
        against=None if against is None else page.names[against],
        before=value(page.course.replay.sheet, seat, area, against),
        amount=typed["amount"],
        waits=needs_confirmation(hand, page.pulka.size),
    )


def without_phones(page: PulkaPage) -> list[tuple[Seat, str]]:
    """The other seats that this phone may write for."""
    return [
        (seat.index, seat.name)
        for seat in page.seats
        if seat.index != page.viewer.seat and _speaks_for(page, seat.index)
    ]


def _decides(page: PulkaPage, hand: Hand) -> tuple[tuple[Seat, str], ...]:
    if not _is_live(page) or not _waits(hand):
        return ()
    seats = deciders(hand, page.pulka.size)
    return tuple((seat, page.names[seat]) for seat in seats if _speaks_for(page, seat))


def _speaks_for(page: PulkaPage, seat: Seat) -> bool:
    if page.viewer.seat is None or seat == page.viewer.seat:
        return seat == page.viewer.seat
    return page.seats[seat].player_id is None and page.viewer.writes_for_others


def _can_withdraw(page: PulkaPage, hand: Hand) -> bool:
    is_mine = page.viewer.seat in (hand.author, hand.seat) and hand.kind == Hand.Kind.MANUAL
    if not is_mine or not _is_live(page):
        return False
    is_counted = hand.state == Hand.State.COUNTED
    return _waits(hand) or (is_counted and not is_sealed(page.course, hand))
