"""Tables and agreements in words: a title, a line, what differs from the usual convention."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from prefweb.tables.acting import acts
from prefweb.tables.models import Proxies
from prefweb.ui import numbers
from prefweb.ui.names import isolated
from prefweb.ui.options import OPTIONS, preset_name, value_words
from scoring import OPTIONS as RULES
from scoring import PRESETS, Convention, preset_changes

if TYPE_CHECKING:
    from prefweb.tables.models import Pulka, Table

_SIZES = {
    2: gettext_lazy("two players"),
    3: gettext_lazy("three players"),
    4: gettext_lazy("four players"),
    5: gettext_lazy("five players"),
}


def table_title(table: Table) -> str:
    """The name a table was given, or its host's: the code is not for everybody who sees a title."""
    return table.title or _("Table: %(name)s") % {"name": isolated(table.host.name)}


def pulka_line(pulka: Pulka) -> str:
    """A pulka in one line: its evening once that is over, what it plays, who plays."""
    names = ", ".join(seat.name for seat in pulka.seats.all() if seat.name)
    kind = f"{preset_name(pulka.preset)} {_target(pulka)}".strip()
    return " · ".join(filter(None, (_evening(pulka), kind, names)))


def _evening(pulka: Pulka) -> str:
    """The day a list puts the pulka under, with its year where that is another one."""
    if not (pulka.ended or pulka.settled):
        return ""
    day = pulka.evening or timezone.localdate(pulka.ended or pulka.settled)
    return date_format(day, "j E" if day.year == timezone.localdate().year else "j E Y")


def short_agreement(pulka: Pulka) -> str:
    """What is played for how much: "Sochi · to 20 · 10 ₽ a whist"."""
    return " · ".join(filter(None, (str(preset_name(pulka.preset)), _target(pulka), _stake(pulka))))


def agreement_tags(pulka: Pulka) -> list[str]:
    """The agreement in a few words, each to stand by itself."""
    times = _("multipliers") if pulka.multipliers else ""
    kind, size = str(preset_name(pulka.preset)), str(_SIZES[pulka.size])
    return [word for word in (kind, size, _target(pulka), _stake(pulka), times) if word]


def agreement_changes(pulka: Pulka) -> list[tuple[str, str]]:
    """What differs from the named convention: the option, and what was agreed instead."""
    changes = preset_changes(pulka.preset, Convention.from_data(pulka.convention))
    return [(str(OPTIONS[key].label), str(value_words(key, v))) for key, v in changes.items()]


@dataclass(frozen=True, slots=True)
class AgreedOption:
    """One option as it was agreed; `usual` is the convention's own value where that is another."""

    label: str
    says: str
    value: str
    usual: str


def agreed_options(pulka: Pulka) -> list[tuple[str, list[AgreedOption]]]:
    """Everything that decides a score, under headings: what differs, the usual, the rare."""
    acting = [key for key in RULES if acts(key, pulka.convention, pulka.size)]
    rows = {key: _agreed_option(pulka, key) for key in acting}
    changed = [row for row in rows.values() if row.usual]
    common = [row for key, row in rows.items() if not row.usual and RULES[key].common]
    rare = [row for key, row in rows.items() if not row.usual and not RULES[key].common]
    name = {"convention": preset_name(pulka.preset)}
    groups = [
        (_("Other than usual in %(convention)s") % name, changed),
        (_("As usual in %(convention)s") % name, common),
        (_("Rare agreements, as usual"), rare),
    ]
    return [group for group in groups if group[1]]


def _agreed_option(pulka: Pulka, key: str) -> AgreedOption:
    words, value = OPTIONS[key], pulka.convention[key]
    usual = PRESETS[pulka.preset].convention.to_data()[key]
    return AgreedOption(
        label=str(words.label),
        says=str(words.says),
        value=str(value_words(key, value)),
        usual="" if usual == value else str(value_words(key, usual)),
    )


def agreement_differences(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[tuple[str, str, str]]:
    """What two agreements, as the log keeps them, differ in: label, was, is."""
    rows = zip(_agreed(before), _agreed(after), strict=True)
    return [(label, was, now) for (label, was), (_label, now) in rows if was != now]


def _agreed(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everything an agreement settles, labelled."""
    stake, target = Decimal(data["stake"]), data["target"]
    yield _("Convention"), str(preset_name(data["preset"]))
    yield _("Players"), str(_SIZES[data["size"]])
    yield _("Pool up to"), numbers.number(target) if target else "—"
    yield _("Minutes"), numbers.number(data["minutes"]) if data.get("minutes") else "—"
    yield _("Laps"), numbers.number(data["laps"]) if data.get("laps") else "—"
    yield _("Multipliers"), _("yes") if data.get("multipliers") else _("no")
    yield _("Name of the table"), data["title"] or "—"
    yield _("Who may post for another"), str(Proxies(data["proxies"]).label)
    yield (
        _("Stake for a whist"),
        numbers.money(stake, data["currency"]) if stake else _("without money"),
    )
    for key, words in OPTIONS.items():
        yield str(words.label), str(value_words(key, data["convention"][key]))


def _target(pulka: Pulka) -> str:
    """How long it goes: "to 20", "90 min", "4 laps"."""
    if pulka.target:
        return _("to %(points)s") % {"points": numbers.number(pulka.target)}
    minutes = _("%(n)s min") % {"n": numbers.number(pulka.minutes)} if pulka.minutes else ""
    return ", ".join(filter(None, (minutes, _laps(pulka.laps))))


def _laps(count: int | None) -> str:
    if count is None:
        return ""
    return ngettext("%(n)s lap", "%(n)s laps", count) % {"n": numbers.number(count)}


def _stake(pulka: Pulka) -> str:
    if not pulka.stake:
        return _("without money")
    return _("%(money)s a whist") % {"money": numbers.money(pulka.stake, pulka.currency)}
