"""What an archive holds and what is wrong with one, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from prefweb.archive.faults import Fault
from prefweb.archive.registry import kept
from prefweb.clubs.models import Club

SENTENCES: dict[str, Any] = {
    "not_zip": gettext_lazy("This is no archive of a club: it is not a ZIP, or it is damaged"),
    "not_archive": gettext_lazy("This is no archive of a club"),
    "too_large": gettext_lazy("It is larger than %(limit)s MB"),
    "newer": gettext_lazy("It was made by a later version of the program"),
    "club_here": gettext_lazy("The club is here already: %(name)s"),
    "one_club": gettext_lazy("It has to hold one club"),
    "file_missing": gettext_lazy("It is missing"),
    "file_damaged": gettext_lazy("It is damaged: not what it was when the archive was made"),
    "file_unknown": gettext_lazy("This server knows nothing of the kind"),
    "row_broken": gettext_lazy("This line cannot be read"),
    "column_unknown": gettext_lazy("This server knows nothing called “%(column)s”"),
    "column_missing": gettext_lazy("“%(column)s” is missing"),
    "value_wrong": gettext_lazy("“%(column)s” cannot be that"),
    "names_nobody": gettext_lazy("“%(column)s” names something that is not in the archive"),
    "twice": gettext_lazy("The same key stands there twice"),
    "database": gettext_lazy("The database does not take it: %(constraint)s"),
    "person_wrong": gettext_lazy("The merges say otherwise who this is: %(player)s"),
    "money_uneven": gettext_lazy("The money of a pulka does not come to 0: %(pulka)s"),
    "pulka_broken": gettext_lazy("A pulka cannot be played through, or its log be read: %(pulka)s"),
    "nobody_there": gettext_lazy("Choose who of the club you are"),
}


def sentence(fault: Fault) -> str:
    """A fault in words, without its place."""
    return str(SENTENCES[fault.code]) % fault.details


def counted(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """What an archive holds, by the names of its models; nothing of which there is none."""
    found = [
        (str(each.model._meta.verbose_name_plural), counts[each.label])
        for each in kept()
        if counts.get(each.label) and each.model is not Club
    ]
    return [(capfirst(name), count) for name, count in found]
