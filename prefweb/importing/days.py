"""Days on which something may have been played."""

from datetime import date, datetime, timedelta

from django.utils import timezone

FIRST_YEAR = 1900
WRITTEN = ("%Y-%m-%d", "%d.%m.%Y")
"""As browsers send a day, and as people type it where a browser has no calendar."""


def day_of(text: str) -> date | None:
    """A typed day; None where nothing is typed. Raises ValueError where nobody can have played."""
    text = text.strip()
    if not text:
        return None
    for form in WRITTEN:
        try:
            day = datetime.strptime(text, form).date()  # noqa: DTZ007  a day has no time zone
        except ValueError:
            continue
        if is_possible(day):
            return day
    raise ValueError(text)


def is_possible(day: date) -> bool:
    """Whether it is not before the last century, nor in the future."""
    return day.year >= FIRST_YEAR and day <= timezone.now().date() + timedelta(days=1)
