"""What people type to sign up, to sign in, and about themselves."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, SignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from prefweb.players.models import Account
from prefweb.players.services import clean_name, visible
from prefweb.players.signing import sign_up

NO_NAME = _("Write a name.")


class SignInForm(LoginForm):  # type: ignore[misc]
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].error_messages["required"] = NO_NAME
        self.fields["password"].error_messages["required"] = _("Write the password.")

    def clean_login(self) -> str:
        return Account.normalize_username(visible(self.cleaned_data["login"]))


class SignUpForm(SignupForm):  # type: ignore[misc]
    """One name, for signing in and for the table, and a password twice."""

    shown = ""
    """The name as it was typed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].error_messages["required"] = NO_NAME
        for name in ("password1", "password2"):
            self.fields[name].error_messages["required"] = _("Write the password.")

    def clean_username(self) -> str:
        self.shown = clean_name(self.cleaned_data["username"])
        if not self.shown:
            raise forms.ValidationError(NO_NAME)
        self.cleaned_data["username"] = self.shown
        cleaned: str = super().clean_username()
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[Account | None, HttpResponse | None]:
        """Of two at once with one name the later is led to the door of those who have signed up."""
        try:
            with transaction.atomic():
                saved: tuple[Account | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, get_adapter().error_messages["username_taken"])
            return None, redirect("account_login")

    def custom_signup(self, request: HttpRequest, user: Account) -> None:
        sign_up(request, user, self.shown)


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """A passkey signs in by itself, so it has to know its owner."""

    passwordless = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean_passwordless(self) -> bool:
        return True


class NameForm(forms.Form):
    """The name at tables."""

    name = forms.CharField(error_messages={"required": NO_NAME})

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(NO_NAME)
        return name


class MailForm(forms.Form):
    """An address codes can be sent to."""

    email = forms.EmailField(
        error_messages={
            "required": _("Write an address."),
            "invalid": _("This is not an address of mail."),
        }
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()


class CodeForm(forms.Form):
    """The code out of a mail."""

    code = forms.CharField(error_messages={"required": _("Write the code.")})


class DeleteForm(forms.Form):
    """That an account shall go, said with its password."""

    password = forms.CharField(strip=False, error_messages={"required": _("Write the password.")})

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_password(self) -> None:
        if not get_adapter().reauthenticate(self.account, self.cleaned_data["password"]):
            raise get_adapter().validation_error("incorrect_password")
