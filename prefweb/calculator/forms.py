"""What is typed off a paper sheet, and how it stands in an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _

from prefweb.calculator.columns import (
    column_keys,
    column_words,
    columns_of,
    key_of,
    name_key,
    others,
)
from prefweb.calculator.reading import written_number
from prefweb.players.services import visible
from prefweb.tables.fields import SENTENCES, StakeField, option_field
from prefweb.tables.forms import FIRST_PRESET, FIRST_TARGET, MAX_TARGET, SIZES, NameField
from prefweb.tables.parsing import small_number
from prefweb.ui import currencies
from prefweb.ui.names import isolated
from prefweb.ui.numbers import unspaced
from prefweb.ui.options import OPTIONS as WORDS
from prefweb.ui.options import PRESETS as PRESET_WORDS
from prefweb.ui.options import Words, value_words
from scoring import OPTIONS, PRESETS, Area, Convention, Number
from scoring.exact import text as exact_text

SETTLING = ("pool_settle", "whists_per_mountain", "rounding", "indivisible_mountain")
"""The options that act on a final count; no other one does."""
MOST = max(SIZES)
FIRST_SIZE = "4"
ANSWERS = {"yes": True, "no": False}
NUMBER_LENGTH = 20


class NumberField(forms.CharField):
    """A number of the sheet; nothing typed is None, which is no zero."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=NUMBER_LENGTH, error_messages=SENTENCES)

    def clean(self, value: Any) -> Number | None:
        try:
            return written_number(super().clean(value))
        except ValueError:
            raise forms.ValidationError(_("A number is needed: 12 or 3½.")) from None

    def prepare_value(self, value: Any) -> Any:
        """As people write it, whatever way it came: ``7/2`` is shown as "3½"."""
        try:
            found = written_number(str(value or ""))
        except ValueError:
            return value
        return value if found is None else unspaced(found)


class OptionField(forms.CharField):
    """An option that was agreed on by hand; nothing typed is as the convention has it."""

    def __init__(self, key: str) -> None:
        super().__init__(required=False, max_length=NUMBER_LENGTH, error_messages=SENTENCES)
        self.key = key

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        if OPTIONS[self.key].kind != "bool":
            return option_field(self.key).clean(text)
        if text not in ANSWERS:
            raise forms.ValidationError(SENTENCES["invalid_choice"])
        return ANSWERS[text]


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option as the page shows it: its words, what the convention says, what else there is."""

    key: str
    label: Words
    says: Words
    usual: Words
    values: list[tuple[str, Words]]
    """None for an option that is a number."""
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What is asked of one player."""

    number: int
    """From 1."""
    usual: str
    """What somebody without a name is called."""
    called: str
    name: forms.BoundField
    pool: forms.BoundField
    mountain: forms.BoundField
    whists: list[tuple[int, str, forms.BoundField]]
    """On each other player: the number, what he is called, the field."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field whose input cannot be, in words."""

    id: str
    label: str
    message: str


SAID_EMPTY = ("target", "currency")
"""Fields that stand for something else where an address leaves them out."""


