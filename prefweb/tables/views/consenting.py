"""Questions to everybody: deals mended, added, taken out; an early end; and the answers."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from prefweb.players.services import visible
from prefweb.tables.access import Deed, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.whole import Entered, Unfit, Whole, fields_of, offered, read
from prefweb.tables.models import WORDS, Consent, Pulka, PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pages.questions import ASKABLE, foresee
from prefweb.tables.parsing import needed_number, one_time_id, small_number
from prefweb.tables.pulkas.previews import places
from prefweb.tables.services import consenting, stopping
from prefweb.tables.services.consenting import Answer, Wish
from prefweb.tables.views.answers import act_of, known_player, page_and_form, says_why, sentence
from scoring import Seat

UNFIT = 422
Kind = Consent.Kind


@page_and_form
def ask_mend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What was it really? The form, what it would change, and the question to everybody."""
    page, me = _asker(request, slug)
    deal = next((each for each in page.course.written if each.number == number), None)
    if deal is None or page.course.find(number) is not None:
        return redirect("tables:pulka", slug)
    before = Entered.of(deal.terms, deal.posts)
    return _whole_deal(request, page, me, _Asked(Kind.MEND, number), before)


@page_and_form
def ask_add(request: HttpRequest, slug: str) -> HttpResponse:
    """A forgotten deal: after which one, and what it was."""
    page, me = _asker(request, slug)
    allowed = places(page.course)
    after = small_number(_data(request).get("after", ""))
    place = after if after in allowed else allowed[-1]
    return _whole_deal(request, page, me, _Asked(Kind.ADD, place), Entered())


