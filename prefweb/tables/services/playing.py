"""Posts about a deal, from the order to the last trick and its mending."""

from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.access import seat_of, writes_for_others
from prefweb.tables.deals.posts import Claim, Dispute, Order, Posts, Reply
from prefweb.tables.deals.protocol import Kind, Post, Told, apply, cleared
from prefweb.tables.deals.steps import Step, Terms, facts
from prefweb.tables.models import Deal, Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course, OpenDeal
from prefweb.tables.services.changes import end_or_go_on, renew
from prefweb.tables.services.correcting import correct
from prefweb.tables.services.writing import is_repeated, locked, log, publish
from scoring import Ending, Role, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A post as a phone sends it: about which deal, its one-time id, openly for another or not."""

    uid: str
    deal: int
    kind: Kind
    seat: Seat
    value: Any = None
    about: Seat | None = None
    seen: str = ""
    changes: int = 0
    for_another: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a post: a code with a sentence, or nothing to say."""

    code: str = ""
    params: dict[str, Any] = field(default_factory=dict)


def post(slug: str, player: Player, tap: Tap) -> Outcome:
    """Take a post. Raises Told where it changes nothing, with the reason."""
    with locked(slug) as pulka:
        if is_repeated(pulka, tap.uid):
            return Outcome("repeated")
        return take(pulka, player, tap)


def take(pulka: Pulka, player: Player, tap: Tap) -> Outcome:
    """A post, under the pulka's lock. Raises Told where it changes nothing, with the reason."""
    by = _poster(pulka, player, tap)
    course = Course.load(pulka)
    if ends_late(course, player):
        return Outcome("time_over")
    half = _half_let_stand(course, tap)
    if half is not None:
        course = _let_stand(course, half, player, by)
        if pulka.step != PulkaStep.PLAYING:
            return Outcome("time_over" if pulka.reason == Ending.TIME else "stops_already")
    deal = _deal_of(course, tap)
    said = _as_post(tap, by, stands_in=_stands_in(pulka, tap, by))
    after = apply(deal.terms, deal.posts, said)
    if after == deal.posts:
        return Outcome("agrees")
    _write(course, deal, after, player, tap, by)
    return _agreement(deal, after)


def _poster(pulka: Pulka, player: Player, tap: Tap) -> Seat:
    """The seat of the phone, which may post for the seat it names."""
    seat = seat_of(pulka, player)
    if seat is None:
        raise Told("not_seated")
    if not 0 <= tap.seat < pulka.size:
        raise Told("no_such_seat")
    if tap.seat == seat.index:
        return seat.index
    if not tap.for_another:
        raise Told("not_your_seat", seat=tap.seat)
    is_own_alone = tap.kind is Kind.DISPUTE and not _drops_objection(pulka, tap, seat.index)
    if is_own_alone or not writes_for_others(pulka, seat.index):
        raise Told("no_proxies")
    return seat.index


def _drops_objection(pulka: Pulka, tap: Tap, by: Seat) -> bool:
    """Whether it takes back what a seat without a phone had objected to: nobody else could."""
    return tap.value is None and _stands_in(pulka, tap, by)


def _stands_in(pulka: Pulka, tap: Tap, by: Seat) -> bool:
    """Whether the post is for a seat without a phone, whose owner this one speaks as."""
    return tap.seat != by and pulka.seats.filter(index=tap.seat, player=None).exists()


def _as_post(tap: Tap, by: Seat, *, stands_in: bool = False) -> Post:
    return Post(
        kind=tap.kind,
        seat=tap.seat,
        by=by,
        value=tap.value,
        about=tap.about,
        seen=tap.seen,
        changes=tap.changes,
        stands_in=stands_in,
    )


def _deal_of(course: Course, tap: Tap) -> OpenDeal:
    if course.pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
        raise Told("not_playing")
    deal = course.find(tap.deal)
    if deal is None:
        sealed = course.last is not None and tap.deal <= course.last.number
        raise Told("sealed" if sealed else "question_changed", deal=tap.deal)
    return deal


