"""To which evening a game belongs: the one it began in, by the clock of the place.

    >>> from datetime import UTC
    >>> evening_of(datetime(2026, 11, 28, 22, 30, tzinfo=UTC), ZoneInfo("Europe/Moscow"), 6)
    datetime.date(2026, 11, 28)

It is half past one on the 29th in Moscow, and still the evening of the 28th.
"""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from prefweb.clubs.models import DAY_BEGINS, Club


def evening_of(moment: datetime, zone: ZoneInfo, day_begins: int) -> date:
    """The date of the evening; up to the hour `day_begins` it is that of the day before."""
    there = moment.astimezone(zone)
    return there.date() - timedelta(days=there.hour < day_begins)


def evening_at(club: Club | None, moment: datetime) -> date:
    """The evening by the club's clock, or by the site's where there is no club."""
    if club is None:
        return evening_of(moment, ZoneInfo(settings.TIME_ZONE), DAY_BEGINS)
    return evening_of(moment, club.zone, club.day_begins)


def evening_began(club: Club, moment: datetime) -> datetime:
    """When the evening of this moment began by the club's clock."""
    return datetime.combine(evening_at(club, moment), time(club.day_begins), club.zone)
