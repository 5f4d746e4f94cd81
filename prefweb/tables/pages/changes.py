"""What deals wrote on the sheet, column by column."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prefweb.tables.pulkas.course import Scored
from scoring import Area, Entry, Number, Seat, Sheet


@dataclass(frozen=True, slots=True)
class Change:
    """What a deal wrote into one column: with its entries and their reasons."""

    seat: Seat
    area: Area
    against: Seat | None
    before: Number
    entries: tuple[Entry, ...]

    @property
    def amount(self) -> Number:
        return sum((entry.amount for entry in self.entries), start=0)

    @property
    def after(self) -> Number:
        return self.before + self.amount

    @property
    def key(self) -> str:
        """The column as addresses name it: ``pool-0``, ``whists-0-1``."""
        parts = (self.area, self.seat, self.against)
        return "-".join(str(part) for part in parts if part is not None)


def changes_of(scored: Scored) -> list[Change]:
    """What a deal or an entry by hand wrote, column by column."""
    return list(_columns(scored.played.entries, scored.before))


def _columns(entries: Sequence[Entry], before: Sheet) -> Iterator[Change]:
    """Entries gathered by the column they stand in, in the order of the seats."""
    columns: dict[tuple[Seat, Area, Seat | None], list[Entry]] = {}
    for entry in entries:
        columns.setdefault((entry.seat, entry.area, entry.against), []).append(entry)
    for (seat, area, against), found in columns.items():
        yield Change(seat, area, against, _value(before, seat, area, against), tuple(found))


def _value(sheet: Sheet, seat: Seat, area: Area, against: Seat | None) -> Number:
    if against is not None:
        return sheet.whists[seat][against]
    return sheet.pool[seat] if area is Area.POOL else sheet.mountain[seat]
