"""What the numbers of a pulka are: its result, or what it would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from prefweb.tables.models import PulkaStep

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage


def result_heading(page: PulkaPage) -> str:
    """The words over everybody's balance as the pulka stands."""
    step = page.pulka.step
    if step == PulkaStep.PLAYING:
        return _("If settled now")
    if step == PulkaStep.ABANDONED or (step == PulkaStep.CONTINUED and page.leaver is None):
        return _("If it had been settled")
    return _("Result")
