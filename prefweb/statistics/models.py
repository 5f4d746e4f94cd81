"""What is counted from settled pulkas and kept, so that sums over years come at once.

Everything here is derived: `counting` says how, `keeping` writes it whenever a pulka that is over
changes, and it can be thrown away and counted anew. Rows name players as they sat; whoever asks
sums over all players who are one person, so that merges change nothing here.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from prefweb.clubs.models import Club
from prefweb.players.models import NAME_LENGTH, Player
from prefweb.tables.models import Pulka
from scoring import Number, Trump
from scoring.exact import whole

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

DIGITS = 60
"""Of a numerator or a denominator: more than a seat's result can have."""


def exact_field(name: "_StrPromise", *, null: bool = False) -> "models.DecimalField[int, int]":
    """A whole number of any size."""
    return models.DecimalField(max_digits=DIGITS, decimal_places=0, null=null, verbose_name=name)


class Counted(models.Model):
    """That a pulka has been counted, and by which way of counting."""

    pulka = models.OneToOneField(
        Pulka,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="counted",
        verbose_name=_("pulka"),
    )
    by = models.PositiveSmallIntegerField(verbose_name=_("way of counting"))

    class Meta:
        verbose_name = _("counted pulka")
        verbose_name_plural = _("counted pulkas")

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.by}"


ASKED_BY = ("club", "preset", "house_rules")
"""What indexes hold beside, so that sums over years are read from them alone."""


class OfPulka(models.Model):
    """Something of one player in one pulka, with all of the pulka that figures are asked by."""

    pulka = models.ForeignKey(
        Pulka, on_delete=models.CASCADE, related_name="+", verbose_name=_("pulka")
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("club")
    )
    evening = models.DateField(verbose_name=_("evening"))
    preset = models.CharField(max_length=20, verbose_name=_("convention"))
    house_rules = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("house rules")
    )

    class Meta:
        abstract = True


SUMMED_OF_A_PLAYER = (
    "id",
    "seat",
    "games",
    "numerator",
    "denominator",
    "money",
    "currency",
    "lasted",
    "deals",
    "contracts_made",
    "raspasy_won",
)
"""Columns of parts that a player's page adds up: read from an index, his years come at once."""


