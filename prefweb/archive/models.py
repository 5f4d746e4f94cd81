"""An archive between the report about it and the restoring."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import Account

FILE_NAME = 120


class WaitingArchive(models.Model):
    """What somebody has uploaded and not restored yet: one for each account, for a day."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, related_name="+", verbose_name=_("account")
    )
    name = models.CharField(max_length=FILE_NAME, verbose_name=_("file"))
    content = models.BinaryField(verbose_name=_("content"))
    report = models.JSONField(verbose_name=_("report"))
    """What was found in it, as `services.Report`."""
    at = models.DateTimeField(auto_now=True, verbose_name=_("handed in"))

    class Meta:
        verbose_name = _("archive to be restored")
        verbose_name_plural = _("archives to be restored")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name
