"""What is asked of the ledger: up to which evening, and what is to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django import forms

from prefweb.history.forms import DayField
from prefweb.ledger.models import MARK_LENGTH
from prefweb.ledger.refusals import Refused
from prefweb.ledger.services import Asked


class UntilForm(forms.Form):
    """Up to which evening, by GET; what is no day is said beside it, and all evenings are shown."""

    until = DayField()

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self.is_valid()

    @property
    def day(self) -> date | None:
        found: date | None = self.cleaned_data.get("until")
        return found


class SettleForm(forms.Form):
    """What the page showed as open when it was settled."""

    currency = forms.CharField(max_length=3)
    until = forms.DateField(input_formats=["%Y-%m-%d"])
    mark = forms.CharField(max_length=MARK_LENGTH)
    chosen = DayField()
    """The evening up to which the page showed it, where one was chosen."""

    @property
    def checked(self) -> Asked:
        """What is asked for. Raises Refused where it is nothing that a page has shown."""
        if not self.is_valid():
            raise Refused("other_money")
        told = self.cleaned_data
        return Asked(told["currency"], told["until"], told["mark"])

    @property
    def shown(self) -> str:
        """The rest of the address of the page it was sent from."""
        day = self.cleaned_data.get("chosen")
        return f"?until={day}" if day else ""
