"""Files and final sheets on their way into the history of a club, or into somebody's own games."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from prefweb.calculator.forms import with_zeros
from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.directory import people_of
from prefweb.clubs.models import Club
from prefweb.clubs.views.answers import with_account
from prefweb.clubs.views.clubs import club_context
from prefweb.importing import services
from prefweb.importing.batches import batches_of, pulkas_of, with_state
from prefweb.importing.models import Batch, Upload
from prefweb.importing.paper import PaperForm, today
from prefweb.importing.report import Report
from prefweb.importing.services import Refused
from prefweb.importing.unpacking import MOST, TOTAL, TooMuch, pieces_of
from prefweb.importing.words import sentence
from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from prefweb.tables.parsing import one_time_id
from prefweb.tables.views.answers import is_htmx, known_player, page_and_form

REFUSED = 422


# -- files


@page_and_form
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """What was brought in so far, and the files to be brought in next."""
    club, viewer = get_club(request, slug, ClubDeed.KEEP)
    if request.method != "POST":
        return _files(request, club, viewer)
    sent = [(file.name or "", file) for file in request.FILES.getlist("files")]
    if not sent:
        return _files(request, club, viewer, sentence("no_files"))
    try:
        pieces = pieces_of(sent)
    except TooMuch as too_much:
        return _files(request, club, viewer, sentence(too_much.code, too_much.params))
    upload = services.keep_upload(club, known_player(request), pieces)
    return redirect("importing:report", slug, upload.key)


def _files(request: HttpRequest, club: Club, viewer: ClubViewer, error: str = "") -> HttpResponse:
    context = {
        **_club_page(club, viewer),
        "batches": batches_of(club),
        "error": error,
        "most": MOST,
        "total": TOTAL >> 20,
    }
    return render(request, "importing/files.html", context, status=REFUSED if error else 200)


@page_and_form
def report(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What every file is; sent, what is chosen is brought in."""
    club, viewer = get_club(request, slug, ClubDeed.KEEP)
    player = known_player(request)
    upload = Upload.objects.filter(key=key, club=club, by__main=player.main_id).first()
    if upload is None:
        return _after_all(request, club, key)
    if request.method != "POST":
        return _report(request, viewer, Report(upload, people_of(club)))
    asked = Report(upload, people_of(club), request.POST.dict())
    if asked.wanted is None:
        return _report(request, viewer, asked)
    try:
        done = services.bring_in(club, player, key, asked.wanted)
    except Upload.DoesNotExist:
        return _after_all(request, club, key)
    except Refused as refused:
        return _report(request, viewer, Report(upload, people_of(club), asked.data, refused))
    _tell_of(request, done)
    return redirect("importing:batch", slug, done.pk)


