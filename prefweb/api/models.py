"""What lets a club's own site read the club's results."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club
from prefweb.players.models import NAME_LENGTH, Player


class Token(models.Model):
    """A secret of a club. Only its digest is kept, so nobody can read it here again."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("club")
    )
    title = models.CharField(_("name"), max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True, verbose_name=_("digest"))
    begins = models.CharField(max_length=12, verbose_name=_("begins with"))
    """Its first characters, by which whoever has it recognises it."""
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    by_name = models.CharField(
        max_length=NAME_LENGTH, blank=True, verbose_name=_("made by, by name")
    )
    created = models.DateTimeField(auto_now_add=True, verbose_name=_("made"))
    used = models.DateTimeField(null=True, verbose_name=_("last used"))
    """To the minute."""
    revoked = models.DateTimeField(null=True, verbose_name=_("revoked"))

    class Meta:
        verbose_name = _("token of a club")
        verbose_name_plural = _("tokens of clubs")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.title} ({self.begins}…)"
