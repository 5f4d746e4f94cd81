"""Tables and pulkas on the pages for staff: to be found and looked at.

What is played is written by services alone, which log it and tell the open pages.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from prefweb.tables.models import CodeTry, Consent, Deal, Hand, Line, Pulka, Seat, Sitting, Table
from prefweb.ui.options import preset_name
from prefweb.ui.staff import Careful, ClubFilter, Watched, WatchedRows, as_json, linked, rows_of
from scoring import PRESETS


class PulkasOfATable(WatchedRows):
    """What is and was played there, the latest first."""

    model = Pulka
    fields = ("pulka", "step", "evening", "started", "ended")
    readonly_fields = fields
    ordering = ("-id",)

    @admin.display(description=_("pulka"))
    def pulka(self, pulka: Pulka) -> SafeString:
        return linked(reverse("admin:tables_pulka_change", args=[pulka.pk]), pulka.slug)


@admin.register(Table)
class TableAdmin(Careful):
    """Tables: another name. Its host and its club's admins do the rest on the site."""

    changeable = ("title",)
    list_display = ("shown", "code", "host", "club", "place", "created", "closed")
    list_filter = (ClubFilter, ("closed", admin.EmptyFieldListFilter), "is_demo", "created")
    list_select_related = ("host", "club", "place")
    search_fields = ("title", "code", "host__name", "club__name", "pulkas__slug")
    ordering = ("-id",)
    inlines = (PulkasOfATable,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).select_related("host", "club", "place")

    @admin.display(description=_("name"), ordering="title")
    def shown(self, table: Table) -> str:
        return str(table)


class SeatsOfAPulka(WatchedRows):
    """Who sits where, and what each has got."""

    model = Seat
    fields = ("index", "name", "player", "person", "whists", "money", "confirmed")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player", "person")


class PresetFilter(admin.SimpleListFilter):
    """Pulkas by their convention."""

    title = _("convention")
    parameter_name = "convention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, preset_name(key)) for key in PRESETS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Pulka]) -> QuerySet[Pulka]:
        value = self.value()
        return queryset.filter(preset=value) if value in PRESETS else queryset


PARTS = (Deal, Hand, Consent, Line)


@admin.register(Pulka)
class PulkaAdmin(Watched):
    """Pulkas, with ways to all that was written about each."""

    list_display = ("slug", "title", "club", "step", "game", "size", "evening", "corrected")
    list_filter = (
        "step",
        PresetFilter,
        "size",
        "source",
        ClubFilter,
        "evening",
        ("corrected", admin.EmptyFieldListFilter),
    )
    list_select_related = ("table", "club")
    search_fields = ("slug", "table__title", "seats__name", "club__name", "house_rules")
    ordering = ("-id",)
    inlines = (SeatsOfAPulka,)
    readonly_fields = ("written", "game", "options", "sheet", "file")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pulka]:
        return super().get_queryset(request).select_related("table", "club", "follows")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        raw = ("id", "convention", "opening", "about")
        columns = [field.name for field in self.opts.fields if field.name not in raw]
        columns[columns.index("preset")] = "game"
        return ["written", *columns, "options", "sheet", "file"]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        is_person = lookup == "seats__person__main__id__exact"
        return is_person or super().lookup_allowed(lookup, value, request)

    def view_on_site(self, pulka: Pulka) -> str:
        return reverse("tables:pulka", args=[pulka.slug])

    @admin.display(description=_("table"), ordering="table__title")
    def title(self, pulka: Pulka) -> str:
        return str(pulka.table)

    @admin.display(description=_("convention"), ordering="preset")
    def game(self, pulka: Pulka) -> str:
        return str(preset_name(pulka.preset))

    @admin.display(description=_("what was written"))
    def written(self, pulka: Pulka) -> SafeString:
        ways = (
            (rows_of(part, pulka__id__exact=pulka.pk), part._meta.verbose_name_plural)
            for part in PARTS
        )
        return format_html_join(" · ", '<a href="{}">{}</a>', ways)

    @admin.display(description=_("options"))
    def options(self, pulka: Pulka) -> Any:
        return as_json(pulka.convention)

    @admin.display(description=_("beginning of the sheet"))
    def sheet(self, pulka: Pulka) -> Any:
        return as_json(pulka.opening)

    @admin.display(description=_("from its file"))
    def file(self, pulka: Pulka) -> Any:
        return as_json(pulka.about)


class PartOfAPulka(Watched):
    """Rows that hang on a pulka."""

    list_select_related = ("pulka",)
    raw: tuple[str, ...] = ()
    """Columns of JSON."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("pulka")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        columns = [field.name for field in self.opts.fields if field.name != "id"]
        return [f"{name}_shown" if name in self.raw else name for name in columns]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj)

    def view_on_site(self, row: Any) -> str:
        return reverse("tables:pulka", args=[row.pulka.slug])


def shown(name: str, words: Any) -> Any:
    """A column of JSON to be read."""

    @admin.display(description=words)
    def show(self: Any, row: Any) -> Any:
        return as_json(getattr(row, name))

    return show


@admin.register(Deal)
class DealAdmin(PartOfAPulka):
    """What was posted about each deal."""

    list_display = ("pulka", "number", "dealer", "taken_out")
    list_filter = ("taken_out",)
    search_fields = ("pulka__slug",)
    ordering = ("-pulka", "number")
    raw = ("posts", "resting", "inked", "about")
    posts_shown = shown("posts", _("posts"))
    resting_shown = shown("resting", _("rest"))
    inked_shown = shown("inked", _("stood before the mend"))
    about_shown = shown("about", _("from its file"))


@admin.register(Hand)
class HandAdmin(PartOfAPulka):
    """Entries by hand and fines."""

    list_display = ("pulka", "after", "kind", "state", "seat", "area", "amount", "note")
    list_filter = ("kind", "state", "at")
    search_fields = ("pulka__slug", "note")
    ordering = ("-id",)
    raw = ("about",)
    about_shown = shown("about", _("from its file"))


@admin.register(Consent)
class ConsentAdmin(PartOfAPulka):
    """What everybody was asked."""

    list_display = ("pulka", "kind", "deal", "why", "outcome", "at", "closed")
    list_filter = ("kind", "outcome", "at")
    search_fields = ("pulka__slug", "why")
    ordering = ("-id",)
    raw = ("value", "answers")
    value_shown = shown("value", _("new value"))
    answers_shown = shown("answers", _("who agreed"))


@admin.register(Line)
class LineAdmin(PartOfAPulka):
    """The log, which is only ever added to."""

    list_display = ("at", "pulka", "deal", "action", "by_name", "seat", "proxy")
    list_filter = ("at",)
    search_fields = ("pulka__slug", "by_name", "action")
    ordering = ("-id",)
    raw = ("before", "after")
    before_shown = shown("before", _("before"))
    after_shown = shown("after", _("after"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("by")


@admin.register(Sitting)
class SittingAdmin(Watched):
    """Who played on a seat, from which deal on."""

    list_display = ("seat", "name", "player", "since")
    search_fields = ("name", "seat__pulka__slug")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sitting]:
        return super().get_queryset(request).select_related("seat", "player")


@admin.register(CodeTry)
class CodeTryAdmin(Watched):
    """Wrong codes; whoever is kept waiting by them can be let in again."""

    list_display = ("address", "at")
    list_filter = ("at",)
    search_fields = ("address",)
    ordering = ("-id",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("tables.delete_codetry"))
