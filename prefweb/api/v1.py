"""Every resource of version 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Query
from ninja.errors import ValidationError

from prefweb.api import clubs, people, pulkas, rating, schemas, standings
from prefweb.api.access import Bearer, TooOften, Unknown, club_token
from prefweb.api.apart import SENTENCES, error
from prefweb.api.asking import Odd
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.tables.models import Pulka

View = TypeVar("View", bound=Callable[..., Any])

api = NinjaAPI(
    title="Prefweb",
    version="1",
    description="The results of a club of Preferans players, read with a token of the club.",
    docs_url=None,
    urls_namespace="api:v1",
    auth=Bearer(),
)
REFUSALS = dict.fromkeys((401, 404, 422, 429), schemas.Refused)


def resource(path: str, answer: Any, summary: str) -> Callable[[View], View]:
    """A resource at this address. What it does not know in the query it refuses.

    What it answers is written by the schema itself, which is several times as fast as by Django.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def known(request: HttpRequest, **told: Any) -> HttpResponse:
            allowed = type(told["asked"]).model_fields if "asked" in told else {}
            for name in request.GET:
                if name not in allowed:
                    raise Odd(name, "There is no such parameter here.", code="unknown_parameter")
            found = view(request, **told)
            return found if isinstance(found, HttpResponse) else _sent(found.model_dump_json())

        name = view.__name__.rstrip("_")
        kept = api.get(
            path,
            response={200: answer, **REFUSALS},
            summary=summary,
            operation_id=name,
            url_name=name,
        )
        return kept(known)  # type: ignore[return-value]

    return decorate


def _sent(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/json; charset=utf-8")


def _club(request: HttpRequest) -> Club:
    return club_token(request).club


@resource("/club", schemas.Club, "The club")
def club(request: HttpRequest) -> schemas.Club:
    """The club that the token is of, and what there is of it."""
    return clubs.told(_club(request))


@resource("/pulkas", schemas.Pulkas, "Pulkas that are over, the newest first")
def pulkas_(request: HttpRequest, asked: Query[schemas.PulkasAsked]) -> schemas.Pulkas:
    """Settled ones, those whose sheet went on in another one, and those not played out."""
    found, more = pulkas.page_of(_club(request), asked)
    return schemas.Pulkas(pulkas=found, next=_following(request, more))


def _following(request: HttpRequest, after: Position | None) -> str | None:
    """The whole address of the page after this position."""
    if after is None:
        return None
    return request.build_absolute_uri(f"?{urlencode({**request.GET.dict(), 'after': after})}")


@resource("/pulkas/{slug:slug}", schemas.WholePulka, "A pulka with its settlement")
def pulka(request: HttpRequest, slug: str) -> schemas.WholePulka:
    """Results, how they came about, who pays whom, who sat where."""
    try:
        return pulkas.whole(_club(request), slug)
    except Pulka.DoesNotExist:
        raise Http404 from None


@resource("/pulkas/{slug:slug}/file", dict[str, Any], "A pulka as a pulka file")
def pulka_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The agreement and every deal, to be counted again by any program; docs/pulka-file.md."""
    try:
        text = pulkas.file_text(_club(request), slug)
    except Pulka.DoesNotExist:
        raise Http404 from None
    return _sent(text)


@resource("/people", schemas.People, "Everybody who plays there")
def people_(request: HttpRequest) -> schemas.People:
    """Who has played in the club, and its members, with all they have played there."""
    return schemas.People(people=clubs.people(_club(request)))


@resource("/people/{uuid:key}", schemas.Figures, "What somebody has done")
def person(request: HttpRequest, key: UUID, asked: Query[schemas.PeriodAsked]) -> schemas.Figures:
    """Over a period, without one over all; the figures are those of the club's own pages."""
    try:
        return people.figures(_club(request), key, asked)
    except people.NoSuchPerson:
        raise Http404 from None


@resource("/standings", schemas.Standings, "Who has done best over a period")
def standings_(request: HttpRequest, asked: Query[schemas.StandingsAsked]) -> schemas.Standings:
    """By whists or another criterion; the figures are those of the club's own page."""
    return standings.told(_club(request), asked)


@resource("/rating", schemas.Ratings, "How strong who plays there is")
def rating_(request: HttpRequest) -> schemas.Ratings:
    """By the places of all settled pulkas of three to five."""
    return rating.told(_club(request))


@resource("/rating/{uuid:key}", schemas.RatingHistory, "How somebody's rating came about")
def rated(
    request: HttpRequest, key: UUID, asked: Query[schemas.PageAsked]
) -> schemas.RatingHistory:
    """Pulka by pulka, the newest first."""
    try:
        found, history, more = rating.history(_club(request), key, asked)
    except people.NoSuchPerson:
        raise Http404 from None
    following = _following(request, more)
    return schemas.RatingHistory(rating=found, history=history, next=following)


# -- refusals


@api.exception_handler(Unknown)
def _unknown(request: HttpRequest, told: Unknown) -> HttpResponse:
    if told.is_wrong:
        response = error(401, "wrong_token", "This token opens nothing, or nothing any more.")
        response.headers["WWW-Authenticate"] = 'Bearer realm="Prefweb", error="invalid_token"'
        return response
    response = error(401, "no_token", "Send a token of the club: Authorization: Bearer TOKEN.")
    response.headers["WWW-Authenticate"] = 'Bearer realm="Prefweb"'
    return response


@api.exception_handler(TooOften)
def _too_often(request: HttpRequest, told: TooOften) -> HttpResponse:
    response = error(429, "too_often", f"Too often: wait {told.seconds} seconds.")
    response.headers["Retry-After"] = str(told.seconds)
    return response


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, told: Http404) -> HttpResponse:
    return error(404, "not_found", str(told) or SENTENCES[HTTPStatus.NOT_FOUND])


@api.exception_handler(Odd)
def _odd_here(request: HttpRequest, told: Odd) -> HttpResponse:
    return error(422, told.code, told.message, at=told.name)


@api.exception_handler(ValidationError)
def _odd(request: HttpRequest, told: ValidationError) -> HttpResponse:
    """The first of them: the program is mended one by one, too."""
    first = told.errors[0]
    at = str(first["loc"][-1])
    return error(422, "odd_parameter", f"{at}: {first['msg']}", at=at)