def _after_all(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """An upload that waits no more: brought in already, or forgotten."""
    done = Batch.objects.filter(club=club, uid=key).first()
    if done is not None:
        return redirect("importing:batch", club.slug, done.pk)
    messages.error(request, sentence("gone"))
    return redirect("importing:files", club.slug)


def _report(request: HttpRequest, viewer: ClubViewer, found: Report) -> HttpResponse:
    context = {**_club_page(found.upload.club, viewer), "report": found}
    status = REFUSED if found.is_refused else 200
    return render(request, "importing/report.html", context, status=status)


def _tell_of(request: HttpRequest, done: Batch) -> None:
    words = ngettext("Brought in: %(n)s pulka.", "Brought in: %(n)s pulkas.", done.count)
    messages.success(request, words % {"n": done.count})


# -- what was brought in


@page_and_form
def batch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What came in at once; sent, it is taken back, by an admin or by who did it."""
    club, viewer = get_club(request, slug)
    found = get_object_or_404(with_state(Batch.objects.filter(club=club)), pk=pk)
    if not (viewer.may(ClubDeed.KEEP) or _is_mine(request, found)):
        raise PermissionDenied
    if request.method == "POST":
        _take_back(request, found)
        return redirect("importing:batch", slug, pk)
    context = {**_club_page(club, viewer), "batch": found, "pulkas": pulkas_of(found)}
    return render(request, "importing/batch.html", context)


@page_and_form
def my_batch(request: HttpRequest, pk: int) -> HttpResponse:
    """The same of one of my own games."""
    found = get_object_or_404(with_state(Batch.objects.filter(club=None)), pk=pk)
    if not _is_mine(request, found):
        raise PermissionDenied
    if request.method == "POST":
        _take_back(request, found)
        return redirect("importing:my_batch", pk)
    context = {"here": "me", "batch": found, "pulkas": pulkas_of(found)}
    return render(request, "importing/my_batch.html", context)


def _is_mine(request: HttpRequest, found: Batch) -> bool:
    player = known_player(request)
    return found.by is not None and player.pk in (found.by_id, found.by.main_id)


def _take_back(request: HttpRequest, found: Batch) -> None:
    try:
        services.take_back(found, known_player(request))
    except Refused as refused:
        messages.error(request, sentence(refused.code))
    else:
        messages.success(request, _("Taken back. The history is as it was before."))


# -- final sheets


@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """A pulka of paper into the history of a club."""
    club, viewer = get_club(request, slug, ClubDeed.KEEP)
    page = _club_page(club, viewer)
    return _paper(request, club, known_player(request), "importing/paper.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """A pulka of paper into the games of whoever has an account."""
    player = with_account(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    return _paper(request, None, player, "importing/my_paper.html", {"here": "me"})


def _paper(
    request: HttpRequest, club: Club | None, me: Player, template: str, page: dict[str, Any]
) -> HttpResponse:
    is_sent = request.method == "POST"
    given = (request.POST if is_sent else request.GET).dict()
    people = people_of(club) if club else []
    if "zeros" in given:
        is_sent, given = False, with_zeros(given)
    form = PaperForm(given, club, people, me, is_sent=is_sent)
    if is_htmx(request):
        return render(request, "calculator/_counted.html", {**_counted(form), "oob": True})
    error, alike = "", list[Pulka]()
    if is_sent and form.is_sound:
        alike = [] if "sure" in given or _is_kept(form) else form.alike
        if not alike:
            try:
                return _kept(form)
            except Refused as refused:
                error = sentence(refused.code, refused.params)
    told = {"is_refused": is_sent and not alike, "error": error, "alike": alike}
    context = {**page, **_counted(form), **_around(request, form), **told}
    return render(request, template, context, status=REFUSED if is_sent else 200)


def _is_kept(form: PaperForm) -> bool:
    """Whether this very form has been sent before."""
    mine = Batch.objects.filter(club=form.club, by__main=form.me.main_id)
    return mine.filter(uid=form.given.get("uid", "")).exists()


def _kept(form: PaperForm) -> HttpResponse:
    """The sheet is kept, and the next one of a row can be typed. Raises Refused."""
    try:
        uid = one_time_id(form.given.get("uid", ""))
    except ValueError:
        raise Refused("form_cut") from None
    done = services.keep_paper(form.club, form.me, uid, form.arriving)
    return redirect(f"{_address(form)}?{form.next_query}&saved={done.pk}")


def _address(form: PaperForm) -> str:
    if form.club is None:
        return reverse("importing:mine")
    return reverse("importing:paper", args=[form.club.slug])


def _counted(form: PaperForm) -> dict[str, Any]:
    return {"form": form.sheet, "calculation": form.calculation, "keeps": True}


def _around(request: HttpRequest, form: PaperForm) -> dict[str, Any]:
    """The page around the sheet: where it is sent, and what was kept just now."""
    saved = request.GET.get("saved", "")
    mine = Batch.objects.filter(club=form.club, by__main=form.me.main_id, undone=None)
    found = mine.filter(pk=saved).first() if saved.isdecimal() and len(saved) < 10 else None
    return {
        "paper": form,
        "address": _address(form),
        "saved": found,
        "saved_pulkas": pulkas_of(found) if found else [],
        "after": found.pk if found else form.given.get("about", ""),
        "evening": today(form.club),
    }


def _club_page(club: Club, viewer: ClubViewer) -> dict[str, Any]:
    return club_context(club, viewer, "settings", part="import")
