"""Keys of rows that stand inside JSON, where no relation tells of them.

Every JSON column is named here; a test fails for one that is not.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from prefweb.archive.rows import Row, Unfit
from prefweb.clubs.models import ClubRole
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.posts import Posts
from prefweb.tables.models import Proxies
from prefweb.tables.pulkas.openings import exact, opening_of
from scoring import PRESETS, Area, Convention, Ending, minor_digits

Ids: TypeAlias = Mapping[str, Mapping[Any, Any]]
"""By model, the keys of the archive with those its rows get here."""

FEWEST, MOST = 2, 5
"""Players at a table."""

SEATS_ALONE = "it names seats, by their numbers"
NOTHING = "it holds values, and names nothing"
WORDS = "it is kept as it came, whatever it says"
INSIDE: dict[str, str] = {
    "clubs.houserules.agreement": NOTHING,
    "tables.pulka.convention": NOTHING,
    "tables.pulka.opening": SEATS_ALONE,
    "tables.pulka.about": WORDS,
    "tables.deal.resting": SEATS_ALONE,
    "tables.deal.posts": SEATS_ALONE,
    "tables.deal.inked": SEATS_ALONE,
    "tables.deal.about": WORDS,
    "tables.hand.about": WORDS,
    "tables.consent.value": SEATS_ALONE,
    "tables.consent.answers": SEATS_ALONE,
    "tables.line.before": "what stood there before, of seats",
    "tables.line.after": "an entry by hand, a line that was lifted, a pulka that followed",
}

LINE, HAND, SLUGS = "tables.line", "tables.hand", "slugs"
FOLLOWED = ("continued", "rematch")
JUDGED = ("warned", "fined")
"""Lines that a later one names."""


def moved(label: str, row: Row, ids: Ids) -> Row:
    """A row with what its JSON names as it is called here. Raises Unfit."""
    if label != LINE or row["after"] is None:
        return row
    return {**row, "after": _after(row["action"], row["after"], ids)}


def _after(action: str, after: Any, ids: Ids) -> Any:
    if action == "lifted":
        return _known(ids[LINE], after)
    if action in FOLLOWED:
        return ids[SLUGS].get(after, after) if isinstance(after, str) else after
    if isinstance(after, dict) and "hand" in after:
        return {**after, "hand": _known(ids[HAND], after["hand"])}
    return after


def _known(ids: Mapping[Any, Any], key: Any) -> Any:
    if type(key) is not int or key not in ids:
        raise Unfit
    return ids[key]


# -- what other modules will read


def _house_rules(data: Any) -> None:
    agreed = dict(data)
    Proxies(agreed.pop("proxies", Proxies.ANYONE))
    Agreement.from_data(agreed)


def _size(number: int) -> None:
    if number not in range(FEWEST, MOST + 1):
        raise ValueError(number)


def _not_for_show(is_demo: bool) -> None:
    """Tables for show stand on everybody's first page, and no club has them."""
    if is_demo:
        raise ValueError(is_demo)


def _hour(number: int) -> None:
    if number not in range(24):
        raise ValueError(number)


def _not_owner(role: str) -> None:
    """Nobody is invited to own a club."""
    if role == ClubRole.OWNER:
        raise ValueError(role)


def _where_any(read: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: read(text) if text else None


CHECKS: dict[str, Callable[[Any], object]] = {
    "clubs.club.day_begins": _hour,
    "clubs.houserules.agreement": _house_rules,
    "clubs.invitation.role": _not_owner,
    "ledger.round.currency": minor_digits,
    "tables.table.is_demo": _not_for_show,
    "tables.pulka.preset": PRESETS.__getitem__,
    "tables.pulka.convention": Convention.from_data,
    "tables.pulka.size": _size,
    "tables.pulka.opening": opening_of,
    "tables.pulka.reason": _where_any(Ending),
    "tables.seat.whists": _where_any(exact),
    "tables.deal.posts": Posts.from_data,
    "tables.hand.amount": exact,
    "tables.hand.area": Area,
}
"""Columns that are read as something more than text or JSON."""