class Part(OfPulka):
    """What somebody did on one seat of a pulka, and its result where it is his.

    Deals count for who sat there when they were played, the result for whose game the seat was.
    """

    size = models.PositiveSmallIntegerField(verbose_name=_("players"))

    # The result of the seat; without one (`numerator` is None) it is another one's.
    games = models.PositiveSmallIntegerField(default=0, verbose_name=_("pulkas"))
    """1, or 0 where the pulka goes on: of a result settled with one who left, and without one."""
    numerator = exact_field(_("whists, numerator"), null=True)
    denominator = exact_field(_("whists, denominator"), null=True)
    place = models.PositiveSmallIntegerField(null=True, verbose_name=_("place"))
    """Among the seats of a settled pulka, from 1; equal whists share the better one."""
    money = models.DecimalField(max_digits=20, decimal_places=4, null=True, verbose_name=_("money"))
    """None where nothing was played for."""
    currency = models.CharField(max_length=3, blank=True, verbose_name=_("currency"))
    lasted = models.PositiveSmallIntegerField(default=0, verbose_name=_("deals of the result"))
    """Deals on the sheet, where the game is his; 0 of a final sheet.

    A pulka that went on without a result has some, too: its result came with a later one."""

    # What he did in the deals he sat there for.
    deals = models.PositiveSmallIntegerField(
        default=0, verbose_name=pgettext_lazy("how often", "deals")
    )
    """While he sat there; resting, too."""
    contracts = models.PositiveSmallIntegerField(default=0, verbose_name=_("contracts"))
    """Orders of 6 to 10; those given up before play, too."""
    contracts_made = models.PositiveSmallIntegerField(default=0, verbose_name=_("contracts made"))
    miseres = models.PositiveSmallIntegerField(default=0, verbose_name=_("miseres"))
    miseres_made = models.PositiveSmallIntegerField(default=0, verbose_name=_("miseres made"))
    misere_tricks = models.PositiveSmallIntegerField(default=0, verbose_name=_("tricks on miseres"))
    """Tricks taken on his own miseres."""
    whisted = models.PositiveSmallIntegerField(
        default=0, verbose_name=pgettext_lazy("how often", "whisted")
    )
    whists_short = models.PositiveSmallIntegerField(default=0, verbose_name=_("remizes on whist"))
    """Contracts he whisted and answered for missing tricks of."""
    raspasy = models.PositiveSmallIntegerField(default=0, verbose_name=_("raspasy"))
    """Played: a dealer who rests does not play one."""
    raspasy_won = models.PositiveSmallIntegerField(default=0, verbose_name=_("raspasy won"))
    """With the fewest tricks of all who played it; several may have them."""
    raspasy_tricks = models.PositiveSmallIntegerField(
        default=0, verbose_name=_("tricks in raspasy")
    )
    remizes = models.PositiveSmallIntegerField(default=0, verbose_name=_("remizes"))
    """Deals he was short in: contracts and miseres not made, contracts given up, whists short."""

    class Meta:
        verbose_name = _("part in a pulka")
        verbose_name_plural = _("parts in pulkas")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "seat", "player"], name="one_part_a_player")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["player", "evening", "pulka"],
                include=[*ASKED_BY, *SUMMED_OF_A_PLAYER],
                name="parts_of_a_player",
            ),
            models.Index(fields=["club", "evening"], name="parts_in_a_club"),
            models.Index(fields=["club", "house_rules"], name="rules_in_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.seat}: {self.player_id}"

    @property
    def whists(self) -> Number | None:
        """The seat's result; None where it is another one's."""
        return exact(self.numerator, self.denominator)


class FactKind(models.TextChoices):
    """What somebody undertakes in a deal."""

    CONTRACT = "contract", _("contract")
    MISERE = "misere", _("misere")
    WHIST = "whist", _("whist")
    RASPASY = "raspasy", _("raspasy")


class Outcome(models.TextChoices):
    """What came of it."""

    DONE = "done", pgettext_lazy("a contract", "made")
    """A contract or a misere made, a whist without a remiz, a raspasy won."""
    FAILED = "failed", _("not made")
    GIVEN_UP = "given_up", _("given up")
    """A contract given up before play."""


class Fact(OfPulka):
    """What somebody undertook in a pulka alike: how often, and in which deals."""

    kind = models.CharField(max_length=8, choices=FactKind, verbose_name=_("kind"))
    level = models.PositiveSmallIntegerField(null=True, verbose_name=_("contract"))
    """6 to 10: of the contract ordered, or of the one whisted."""
    trump = models.CharField(
        max_length=1,
        blank=True,
        choices=[(t.value, t.name) for t in Trump],
        verbose_name=_("trump"),
    )
    """Empty where none was told, and for what has none."""
    outcome = models.CharField(max_length=8, choices=Outcome, verbose_name=_("outcome"))
    count = models.PositiveSmallIntegerField(verbose_name=_("times"))
    tricks = models.PositiveSmallIntegerField(default=0, verbose_name=_("tricks"))
    """His own on miseres and raspasy, together."""
    numbers = ArrayField(
        models.PositiveIntegerField(), verbose_name=pgettext_lazy("how often", "deals")
    )
    """The deals, by their numbers on the sheet."""

    class Meta:
        verbose_name = _("fact of a pulka")
        verbose_name_plural = _("facts of pulkas")
        indexes: ClassVar = [
            models.Index(
                fields=["player", "evening"],
                include=[*ASKED_BY, "kind", "level", "trump", "outcome", "count", "tricks"],
                name="facts_of_a_player",
            ),
            models.Index(fields=["pulka"], name="facts_of_a_pulka"),
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}/{self.seat}: {self.kind} × {self.count}"


class Pair(OfPulka):
    """What a player won from another one in a pulka: whists, by the pairwise count.

    Each pair stands twice, once from either side. All of a player together are his exact result
    before rounding. Source: docs/rules.md 3.2.
    """

    opponent = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("opponent")
    )
    games = models.PositiveSmallIntegerField(default=1, verbose_name=_("pulkas"))
    """As a part has them."""
    numerator = exact_field(_("whists, numerator"))
    denominator = exact_field(_("whists, denominator"))

    class Meta:
        verbose_name = _("pair of players in a pulka")
        verbose_name_plural = _("pairs of players in pulkas")
        indexes: ClassVar = [
            models.Index(
                fields=["player", "evening"],
                include=[*ASKED_BY, "opponent", "games", "numerator", "denominator"],
                name="pairs_of_a_player",
            ),
            models.Index(fields=["pulka"], name="pairs_of_a_pulka"),
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.player_id} - {self.opponent_id}"

    @property
    def whists(self) -> Number:
        return whole(Fraction(int(self.numerator), int(self.denominator)))


