"""Rounds of the ledger on the pages for staff: looked at, and written by nobody there."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from prefweb.ledger.models import Payment, Round, Trace
from prefweb.ui.staff import ClubFilter, Watched, WatchedRows


class Payments(WatchedRows):
    """Who pays whom."""

    model = Payment
    fields = ("debtor", "debtor_name", "creditor", "creditor_name", "money", "paid", "paid_by_name")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Payment]:
        return super().get_queryset(request).select_related("debtor", "creditor")


class Lines(WatchedRows):
    """What was done with it."""

    model = Trace
    fields = ("at", "by_name", "action", "payment")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trace]:
        return super().get_queryset(request).select_related("payment")


@admin.register(Round)
class RoundAdmin(Watched):
    """Rounds with their payments; what they hold of each pulka is on the site."""

    list_display = ("number", "club", "currency", "since", "until", "games", "at", "undone")
    list_filter = (ClubFilter, "currency", ("undone", admin.EmptyFieldListFilter), "at")
    search_fields = ("club__name", "by_name")
    ordering = ("-id",)
    inlines = (Payments, Lines)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).select_related("club", "by")
