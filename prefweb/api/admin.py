"""Tokens on the pages for staff."""

from django.contrib import admin

from prefweb.api.models import Token
from prefweb.ui.staff import ClubFilter, Watched


@admin.register(Token)
class TokenAdmin(Watched):
    """Who may read which club's results."""

    list_display = ("title", "club", "begins", "by_name", "created", "used", "revoked")
    list_filter = (ClubFilter, "revoked")
    search_fields = ("title", "begins", "club__name", "club__slug")
    fields = ("club", "title", "begins", "by", "by_name", "created", "used", "revoked")
    list_select_related = ("club",)
