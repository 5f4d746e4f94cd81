"""Codes to be typed: digits only, short while few are in use, not to be guessed at speed."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from ipaddress import ip_address, ip_network

from django.utils import timezone

from prefweb.tables.models import CodeTry, Table

SHORTEST = 6
SPARSE = 1000
"""At most one code in so many leads anywhere."""
TRIES = 20
WINDOW = timedelta(minutes=10)


def new_code() -> str:
    """A code no open table has."""
    return free_code(Table.objects.filter(closed__isnull=True).values_list("code", flat=True))


def free_code(codes: Collection[str], shortest: int = SHORTEST) -> str:
    """One that is not in use, longer by a digit whenever those in use would crowd the shorter."""
    taken = set(codes)
    length = max(shortest, len(str(len(taken) * SPARSE)))
    while (code := "".join(secrets.choice("0123456789") for _ in range(length))) in taken:
        continue
    return code


def table_of(code: str) -> Table | None:
    """The open table with that code, typed with or without spaces."""
    digits = "".join(code.split())
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return Table.objects.select_related("host").filter(code=digits, closed__isnull=True).first()


def is_throttled(address: str) -> bool:
    """Whether so many wrong codes came from this address lately that it has to wait."""
    since = timezone.now() - WINDOW
    return CodeTry.objects.filter(address=home_of(address), at__gte=since).count() >= TRIES


def note_wrong(address: str) -> None:
    """Remember a wrong code, and forget the old ones."""
    CodeTry.objects.filter(at__lt=timezone.now() - WINDOW).delete()
    CodeTry.objects.create(address=home_of(address))


def home_of(address: str) -> str:
    """Where an address belongs: of IPv6 a household has 2^64, and counts as one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:45]
    return str(found) if found.version == 4 else str(ip_network(f"{found}/64", strict=False))
