"""What was uploaded and waits for a yes, and what was brought in, so that it can be taken back."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club, new_key
from prefweb.players.models import NAME_LENGTH, Player
from prefweb.tables.models import Pulka, Source

FILE_NAME = 120
"""The longest name of a file, or of its place in an archive."""


class Upload(models.Model):
    """Files between the report about them and the import. It lasts a day, and is of no history."""

    key = models.CharField(max_length=32, unique=True, default=new_key, verbose_name=_("link"))
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="uploads", verbose_name=_("club")
    )
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return self.key


class UploadedFile(models.Model):
    """One pulka of an upload: its text, and what the report says of it."""

    upload = models.ForeignKey(
        Upload, on_delete=models.CASCADE, related_name="files", verbose_name=_("upload")
    )
    position = models.PositiveSmallIntegerField(verbose_name=_("number"))
    name = models.CharField(max_length=FILE_NAME, verbose_name=_("name"))
    text = models.TextField(blank=True, verbose_name=_("content"))
    """Nothing where it cannot be a pulka."""
    found = models.JSONField(verbose_name=_("report"))
    """As `reading.Found` reads it."""

    class Meta:
        verbose_name = _("uploaded file")
        verbose_name_plural = _("uploaded files")
        ordering: ClassVar = ["position"]

    def __str__(self) -> str:
        return self.name


class Batch(models.Model):
    """Pulkas that were brought in at once. One that was taken back keeps what it was."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, related_name="batches", verbose_name=_("club")
    )
    """None: into somebody's own games."""
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True, verbose_name=_("by, by name"))
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))
    source = models.CharField(max_length=6, choices=Source, verbose_name=_("source"))
    count = models.PositiveSmallIntegerField(verbose_name=_("pulkas"))
    first_evening = models.DateField(null=True, verbose_name=_("first evening"))
    last_evening = models.DateField(null=True, verbose_name=_("last evening"))
    uid = models.CharField(max_length=64, unique=True, verbose_name=_("one-time id"))
    """The upload, or the very form, it came from."""
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
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.source}: {self.count}"


class Imported(models.Model):
    """One pulka of a batch, with the version it came in as."""

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="pulkas", verbose_name=_("import")
    )
    pulka = models.OneToOneField(
        Pulka, on_delete=models.CASCADE, related_name="imported", verbose_name=_("pulka")
    )
    version = models.PositiveIntegerField(verbose_name=_("version"))
    file = models.CharField(max_length=FILE_NAME, blank=True, verbose_name=_("file"))

    class Meta:
        verbose_name = _("imported pulka")
        verbose_name_plural = _("imported pulkas")

    def __str__(self) -> str:
        return self.file or str(self.pulka)


class Newcomer(models.Model):
    """Somebody whom a batch has brought into the directory."""

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="newcomers", verbose_name=_("import")
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("newcomer of an import")
        verbose_name_plural = _("newcomers of an import")

    def __str__(self) -> str:
        return str(self.player)