def _half_let_stand(course: Course, tap: Tap) -> OpenDeal | None:
    """The deal whose unanswered half-whist stands because this post orders the next one."""
    now, ahead = course.current, course.after_half
    is_order = tap.kind is Kind.ORDER and tap.value is not None
    return now if ahead and ahead.number == tap.deal and is_order else None


def _let_stand(course: Course, deal: OpenDeal, player: Player, by: Seat) -> Course:
    first = next(seat for seat, said in deal.posts.answers.items() if said.value is Role.PASS)
    changes = deal.posts.changes
    tap = Tap(uid="", deal=deal.number, kind=Kind.REPLY, seat=first, value=Reply.STANDS)
    reply = Post(kind=Kind.REPLY, seat=first, by=by, value=Reply.STANDS, changes=changes)
    _write(course, deal, apply(deal.terms, deal.posts, reply), player, tap, by)
    return Course.load(course.pulka)


def _write(
    course: Course, deal: OpenDeal, after: Posts, player: Player, tap: Tap, by: Seat
) -> None:
    """Keep the posts, log what changed, see whether the pulka ends or goes on."""
    pulka = course.pulka
    _keep(pulka, deal, after)
    if after.orders and pulka.clock is None:
        pulka.clock = timezone.now()
    log(
        pulka,
        tap.kind,
        player,
        deal=deal.number,
        seat=tap.seat,
        proxy=tap.seat != by,
        before=_value_before(deal.posts, tap),
        after=_as_data(tap.value, tap.about),
        uid=tap.uid or None,
    )
    _log_cleared(pulka, deal, after, player, _as_post(tap, by))
    now = OpenDeal(deal.number, deal.terms, after)
    _log_ink(pulka, deal, now, player)
    correct(course, deal, now, player)
    is_changed = facts(deal.terms, deal.posts) != facts(deal.terms, after)
    if is_changed:
        renew(pulka)
    if is_changed or not after.orders:  # an agreed end may have waited for this deal alone
        end_or_go_on(pulka, player)
    publish(pulka)


def _keep(pulka: Pulka, deal: OpenDeal, posts: Posts, **fields: Any) -> None:
    resting = list(deal.terms.resting) if len(deal.terms.resting) > 1 else None
    kept = {"dealer": deal.terms.dealer, "resting": resting, "posts": posts.to_data()}
    Deal.objects.update_or_create(pulka=pulka, number=deal.number, defaults=kept | fields)


def _log_cleared(pulka: Pulka, deal: OpenDeal, after: Posts, player: Player, post: Post) -> None:
    """Say in the log what went with it: each seat's facts, and the post that took them back."""
    why = {"kind": post.kind, "seat": post.seat, "value": _as_data(post.value)}
    for seat, found in cleared(deal.posts, after, post).items():
        before = {fact: _as_data(value) for fact, value in found.items()}
        log(pulka, "cleared", player, deal=deal.number, seat=seat, before=before, after=why)


def _value_before(posts: Posts, tap: Tap) -> Any:
    if tap.kind is Kind.TRICKS and tap.about is not None:
        return _as_data(posts.claim(tap.about, tap.seat))
    if tap.kind is Kind.REPLY:
        return posts.reply.value if posts.reply else None
    if tap.kind is Kind.ORDER and tap.seat in posts.orders:
        return posts.orders[tap.seat].value.to_data()
    if tap.kind is Kind.ANSWER and tap.seat in posts.answers:
        return posts.answers[tap.seat].value
    if tap.kind is Kind.TALON and tap.seat in posts.talon:
        return posts.talon[tap.seat].value
    if tap.kind is Kind.DISPUTE and tap.seat in posts.disputes:
        return _as_data(posts.disputes[tap.seat])
    return None


def _as_data(value: Any, about: Seat | None = None) -> Any:
    if isinstance(value, Order):
        return value.to_data()
    if isinstance(value, Claim):
        return _as_data(value.number, value.about)
    if isinstance(value, Dispute):
        return {"fact": value.fact, "seat": value.seat}
    return {"about": about, "number": value} if about is not None else value


