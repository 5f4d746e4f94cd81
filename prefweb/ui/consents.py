"""Questions to everybody in words: what is asked, what it would change, what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Consent, Line
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.previews import Preview
from prefweb.ui import deals
from prefweb.ui.at_table import TABLE_WISHES
from prefweb.ui.refusals import told

Names: TypeAlias = Sequence[str]


def _mend(consent: Consent, names: Names) -> str:
    return _("mend deal %(number)s") % {"number": consent.deal}


def _add(consent: Consent, names: Names) -> str:
    if not consent.deal:
        return _("write a forgotten deal before the first")
    return _("write a forgotten deal after deal %(number)s") % {"number": consent.deal}


def _take_out(consent: Consent, names: Names) -> str:
    return _("take deal %(number)s out: there was none") % {"number": consent.deal}


WISHES: dict[str, Callable[[Consent, Names], str]] = {
    "mend": _mend,
    "add": _add,
    "take_out": _take_out,
    "stop": lambda consent, names: _("end the pulka here and settle it"),
    "abandon": lambda consent, names: _("abandon the pulka: it has no result"),
    **TABLE_WISHES,
}
"""What is asked, as it follows "Anna asks:", by the kind of question."""


def wish(consent: Consent, names: Names) -> str:
    """What somebody asks everybody: "mend deal 3"."""
    known = WISHES.get(consent.kind)
    return known(consent, names) if known else str(Consent.Kind(consent.kind).label)


OUTCOMES: dict[str, Any] = {
    "agreed": gettext_lazy("All agree: %(wish)s."),
    "refused": gettext_lazy("Not agreed: %(wish)s."),
    "withdrawn": gettext_lazy("No longer asked: %(wish)s."),
}


def outcome_of(consent: Consent, names: Names) -> str:
    """What became of a question, as the news."""
    return str(OUTCOMES[consent.outcome]) % {"wish": wish(consent, names)}


def trouble(found: Told, names: Names) -> str:
    """Why a question cannot be carried out as things stand."""
    return told(found.code, found.params, names)


def ending_words(preview: Preview) -> str:
    """What a change would mean for the end of the pulka; nothing where it stays as it is."""
    if preview.opens:
        return _("The pulka goes on: it would not be over any more.")
    if preview.stands:
        return _("The pulka would not be over by itself, and stays settled by this consent.")
    if preview.ends is not None:
        words = {"why": deals.ended(preview.ends), "number": preview.last}
        return _("The pulka is over with deal %(number)s: %(why)s.") % words
    return ""


def beyond_words(preview: Preview) -> str:
    """Which deals would fall after the end, and which would count again."""
    found = []
    if preview.beyond:
        words = ngettext(
            "After the end and without points: deal %(numbers)s.",
            "After the end and without points: deals %(numbers)s.",
            len(preview.beyond),
        )
        found.append(words % {"numbers": _spans(preview.beyond)})
    if preview.back:
        words = ngettext(
            "Counts again: deal %(numbers)s.", "Count again: deals %(numbers)s.", len(preview.back)
        )
        found.append(words % {"numbers": _spans(preview.back)})
    return " ".join(found)


def _spans(numbers: Sequence[int]) -> str:
    """Numbers in a row as one: "4, 6–9".

    >>> _spans([4, 6, 7, 8, 9])
    '4, 6–9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in runs)


def whole_line(whole: Whole, line: Line, names: Names) -> str:
    """A deal that a line of the log keeps, as one reads it: "Anna 7 ♦, made"."""
    deal = whole.deal(Course(line.pulka, ()))
    return deals.full_line(deal, names) if deal is not None else ""


# -- the log


def _stored(data: Any, line: Line, names: Names) -> str:
    return whole_line(Whole.from_data(data), line, names) if data else ""


def _mended(line: Line, names: Names) -> str:
    words = {
        "before": _stored(line.before, line, names),
        "after": _stored(line.after, line, names),
    }
    return _("Mended with everybody's consent: %(after)s (was: %(before)s)") % words


def _added(line: Line, names: Names) -> str:
    words = {"after": _stored(line.after, line, names)}
    return _("Added with everybody's consent: %(after)s. Later deals count on by one") % words


def _taken_out(line: Line, names: Names) -> str:
    words = {"before": _stored(line.before, line, names)}
    return _("Taken out with everybody's consent: %(before)s") % words


def _asked(words: Any) -> Callable[[Line, Names], str]:
    """A line about a question: which one."""
    return lambda line, names: str(words) % {"wish": _wish_of(line, names)}


def _wish_of(line: Line, names: Names) -> str:
    kind = str(line.before)
    asked = Consent(pulka=line.pulka, kind=kind, deal=line.deal, seat=line.seat or 0)
    if line.action == "asks":
        asked.value = line.after
    return wish(asked, names)


def _asks(line: Line, names: Names) -> str:
    return _("asks everybody: %(wish)s") % {"wish": _wish_of(line, names)}


def _why(line: Line, words: str) -> str:
    return words + (f": {line.after}" if line.after else "")


CONSENT_ACTIONS: dict[str, Callable[[Line, Names], str]] = {
    "asks": _asks,
    "agrees": _asked(gettext_lazy("agrees: %(wish)s")),
    "refuses": _asked(gettext_lazy("is against: %(wish)s")),
    "takes_back": _asked(gettext_lazy("no longer asks: %(wish)s")),
    "moot": _asked(gettext_lazy("The question has become pointless: %(wish)s")),
    "renewed": _asked(gettext_lazy("The sheet has changed, consent is needed anew: %(wish)s")),
    "mended": _mended,
    "added": _added,
    "taken_out": _taken_out,
    "stops": lambda line, names: _why(line, _("The pulka ends with the deal that is open")),
    "abandoned": lambda line, names: _why(line, _("The pulka is abandoned")),
    "corrected": lambda line, names: _("The settled result is corrected"),
}
"""Words for what the services of consent log."""

CONSENT_CONSEQUENCES = frozenset(
    {"mended", "added", "taken_out", "stops", "moot", "renewed", "corrected"}
)
"""Nobody's own act among them."""
