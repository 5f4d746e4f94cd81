"""Who may do what about himself: every address and verb, asked by everybody."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from prefweb.players import account_urls, urls
from prefweb.players.claims import GUEST_KEY
from prefweb.players.merging import merge
from prefweb.players.models import Merge, Player
from tests.clubs.people import browser, player
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db

STRANGER, GUEST, SIGNED_IN = "stranger", "guest", "signed in"
EVERYBODY = (STRANGER, GUEST, SIGNED_IN)
NAMED = {GUEST, SIGNED_IN}
TO_SIGN_IN = "/account/login/"


@pytest.fixture(autouse=True)
def _everything(settings):
    settings.HAS_MAIL = settings.HAS_PASSKEYS = True
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True
    settings.ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True


class World:
    """Somebody with an account, a guest, and games that count for the one and were the other's."""

    def __init__(self) -> None:
        self.player: Player = player("Борис")
        self.evening = Evening.begin()
        self.guest = self.evening.players[0]
        self.made: Merge = merge(self.evening.players[1], self.player, self.player)

    def browser(self, who: str) -> Client:
        if who == STRANGER:
            return Client()
        client = browser(self.guest if who == GUEST else self.player)
        session = client.session
        session[GUEST_KEY] = str(self.evening.players[2].pk)
        session.save()
        return client


@dataclass(frozen=True)
class Address:
    """An address with the verb and form that do something there, and who may."""

    name: str
    may: set[str]
    method: str = "get"
    form: dict[str, str] = field(default_factory=dict)

    def ask(self, world: World, who: str) -> Any:
        args = [world.made.pk] if "unclaim" in self.name else []
        path = reverse(self.name, args=args)
        return getattr(world.browser(who), self.method)(path, self.form)


MINE = [
    Address("players:me", set(EVERYBODY)),
    Address("players:name", NAMED, "post", {"name": "Боря"}),
    Address("players:forget", NAMED, "post"),
    Address("players:claim", {SIGNED_IN}),
    Address("players:claim", {SIGNED_IN}, "post", {"answer": "mine"}),
    Address("players:unclaim", {SIGNED_IN}, "post"),
    Address("players:mail", {SIGNED_IN}),
    Address("players:mail", {SIGNED_IN}, "post", {"email": "a@example.com"}),
    Address("players:mail_code", {SIGNED_IN}),
    Address("players:mail_code", {SIGNED_IN}, "post", {"code": "1"}),
    Address("players:delete", {SIGNED_IN}),
    Address("players:delete", {SIGNED_IN}, "post", {"password": "secret"}),
]
LOCKED = [
    Address(name, {SIGNED_IN})
    for name in (
        "account_reauthenticate",
        "account_change_password",
        "account_set_password",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
    )
]
"""Pages of allauth that lead somebody who has not signed in to where he does."""
DOORS = {
    "account_login",
    "account_logout",
    "account_signup",
    "account_inactive",
    "account_request_login_code",
    "account_confirm_login_code",
    "account_reset_password",
    "account_confirm_password_reset_code",
    "account_complete_password_reset",
    "account_password_reset_completed",
    "mfa_index",
    "mfa_login_webauthn",
}
"""Open to everybody: the ways in and out."""
OF_ITS_OWN = {"mfa_remove_webauthn"}


def ids(address: Address) -> str:
    return f"{address.method}-{address.name}"


def test_every_address_is_in_these_tables() -> None:
    named = {f"players:{p.name}" for p in urls.urlpatterns if isinstance(p, URLPattern)}
    named |= {str(p.name) for p in account_urls.urlpatterns if isinstance(p, URLPattern)}
    known = {address.name for address in (*MINE, *LOCKED)}
    assert named == known | DOORS | OF_ITS_OWN


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", MINE, ids=ids)
def test_only_who_may_is_let_through(address: Address, who: str) -> None:
    status = address.ask(World(), who).status_code
    assert (status != 403) == (who in address.may), status
    assert status < 500


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", LOCKED, ids=ids)
def test_who_has_not_signed_in_is_led_there(address: Address, who: str) -> None:
    answer = address.ask(World(), who)
    is_led = answer.headers.get("location", "").startswith(TO_SIGN_IN)
    assert is_led == (who not in address.may)


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("name", sorted(DOORS))
def test_every_door_can_be_looked_at(name: str, who: str) -> None:
    answer = World().browser(who).get(reverse(name))
    assert answer.status_code in (200, 302)


ACTS = [address for address in MINE if address.name in ("players:name", "players:forget")]


@pytest.mark.parametrize("address", ACTS, ids=ids)
def test_what_changes_something_is_not_a_link(address: Address) -> None:
    world = World()
    assert world.browser(GUEST).get(reverse(address.name)).status_code == 405
    world.guest.refresh_from_db()
    assert world.guest.name == "Анна"


ODD = ["", "-1", "x", "\x00", "٣", "9" * 5000]


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:5].encode("unicode_escape").decode())
def test_odd_input_is_answered_in_words(odd: str) -> None:
    client = World().browser(SIGNED_IN)
    asks = [("players:name", "name"), ("players:claim", "answer"), ("players:mail", "email")]
    asks += [("players:delete", "password"), ("mfa_login_webauthn", "credential")]
    asks += [("account_change_password", "oldpassword"), ("account_reauthenticate", "password")]
    for name, field_ in asks:
        assert client.post(reverse(name), {field_: odd}).status_code in (200, 302, 422), name
    for name, field_ in (("account_login", "login"), ("account_signup", "username")):
        form = {"password": odd, "password1": odd, "password2": odd, field_: odd}
        assert Client().post(reverse(name), form).status_code in (200, 302), name
    for name, field_ in (
        ("account_request_login_code", "email"),
        ("account_reset_password", "email"),
    ):
        assert Client().post(reverse(name), {field_: odd}).status_code == 200, name