def _log_ink(pulka: Pulka, before: OpenDeal, after: OpenDeal, player: Player) -> None:
    """Say in the log when the deal reaches the sheet, and when it leaves it again."""
    was, now = before.step is Step.WRITTEN, after.step is Step.WRITTEN
    if was and not now:
        log(pulka, "unwritten", player, deal=after.number)
    elif now and (not was or before.posts.claims != after.posts.claims):
        log(pulka, "written", player, deal=after.number)


def is_late(course: Course) -> bool:
    """Whether a game on time is over that nobody has touched since: no deal is open."""
    is_played = course.pulka.step == PulkaStep.PLAYING
    return is_played and course.ending(timezone.now()) is Ending.TIME


def ends_late(course: Course, player: Player | None) -> bool:
    """Whether the time of a game is over, which ends it here and now."""
    if not is_late(course):
        return False
    end_or_go_on(course.pulka, player)
    publish(course.pulka)
    return True


def _agreement(deal: OpenDeal, after: Posts) -> Outcome:
    """A number that only repeats what is written: said, so that nobody wonders."""
    before = facts(deal.terms, deal.posts)
    repeats = before is not None and before == facts(deal.terms, after)
    return Outcome("agrees") if repeats else Outcome()


@dataclass(frozen=True, slots=True)
class Dealing:
    """A change of who deals, or the cards once more: to which deal as a phone saw it."""

    uid: str
    deal: int
    changes: int


def change_dealer(
    slug: str, player: Player, dealing: Dealing, dealer: Seat, resting: Seat | None = None
) -> Outcome:
    """Another player deals, before anybody has ordered: the rotation goes on from him.

    With five, `resting` is who rests beside the dealer, if it is not the usual one.
    """
    with locked(slug) as pulka:
        if is_repeated(pulka, dealing.uid):
            return Outcome("repeated")
        course, now = _blank_deal(pulka, player, dealing)
        after = _terms(course, dealer, resting)
        if after == now.terms:
            return Outcome("agrees")
        log(pulka, "dealer", player, **_deal_again(pulka, now, after), uid=dealing.uid)
        publish(pulka)
        return Outcome()


def _terms(course: Course, dealer: Seat, resting: Seat | None) -> Terms:
    """Who plays and who rests, with this dealer."""
    size = course.pulka.size
    if not 0 <= dealer < size or (resting is not None and not 0 <= resting < size):
        raise Told("no_such_seat")
    if resting is None or size != 5:
        return course.terms(dealer)
    if resting == dealer:
        raise Told("rests_twice", seat=dealer)
    return course.terms(dealer, tuple(sorted((dealer, resting))))


def redeal(slug: str, player: Player, dealing: Dealing, *, moves_on: bool) -> Outcome:
    """The cards are dealt again, by the same player or the next one; nothing is written."""
    with locked(slug) as pulka:
        if is_repeated(pulka, dealing.uid):
            return Outcome("repeated")
        course, now = _blank_deal(pulka, player, dealing)
        next_dealer = (now.terms.dealer + 1) % pulka.size
        after = course.terms(next_dealer) if moves_on else now.terms
        log(pulka, "redeal", player, **_deal_again(pulka, now, after), uid=dealing.uid)
        publish(pulka)
        return Outcome()


def _blank_deal(pulka: Pulka, player: Player, dealing: Dealing) -> tuple[Course, OpenDeal]:
    if seat_of(pulka, player) is None:
        raise Told("not_seated")
    course = Course.load(pulka)
    now = course.current
    if now is None or now.number != dealing.deal or not now.is_blank:
        raise Told("ordered_already")
    if now.posts.changes != dealing.changes:
        raise Told("question_changed")
    return course, now


def _deal_again(pulka: Pulka, now: OpenDeal, after: Terms) -> dict[str, Any]:
    """The same deal under these terms, as the log says it; what was on the way is out of date."""
    posts = Posts(changes=now.posts.changes + 1)
    _keep(pulka, OpenDeal(now.number, after, posts), posts, inked=None)
    return {
        "deal": now.number,
        "before": _dealt(now.terms),
        "after": _dealt(after),
    }


def _dealt(terms: Terms) -> Any:
    """Who deals, and with five who rests, as the log keeps it."""
    if len(terms.resting) < 2:
        return terms.dealer
    return {"dealer": terms.dealer, "resting": list(terms.resting)}
