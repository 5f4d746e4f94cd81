"""What a pulka file tells besides the game: when, where, who, how it came to be; its `about`.

It is bounded: what is short stands whole, then comes what an imported file brought along, then
the lists with the latest first to be kept, the log last. docs/pulka-file.md describes it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeAlias

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils import timezone

from prefweb.tables.models import Consent, Hand, Line, Pulka, PulkaStep, Seat, Sitting
from prefweb.tables.pulkas.course import Course, OpenDeal
from scoring.fields import ABOUT_LIMIT

About: TypeAlias = dict[str, Any]

NOT_ROWS = ("seats", "scribe", "taken_out", "by_hand", "consents")
"""What a file tells and an import cannot turn into rows: of an imported pulka the file knows it."""
LOG = "log"


def about_of(pulka: Pulka, course: Course, *, names_accounts: bool = False) -> About:
    """Everything about a pulka that the format has no key for, as far as there is room.

    `names_accounts`: whether whoever gets the file may know the sign-in names of the players.
    """
    brought: Mapping[str, Any] = pulka.about or {}
    about = _filled(_short(pulka))
    people = _people(pulka, course, names_accounts=names_accounts)
    known = people | {key: brought[key] for key in NOT_ROWS if key in brought}
    for key, value in _filled({**known, **brought, **known}).items():
        if key not in about and key != LOG:
            _put(about, key, value)
    for key, rows in _lists(pulka, course).items():
        if key not in about:
            _put_latest(about, key, rows())
    earlier = brought.get(LOG)
    _put_latest(about, LOG, [*(earlier if isinstance(earlier, list) else ()), *_log(pulka)])
    return about


def _short(pulka: Pulka) -> About:
    """What is said in a word: the table, the club, the moments, the end."""
    table, club = pulka.table, pulka.club
    return {
        "id": pulka.slug,
        "title": table.title,
        "place": table.place.title if table.place else None,
        "club": club.name if club else None,
        "time_zone": club.time_zone if club else settings.TIME_ZONE,
        "evening": _day(pulka.evening),
        "house_rules": pulka.house_rules,
        "step": PulkaStep(pulka.step).value,
        "source": pulka.source,
        "created": _moment(pulka.created),
        "started": _moment(pulka.started),
        "first_order": _moment(pulka.clock),
        "ended": _moment(pulka.ended),
        "settled": _moment(pulka.settled),
        "corrected": _moment(pulka.corrected),
        "reason": pulka.reason,
        "why": pulka.why,
        "rules_version": pulka.rules_version,
        "version": pulka.version,
        "follows": pulka.follows.slug if pulka.follows else None,
        "minutes": pulka.minutes,
        "laps": pulka.laps,
        "multipliers": pulka.multipliers,
        "proxies": table.proxies,
    }


def _filled(about: About) -> About:
    return {key: value for key, value in about.items() if value}


# -- people


def _people(pulka: Pulka, course: Course, *, names_accounts: bool) -> About:
    """By player: who sat there one after the other, whose game it is, what he got."""
    seats = list(pulka.seats.all())
    prefetch_related_objects(seats, "person__main__account")
    changed = [row for rows in course.sittings.values() if len(rows) > 1 for row in rows]
    prefetch_related_objects(changed, "person__main", "player__main")
    host = next((seat.name for seat in seats if seat.player_id == pulka.table.host_id), None)
    scribe = next((seat.name for seat in seats if seat.index == pulka.scribe), None)
    return {
        "host": host,
        "scribe": scribe,
        "seats": {seat.name: _sat(course, seat) for seat in seats},
        "people": {
            seat.name: _person(seat, names_accounts=names_accounts) | _played(course, seat)
            for seat in seats
        },
        "results": {seat.name: _result(seat) for seat in seats if seat.whists},
    }


def _sat(course: Course, seat: Seat) -> list[About]:
    """Who played on a seat, each from which deal on and up to which."""
    rows = course.sittings.get(seat.index, [])
    ends = [*(row.since - 1 for row in rows[1:]), None]
    return [_sitting(row, until) for row, until in zip(rows, ends, strict=False)]


def _sitting(row: Sitting, until: int | None) -> About:
    sat: About = {"name": row.name, "since": row.since}
    if until is not None:
        sat["until"] = until
    if row.player_id:
        sat["player"] = str(row.player_id)
    return sat


def _person(seat: Seat, *, names_accounts: bool) -> About:
    """Whose phone, whose game, and where he has one and it may be said, the account."""
    person = seat.person.main if seat.person else None
    account = person.account if person and names_accounts else None
    found = {
        "player": str(seat.player_id or ""),
        "person": str(person.pk) if person else None,
        "account": account.username if account else None,
        "confirmed": _moment(seat.confirmed),
    }
    return _filled(found)


def _played(course: Course, seat: Seat) -> About:
    """Where several played on a seat one after the other: who they are, as far as it is known."""
    rows = course.sittings.get(seat.index, [])
    if len(rows) < 2:
        return {}
    whose = [*(row.person or row.player for row in rows[:-1]), seat.person]
    found = [
        {"since": row.since} | ({"person": str(player.main.pk)} if player else {})
        for row, player in zip(rows, whose, strict=True)
    ]
    return {"played": found}


def _result(seat: Seat) -> About:
    return {"whists": seat.whists, "money": None if seat.money is None else format(seat.money, "f")}


# -- lists, which may be long


def _lists(pulka: Pulka, course: Course) -> dict[str, Callable[[], list[About]]]:
    """What does not count any more, or not yet: deals, entries by hand, questions to everybody."""
    return {
        "taken_out": lambda: [_deal(deal) for deal in course.taken_out],
        "not_counted": lambda: [_deal(deal) for deal in _not_counted(course)],
        "by_hand": lambda: [_hand(hand) for hand in course.entries],
        "consents": lambda: [_consent(consent) for consent in pulka.consents.all()],
    }


def _not_counted(course: Course) -> Iterator[OpenDeal]:
    """Deals that are not written yet, and those after the end."""
    counted = {source.number for source, _deal in course.counted if isinstance(source, OpenDeal)}
    return (deal for deal in course.deals if deal.number not in counted)


def _deal(deal: OpenDeal) -> About:
    return {"number": deal.number, "dealer": deal.terms.seats.dealer, "posts": deal.posts.to_data()}


def _hand(hand: Hand) -> About:
    found = {
        "id": hand.pk,
        "kind": hand.kind,
        "state": hand.state,
        "area": hand.area,
        "amount": hand.amount,
        "note": hand.note,
        "at": _moment(hand.at),
    }
    return _filled(found) | _numbers(
        hand, "after", "seat", "against", "author", "asked", "answered"
    )


def _consent(consent: Consent) -> About:
    found = {
        "kind": consent.kind,
        "value": consent.value,
        "why": consent.why,
        "answers": consent.answers,
        "outcome": consent.outcome,
        "at": _moment(consent.at),
        "closed": _moment(consent.closed),
    }
    return _filled(found) | _numbers(consent, "seat", "deal")


def _log(pulka: Pulka) -> Iterable[About]:
    return (_line(line) for line in pulka.lines.all())


def _line(line: Line) -> About:
    found = {
        "at": _moment(line.at),
        "action": line.action,
        "by": line.by_name,
        "player": str(line.by_id or ""),
        "proxy": line.proxy,
    }
    values = {"before": line.before, "after": line.after}
    told = {key: value for key, value in values.items() if value is not None}
    return _filled(found) | _numbers(line, "deal", "seat") | told


def _numbers(row: Any, *names: str) -> About:
    """Numbers where there are any; a seat is counted from 0 in the order of `players`."""
    found = {name: getattr(row, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


# -- room


def with_what_fits(brought: Mapping[str, Any], known: About) -> About:
    """What a file told of a deal, and what is known of it here, as far as there is room."""
    about = dict(brought)
    for key, value in known.items():
        about.pop(key, None)
        _put(about, key, value)
    return about


def _put(about: About, key: str, value: Any) -> None:
    """Add something where there is room for the whole of it."""
    if _size(about) + _size({key: value}) <= ABOUT_LIMIT:
        about[key] = value


def _put_latest(about: About, key: str, rows: Sequence[Any]) -> None:
    """Add a list, or as much of its end as there is room for; how many are left out is told."""
    if not rows:
        return
    room = ABOUT_LIMIT - _size(about) - _size({key: [], f"{key}_left_out": len(rows)})
    kept: list[Any] = []
    for row in reversed(rows):
        room -= _size(row) + 1
        if room < 0:
            break
        kept.append(row)
    if kept:
        about[key] = kept[::-1]
    if len(kept) < len(rows):
        _put(about, f"{key}_left_out", len(rows) - len(kept))


def _size(value: Any) -> int:
    """Bytes as the format counts them."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
