"""Tables, pulkas, seats, deals and the log. Written by `services` alone.

Facts are stored, results are derived by replay; a settled pulka also keeps its result rows.
"""

import secrets
from datetime import timedelta
from decimal import Decimal
from typing import ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import NAME_LENGTH, Player


def new_key() -> str:
    """A link nobody guesses: 128 bits."""
    return secrets.token_urlsafe(16)


def new_slug() -> str:
    """The name of a pulka in an address. It opens nothing by itself."""
    return secrets.token_hex(6)


PATIENCE = timedelta(days=1)
"""How long the others may take to confirm a result before the host can settle without them."""


class Proxies(models.TextChoices):
    """Who may post for another seat."""

    ANYONE = "anyone", _("anyone at the table")
    NOBODY = "nobody", _("nobody")


class Table(models.Model):
    """A place people join: its code, its QR and its host outlive single pulkas."""

    code = models.CharField(max_length=12)
    title = models.CharField(max_length=60, blank=True)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted")
    proxies = models.CharField(max_length=8, choices=Proxies, default=Proxies.ANYONE)
    code_shows = models.BooleanField(default=False)
    watch_key = models.CharField(max_length=32, unique=True, default=new_key)
    created = models.DateTimeField(auto_now_add=True)
    closed = models.DateTimeField(null=True)
    is_demo = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(closed__isnull=True), name="one_open_table_a_code"
            )
        ]

    def __str__(self) -> str:
        return self.title or self.code


class PulkaStep(models.TextChoices):
    """Steps of a pulka."""

    SEATING = "seating", _("gathering")
    PLAYING = "playing", _("playing")
    ENDED = "ended", _("played out")
    SETTLED = "settled", _("settled")
    ABANDONED = "abandoned", _("abandoned")


class Pulka(models.Model):
    """One game at a table: its agreement, frozen at the start, and its version number."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="pulkas")
    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    step = models.CharField(max_length=9, choices=PulkaStep, default=PulkaStep.SEATING)
    version = models.PositiveIntegerField(default=1)
    preset = models.CharField(max_length=20)
    convention = models.JSONField()
    size = models.PositiveSmallIntegerField()
    target = models.PositiveIntegerField(null=True)
    stake = models.DecimalField(
        max_digits=14, decimal_places=4, default=Decimal(0), validators=[MinValueValidator(0)]
    )
    currency = models.CharField(max_length=3, default="RUB")
    first_dealer = models.PositiveSmallIntegerField(default=0)
    follows = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="rematch"
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    reason = models.CharField(max_length=8, blank=True)
    settled = models.DateTimeField(null=True)
    rules_version = models.CharField(max_length=20, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "-id"])]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_left_alone(self) -> bool:
        """Whether the end was so long ago that silence no longer holds the result up."""
        return self.ended is not None and timezone.now() - self.ended >= PATIENCE


class Seat(models.Model):
    """A player's place in a pulka, clockwise from 0, and in a settled pulka his result."""

    pulka = models.ForeignKey(Pulka, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="seats")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    key = models.CharField(max_length=32, unique=True, default=new_key)
    confirmed = models.DateTimeField(null=True)
    whists = models.CharField(max_length=40, blank=True)
    money = models.DecimalField(max_digits=20, decimal_places=4, null=True)

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "index"], name="one_seat_an_index"),
            models.UniqueConstraint(fields=["pulka", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return self.name or f"#{self.index}"

    @property
    def is_taken(self) -> bool:
        return self.player_id is not None or bool(self.name)


class Deal(models.Model):
    """What has been posted about one deal, as `prefweb.tables.posts` reads it."""

    pulka = models.ForeignKey(Pulka, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField()
    posts = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "number"], name="one_deal_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.number}"


class Line(models.Model):
    """One line of the append-only log: who did what, for whom, what stood before and after."""

    pulka = models.ForeignKey(Pulka, on_delete=models.CASCADE, related_name="lines")
    at = models.DateTimeField(auto_now_add=True)
    deal = models.PositiveIntegerField(null=True)
    action = models.CharField(max_length=16)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    proxy = models.BooleanField(default=False)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    uid = models.CharField(max_length=40, null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "uid"], name="one_line_a_post")
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.action}"


class CodeTry(models.Model):
    """A wrong table code, kept a while so that codes cannot be guessed at speed."""

    address = models.CharField(max_length=45)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["address", "at"])]

    def __str__(self) -> str:
        return self.address
