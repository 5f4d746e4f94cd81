"""The end of an account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from prefweb.players.deleting import OwnsClubs, delete_account, owned_clubs
from prefweb.players.forms import DeleteForm
from prefweb.players.views.me import UNPROCESSABLE, account_of, signed_in


@sensitive_post_parameters("password")
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays, and with the password it is done."""
    account, player = account_of(request), signed_in(request)
    form = DeleteForm(account, request.POST or None)
    if form.is_valid():
        try:
            delete_account(account)
        except OwnsClubs:
            return redirect("players:delete")
        request.session.flush()
        messages.success(request, _("The account is deleted."))
        return redirect("tables:home")
    context = {"form": form, "clubs": owned_clubs(player), "player": player, "here": "me"}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "players/delete.html", context, status=status)
