"""What is typed to make a token."""

from __future__ import annotations

import secrets

from django import forms
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.forms import LineField
from prefweb.players.models import NAME_LENGTH
from prefweb.tables.fields import SENTENCES
from prefweb.tables.parsing import one_time_id


class TokenForm(forms.Form):
    """A token to be made, and the one-time id of this very form."""

    title = LineField(
        max_length=NAME_LENGTH,
        error_messages={**SENTENCES, "required": _("Say what the token is for.")},
    )
    uid = forms.CharField(required=False)

    def clean_uid(self) -> str:
        """A new one where ours is missing: then it is a form of its own."""
        try:
            return one_time_id(self.cleaned_data["uid"])
        except ValueError:
            return secrets.token_urlsafe(16)
