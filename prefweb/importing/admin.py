"""Imports on the pages for staff."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from prefweb.importing.models import Batch, Imported
from prefweb.ui.staff import ClubFilter, Watched, WatchedRows


class ImportedPulkas(WatchedRows):
    """What came in."""

    model = Imported
    fields = ("pulka", "file", "version")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Imported]:
        return super().get_queryset(request).select_related("pulka")


@admin.register(Batch)
class BatchAdmin(Watched):
    """Imports with their pulkas; whoever made one takes it back on the site."""

    list_display = ("at", "club", "by_name", "source", "count", "undone")
    list_filter = (ClubFilter, "source", ("undone", admin.EmptyFieldListFilter), "at")
    search_fields = ("club__name", "by_name")
    ordering = ("-id",)
    inlines = (ImportedPulkas,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Batch]:
        return super().get_queryset(request).select_related("club", "by")
