"""The address codes are sent to: named, confirmed by a code, taken away."""

import time

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.internal.cryptokit import compare_user_code
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from prefweb.players.models import Account

PENDING = "mail"
"""What the session holds while a code is on its way."""
VALID = 15 * 60
"""How long a code is good for, in seconds."""
TRIES = 5


class WrongCode(Exception):
    """The code is not the one that was sent; `is_over` once another one is needed."""

    def __init__(self, *, is_over: bool) -> None:
        super().__init__(is_over)
        self.is_over = is_over


class TooOften(Exception):
    """So many mails are not sent."""


def address_of(account: Account) -> str:
    """Where his codes go; nothing where he has confirmed no address."""
    found = EmailAddress.objects.filter(user=account, verified=True).first()
    return found.email if found else ""


def pending_address(request: HttpRequest) -> str:
    """The address a code is on its way to, while it is good."""
    held = request.session.get(PENDING, {})
    return str(held.get("email", "")) if held.get("until", 0) > time.time() else ""


def send_code(request: HttpRequest, account: Account, email: str) -> None:
    """A code to that address. Whose it is already learns so by mail alone. Raises TooOften."""
    if not ratelimit.consume(request, action="manage_email", user=account):
        raise TooOften
    adapter = get_adapter()
    code = adapter.generate_email_verification_code()
    until = time.time() + VALID
    is_taken = EmailAddress.objects.filter(email=email, verified=True).exclude(user=account)
    if is_taken.exists():
        code = ""
    request.session[PENDING] = {"email": email, "code": code, "until": until, "tries": TRIES}
    template = "players/mail/confirm" if code else "players/mail/taken"
    adapter.send_mail(template, email, {"code": code, "user": account})


def confirm(request: HttpRequest, account: Account, code: str) -> str:
    """The address is his from now on, and his only one. Raises WrongCode."""
    email, held = pending_address(request), request.session.get(PENDING, {})
    if not email or held["tries"] <= 0:
        raise WrongCode(is_over=True)
    if not compare_user_code(actual=code, expected=held["code"]):
        held["tries"] -= 1
        request.session[PENDING] = held
        raise WrongCode(is_over=held["tries"] <= 0)
    try:
        _keep(account, email)
    except IntegrityError:
        raise WrongCode(is_over=True) from None
    del request.session[PENDING]
    return email


@transaction.atomic
def _keep(account: Account, email: str) -> None:
    EmailAddress.objects.filter(user=account).delete()
    EmailAddress.objects.create(user=account, email=email, verified=True, primary=True)
    account.email = email
    account.save(update_fields=["email"])


@transaction.atomic
def remove_address(account: Account) -> None:
    """No codes any more; the password goes on opening."""
    EmailAddress.objects.filter(user=account).delete()
    account.email = ""
    account.save(update_fields=["email"])
