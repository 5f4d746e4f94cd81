"""Who is the table's host, and who writes for everybody."""

from prefweb.players.models import Player
from prefweb.tables.access import Deed, is_held_by, seat_of, viewer_with
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Proxies, Pulka, PulkaStep, Seat
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services.changes import Change
from prefweb.tables.services.seating import a_seat, must_be_running
from prefweb.tables.services.writing import locked, log, publish


def hand_over(slug: str, host: Player, index: int) -> None:
    """The host makes somebody else at the table its host."""
    with locked(slug) as pulka:
        _must_be_current(pulka)
        seat = _with_phone(pulka, index)
        if seat.player_id == pulka.table.host_id:
            return
        _make_host(pulka, seat, host)
        publish(pulka)


def name_scribe(slug: str, player: Player, index: int | None) -> None:
    """From now on this seat writes for everybody, or (None) each for himself again.

    The host names anybody. Where everybody may post for others, anybody may begin it himself;
    anybody may end it.
    """
    with locked(slug) as pulka:
        must_be_running(pulka)
        if index is not None:
            _must_be_allowed(pulka, player, _with_phone(pulka, index))
        if pulka.scribe == index:
            return
        before, pulka.scribe = pulka.scribe, index
        log(pulka, "scribe", player, before=before, after=index)
        publish(pulka)


def _must_be_allowed(pulka: Pulka, player: Player, seat: Seat) -> None:
    proxies = pulka.table.proxies
    if proxies == Proxies.NOBODY:
        raise Told("no_proxies")
    is_own = is_held_by(seat, player.pk) and proxies == Proxies.ANYONE
    if not is_own and not viewer_with(pulka, player.pk).may(Deed.MANAGE):
        raise Told("scribe_by_host")


def _with_phone(pulka: Pulka, index: int) -> Seat:
    seat = a_seat(pulka, index)
    if seat.player_id is None:
        raise Told("no_phone", name=seat.name or str(index + 1))
    return seat


def _may_take_over(course: Course, consent: Consent) -> None:
    """Any seated player becomes host where the others agree; the present host is not asked."""
    pulka = course.pulka
    if pulka.step in (PulkaStep.SEATING, PulkaStep.ABANDONED):
        raise Told("not_playing")
    _must_be_current(pulka)
    if _with_phone(pulka, consent.seat).player_id == pulka.table.host_id:
        raise Told("host_already")


def _take_over(pulka: Pulka, consent: Consent, player: Player) -> None:
    _make_host(pulka, a_seat(pulka, consent.seat), player)


TAKE_OVER = Change(_may_take_over, _take_over)
"""Another host by consent of the others."""


def _must_be_current(pulka: Pulka) -> None:
    """A table has one host; its latest pulka is where that is decided. Raises Told."""
    if pulka.table.closed:
        raise Told("table_closed")
    if pulka.table.pulkas.filter(pk__gt=pulka.pk).exists():
        raise Told("not_current")


def _make_host(pulka: Pulka, seat: Seat, by: Player) -> None:
    table = pulka.table
    before = seat_of(pulka, table.host)
    table.host = seat.player  # type: ignore[assignment]  # a seat with a phone
    table.save(update_fields=["host"])
    log(pulka, "host", by, before=before.index if before else None, after=seat.index)


__all__ = ["TAKE_OVER", "hand_over", "name_scribe"]
