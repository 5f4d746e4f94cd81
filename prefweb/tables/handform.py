"""The form of an entry by hand: which column, how much, why."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from prefweb.players.services import visible
from prefweb.tables.fields import SENTENCES
from prefweb.tables.models import WORDS
from prefweb.tables.parsing import signed_number
from scoring import Area, Seat


class SignedField(forms.CharField):
    """A number with its sign, whole or a part; 0 is none here."""

    def clean(self, value: Any) -> Fraction:
        try:
            number = signed_number(super().clean(value))
        except ValueError:
            raise forms.ValidationError(_("A number is needed, such as 4, −4 or 1/2.")) from None
        if not number:
            raise forms.ValidationError(_("A number other than 0 is needed."))
        return number


class ReasonField(forms.CharField):
    """Why, in somebody's own words; what nobody sees of them does not count."""

    def to_python(self, value: Any) -> str:
        return visible(super().to_python(value) or "")


class HandForm(forms.Form):
    """An entry in a seat's columns: cleaned `area`, `against`, `amount` and `note`."""

    column = forms.ChoiceField(
        error_messages={**SENTENCES, "required": _("Choose the column.")},
    )
    amount = SignedField(
        max_length=12,
        error_messages={**SENTENCES, "required": _("A number is needed, such as 4, −4 or 1/2.")},
    )
    note = ReasonField(
        max_length=WORDS,
        error_messages={**SENTENCES, "required": _("Say why: the others read it.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, seat: Seat, size: int) -> None:
        super().__init__(data)
        names: list[str] = [Area.POOL, Area.MOUNTAIN]
        names += [f"{Area.WHISTS}-{other}" for other in range(size) if other != seat]
        self.fields["column"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]

    def clean_column(self) -> tuple[Area, Seat | None]:
        """The area, and for whists on whom."""
        area, _dash, other = self.cleaned_data["column"].partition("-")
        return Area(area), int(other) if other else None
