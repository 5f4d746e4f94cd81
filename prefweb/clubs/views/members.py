"""Who belongs to a club: the directory, and each of them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.directory import Person, people_of, persons
from prefweb.clubs.forms import TERMS, MemberForm
from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import membership
from prefweb.clubs.views.answers import says_why
from prefweb.clubs.views.clubs import club_context
from prefweb.tables.models import Pulka, Seat
from prefweb.tables.views.answers import act_of, known_player, page_and_form


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in the club, by name."""
    found, viewer = get_club(request, slug)
    return _members(request, found, viewer, MemberForm())


@act_of("clubs:members")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody without an account, by name."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            member = membership.add_by_name(found, form.cleaned_data["name"])
        except Refused as refused:
            form.add_error("name", refused.sentence)
        else:
            return redirect("clubs:member", slug, member.pk)
    return _members(request, found, viewer, form, status=422)


def _members(
    request: HttpRequest, found: Club, viewer: ClubViewer, form: MemberForm, status: int = 200
) -> HttpResponse:
    context = {
        **club_context(found, viewer, "members"),
        "people": people_of(found),
        "form": form,
    }
    return render(request, "clubs/members.html", context, status=status)


@require_safe
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody of the club, who may have left it."""
    found, viewer = get_club(request, slug)
    return _member(request, found, viewer, pk, MemberForm())


@act_of("clubs:member")
def rename(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Another name for somebody without an account."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            membership.rename(found, pk, form.cleaned_data["name"])
        except Refused as refused:
            form.add_error("name", refused.sentence)
        else:
            return redirect("clubs:member", slug, pk)
    return _member(request, found, viewer, pk, form, status=422)


def _member(
    request: HttpRequest,
    found: Club,
    viewer: ClubViewer,
    pk: int,
    form: MemberForm,
    status: int = 200,
) -> HttpResponse:
    person, left = person_at(found, pk)
    context = {
        **club_context(found, viewer, "members", part="member"),
        "person": person,
        "left": left,
        "is_me": person.player.pk == viewer.key,
        "games": games_of(found, person).count(),
        "form": form,
        "terms": TERMS,
    }
    return render(request, "clubs/member.html", context, status=status)


def person_at(found: Club, pk: int) -> tuple[Person, Any]:
    """Whose place in the club this is, and when he left it, if he did. Raises Http404."""
    place = found.members.select_related("player__main").filter(pk=pk).first()
    if place is None:
        raise Http404
    same = found.members.select_related("player__main").filter(player__main=place.player.main_id)
    today = [one for one in same if one.left is None]
    return persons(today or [place])[0], None if today else place.left


def games_of(found: Club, person: Person) -> Any:
    """The pulkas of the club in which this person plays or has played."""
    his = Seat.objects.filter(person__main=person.player).values("pulka")
    return Pulka.objects.filter(club=found, evening__isnull=False, pk__in=his)


@act_of("clubs:member")
@says_why("clubs:members")
def set_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The owner says who is an admin."""
    found, _viewer = get_club(request, slug, ClubDeed.OWN)
    is_admin = request.POST.get("role") == ClubRole.ADMIN
    membership.set_role(found, pk, ClubRole.ADMIN if is_admin else ClubRole.MEMBER)
    return redirect("clubs:member", slug, pk)


@page_and_form
@says_why("clubs:members")
def hand_over(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The owner gives the club to somebody else, once he has read what that means."""
    found, viewer = get_club(request, slug, ClubDeed.OWN)
    if request.method == "POST":
        membership.hand_over(found, pk)
        messages.success(request, _("The club has another owner now."))
        return redirect("clubs:member", slug, pk)
    person, left = person_at(found, pk)
    if left or not person.has_account:
        raise Refused("not_there" if left else "account_needed")
    context = {**club_context(found, viewer, "members", part="member"), "person": person}
    return render(request, "clubs/hand_over.html", context)


@act_of("clubs:member")
@says_why("clubs:members")
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody is taken off the directory; what he played stays."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    membership.remove(found, pk, by=viewer.role or ClubRole.MEMBER)
    return redirect("clubs:members", slug)


@act_of("clubs:members")
@says_why("clubs:members")
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody goes by himself."""
    found, _viewer = get_club(request, slug, ClubDeed.LEAVE)
    membership.leave(found, known_player(request))
    messages.info(request, _("You have left the club. Your games stay in its history."))
    return redirect("clubs:clubs")
