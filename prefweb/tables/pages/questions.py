"""The question that is open at a table, as somebody sees it, and what became of the last one."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock

from django.utils import timezone

from prefweb.tables.access import Deed, Viewer
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Pulka, PulkaStep
from prefweb.tables.models import Seat as SeatRow
from prefweb.tables.pulkas.consents import asked, consent_mark
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.previews import MENDING, Preview, preview
from scoring import Seat

SAYS = ("order", "pick", "answer", "reply", "tricks", "talon", "start_over")
NEWS = timedelta(hours=1)
"""How long the end of a question is told where nobody plays on."""
ASKABLE = (PulkaStep.PLAYING, PulkaStep.ENDED, PulkaStep.SETTLED)
"""Steps at which questions are asked and answered."""


@dataclass(frozen=True, slots=True)
class Answerer:
    """A seat that has to agree: whether it has, through whom, and whether this phone can do it."""

    seat: Seat
    name: str
    agreed_by: Seat | None
    """The seat whose phone said so; None while it is waited for."""
    is_open: bool
    """Whether the viewer's phone may answer for it: its own, or a seat without a phone."""
    is_own: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks what, who has agreed, and what it would change."""

    consent: Consent
    mark: str
    """The question as it is seen, which an answer brings back."""
    answerers: tuple[Answerer, ...]
    is_mine: bool
    """Whether the viewer asks."""
    preview: Preview | None
    """None where no deal is changed, or it cannot be any more."""
    is_renewed: bool = False
    """Whether the sheet has changed since, so that all were asked anew."""
    trouble: Told | None = None
    """Why it cannot be carried out as things stand."""

    @property
    def kind(self) -> str:
        return self.consent.kind

    @property
    def agreed(self) -> int:
        """How many agree."""
        return sum(each.agreed_by is not None for each in self.answerers)

    @property
    def waits(self) -> tuple[Answerer, ...]:
        """Who has not answered yet."""
        return tuple(each for each in self.answerers if each.agreed_by is None)

    @property
    def mine(self) -> Answerer | None:
        """The viewer's own answer that is still waited for."""
        own = (each for each in self.waits if each.is_open)
        return next(own, None)

    @property
    def own(self) -> Answerer | None:
        """The answer of the viewer's own seat, where it is still waited for."""
        return next((each for each in self.waits if each.is_open and each.is_own), None)

    @property
    def token(self) -> str:
        """Differs whenever it has to be drawn anew."""
        answers = ".".join(f"{seat}-{by}" for seat, by in sorted(self.consent.answers.items()))
        return f"{self.mark}:{answers}"


def question_of(
    course: Course, pulka: Pulka, viewer: Viewer, consent: Consent | None
) -> Question | None:
    """The last question of a pulka as this viewer sees it, if it is open."""
    if pulka.step not in ASKABLE:
        return None
    if consent is None or consent.outcome != Consent.Outcome.OPEN:
        return None
    found, trouble = _foreseen(course, consent)
    seats = {seat.index: seat for seat in pulka.seats.all()}
    return Question(
        consent=consent,
        mark=consent_mark(course, consent),
        answerers=tuple(
            _answerer(consent, seats[index], viewer) for index in asked(pulka, consent)
        ),
        is_mine=viewer.seat == consent.seat,
        preview=found,
        is_renewed=pulka.lines.filter(action="renewed", at__gte=consent.at).exists(),
        trouble=trouble,
    )


def _answerer(consent: Consent, seat: SeatRow, viewer: Viewer) -> Answerer:
    is_own = viewer.seat == seat.index
    speaks = seat.player_id is None and viewer.may(Deed.POST_FOR_ANOTHER)
    by = consent.answers.get(str(seat.index))
    return Answerer(seat.index, seat.name, by, by is None and (is_own or speaks), is_own)


Foreseen = tuple[Preview | None, Told | None]
SHELF = 32
"""Previews kept for the phones of a table, which all ask for the same one at once."""

_shelf: "OrderedDict[tuple[str, int, int], Foreseen]" = OrderedDict()
_shelf_lock = Lock()


def _foreseen(course: Course, consent: Consent) -> Foreseen:
    """What it would change, or why it cannot be; worked out once for a version of the pulka."""
    if consent.kind not in MENDING:
        return None, None
    key = (course.pulka.slug, course.pulka.version, consent.pk)
    with _shelf_lock:
        if (known := _shelf.get(key)) is not None:
            return known
    found = foresee(course, consent)
    with _shelf_lock:
        _shelf[key] = found
        while len(_shelf) > SHELF:
            _shelf.popitem(last=False)
    return found


def foresee(course: Course, consent: Consent) -> Foreseen:
    """What a change of the deals would change, or why it cannot be."""
    try:
        return preview(course, consent, timezone.now()), None
    except Told as told:
        return None, told


def closed_question(pulka: Pulka, last: Consent | None) -> Consent | None:
    """The last question, just closed: news until somebody plays on, or for an hour."""
    if last is None or last.closed is None or timezone.now() - last.closed > NEWS:
        return None
    plays_on = pulka.lines.filter(at__gt=last.closed, action__in=SAYS).exists()
    return None if plays_on else last
