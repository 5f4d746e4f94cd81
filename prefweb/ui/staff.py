"""How the site's own pages for staff show rows: what is derived or told once is only looked at."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club

CLUBS = 200
"""How many clubs a filter names."""


class Careful(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that staff may change in part. Nothing is deleted: what hangs on it would be lost.

    `changeable` names the fields; all the others are shown.
    """

    changeable: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False
    actions_selection_counter = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        shown = [field.name for field in self.opts.fields if field.name not in self.changeable]
        more = [name for name in super().get_readonly_fields(request, obj) if name not in shown]
        return [*shown, *more]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """What no row can hold is asked for by nobody, and the database would not take it."""
        if any("\0" in asked for asked in request.GET.values()):
            return redirect(request.path)
        return super().changelist_view(request, extra_context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """What may be missing may be left empty."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.null:
            field.required = False
        return field


class Watched(Careful):
    """Rows that nobody changes here: services alone write them."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class WatchedRows(admin.TabularInline):  # type: ignore[type-arg]
    """Rows of another one, on its page, to be looked at."""

    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ClubFilter(admin.SimpleListFilter):
    """Rows of one club, or of none."""

    title = _("club")
    parameter_name = "in_club"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        clubs = Club.objects.order_by("name").values_list("pk", "name")[:CLUBS]
        return [("none", _("without a club")), *((str(pk), name) for pk, name in clubs)]

    def queryset(
        self, request: HttpRequest, queryset: models.QuerySet[Any]
    ) -> models.QuerySet[Any]:
        value = self.value()
        if value == "none":
            return queryset.filter(club=None)
        return queryset.filter(club=value) if value and value.isdecimal() else queryset


def linked(address: str, words: Any) -> SafeString:
    """A link to a page."""
    return format_html('<a href="{}">{}</a>', address, words)


def rows_of(model: type[models.Model], **narrowed: Any) -> str:
    """The address of a list of rows, narrowed to some."""
    meta = model._meta
    asked = "&".join(f"{name}={value}" for name, value in narrowed.items())
    return f"{reverse(f'admin:{meta.app_label}_{meta.model_name}_changelist')}?{asked}"


def as_json(value: Any) -> SafeString | str:
    """JSON to be read by people."""
    if value is None:
        return "—"
    return format_html("<pre>{}</pre>", json.dumps(value, ensure_ascii=False, indent=1))
