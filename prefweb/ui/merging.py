"""Why two players cannot be one person, in words."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "both_at_one_table": _("Both sat at one table, so they are two people."),
    "has_account": _("This player signs in himself, so only he can say who he is."),
    "merged_already": _("This player has been merged already."),
    "same_person": _("These two are one person already."),
}


def refusal(code: str) -> str:
    """The sentence for a code of `players.merging`; nothing for none."""
    return str(REFUSALS[code]) if code else ""
