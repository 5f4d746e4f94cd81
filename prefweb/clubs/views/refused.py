"""What somebody is told who may not: before a club, or anywhere else."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import permission_denied

from prefweb.clubs.access import ClubDeed, NotForYou


def refused(request: HttpRequest, exception: PermissionDenied) -> HttpResponse:
    """Why not, and a way on. Who may not see a club does not read its name either."""
    if not isinstance(exception, NotForYou):
        return permission_denied(request, exception)
    viewer = exception.viewer
    context = {
        "club": exception.club if viewer.may(ClubDeed.VISIT) else None,
        "viewer": viewer,
        "here": "clubs",
    }
    return render(request, "clubs/403.html", context, status=403)