@page_and_form
def ask_take_out(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """There was no such deal: what that would change, and the question to everybody."""
    page, me = _asker(request, slug)
    if number not in {deal.number for deal in page.course.written}:
        return redirect("tables:pulka", slug)
    return _foreseen(request, page, me, _Asked(Kind.TAKE_OUT, number))


@page_and_form
def ask_stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Ending here, with the reason."""
    page, _me = _asker(request, slug)
    return _plain(request, page, Kind.STOP)


@page_and_form
def ask_abandon(request: HttpRequest, slug: str) -> HttpResponse:
    """Giving the pulka up, with the reason."""
    page, _me = _asker(request, slug)
    return _plain(request, page, Kind.ABANDON)


@act_of("tables:pulka")
@says_why
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Yes, no, or the asker's taking back."""
    pulka, _viewer = get_pulka(request, slug, Deed.ASK)
    act = ANSWERS.get(request.POST.get("answer", ""))
    if act is None:
        raise Told("bad_form")
    act(pulka.slug, known_player(request), _answer(request))
    following = _goes_on(request, slug)
    if following is not None:
        return redirect("tables:pulka", following.slug)
    return redirect(PAGES.get(request.POST.get("here", ""), "tables:pulka"), slug)


def _goes_on(request: HttpRequest, slug: str) -> Pulka | None:
    """Where the sheet goes on as another pulka's, if the answer has led to that."""
    page = PulkaPage(*get_pulka(request, slug))
    return page.next_pulka if page.pulka.step == PulkaStep.CONTINUED else None


ANSWERS = {
    "yes": consenting.agree,
    "no": consenting.refuse,
    "back": consenting.withdraw,
}
PAGES = {
    "score": "tables:score",
    "log": "tables:log",
    "settlement": "tables:settlement",
}
"""Where an answer was given, to come back there."""


@act_of("tables:pulka")
@says_why
def abandon(request: HttpRequest, slug: str) -> HttpResponse:
    """The host gives up what nobody has played on for a week."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    stopping.abandon(pulka.slug, known_player(request))
    return redirect("tables:pulka", slug)


def _answer(request: HttpRequest) -> Answer:
    """The form as an answer. Raises Told where it is none of ours."""
    data = request.POST
    try:
        return Answer(
            uid=one_time_id(data.get("uid", "")),
            consent=needed_number(data.get("consent", "")),
            seen=data.get("seen", ""),
            seat=needed_number(data["seat"]) if data.get("seat") else None,
        )
    except ValueError:
        raise Told("bad_form") from None


# -- asking


class _Asked:
    """What a page asks about: the kind of change, and the deal or the place."""

    def __init__(self, kind: Kind, deal: int | None = None) -> None:
        self.kind = kind
        self.deal = deal

    def consent(self, pulka: Pulka, seat: Seat, value: Any = None) -> Consent:
        """The question as it would be put."""
        return Consent(pulka=pulka, kind=self.kind, seat=seat, deal=self.deal, value=value)

    def wish(self, request: HttpRequest, value: Any = None) -> Wish:
        """The question as the service takes it. Raises Told where the form is none of ours."""
        try:
            uid = one_time_id(request.POST.get("uid", ""))
        except ValueError:
            raise Told("bad_form") from None
        why = visible(request.POST.get("why", ""))[:WORDS]
        return Wish(uid=uid, kind=self.kind, deal=self.deal, value=value, why=why)


def _asker(request: HttpRequest, slug: str) -> tuple[PulkaPage, Seat]:
    """The page of somebody who may ask, and his seat."""
    pulka, viewer = get_pulka(request, slug, Deed.ASK)
    if viewer.seat is None:
        raise PermissionDenied(Deed.ASK)
    return PulkaPage(pulka, viewer), viewer.seat


def _data(request: HttpRequest) -> Mapping[str, str]:
    return (request.POST if request.method == "POST" else request.GET).dict()


def _whole_deal(
    request: HttpRequest, page: PulkaPage, me: Seat, about: _Asked, before: Entered
) -> HttpResponse:
    """A form of a whole deal, then what it would change, then the question.

    The form and the preview are GETs of one address, so that Back leads from one to the other.
    """
    if page.pulka.step not in ASKABLE:
        return redirect("tables:pulka", page.pulka.slug)
    data = _data(request)
    is_filled = request.method == "POST" or "look" in data or "edit" in data
    entered = Entered.parse(data) if is_filled else before
    if request.method != "POST" and "look" not in data:
        return _form(request, page, about, entered)
    try:
        whole = read(page.course, page.pulka.size, entered, me)
    except Unfit as unfit:
        reasons = {part: sentence(told, page.pulka.slug) for part, told in unfit.reasons.items()}
        return _form(request, page, about, entered, reasons)
    return _foreseen(request, page, me, about, entered, whole)


def _form(
    request: HttpRequest,
    page: PulkaPage,
    about: _Asked,
    entered: Entered,
    reasons: Mapping[str, str] | None = None,
) -> HttpResponse:
    context = {
        **_context(page, about),
        "entered": entered,
        "offer": offered(page.course, page.pulka.size),
        "reasons": reasons or {},
        "places": [*reversed(places(page.course))],
        "page_url": request.path,
    }
    status = UNFIT if reasons else 200
    return render(request, "tables/consent/deal.html", context, status=status)


def _foreseen(
    request: HttpRequest,
    page: PulkaPage,
    me: Seat,
    about: _Asked,
    entered: Entered | None = None,
    whole: Whole | None = None,
) -> HttpResponse:
    """What would change; sent, the question is put."""
    value = whole.to_data() if whole else None
    if request.method == "POST":
        return _put(request, page, about.wish, value)
    consent = about.consent(page.pulka, me, value)
    found, trouble = foresee(page.course, consent)
    if trouble is None:
        trouble = _refusal(page, consent)
    context = {
        **_context(page, about),
        "fields": [*fields_of(entered)] if entered else [],
        "whole": whole,
        "preview": found,
        "trouble": sentence(trouble, page.pulka.slug) if trouble else "",
        "consent": consent,
        "page_url": request.path,
    }
    return render(request, "tables/consent/preview.html", context)


def _refusal(page: PulkaPage, consent: Consent) -> Told | None:
    """Why the question cannot be put now, if it cannot."""
    try:
        consenting.may_be_asked(page.course, consent)
    except Told as told:
        return told
    return None


def _plain(request: HttpRequest, page: PulkaPage, kind: Kind) -> HttpResponse:
    """A question with nothing to fill in but the reason."""
    about = _Asked(kind)
    if request.method == "POST":
        return _put(request, page, about.wish)
    seat = page.viewer.seat or 0
    trouble = _refusal(page, about.consent(page.pulka, seat))
    context = {
        **_context(page, about),
        "trouble": sentence(trouble, page.pulka.slug) if trouble else "",
        "longest": WORDS,
        "page_url": request.path,
    }
    return render(request, "tables/consent/plain.html", context)


def _put(request: HttpRequest, page: PulkaPage, wish: Any, value: Any = None) -> HttpResponse:
    """Put the question; where it cannot be, say why on the pulka's page."""
    slug = page.pulka.slug
    try:
        consenting.ask(slug, known_player(request), wish(request, value))
        messages.info(request, _("Everybody is asked now."))
    except Told as told:
        messages.error(request, sentence(told, slug))
    return redirect("tables:pulka", slug)


def _context(page: PulkaPage, about: _Asked) -> dict[str, Any]:
    return {
        "page": page,
        "pulka": page.pulka,
        "table": page.table,
        "kind": about.kind,
        "number": about.deal,
        "uid": str(uuid.uuid4()),
    }
