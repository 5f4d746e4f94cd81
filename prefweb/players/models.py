"""People: whoever holds a phone at a table, with an account or without, and their accounts."""

import unicodedata
import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40


class Account(AbstractUser):
    """What a person signs in with. Who he is at a table is his player."""

    username = models.CharField(
        _("name to sign in with"),
        max_length=150,
        unique=True,
        validators=[RegexValidator(r"\S", _("Write a name that can be seen."))],
        error_messages={"unique": _("Somebody signs in with this name already.")},
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """The name as it is kept and compared: whoever signs in may write it in any case."""
        return " ".join(unicodedata.normalize("NFKC", username).lower().split())

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Player(models.Model):
    """A person as one browser knows him. A guest is a player without an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    account = models.OneToOneField(
        Account,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("account"),
    )
    main = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        related_name="merged",
        editable=False,
        verbose_name=_("person"),
    )
    """Whose games these are: the player himself, unless he was merged into another one.

    Derived from the merges that stand, so that one query finds all games of a person.
    """
    created = models.DateTimeField(auto_now_add=True, verbose_name=_("first seen"))

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.main_id is None:
            self.main_id = self.pk
        super().save(*args, **kwargs)


class Merge(models.Model):
    """That two players are one person: nothing is moved, so it can be undone."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="merges", verbose_name=_("player")
    )
    """Who turned out to be somebody else."""
    into = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("merged into")
    )
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("by, by name"))
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))
    undone = models.DateTimeField(null=True, verbose_name=_("taken back at"))
    undone_by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("taken back by"),
    )
    undone_by_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("taken back by, by name")
    )

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(undone__isnull=True), name="one_merge_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} → {self.into}"