def exact(numerator: int | None, denominator: int | None) -> Number | None:
    """A kept number; None where there is none."""
    if numerator is None or denominator is None:
        return None
    return whole(Fraction(int(numerator), int(denominator)))


KEPT: tuple[type[OfPulka], ...] = (Part, Fact, Pair)
"""Everything that is counted from a pulka."""


# -- the rating


class Rating(models.Model):
    """How strong somebody is by all his rated pulkas in a club: as it stands now."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="+", verbose_name=_("club")
    )
    person = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    """The person, by his main player."""
    mu = models.FloatField(verbose_name=_("strength"))
    sigma = models.FloatField(verbose_name=_("uncertainty"))
    games = models.PositiveIntegerField(verbose_name=_("rated pulkas"))
    last = models.DateField(verbose_name=_("last evening"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "person"], name="one_rating_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.mu} ± {self.sigma}"


class Rated(models.Model):
    """What a pulka made of the rating of somebody in it.

    The database does not look whether what it names is there: rating a club anew writes thousands
    of rows, and would wait for everybody who holds one of its pulkas.
    """

    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        db_index=False,
        verbose_name=_("club"),
    )
    pulka = models.ForeignKey(
        Pulka,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        db_index=False,
        verbose_name=_("pulka"),
    )
    evening = models.DateField(verbose_name=_("evening"))
    person = models.ForeignKey(
        Player,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        db_index=False,
        verbose_name=_("player"),
    )
    """The person, by his main player."""
    number = models.PositiveIntegerField(verbose_name=_("number"))
    """Of this pulka among his rated ones, from 1."""
    place = models.PositiveSmallIntegerField(verbose_name=_("place"))
    players = models.PositiveSmallIntegerField(verbose_name=_("players"))
    mu_before = models.FloatField(verbose_name=_("strength before"))
    sigma_before = models.FloatField(verbose_name=_("uncertainty before"))
    mu = models.FloatField(verbose_name=_("strength"))
    sigma = models.FloatField(verbose_name=_("uncertainty"))

    class Meta:
        verbose_name = _("rated pulka")
        verbose_name_plural = _("rated pulkas")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pulka", "person"], name="rated_once_a_pulka")
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "person", "evening", "pulka"], name="rated_of_a_person"),
            models.Index(fields=["club", "evening", "pulka"], name="rated_in_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.pulka_id}: {self.person_id}"


class Unrated(models.Model):
    """That a club is to be rated anew from an evening on, and in it from a pulka on."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="+", verbose_name=_("club")
    )
    evening = models.DateField(verbose_name=_("evening"))
    key = models.BigIntegerField(default=0, verbose_name=_("pulka"))
    """Of a pulka that may be gone."""

    class Meta:
        verbose_name = _("change of the rating to be made")
        verbose_name_plural = _("changes of the rating to be made")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.evening}/{self.key}"


class RatedClub(models.Model):
    """That a club has been rated, and by which way of rating."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="+", verbose_name=_("club")
    )
    by = models.PositiveSmallIntegerField(verbose_name=_("way of rating"))

    class Meta:
        verbose_name = _("rated club")
        verbose_name_plural = _("rated clubs")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.by}"
