"""Clubs, their members, the way into them, what they usually play and the tables they play at."""

import secrets
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.dates import MONTHS as MONTH_NAMES
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import NAME_LENGTH, Player

TITLE = 60
DAY_BEGINS = 6
"""The hour up to which a game belongs to the evening before, where nothing else is said."""


MONTHS = list(MONTH_NAMES.items())
SEASON_BEGINS = 9
"""September, where nothing else is said."""


def new_key() -> str:
    """A link nobody guesses: 128 bits."""
    return secrets.token_urlsafe(16)


def new_slug() -> str:
    """The name of a club in an address. It opens nothing by itself."""
    return secrets.token_hex(6)


def site_zone() -> str:
    """The time zone a club has until it chooses another."""
    return str(settings.TIME_ZONE)


class Club(models.Model):
    """People who play together. What it holds is for its members, until it chooses to be public."""

    slug = models.SlugField(
        max_length=16, unique=True, default=new_slug, editable=False, verbose_name=_("address")
    )
    name = models.CharField(_("name"), max_length=TITLE)
    about = models.CharField(_("about the club"), max_length=500, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default=site_zone)
    day_begins = models.PositiveSmallIntegerField(_("an evening lasts until"), default=DAY_BEGINS)
    """The hour up to which a game belongs to the evening before."""
    season_begins = models.PositiveSmallIntegerField(
        _("a season begins in"), choices=MONTHS, default=SEASON_BEGINS
    )
    """The month whose first day a season of twelve months begins with."""
    has_ledger = models.BooleanField(_("keeps a ledger of money"), default=True)
    """Whether it is written down what members owe each other."""
    is_public = models.BooleanField(_("everybody may see it"), default=False)
    founded = models.DateTimeField(auto_now_add=True, verbose_name=_("founded"))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs of players")
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class ClubRole(models.TextChoices):
    """What somebody is in a club, the owner above the admins, these above the members."""

    OWNER = "owner", _("owner")
    ADMIN = "admin", _("admin")
    MEMBER = "member", _("member")


class Member(models.Model):
    """Somebody's place in a club. One who has left keeps his row, and his games their place."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="members", verbose_name=_("club")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("player")
    )
    role = models.CharField(_("role"), max_length=6, choices=ClubRole, default=ClubRole.MEMBER)
    joined = models.DateTimeField(auto_now_add=True, verbose_name=_("joined"))
    left = models.DateTimeField(null=True, blank=True, verbose_name=_("left the club"))

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="one_place_in_a_club"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner", left=None), name="one_owner_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.get_role_display()})"


class Invitation(models.Model):
    """A way into a club: a link, its QR, and the same as a code to be typed."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("club")
    )
    key = models.CharField(max_length=32, unique=True, default=new_key, verbose_name=_("link"))
    code = models.CharField(max_length=12, verbose_name=_("code"))
    role = models.CharField(_("role"), max_length=6, choices=ClubRole, default=ClubRole.MEMBER)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("for whom")
    )
    """Whom of the directory it is for; his games go to the account that takes it."""
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("invites")
    )
    by_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("invites, by name")
    )
    created = models.DateTimeField(auto_now_add=True, verbose_name=_("made"))
    expires = models.DateTimeField(_("valid until"))
    revoked = models.DateTimeField(null=True, verbose_name=_("revoked"))
    used = models.PositiveIntegerField(default=0, verbose_name=_("times taken"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(revoked__isnull=True), name="one_invitation_a_code"
            )
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_open(self) -> bool:
        return self.revoked is None and timezone.now() < self.expires

    @classmethod
    def with_code(cls, code: str) -> "Invitation | None":
        """The one that has this code now, also when its time is up."""
        return cls.objects.filter(code=code, revoked__isnull=True).first()


class HouseRules(models.Model):
    """Something the club usually plays, by its own name; its default is offered first."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="house_rules", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    agreement = models.JSONField(verbose_name=_("agreement"))
    """The agreement and who posts for others, as `tables.agreements` reads it."""
    is_default = models.BooleanField(default=False, verbose_name=_("offered first"))

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="one_house_rules_a_name"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(is_default=True), name="one_default_a_club"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Place(models.Model):
    """A table of wood in the club, with a QR that stays on it."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="places", verbose_name=_("club")
    )
    title = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=32, unique=True, default=new_key, verbose_name=_("link"))
    removed = models.DateTimeField(null=True, verbose_name=_("taken away"))

    class Meta:
        verbose_name = _("physical table")
        verbose_name_plural = _("physical tables")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.title
