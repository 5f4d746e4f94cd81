"""The page of everything that can be passed on of a pulka, and the files it offers."""

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from prefweb.sharing import files, picture, spreadsheet, summary
from prefweb.sheets.looks import look_of
from prefweb.tables.access import get_pulka
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.views.playing import page_context
from scoring import write_pulka

Shown: TypeAlias = Callable[[HttpRequest, PulkaPage], HttpResponse]
View: TypeAlias = Callable[[HttpRequest, str], HttpResponse]


def of_a_begun_pulka(shown: Shown) -> View:
    """A view of a pulka for who sees it; while the table gathers there is nothing to pass on."""

    @require_safe
    @wraps(shown)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        found, viewer = get_pulka(request, slug)
        if not found.is_begun:
            return redirect("tables:pulka", slug)
        return shown(request, PulkaPage(found, viewer))

    return view


@of_a_begun_pulka
def share(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The summary to send, and the picture, the file and the deals to keep."""
    context = {**page_context(page, "share"), "summary": summary.text(page, _link(request, page))}
    return render(request, "sharing/share.html", context)


@of_a_begun_pulka
def sheet_svg(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The sheet as a drawing by itself."""
    return _file(page, _drawn(request, page), "image/svg+xml", "svg")


@of_a_begun_pulka
def sheet_png(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The same as a picture of dots."""
    return _file(page, picture.png(_drawn(request, page)), "image/png", "png")


@of_a_begun_pulka
def pulka_file(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The pulka as data, described in docs/pulka-file.md."""
    text = write_pulka(files.pulka_of(page), indent=1)
    return _file(page, text, "application/json", "json", keep=True)


@of_a_begun_pulka
def deals_csv(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The deals as rows of a spreadsheet."""
    return _file(page, spreadsheet.csv_of(page), "text/csv; charset=utf-8", "csv", keep=True)


def _drawn(request: HttpRequest, page: PulkaPage) -> str:
    return picture.svg(page, look_of(request, page.pulka.size, page.viewer.seat))


def _link(request: HttpRequest, page: PulkaPage) -> str:
    """Where anybody who has it sees the pulka."""
    path = reverse("tables:pulka", args=[page.pulka.slug])
    if page.may_pass_on:
        path = reverse("tables:watch_pulka", args=[page.table.watch_key, page.pulka.slug])
    return request.build_absolute_uri(path)


def _file(
    page: PulkaPage, content: str | bytes, kind: str, suffix: str, *, keep: bool = False
) -> HttpResponse:
    """An answer with a name to be kept under; `keep` where browsers are not to open it."""
    response = HttpResponse(content, content_type=kind)
    name = f"{files.file_name(page)}.{suffix}"
    disposition = content_disposition_header(keep, name)
    response["Content-Disposition"] = disposition or ""
    response["Cache-Control"] = "private, no-cache"  # the next deal changes it
    return response
