"""One writer of a club at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from prefweb.clubs.models import Club, Member
from prefweb.clubs.refusals import Refused


@contextmanager
def locked(club: Club) -> Iterator[Club]:
    """The club as it is now, held against other writers until the block ends.

    Tables and pulkas can be begun in it meanwhile: who begins one may hold what is waited for here.
    """
    with transaction.atomic():
        yield Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def present(club: Club, pk: int) -> Member:
    """This member, who is in the club today. Raises Refused."""
    found = club.members.filter(pk=pk, left=None).select_related("player__main").first()
    if found is None:
        raise Refused("not_there")
    return found
