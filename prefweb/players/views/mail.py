"""The address for codes."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from prefweb.players.forms import CodeForm, MailForm
from prefweb.players.mail import (
    TooOften,
    WrongCode,
    address_of,
    confirm,
    pending_address,
    remove_address,
    send_code,
)
from prefweb.players.models import Account
from prefweb.players.views.me import UNPROCESSABLE, account_of


@never_cache
def mail(request: HttpRequest) -> HttpResponse:
    """Names an address, or takes it away; it opens the account, so the password is asked for."""
    answer: HttpResponse = _mail(request, account_of(request))
    return answer


@reauthentication_required  # type: ignore[untyped-decorator]
def _mail(request: HttpRequest, account: Account) -> HttpResponse:
    form = MailForm(request.POST or None)
    if request.method == "POST" and "remove" in request.POST:
        remove_address(account)
        messages.success(request, _("No mail is sent to you any more."))
        return redirect("players:me")
    if form.is_valid():
        try:
            send_code(request, account, form.cleaned_data["email"])
        except TooOften:
            form.add_error("email", _("Too many tries. Wait a few minutes and try again."))
        else:
            return redirect("players:mail_code")
    context = {"form": form, "address": address_of(account), "here": "me"}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "players/mail.html", context, status=status)


@never_cache
def mail_code(request: HttpRequest) -> HttpResponse:
    """The code that was sent there."""
    account, address = account_of(request), pending_address(request)
    if not address:
        return redirect("players:mail")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        try:
            confirm(request, account, form.cleaned_data["code"])
        except WrongCode as wrong:
            if wrong.is_over:
                messages.error(request, _("This code is good no more. Ask for another one."))
                return redirect("players:mail")
            form.add_error("code", _("This is not the code."))
        else:
            messages.success(request, _("Codes come to this address from now on."))
            return redirect("players:me")
    context = {"form": form, "address": address, "here": "me"}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "players/mail_code.html", context, status=status)
