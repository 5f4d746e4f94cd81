"""Tables, pulkas, seats, deals and the log. Written by `services` alone.

Facts are stored, results are derived by replay; a settled pulka also keeps its result rows.
"""

import secrets
from datetime import datetime, timedelta
from decimal import Decimal
from typing import ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club, Place, new_key
from prefweb.players.models import NAME_LENGTH, Player


def new_slug() -> str:
    """The name of a pulka in an address. It opens nothing by itself."""
    return secrets.token_hex(6)


PATIENCE = timedelta(days=1)
"""How long the others may take to confirm a result before the host can settle without them."""


WORDS = 200
"""The longest reason somebody may type."""


class Proxies(models.TextChoices):
    """Who may post for another seat."""

    ANYONE = "anyone", _("anyone at the table")
    SCRIBE = "scribe", _("the scribe alone")
    NOBODY = "nobody", _("nobody")


class Table(models.Model):
    """A place people join: its code, its QR and its host outlive single pulkas."""

    code = models.CharField(max_length=12, verbose_name=_("code"))
    title = models.CharField(max_length=60, blank=True, verbose_name=_("name"))
    host = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="hosted", verbose_name=_("host")
    )
    proxies = models.CharField(
        max_length=8,
        choices=Proxies,
        default=Proxies.ANYONE,
        verbose_name=_("who posts for others"),
    )
    code_shows = models.BooleanField(default=False, verbose_name=_("the code lets watch"))
    watch_key = models.CharField(
        max_length=32, unique=True, default=new_key, verbose_name=_("link to watch")
    )
    created = models.DateTimeField(auto_now_add=True, verbose_name=_("opened"))
    closed = models.DateTimeField(null=True, verbose_name=_("closed"))
    is_demo = models.BooleanField(default=False, verbose_name=_("for show"))
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, related_name="tables", verbose_name=_("club")
    )
    place = models.ForeignKey(
        Place,
        on_delete=models.SET_NULL,
        null=True,
        related_name="tables",
        verbose_name=_("physical table"),
    )
    """The table of wood it is played at."""

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
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
    CONTINUED = "continued", _("continued")
    ABANDONED = "abandoned", _("abandoned")


class Source(models.TextChoices):
    """How a pulka came here."""

    PLAYED = "played", _("played here")
    PAPER = "paper", _("from its final sheet")
    FILE = "file", _("from a file")


BEGUN = Q(started__isnull=False) | Q(evening__isnull=False)
"""Pulkas that were played, here or elsewhere: of an old one only its evening is known."""


class Pulka(models.Model):
    """One game at a table: its agreement, frozen at the start, and its version number."""

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="pulkas", verbose_name=_("table")
    )
    slug = models.SlugField(max_length=16, unique=True, default=new_slug, verbose_name=_("address"))
    step = models.CharField(
        max_length=9, choices=PulkaStep, default=PulkaStep.SEATING, verbose_name=_("step")
    )
    version = models.PositiveIntegerField(default=1, verbose_name=_("version"))
    preset = models.CharField(max_length=20, verbose_name=_("convention"))
    convention = models.JSONField(verbose_name=_("options"))
    size = models.PositiveSmallIntegerField(verbose_name=_("players"))
    target = models.PositiveIntegerField(null=True, verbose_name=_("pool up to"))
    minutes = models.PositiveSmallIntegerField(null=True, verbose_name=_("minutes"))
    """How long a game on time lasts, from its first order."""
    laps = models.PositiveSmallIntegerField(null=True, verbose_name=_("laps"))
    """How often everybody deals in a game on time."""
    multipliers = models.BooleanField(default=False, verbose_name=_("multipliers"))
    """Whether an order may multiply its deal: a bomb, a dark game."""
    stake = models.DecimalField(
        max_digits=14,
        decimal_places=4,
        default=Decimal(0),
        validators=[MinValueValidator(0)],
        verbose_name=_("stake"),
    )
    currency = models.CharField(max_length=3, default="RUB", verbose_name=_("currency"))
    first_dealer = models.PositiveSmallIntegerField(default=0, verbose_name=_("deals first"))
    opening = models.JSONField(null=True, verbose_name=_("beginning of the sheet"))
    """The sheet of the pulka this one goes on from, as `pulkas.openings` reads it."""
    scribe = models.PositiveSmallIntegerField(null=True, verbose_name=_("scribe"))
    """The seat that writes for everybody."""
    follows = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="rematch",
        verbose_name=_("goes on from"),
    )
    created = models.DateTimeField(auto_now_add=True, verbose_name=_("opened"))
    started = models.DateTimeField(null=True, verbose_name=_("began"))
    clock = models.DateTimeField(null=True, verbose_name=_("first order"))
    """When the first order was posted."""
    ended = models.DateTimeField(null=True, verbose_name=_("ended"))
    reason = models.CharField(max_length=8, blank=True, verbose_name=_("end"))
    why = models.CharField(max_length=WORDS, blank=True, verbose_name=_("why it ended"))
    """Why everybody agreed to stop, in the asker's words."""
    settled = models.DateTimeField(null=True, verbose_name=_("settled"))
    corrected = models.DateTimeField(null=True, verbose_name=_("corrected"))
    """When a deal was mended after the settlement."""
    rules_version = models.CharField(
        max_length=20, blank=True, verbose_name=_("version of the rules")
    )
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, related_name="pulkas", verbose_name=_("club")
    )
    """The table's."""
    evening = models.DateField(null=True, verbose_name=_("evening"))
    """The date of the evening it began in, by the clock of the club."""
    house_rules = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("house rules")
    )
    """What the club calls this agreement, where it is one of its own."""
    source = models.CharField(
        max_length=6, choices=Source, default=Source.PLAYED, verbose_name=_("source")
    )
    about = models.JSONField(null=True, verbose_name=_("from its file"))
    """What its file told besides the game."""
    content = models.CharField(max_length=64, null=True, verbose_name=_("digest of its file"))
    """A digest of the file or the sheet it was brought in from, so that it comes in once."""

    class Meta:
        verbose_name = _("pulka")
        verbose_name_plural = _("pulkas")
        indexes: ClassVar = [
            models.Index(fields=["table", "-id"]),
            models.Index(
                fields=["club", "-evening", "-id"],
                include=["table", "step", "source", "preset", "house_rules", "size", "corrected"],
                name="searched_in_a_club",
            ),
            models.Index(
                fields=["club"],
                condition=Q(step__in=["seating", "playing", "ended"]),
                name="running_in_a_club",
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "content"], name="one_pulka_a_content")
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_begun(self) -> bool:
        """Whether it was played, here or elsewhere; as BEGUN asks."""
        return self.started is not None or self.evening is not None

    @property
    def deadline(self) -> datetime | None:
        """When a game on time is over, once its first order has been posted."""
        if self.clock is None or self.minutes is None:
            return None
        return self.clock + timedelta(minutes=self.minutes)

    @property
    def is_left_alone(self) -> bool:
        """Whether the end was so long ago that silence no longer holds the result up."""
        return self.ended is not None and timezone.now() - self.ended >= PATIENCE


