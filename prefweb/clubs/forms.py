"""What people type about clubs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import DAY_BEGINS, MONTHS, TITLE, ClubRole, site_zone
from prefweb.clubs.services.founding import About
from prefweb.clubs.zones import zone_choices
from prefweb.players.models import NAME_LENGTH
from prefweb.players.services import visible
from prefweb.tables.fields import SENTENCES
from prefweb.tables.forms import CodeForm, NameField, NewTableForm

LATEST = 12
"""An evening that lasts beyond noon is the next one."""
TERMS = ((1, _("a day")), (7, _("a week")), (30, _("a month")))
"""For how many days an invitation can hold."""


class LineField(forms.CharField):
    """One line of text, without what nobody sees in it."""

    def to_python(self, value: Any) -> str:
        return visible(super().to_python(value) or "")


class ClubForm(forms.Form):
    """A club to found: `about`, once it is valid."""

    name = LineField(
        max_length=TITLE,
        error_messages={**SENTENCES, "required": _("Say what the club is called.")},
    )
    about = LineField(required=False, max_length=500, error_messages=SENTENCES)
    time_zone = forms.ChoiceField(initial=site_zone, error_messages=SENTENCES)
    is_public = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = str(self.initial.get("time_zone", ""))
        self.fields["time_zone"].choices = zone_choices(own)  # type: ignore[attr-defined]

    @property
    def club(self) -> About:
        """What the club says of itself. Only of a valid form."""
        return About(**self.cleaned_data)


class SettingsForm(ClubForm):
    """What a club says of itself later, when its evening ends and when its season begins."""

    day_begins = forms.TypedChoiceField(
        coerce=int,
        initial=DAY_BEGINS,
        choices=[(hour, f"{hour}:00") for hour in range(LATEST + 1)],
        error_messages=SENTENCES,
    )
    season_begins = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        choices=[(str(month), name) for month, name in MONTHS],
        error_messages=SENTENCES,
    )
    has_ledger = forms.BooleanField(required=False)


class MemberForm(forms.Form):
    """The name of somebody of the directory."""

    name = LineField(
        max_length=NAME_LENGTH,
        error_messages={**SENTENCES, "required": _("Say how to write this person down.")},
    )


class InvitationForm(forms.Form):
    """An invitation: for how long, for whom, and where the owner makes it, as what."""

    days = forms.TypedChoiceField(coerce=int, choices=TERMS, initial=7, error_messages=SENTENCES)
    member = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, error_messages=SENTENCES
    )
    role = forms.ChoiceField(required=False, error_messages=SENTENCES)

    def __init__(
        self, *args: Any, guests: list[tuple[int, str]], by_owner: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        anybody = [("", _("anybody"))]
        self.fields["member"].choices = [*anybody, *guests]  # type: ignore[attr-defined]
        roles = [ClubRole.MEMBER, ClubRole.ADMIN] if by_owner else [ClubRole.MEMBER]
        choices = [(role.value, role.label) for role in roles]
        self.fields["role"].choices = choices  # type: ignore[attr-defined]

    def clean_role(self) -> ClubRole:
        return ClubRole(self.cleaned_data["role"] or ClubRole.MEMBER)


class InvitationCodeForm(CodeForm):
    """The code of an invitation, as it is read out: "482 915 307"."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].error_messages["required"] = _("Type the code of the invitation.")


class HouseRulesForm(NewTableForm):
    """An agreement by the club's own name; its `name` is what they are called."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name: NameField = self.fields["name"]  # type: ignore[assignment]
        name.error_messages["required"] = _("Say what the club calls this.")


__all__ = [
    "ClubForm",
    "HouseRulesForm",
    "InvitationCodeForm",
    "InvitationForm",
    "MemberForm",
    "SettingsForm",
]
