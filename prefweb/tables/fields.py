"""Form fields for the options of a convention, and for a stake.

A field takes what a person types and gives the value a pulka file has: a list of numbers for
"6-7-7", ``"1/2"`` for a half.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from prefweb.ui.options import OPTIONS as WORDS
from scoring import OPTIONS
from scoring.conventions import Option

MAX_STAKE = Decimal(1_000_000)
STAKE_PLACES = 4
RATIO = re.compile(r"\d{1,4}(?:[.,]\d{1,4}|/\d{1,4})?")


SENTENCES = {
    "required": _("Something is needed here."),
    "invalid": _("A whole number is needed here."),
    "invalid_choice": _("Choose one of those shown."),
    "invalid_list": _("Choose some of those shown."),
    "min_value": _("At least %(limit_value)s."),
    "max_value": _("At most %(limit_value)s."),
    "max_length": _("At most %(limit_value)s characters."),
    "null_characters_not_allowed": _("There are characters here that cannot be written."),
}
"""What is wrong with a field, where the form has no words of its own for it: by Django's code."""


class NumberListField(forms.CharField):
    """Whole numbers with anything between them: "6-7-7", "6 7 7"."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(max_length=60, error_messages=SENTENCES, **kwargs)
        self.option = option

    def prepare_value(self, value: Any) -> Any:
        return "-".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[int]:
        text = super().clean(value)
        if not re.fullmatch(r"\d{1,4}(?:\D+\d{1,4})*", text):
            raise forms.ValidationError(_("Numbers with hyphens are needed, such as 1-2-3."))
        return self._within(list(map(int, re.findall(r"\d+", text))))

    def _within(self, numbers: list[int]) -> list[int]:
        (low, high), longest = bounds(self.option), self.option.max_length or len(numbers)
        if not all(low <= n <= high for n in numbers):
            raise forms.ValidationError(
                _("Each number is from %(low)s to %(high)s.") % {"low": low, "high": high}
            )
        if len(numbers) > longest:
            raise forms.ValidationError(
                ngettext_lazy("At most %(n)s number.", "At most %(n)s numbers.", longest)
                % {"n": longest}
            )
        return numbers


class RatioField(forms.CharField):
    """A whole number or a part of it: "1", "1/2", "0,5"."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(max_length=12, error_messages=SENTENCES, **kwargs)
        self.option = option

    def clean(self, value: Any) -> int | str:
        text = super().clean(value).replace(" ", "").replace("½", "1/2")
        if not RATIO.fullmatch(text) or re.search(r"/0+$", text):
            raise forms.ValidationError(_("A number or a part is needed, such as 2 or 1/2."))
        ratio = Fraction(text.replace(",", "."))
        low, high = bounds(self.option)
        if not low <= ratio <= high:
            raise forms.ValidationError(_("From %(low)s to %(high)s.") % {"low": low, "high": high})
        return int(ratio) if ratio.denominator == 1 else str(ratio)


class LevelsField(forms.TypedMultipleChoiceField):
    """Some of the levels of an option, or none."""

    def __init__(self, option: Option, key: str) -> None:
        super().__init__(
            choices=[(level, WORDS[key].values[level]) for level in option.values],
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            error_messages=SENTENCES,
        )


class StakeField(forms.CharField):
    """Money for a whist, with a comma or a point; nothing typed is no money."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=20, error_messages=SENTENCES, **kwargs)

    def clean(self, value: Any) -> Decimal:
        text = re.sub(r"\s", "", super().clean(value)).replace(",", ".")
        try:
            stake = Decimal(text or "0") if re.fullmatch(r"[0-9.]*", text) else None
        except InvalidOperation:
            stake = None
        if stake is None:
            raise forms.ValidationError(_("A number is needed, such as 10 or 0.50."))
        return self._within(stake)

    def _within(self, stake: Decimal) -> Decimal:
        if stake > MAX_STAKE:
            raise forms.ValidationError(_("At most a million for a whist."))
        if stake != round(stake, STAKE_PLACES):
            raise forms.ValidationError(_("At most four digits after the comma."))
        return stake


def bounds(option: Option) -> tuple[int, int]:
    """The least and the greatest number an option takes."""
    return option.minimum or 0, option.maximum or 0


def option_field(key: str) -> forms.Field:
    """The field an option is chosen with, by its kind."""
    option = OPTIONS[key]
    if option.kind == "choice":
        choices = [(value, WORDS[key].values[value]) for value in option.values]
        coerce = type(option.default) if isinstance(option.default, int) else str
        return forms.TypedChoiceField(choices=choices, coerce=coerce, error_messages=SENTENCES)
    if option.kind == "bool":
        return forms.BooleanField(required=False)
    if option.kind == "int":
        return forms.IntegerField(
            min_value=option.minimum, max_value=option.maximum, error_messages=SENTENCES
        )
    if option.kind == "ratio":
        return RatioField(option)
    return LevelsField(option, key) if option.values else NumberListField(option)
