"""Time zones to choose from: those near at hand by name, the rest as the world lists them."""

from itertools import groupby
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.utils.translation import gettext_lazy as _

NEAR = {
    "Europe/Kaliningrad": _("Kaliningrad"),
    "Europe/Moscow": _("Moscow, Saint Petersburg"),
    "Europe/Samara": _("Samara"),
    "Asia/Yekaterinburg": _("Yekaterinburg"),
    "Asia/Omsk": _("Omsk"),
    "Asia/Novosibirsk": _("Novosibirsk"),
    "Asia/Krasnoyarsk": _("Krasnoyarsk"),
    "Asia/Irkutsk": _("Irkutsk"),
    "Asia/Yakutsk": _("Yakutsk"),
    "Asia/Vladivostok": _("Vladivostok"),
    "Asia/Magadan": _("Magadan"),
    "Asia/Kamchatka": _("Kamchatka"),
    "Europe/Minsk": _("Minsk"),
    "Europe/Kyiv": _("Kyiv"),
    "Europe/Chisinau": _("Chișinău"),
    "Europe/Riga": _("Riga"),
    "Europe/Vilnius": _("Vilnius"),
    "Europe/Tallinn": _("Tallinn"),
    "Asia/Tbilisi": _("Tbilisi"),
    "Asia/Yerevan": _("Yerevan"),
    "Asia/Baku": _("Baku"),
    "Asia/Almaty": _("Almaty"),
    "Asia/Tashkent": _("Tashkent"),
    "Asia/Bishkek": _("Bishkek"),
    "Asia/Jerusalem": _("Tel Aviv"),
    "Europe/Berlin": _("Berlin"),
    "Europe/Paris": _("Paris"),
    "Europe/London": _("London"),
    "America/New_York": _("New York"),
}
"""Where preferans is played most."""
AREAS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic Ocean"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific Ocean"),
}


def zone_choices(own: str = "") -> list[Any]:
    """For a select: those near at hand, then all others by their part of the world.

    `own` and the site's zone are among them whatever their names.
    """
    known = available_timezones()
    near = [(zone, words) for zone, words in NEAR.items() if zone in known]
    others = sorted(zone for zone in known - NEAR.keys() if zone.split("/")[0] in AREAS)
    groups = [
        (AREAS[area], [(zone, _city(zone)) for zone in zones])
        for area, zones in groupby(others, lambda zone: zone.split("/")[0])
    ]
    more = sorted({own, str(settings.TIME_ZONE)} & {zone for zone in known if _is_unlisted(zone)})
    return [(_("Often chosen"), [*((zone, zone) for zone in more), *near]), *groups]


def _is_unlisted(zone: str) -> bool:
    return zone not in NEAR and zone.split("/")[0] not in AREAS


def _city(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ")
