"""The pages of django-allauth this site has, under the names it asks for.

What needs mail or passkeys is there where they are set up.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.mfa.webauthn import views as webauthn
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

View = Callable[..., HttpResponseBase]


def with_mail(view: View) -> View:
    """The page, where the site can send mail."""
    return _where("HAS_MAIL", view)


def with_passkeys(view: View) -> View:
    """The page, where passkeys are let in."""
    return _where("HAS_PASSKEYS", view)


def clearing(view: View) -> View:
    """Whoever goes takes along what the browser has kept of pages; browsers do so over https."""

    @wraps(view)
    def cleared(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if request.method == "POST":
            response.headers["Clear-Site-Data"] = '"cache"'
        return response

    return cleared


def _where(setting: str, view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not getattr(settings, setting):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


to_passkeys = RedirectView.as_view(pattern_name="mfa_list_webauthn")

urlpatterns = [
    path("login/", account.login, name="account_login"),
    path("logout/", clearing(account.logout), name="account_logout"),
    path("signup/", account.signup, name="account_signup"),
    path("closed/", account.account_inactive, name="account_inactive"),
    path("again/", account.reauthenticate, name="account_reauthenticate"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/new/", account.password_set, name="account_set_password"),
    path("code/", with_mail(account.request_login_code), name="account_request_login_code"),
    path("code/enter/", with_mail(account.confirm_login_code), name="account_confirm_login_code"),
    path("lost/", with_mail(account.password_reset), name="account_reset_password"),
    path(
        "lost/code/",
        with_mail(account.confirm_password_reset_code),
        name="account_confirm_password_reset_code",
    ),
    path(
        "lost/new/",
        with_mail(account.complete_password_reset),
        name="account_complete_password_reset",
    ),
    path(
        "lost/done/",
        with_mail(account.password_reset_from_key_done),
        name="account_password_reset_completed",
    ),
    path("passkeys/", with_passkeys(webauthn.list_webauthn), name="mfa_list_webauthn"),
    path("passkeys/all/", with_passkeys(to_passkeys), name="mfa_index"),
    path("passkeys/add/", with_passkeys(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("passkeys/login/", with_passkeys(webauthn.login_webauthn), name="mfa_login_webauthn"),
    path(
        "passkeys/<int:pk>/remove/",
        with_passkeys(webauthn.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
]