class SeatManager(models.Manager["Seat"]):
    """Seats with who holds them: every question about a seat is whose it is."""

    def get_queryset(self) -> models.QuerySet["Seat"]:
        return super().get_queryset().select_related("player")


class Seat(models.Model):
    """A player's place in a pulka, clockwise from 0, and in a settled pulka his result."""

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="seats", verbose_name=_("pulka")
    )
    index = models.PositiveSmallIntegerField(verbose_name=_("number"))
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        related_name="seats",
        verbose_name=_("whose phone"),
    )
    person = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        related_name="results",
        verbose_name=_("whose game"),
    )
    """Whose game it is, with a phone at the table or without."""
    name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("name"))
    key = models.CharField(max_length=32, unique=True, default=new_key, verbose_name=_("link"))
    confirmed = models.DateTimeField(null=True, verbose_name=_("confirmed"))
    whists = models.CharField(max_length=40, blank=True, verbose_name=_("whists"))
    money = models.DecimalField(max_digits=20, decimal_places=4, null=True, verbose_name=_("money"))

    objects = SeatManager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
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
    """What has been posted about one deal, as `deals.posts` reads it."""

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="deals", verbose_name=_("pulka")
    )
    number = models.PositiveIntegerField(verbose_name=_("number"))
    dealer = models.PositiveSmallIntegerField(verbose_name=_("dealer"))
    resting = models.JSONField(null=True, verbose_name=_("rest"))
    """The two who rest of five, where they are not the usual ones."""
    posts = models.JSONField(default=dict, verbose_name=_("posts"))
    inked = models.JSONField(null=True, verbose_name=_("stood before the mend"))
    """What stood on the sheet, and whose fact was wrong, while a written deal is being mended."""
    taken_out = models.BooleanField(default=False, verbose_name=_("taken out"))
    """Struck off the sheet with everybody's consent; it keeps its number."""
    about = models.JSONField(null=True, verbose_name=_("from its file"))
    """What its file told of it besides the facts."""

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals of pulkas")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "number"], name="one_deal_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.number}"


