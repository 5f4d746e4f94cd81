"""How django-allauth signs people in here."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from prefweb.players.claims import offered_guest
from prefweb.players.models import Account

logger = logging.getLogger(__name__)
SAID_BY_ALLAUTH = (gettext_noop("You must type the same password each time."),)
"""Its sentences that we put in other words."""
WORDS = {
    "username_password_mismatch": _("Name or password is wrong."),
    "too_many_login_attempts": _("Too many tries. Wait a few minutes and try again."),
    "rate_limited": _("Too many tries. Wait a few minutes and try again."),
    "username_taken": _("Somebody signs in with this name already."),
    "enter_current_password": _("This is not your password."),
    "incorrect_password": _("This is not your password."),
    "incorrect_code": _("This is not the code."),
    "account_inactive": _("This account is closed."),
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names in any case, our words, and after signing in the games of this browser."""

    error_messages = DefaultAccountAdapter.error_messages | WORDS

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        if offered_guest(request) is not None:
            return reverse("players:claim")
        return resolve_url("players:me")

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any
    ) -> HttpResponse:
        """Who is led elsewhere learns that games of this browser wait for an answer."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        claim = reverse("players:claim")
        if response.headers.get("Location") != claim and offered_guest(request) is not None:
            messages.info(request, gettext("This browser has games of a guest: see the profile."))
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return resolve_url("players:me")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        cleaned: str = super().clean_username(Account.normalize_username(username), shallow)
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context_: dict[str, Any]) -> None:
        """A server of mail that does not answer is said, and is no fault of the page."""
        try:
            super().send_mail(template_prefix, email, context_)
        except (SMTPException, OSError):
            logger.exception("No mail could be sent")
            said = gettext("The mail could not be sent. Try again later.")
            messages.error(context.request, said)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """A passkey is another way in, not a second lock: the password alone goes on opening."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This passkey does not fit. Sign in with your password.")
    }

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Any = None) -> bool:
        return False

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:
        count = user.authenticator_set.count()  # type: ignore[attr-defined]
        return gettext("Passkey %(number)s") % {"number": count + 1}
