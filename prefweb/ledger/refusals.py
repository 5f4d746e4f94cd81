"""Why something cannot be done with the ledger, said to whoever tried."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from prefweb.clubs import refusals


class Refused(refusals.Refused):
    """Nothing was changed. `sentence` says why, in the reader's language."""

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code]) % self.params


SENTENCES = {
    "no_ledger": _("This club keeps no ledger of money."),
    "other_money": _(
        "Something has changed meanwhile: a pulka, a person or a round. Look again and settle then."
    ),
    "nothing_open": _("There is nothing to settle."),
    "is_paid": _("Something of this round is marked as paid already, so it stays."),
    "is_taken_back": _("This round is taken back."),
    "not_yours": _("This was marked by somebody else; an admin can take it back."),
}
