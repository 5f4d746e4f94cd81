"""What a table of wood is called."""

from django import forms
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import NAME_LENGTH
from prefweb.tables.fields import SENTENCES


class PlaceForm(forms.Form):
    """The name of a table, new or old."""

    title = forms.CharField(
        max_length=NAME_LENGTH,
        error_messages={**SENTENCES, "required": _("Say what the table is called.")},
    )