class SheetForm(forms.Form):
    """A paper sheet. Names of fields: ``n1`` is a name, ``p1`` pool, ``m1`` mountain, ``w12`` the
    whists of player 1 on player 2.

    It has fields for as many as can play, so that nothing typed is lost where the number of players
    changes; those of players who are not there are let be. Never refused as a whole: whatever is
    right is in ``cleaned_data``.
    """

    players = forms.TypedChoiceField(
        coerce=int, choices=[(size, size) for size in SIZES], error_messages=SENTENCES
    )
    convention = forms.ChoiceField(error_messages=SENTENCES)
    target = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_TARGET, error_messages=SENTENCES
    )
    stake = StakeField()
    currency = forms.ChoiceField(
        widget=forms.Select(attrs={"class": "input"}), error_messages=SENTENCES
    )

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__({**_first(given), **given}, auto_id="%s")
        presets = [(key, PRESET_WORDS[key][0]) for key in PRESETS]
        self.fields["convention"].choices = presets  # type: ignore[attr-defined]
        self.fields["currency"].choices = currencies.choices()[1:]  # type: ignore[attr-defined]
        self.size = _size(self.data["players"])
        for key in SETTLING:
            self.fields[key] = OptionField(key)
        for seat in range(MOST):
            self._add_seat(seat)
        self.is_valid()

    def _add_seat(self, seat: int) -> None:
        plays = seat < self.size
        self.fields[name_key(seat)] = NameField() if plays else Unread()
        self.fields[name_key(seat)].required = False
        for key in (key_of(Area.POOL, seat), key_of(Area.MOUNTAIN, seat)):
            self.fields[key] = NumberField() if plays else Unread()
        for other in others(seat, MOST):
            plays_too = plays and other < self.size
            key = key_of(Area.WHISTS, seat, other)
            self.fields[key] = NumberField() if plays_too else Unread()

    # -- what it means

    @property
    def preset(self) -> str:
        return str(self.cleaned_data.get("convention", FIRST_PRESET))

    @property
    def convention_agreed(self) -> Convention:
        """The preset with what was agreed on by hand."""
        by_hand = {key: self.cleaned_data.get(key) for key in SETTLING}
        changed = {key: value for key, value in by_hand.items() if value is not None}
        return Convention.from_data(changed, PRESETS[self.preset].convention)

    @property
    def target_agreed(self) -> int | None:
        return self.cleaned_data.get("target")

    @property
    def stake_agreed(self) -> Decimal:
        return self.cleaned_data.get("stake") or Decimal(0)

    @property
    def currency_agreed(self) -> str:
        return str(self.cleaned_data.get("currency", currencies.DEFAULT))

    @property
    def names(self) -> list[str]:
        return [self._called(seat) for seat in range(self.size)]

    def number_of(self, area: Area, seat: int, other: int | None = None) -> Number | None:
        """What is typed in a column; None where nothing is, or nothing that can be read."""
        found: Number | None = self.cleaned_data.get(key_of(area, seat, other))
        return found

    def is_wrong(self, area: Area, seat: int, other: int | None = None) -> bool:
        """Whether what is typed in a column is no number."""
        return key_of(area, seat, other) in self.errors

    @property
    def sheet_fields(self) -> list[str]:
        """The columns of everybody who plays."""
        return column_keys(self.size)

    def _called(self, seat: int) -> str:
        name = self.cleaned_data.get(name_key(seat)) or self[name_key(seat)].value() or ""
        return visible(str(name)) or _usual(seat)

    # -- how it stands in an address

    @property
    def query(self) -> str:
        """All that is typed, as short as it can be said; what cannot be read as it is."""
        return urlencode(self.pairs, safe="/,")

    @property
    def pairs(self) -> dict[str, str]:
        found = {name: self._said(name) for name in self.fields}
        first = {"players": self.data["players"], "convention": self.data["convention"]}
        kept = {name: said for name, said in found.items() if said or name in SAID_EMPTY}
        if "stake" not in kept and kept.get("currency") == currencies.DEFAULT:
            del kept["currency"]
        return {**first, **kept}

    def _said(self, name: str) -> str:
        if isinstance(self.fields[name], Unread):
            return ""
        if name not in self.cleaned_data:
            return str(self.data.get(name, "")).strip()
        return _as_text(self.cleaned_data[name])

    # -- how it is shown

    @property
    def seats(self) -> list[SeatFields]:
        return [self._seat(seat) for seat in range(MOST)]

    def _seat(self, seat: int) -> SeatFields:
        return SeatFields(
            number=seat + 1,
            usual=_usual(seat),
            called=self._called(seat),
            name=self[name_key(seat)],
            pool=self[key_of(Area.POOL, seat)],
            mountain=self[key_of(Area.MOUNTAIN, seat)],
            whists=[
                (other + 1, self._called(other), self[key_of(Area.WHISTS, seat, other)])
                for other in others(seat, MOST)
            ],
        )

    @property
    def options(self) -> list[OptionChoice]:
        """The options that act on a final count."""
        usual = PRESETS[self.preset].convention.to_data()
        return [
            OptionChoice(
                key, WORDS[key].label, WORDS[key].says, value_words(key, usual[key]),
                _values(key), self[key],
            )
            for key in SETTLING
        ]  # fmt: skip

    @property
    def changes(self) -> bool:
        """Whether an option was agreed on by hand, or wrongly."""
        return any(self[key].value() for key in SETTLING)

    @property
    def wrong(self) -> list[Wrong]:
        """What cannot be, field by field."""
        labels = dict(self._labels())
        return [
            Wrong(name, labels[name], str(self[name].errors[0]))
            for name in self.fields
            if self[name].errors
        ]

    def _labels(self) -> Iterator[tuple[str, str]]:
        yield "players", _("Players")
        yield "convention", _("Convention")
        yield "target", _("Pool up to")
        yield "stake", _("Stake for a whist")
        yield "currency", _("Currency")
        for key in SETTLING:
            yield key, str(WORDS[key].label)
        for seat in range(self.size):
            yield from self._seat_labels(seat)

    def _seat_labels(self, seat: int) -> Iterator[tuple[str, str]]:
        called = isolated(self._called(seat))
        yield name_key(seat), _("Name: %(name)s") % {"name": _usual(seat)}
        for area, other in columns_of(seat, self.size):
            on = [] if other is None else [self._called(other)]
            yield key_of(area, seat, other), f"{called}, {column_words(area, *on)}"


class Unread(forms.Field):
    """The field of a player who is not there: whatever it holds is in order."""

    def __init__(self) -> None:
        super().__init__(required=False)


def with_zeros(given: Mapping[str, str]) -> dict[str, str]:
    """The same with a zero in every column that nothing stands in."""
    keys = column_keys(_size(given.get("players", FIRST_SIZE)))
    return {**given, **{key: "0" for key in keys if not given.get(key, "").strip()}}


def _first(given: Mapping[str, str]) -> dict[str, str]:
    """What is there before anything is typed."""
    preset = PRESETS.get(given.get("convention", FIRST_PRESET))
    by_clock = preset is not None and preset.convention.pool_end == "time"
    return {
        "players": FIRST_SIZE,
        "convention": FIRST_PRESET,
        "target": "" if by_clock else FIRST_TARGET,
        "currency": currencies.DEFAULT,
    }


def _size(text: str) -> int:
    size = small_number(text) or 0
    return size if size in SIZES else int(FIRST_SIZE)


def _usual(seat: int) -> str:
    return _("Player %(number)s") % {"number": seat + 1}


def _values(key: str) -> list[tuple[str, Words]]:
    if OPTIONS[key].kind == "bool":
        return [(said, value_words(key, value)) for said, value in ANSWERS.items()]
    return [(str(value), words) for value, words in WORDS[key].values.items()]


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return next(said for said, answer in ANSWERS.items() if answer is value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}" if value else ""
    return exact_text(value) if not isinstance(value, str) else value