class Hand(models.Model):
    """An entry by hand between two deals: written by a player, or a fine for a wrong one."""

    class Kind(models.TextChoices):
        MANUAL = "manual", _("entry by hand")
        FINE = "fine", _("fine")

    class State(models.TextChoices):
        PENDING = "pending", _("to be confirmed")
        COUNTED = "counted", _("written")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="hands", verbose_name=_("pulka")
    )
    after = models.PositiveIntegerField(verbose_name=_("after the deal"))
    """The number of the deal it follows; 0 before the first."""
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.MANUAL, verbose_name=_("kind"))
    state = models.CharField(max_length=9, choices=State, verbose_name=_("state"))
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    """Whose column it stands in."""
    area = models.CharField(max_length=8, verbose_name=_("column"))
    against = models.PositiveSmallIntegerField(null=True, verbose_name=_("on whom"))
    amount = models.CharField(max_length=40, verbose_name=_("amount"))
    """A whole number or a fraction, `-3` or `16/3`."""
    note = models.CharField(max_length=WORDS, blank=True, verbose_name=_("reason"))
    author = models.PositiveSmallIntegerField(verbose_name=_("whose entry"))
    """The seat whose entry or mistake it was."""
    asked = models.PositiveSmallIntegerField(null=True, verbose_name=_("who is asked"))
    """The one seat that decides about it; None: any other."""
    answered = models.PositiveSmallIntegerField(null=True, verbose_name=_("who answered"))
    """The seat that decided."""
    beside = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        verbose_name=_("together with"),
    )
    """The first of those that a file has as one entry; None for that one, and for any other."""
    about = models.JSONField(null=True, verbose_name=_("from its file"))
    """What its file told of it besides the entry."""
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))

    class Meta:
        verbose_name = _("entry by hand")
        verbose_name_plural = _("entries by hand")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.seat} {self.area} {self.amount}"


class Consent(models.Model):
    """A question to every seat about something that only all of them may change."""

    class Kind(models.TextChoices):
        MEND = "mend", _("mend a deal")
        ADD = "add", _("add a forgotten deal")
        TAKE_OUT = "take_out", _("take a deal out")
        STOP = "stop", _("stop here")
        ABANDON = "abandon", _("abandon the pulka")
        EXTEND = "extend", _("play on to another target")
        JOIN = "join", _("one more player")
        PART = "part", _("go on without a player")
        HOST = "host", _("another host")

    class Outcome(models.TextChoices):
        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="consents", verbose_name=_("pulka")
    )
    kind = models.CharField(max_length=8, choices=Kind, verbose_name=_("kind"))
    seat = models.PositiveSmallIntegerField(verbose_name=_("who asks"))
    """Who asks."""
    deal = models.PositiveIntegerField(null=True, verbose_name=_("deal"))
    """The deal it is about, or after which a forgotten one was played."""
    value = models.JSONField(null=True, verbose_name=_("new value"))
    why = models.CharField(max_length=WORDS, blank=True, verbose_name=_("reason"))
    answers = models.JSONField(default=dict, verbose_name=_("who agreed"))
    """Seats that agreed, each with the seat whose phone said so."""
    outcome = models.CharField(
        max_length=9, choices=Outcome, default=Outcome.OPEN, verbose_name=_("outcome")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))
    closed = models.DateTimeField(null=True, verbose_name=_("decided"))

    class Meta:
        verbose_name = _("question to everybody")
        verbose_name_plural = _("questions to everybody")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pulka"], condition=Q(outcome="open"), name="one_open_consent"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.kind}"


class Sitting(models.Model):
    """Somebody's time on a seat while the pulka is played, by deals."""

    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="sittings", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("player")
    )
    person = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("who plays")
    )
    """Who plays, with a phone or without. Of who sits there last, the seat knows better."""
    name = models.CharField(max_length=NAME_LENGTH, verbose_name=_("name"))
    since = models.PositiveIntegerField(default=1, verbose_name=_("from the deal"))
    """The first deal played from here."""

    class Meta:
        verbose_name = _("time on a seat")
        verbose_name_plural = _("times on a seat")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.name} {self.since}"


class Line(models.Model):
    """One line of the append-only log: who did what, for whom, what stood before and after."""

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="lines", verbose_name=_("pulka")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))
    deal = models.PositiveIntegerField(null=True, verbose_name=_("deal"))
    action = models.CharField(max_length=16, verbose_name=_("action"))
    by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("by, by name"))
    seat = models.PositiveSmallIntegerField(null=True, verbose_name=_("seat"))
    proxy = models.BooleanField(default=False, verbose_name=_("for another"))
    before = models.JSONField(null=True, verbose_name=_("before"))
    after = models.JSONField(null=True, verbose_name=_("after"))
    uid = models.CharField(max_length=40, null=True, verbose_name=_("one-time id"))

    class Meta:
        verbose_name = _("line of the log")
        verbose_name_plural = _("lines of the log")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "uid"], name="one_line_a_post")
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.action}"


class CodeTry(models.Model):
    """A wrong table code, kept a while so that codes cannot be guessed at speed."""

    address = models.CharField(max_length=45, verbose_name=_("address on the net"))
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))

    class Meta:
        verbose_name = _("wrong code")
        verbose_name_plural = _("wrong codes")
        indexes: ClassVar = [models.Index(fields=["address", "at"])]

    def __str__(self) -> str:
        return self.address
