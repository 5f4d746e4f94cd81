"""What is asked of the ledger: up to which evening, and what is to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django import forms

from prefweb.history.forms import DayField
from prefweb.ledger.models import MARK_LENGTH
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

    @property
    def asked(self) -> Asked:
        """Only of a valid form."""
        return Asked(**self.cleaned_data)
