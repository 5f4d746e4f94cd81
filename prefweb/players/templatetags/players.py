"""Template tags: ``{% load players %}``."""

from django import template

from prefweb.players.models import Player
from prefweb.players.services import player_of

register = template.Library()


@register.simple_tag(takes_context=True)
def this_player(context: template.Context) -> Player | None:
    """Who this browser is, if it is somebody. A page refused at the door knows no session."""
    request = context.get("request")
    if request is None or not hasattr(request, "session"):
        return None
    return player_of(request)
