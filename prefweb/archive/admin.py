"""Archives that wait, on the pages for staff."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from prefweb.archive.models import WaitingArchive
from prefweb.ui.staff import Watched


@admin.register(WaitingArchive)
class WaitingArchiveAdmin(Watched):
    """What was handed in and not taken in; it can be thrown away."""

    list_display = ("name", "account", "at")
    search_fields = ("name", "account__username")
    ordering = ("-id",)
    fields = ("name", "account", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[WaitingArchive]:
        return super().get_queryset(request).select_related("account").defer("content")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("archive.delete_waitingarchive"))
