"""What is wrong with files and with what is chosen of them, in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from prefweb.importing.reading import Found, Told
from prefweb.ui import words
from prefweb.ui.numbers import number
from prefweb.ui.refusals import COUNTED, FAULTS
from scoring import Fault

SENTENCES: dict[str, Any] = {
    # a file
    "file_long": gettext_lazy("The file is too large: at most 1 MiB."),
    "zip_broken": gettext_lazy("This archive is damaged and cannot be unpacked."),
    "zip_locked": gettext_lazy("This file is locked with a password."),
    "not_ours": gettext_lazy("Not a pulka file: files that end in .json or .jsonl are read."),
    "stake_long": gettext_lazy(
        "A stake has at most %(digits)s digits before the point and %(places)s behind it here."
    ),
    "target_high": gettext_lazy("A target is at most %(limit)s here."),
    "result_long": gettext_lazy("Its result is a number too long to be kept."),
    # what is chosen
    "no_files": gettext_lazy("Choose the files first."),
    "nothing_chosen": gettext_lazy("Nothing is chosen to be brought in."),
    "not_sound": gettext_lazy("This file cannot be brought in."),
    "person_gone": gettext_lazy("This person is no longer in the directory. Choose another one."),
    "newcomer": gettext_lazy("Not written into the directory. %(why)s"),
    "one_person": gettext_lazy("Two players of one pulka cannot be the same person: %(names)s."),
    "evening_wrong": gettext_lazy("A date is needed, such as 2019-11-30, and not in the future."),
    "evening_needed": gettext_lazy("Say which evening it was, even if not to the day."),
    "choice_wrong": gettext_lazy("Choose one of those shown."),
    "gone": gettext_lazy("These files have waited too long. Choose them once more."),
    "me_needed": gettext_lazy("Say which of the players is you."),
    "form_cut": gettext_lazy("This was cut or changed on the way. Try once more."),
    "known": gettext_lazy("This pulka is here already."),
    "touched": gettext_lazy(
        "Something in these pulkas was changed since, so they cannot be taken back together."
    ),
    "settled_in_round": gettext_lazy(
        "The ledger has settled money of these pulkas, so they stay. Take that round back first."
    ),
    # an upload as a whole
    "too_big": gettext_lazy("This is too much at once: at most %(limit)s MiB, unpacked."),
}


def _too_many(limit: int) -> str:
    return ngettext(
        "At most %(n)s pulka can be brought in at once.",
        "At most %(n)s pulkas can be brought in at once.",
        limit,
    ) % {"n": number(limit)}


LIMITS: dict[str, Callable[[int], str]] = {"too_many": _too_many}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """Why something cannot be."""
    given = dict(params or {})
    if code in LIMITS:
        return LIMITS[code](given["limit"])
    return str(SENTENCES[code]) % given


def fault(told: Told) -> str:
    """What is wrong with a file, as a sentence."""
    at, code, params = told
    if code in FAULTS or code in COUNTED:
        return words.fault(Fault(at, code, params))
    return sentence(code, params)


DEAL = re.compile(r"deals\[(\d+)\]\.?")


def place(told: Told) -> str:
    """Where in the file: ``deals[3].tricks`` is "Deal 4: tricks"; nothing for the whole of it."""
    at = str(told[0])
    found = DEAL.match(at)
    if found is None:
        return at
    deal = _("Deal %(number)s") % {"number": int(found[1]) + 1}
    rest = at[found.end() :]
    return f"{deal}: {rest}" if rest else deal


def agreed(found: Found) -> str:
    """The convention, and how far: "Sochi · to 20"."""
    preset = str(words.preset_name(found.preset))
    if found.target is None:
        return preset
    return f"{preset} · {_('to %(points)s') % {'points': number(found.target)}}"
