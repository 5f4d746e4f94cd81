"""Why something cannot be done with a club, said to whoever tried."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """Nothing was changed. `sentence` says why, in the reader's language."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code]) % self.params


SENTENCES = {
    # members
    "not_there": _("This person is no longer in the club."),
    "account_needed": _("This needs an account, and this person has none here yet."),
    "owner_stays": _("The owner hands the club over first."),
    "admins_by_owner": _("Only the owner changes who is an admin."),
    "name_missing": _("Say how to write this person down."),
    "name_known": _("The club knows somebody of this name already: %(name)s."),
    "own_name": _("Whoever has an account chooses the name there."),
    # invitations
    "invitation_over": _(
        "This invitation is no longer valid: its time is up. Ask for another one."
    ),
    "invitation_revoked": _("This invitation was revoked. Ask for another one."),
    "invitation_taken": _("This invitation was for one person, who has taken it already."),
    "invitation_both": _(
        "You and %(name)s have sat at one table, so you cannot be the same person."
        " Ask for an invitation of your own."
    ),
    # house rules
    "rules_known": _("The club has house rules of this name already."),
    # tables of wood
    "place_unnamed": _("Say what the table is called."),
    "place_known": _("The club has a table of this name already: %(title)s."),
    "places_many": _("A club has at most %(count)s tables."),
    # the club
    "club_has_played": _("A club that has played keeps its history, so it cannot be deleted."),
    "club_has_tables": _("A table of the club is still open. Close it first."),
}
