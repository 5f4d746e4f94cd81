"""A club to be taken along: its archive and its tables, and an archive back in."""

from collections.abc import Callable, Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.archive import tables, waiting, words
from prefweb.archive.faults import Fault, Refused
from prefweb.archive.writing import archive_of
from prefweb.clubs.access import ClubDeed, get_club
from prefweb.clubs.models import Club
from prefweb.clubs.views.answers import ways_in, with_account
from prefweb.clubs.views.clubs import club_context
from prefweb.players.models import Player
from prefweb.sharing.files import kept_name
from prefweb.tables.models import BEGUN, Pulka
from prefweb.tables.views.answers import page_and_form


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """What of the club can be taken along."""
    club, viewer = get_club(request, slug, ClubDeed.OWN)
    counts = {
        "begun": Pulka.objects.filter(BEGUN, club=club).count(),
        "people": club.members.count(),
    }
    context = {**club_context(club, viewer, "settings"), **counts}
    return render(request, "archive/archive.html", context)


@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole club as one file, written while it is sent."""
    club, _viewer = get_club(request, slug, ClubDeed.OWN)
    return _sent(club, archive_of(club), "application/zip", "zip")


def table(rows: Callable[[Club], Iterator[str]], name: str) -> Callable[..., HttpResponseBase]:
    """A view of one of the club's tables."""

    @require_safe
    def view(request: HttpRequest, slug: str) -> HttpResponseBase:
        club, _viewer = get_club(request, slug, ClubDeed.MANAGE)
        lines = (line.encode() for line in rows(club))
        return _sent(club, lines, "text/csv; charset=utf-8", f"{name}.csv")

    return view


members_csv = table(tables.members, "members")
deals_csv = table(tables.deals, "deals")


def _sent(club: Club, pieces: Iterator[bytes], kind: str, suffix: str) -> HttpResponseBase:
    """An answer under a name with the date, that goes out as it is made."""
    name = f"{kept_name(club.name, 'club')} {timezone.localdate():%Y-%m-%d}"
    response = StreamingHttpResponse(spoken(pieces), content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.{suffix}") or ""
    response["Cache-Control"] = "private, no-store"
    if suffix == "zip":
        response["Content-Encoding"] = "identity"  # packed already
    return response


def spoken(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Each piece made in the language of whoever asks now: it is made while it is sent."""
    language = get_language() or "ru"

    def one_by_one() -> Iterator[bytes]:
        while True:
            with override(language):
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece

    return one_by_one()


# -- back in


@page_and_form
def restore(request: HttpRequest) -> HttpResponse:
    """An archive handed in, the report about it, and the yes to it."""
    player = with_account(request)
    if player is None:
        return redirect(ways_in(reverse("archive:restore"))["sign_in"])
    if request.method != "POST":
        return _page(request, player)
    acts = {"restore": _restored, "forget": _forgotten}
    try:
        return acts.get(request.POST.get("do", ""), _handed_in)(request, player)
    except Refused as refused:
        return _page(request, player, refused.faults)


def _handed_in(request: HttpRequest, player: Player) -> HttpResponse:
    file = request.FILES.get("file")
    if file is None or player.account is None:
        return _page(request, player, error=_("Choose the file."))
    waiting.hand_in(player.account, file, file.name or "", file.size or 0)
    return redirect("archive:restore")


def _restored(request: HttpRequest, player: Player) -> HttpResponse:
    report = waiting.take(player, request.POST.get("was") or None)
    if report is None:
        return redirect("archive:restore")
    messages.success(request, _("The club is here, with all it held."))
    return redirect("clubs:club", report.slug)


def _forgotten(request: HttpRequest, player: Player) -> HttpResponse:
    waiting.forget(player.account)
    return redirect("archive:restore")


def _page(
    request: HttpRequest, player: Player, faults: list[Fault] | None = None, error: str = ""
) -> HttpResponse:
    found = None if faults else waiting.waiting_for(player.account)
    context = {
        "waiting": found,
        "counts": words.counted(found.report["counts"]) if found else [],
        "faults": [(fault.at, words.sentence(fault)) for fault in faults or ()],
        "error": error,
        "largest": waiting.LARGEST // waiting.MEGABYTE,
        "here": "clubs",
    }
    return render(request, "archive/restore.html", context, status=422 if faults or error else 200)
