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

    key = models.CharField(max_length=32, unique=True, default=new_key)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="uploads")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return self.key


class UploadedFile(models.Model):
    """One pulka of an upload: its text, and what the report says of it."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="files")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=FILE_NAME)
    text = models.TextField(blank=True)
    """Nothing where it cannot be a pulka."""
    found = models.JSONField()
    """As `reading.Found` reads it."""

    class Meta:
        verbose_name = _("uploaded file")
        verbose_name_plural = _("uploaded files")
        ordering: ClassVar = ["position"]

    def __str__(self) -> str:
        return self.name


class Batch(models.Model):
    """Pulkas that were brought in at once. One that was taken back keeps what it was."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="batches")
    """None: into somebody's own games."""
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    source = models.CharField(max_length=6, choices=Source)
    count = models.PositiveSmallIntegerField()
    first_evening = models.DateField(null=True)
    last_evening = models.DateField(null=True)
    uid = models.CharField(max_length=64, unique=True)
    """The upload, or the very form, it came from."""
    undone = models.DateTimeField(null=True)
    undone_by_name = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.source}: {self.count}"


class Imported(models.Model):
    """One pulka of a batch, with the version it came in as."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="pulkas")
    pulka = models.OneToOneField(Pulka, on_delete=models.CASCADE, related_name="imported")
    version = models.PositiveIntegerField()
    file = models.CharField(max_length=FILE_NAME, blank=True)

    class Meta:
        verbose_name = _("imported pulka")
        verbose_name_plural = _("imported pulkas")

    def __str__(self) -> str:
        return self.file or str(self.pulka)


class Newcomer(models.Model):
    """Somebody whom a batch has brought into the directory."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="newcomers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("newcomer of an import")
        verbose_name_plural = _("newcomers of an import")

    def __str__(self) -> str:
        return str(self.player)
