"""What is counted and rated, on the pages for staff: it is derived, so nobody changes it there."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from prefweb.statistics.models import Counted, Fact, Pair, Part, Rated, Rating
from prefweb.ui.options import preset_name
from prefweb.ui.staff import ClubFilter, Watched, linked


def of_pulka(row: Any) -> SafeString:
    """A link to the pulka it was counted from."""
    page = reverse("admin:tables_pulka_change", args=[row.pulka_id])
    return linked(page, row.pulka.slug)


class OfPulkaAdmin(Watched):
    """Rows of one player in one pulka."""

    related: tuple[str, ...] = ("pulka", "player", "club")
    list_filter: ClassVar[tuple[Any, ...]] = (ClubFilter, "evening")
    search_fields = ("pulka__slug__exact", "player__name")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.related)

    @admin.display(description=_("pulka"), ordering="pulka")
    def of_pulka(self, row: Any) -> SafeString:
        return of_pulka(row)

    @admin.display(description=_("convention"), ordering="preset")
    def game(self, row: Any) -> str:
        return str(preset_name(row.preset))

    @admin.display(description=_("whists"))
    def exact_whists(self, row: Any) -> str:
        return "—" if row.whists is None else str(row.whists)


@admin.register(Part)
class PartAdmin(OfPulkaAdmin):
    """What somebody did on a seat, and its result."""

    list_display = (
        *("of_pulka", "evening", "player", "seat", "game", "games", "exact_whists", "money"),
        *("currency", "deals", "contracts", "contracts_made", "miseres", "raspasy", "remizes"),
    )
    readonly_fields = ("exact_whists",)


@admin.register(Fact)
class FactAdmin(OfPulkaAdmin):
    """What somebody undertook, and in which deals."""

    list_display = (
        *("of_pulka", "evening", "player", "kind", "level", "trump", "outcome", "count"),
        *("tricks", "numbers"),
    )
    list_filter = ("kind", "outcome", ClubFilter, "evening")


@admin.register(Pair)
class PairAdmin(OfPulkaAdmin):
    """What somebody won from another one."""

    related = ("pulka", "player", "club", "opponent")
    list_display = ("of_pulka", "evening", "player", "opponent", "games", "exact_whists")
    readonly_fields = ("exact_whists",)


@admin.register(Counted)
class CountedAdmin(Watched):
    """Which pulkas are counted."""

    list_display = ("of_pulka", "by")
    list_filter = ("by",)
    list_select_related = ("pulka",)
    search_fields = ("pulka__slug__exact",)
    ordering = ("-pulka",)

    @admin.display(description=_("pulka"))
    def of_pulka(self, row: Counted) -> SafeString:
        return of_pulka(row)


@admin.register(Rating)
class RatingAdmin(Watched):
    """How strong everybody is in a club."""

    list_display = ("person", "club", "mu", "sigma", "games", "last")
    list_filter = (ClubFilter, "last")
    list_select_related = ("person", "club")
    search_fields = ("person__name", "club__name")
    ordering = ("-id",)


@admin.register(Rated)
class RatedAdmin(Watched):
    """What each pulka made of somebody's rating."""

    list_display = (
        *("of_pulka", "evening", "person", "number", "place", "players"),
        *("mu_before", "sigma_before", "mu", "sigma"),
    )
    list_filter = (ClubFilter, "evening")
    list_select_related = ("pulka", "person", "club")
    search_fields = ("pulka__slug__exact", "person__name")
    ordering = ("-id",)

    @admin.display(description=_("pulka"))
    def of_pulka(self, row: Rated) -> SafeString:
        return of_pulka(row)
