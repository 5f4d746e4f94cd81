"""Archives that were uploaded and looked at, and are not restored yet."""

import io
from dataclasses import asdict
from datetime import timedelta
from typing import IO

from django.db import transaction
from django.utils import timezone

from prefweb.archive.faults import Fault, Refused
from prefweb.archive.models import FILE_NAME, WaitingArchive
from prefweb.archive.reading import Archive
from prefweb.archive.services import Owner, Report, restore
from prefweb.players.models import Account, Player
from prefweb.players.services import visible

MEGABYTE = 1024 * 1024
LARGEST = 25 * MEGABYTE
"""What a page takes; larger ones are restored by the command `import_club`."""
UNPACKED = 400 * MEGABYTE
LASTS = timedelta(days=1)


def hand_in(account: Account, file: IO[bytes], name: str, size: int) -> WaitingArchive:
    """Look at an archive and keep it until it is decided about. Raises Refused."""
    WaitingArchive.objects.filter(at__lt=timezone.now() - LASTS).delete()
    if size > LARGEST:
        raise Refused([Fault("too_large", details={"limit": LARGEST // MEGABYTE})])
    content = file.read()
    report = restore(Archive(io.BytesIO(content), UNPACKED), None, keep=False)
    fields = {"name": visible(name)[:FILE_NAME], "content": content, "report": asdict(report)}
    found, _made = WaitingArchive.objects.update_or_create(account=account, defaults=fields)
    return found


def waiting_for(account: Account | None) -> WaitingArchive | None:
    """What this account has handed in within the last day, without its content."""
    since = timezone.now() - LASTS
    return WaitingArchive.objects.filter(account=account, at__gte=since).defer("content").first()


def take(player: Player, was: str | None) -> Report | None:
    """Restore what waits, once; None where nothing waits any more. Raises Refused."""
    with transaction.atomic():
        held = WaitingArchive.objects.select_for_update().filter(account=player.account)
        found = held.first()
        if found is None:
            return None
        archive = Archive(io.BytesIO(bytes(found.content)), UNPACKED)
        report = restore(archive, Owner(player, was))
        found.delete()
        return report


def forget(account: Account | None) -> None:
    """It is not to be restored."""
    WaitingArchive.objects.filter(account=account).delete()
