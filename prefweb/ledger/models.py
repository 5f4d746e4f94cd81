"""The ledger of a club: rounds that were settled, what each holds, and what is still open.

A round holds shares: of each pulka what its seats had when it was settled. Nothing of it ever
changes. What the pulkas have now beyond the shares of all rounds is open, and kept as `Due`.
Written by `services` and `keeping` alone.
"""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from prefweb.clubs.models import Club
from prefweb.players.models import NAME_LENGTH, Player
from prefweb.tables.models import Pulka

MARK_LENGTH = 64


def money_field() -> "models.DecimalField[Decimal | int | str, Decimal]":
    """An amount as seats have it; exact."""
    return models.DecimalField(max_digits=20, decimal_places=4, verbose_name=_("money"))


class Round(models.Model):
    """Evenings settled together: all money of one currency that was open up to a day."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("club")
    )
    number = models.PositiveIntegerField(verbose_name=_("number"))
    """In the club, from 1; also those taken back have one."""
    currency = models.CharField(max_length=3, verbose_name=_("currency"))
    since = models.DateField(verbose_name=_("evenings from"))
    until = models.DateField(verbose_name=_("evenings to"))
    games = models.PositiveIntegerField(verbose_name=_("pulkas"))
    """How many pulkas it has money of."""
    mark = models.CharField(max_length=MARK_LENGTH, verbose_name=_("what was seen"))
    """What was open, as the form that settled it had seen it; so it is settled once."""
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("settled"))
    by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("by, by name"))
    undone = models.DateTimeField(null=True, verbose_name=_("taken back at"))

    class Meta:
        verbose_name = _("round of the ledger")
        verbose_name_plural = _("rounds of the ledger")
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["club", "mark"], condition=Q(undone=None), name="one_round_a_mark"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.number}"

    @property
    def stands(self) -> bool:
        return self.undone is None


class Share(models.Model):
    """What one seat of a pulka had in a round."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="shares", verbose_name=_("round")
    )
    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="shares", verbose_name=_("pulka")
    )
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("whose game")
    )
    """As the seat names him; None where it is nobody's."""
    name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("name"))
    """As the seat has it, where it is nobody's."""
    person = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("person")
    )
    """Who answered for it in this round: whom the player was merged into then, or himself."""
    money = money_field()

    class Meta:
        verbose_name = _("share of a round")
        verbose_name_plural = _("shares of rounds")
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["round"],
                condition=~Q(player=models.F("person")),
                name="shares_of_others",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.seat}: {self.money}"


class Payment(models.Model):
    """What one pays another in a round."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="payments", verbose_name=_("round")
    )
    debtor = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("pays")
    )
    debtor_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("pays, by name")
    )
    """Where it is nobody the club knows. Likewise below."""
    creditor = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("is paid")
    )
    creditor_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("is paid, by name")
    )
    money = money_field()
    paid = models.DateTimeField(null=True, verbose_name=_("paid"))
    paid_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("says so")
    )
    paid_by_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("says so, by name")
    )

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.money}"


class Trace(models.Model):
    """One line of what was done with a round: appended, never changed."""

    class Action(models.TextChoices):
        SETTLED = "settled", pgettext_lazy("a round", "settled")
        PAID = "paid", _("marked as paid")
        UNPAID = "unpaid", _("marked as not paid")
        TAKEN_BACK = "taken_back", pgettext_lazy("a round", "taken back")

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="lines", verbose_name=_("round")
    )
    payment = models.ForeignKey(
        Payment, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("payment")
    )
    action = models.CharField(max_length=10, choices=Action, verbose_name=_("action"))
    by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("by, by name"))
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))

    class Meta:
        verbose_name = _("line of the ledger")
        verbose_name_plural = _("lines of the ledger")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.action}"


class Due(models.Model):
    """Money of a seat that no round holds yet: derived, and never 0.

    Of a pulka that was corrected after a round it is the difference.
    """

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="dues", verbose_name=_("pulka")
    )
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("whose game")
    )
    """As a share has it."""
    name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("name"))
    money = money_field()
    is_first = models.BooleanField(verbose_name=_("first of its pulka"))
    """One of the rows of each pulka, so that pulkas can be counted."""
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="+", verbose_name=_("club")
    )
    evening = models.DateField(verbose_name=_("evening"))
    currency = models.CharField(max_length=3, verbose_name=_("currency"))

    class Meta:
        verbose_name = _("open money")
        verbose_name_plural = _("open money")
        indexes: ClassVar = [
            models.Index(
                fields=["club", "evening"],
                include=["currency", "player", "name", "money", "is_first"],
                name="dues_of_a_club",
            ),
            models.Index(fields=["player", "club", "-evening"], name="dues_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.seat}: {self.money}"
