"""Codes by mail, where the site can send any."""

import re
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from prefweb.players.models import Account, Player
from prefweb.players.services import SESSION_KEY
from prefweb.settings import mail as settings_of_mail
from tests.clubs.people import browser, player

pytestmark = pytest.mark.django_db

ADDRESS = "anna@example.com"


@pytest.fixture(autouse=True)
def _mail(settings):
    settings.HAS_MAIL = True
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True
    settings.ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
    settings.DEFAULT_FROM_EMAIL = "pulka@example.com"
    cache.clear()


SERVERS = [
    pytest.param("", ("", 25, "", "", False, False), id="none"),
    pytest.param(
        "smtp://anna:p%40ss@mail.example.com",
        ("mail.example.com", 587, "anna", "p@ss", False, True),
        id="TLS begins where somebody signs in",
    ),
    pytest.param(
        "smtps://anna:x@mail.example.com",
        ("mail.example.com", 465, "anna", "x", True, False),
        id="TLS from the first byte",
    ),
    pytest.param(
        "smtp://localhost:25", ("localhost", 25, "", "", False, False), id="a server beside"
    ),
]


@pytest.mark.parametrize(("url", "expected"), SERVERS)
def test_an_address_of_a_server_is_read(url: str, expected: tuple[object, ...]) -> None:
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_SSL", "USE_TLS")
    found = settings_of_mail(url)
    assert tuple(found[f"EMAIL_{name}"] for name in names) == expected


@pytest.mark.parametrize(
    "url", ["mail.example.com", "http://a", "smtp://", "smtp://a:port", "smtp://a:0"]
)
def test_an_odd_address_of_a_server_stops_the_start(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MAIL_URL"):
        settings_of_mail(url)


def code() -> str:
    """The code of the latest mail."""
    found = re.search(r"^\w{3,4}-\w{3,4}(-\w{3})?$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[0]


def signed_in(who: Player) -> Client:
    """A browser in which the password has just been typed again."""
    client = browser(who)
    client.post("/account/again/", {"password": "secret"})
    return client


def confirmed(name: str = "Анна", address: str = ADDRESS) -> Client:
    client = signed_in(player(name))
    assert client.post("/me/mail", {"email": address}).headers["location"] == "/me/mail/code"
    assert client.post("/me/mail/code", {"code": code()}).headers["location"] == "/me"
    return client


def text(answer) -> str:
    return str(answer.content.decode())


def test_an_address_is_confirmed_by_a_code() -> None:
    client = confirmed()
    found = EmailAddress.objects.get()
    assert (found.email, found.verified, found.primary) == (ADDRESS, True, True)
    assert ADDRESS in text(client.get("/me"))
    assert client.get("/me/mail/code").headers["location"] == "/me/mail"


def test_a_wrong_code_confirms_nothing_and_ends_after_some_tries() -> None:
    client = signed_in(player())
    client.post("/me/mail", {"email": ADDRESS})
    right = code()
    for _ in range(4):
        answer = client.post("/me/mail/code", {"code": "не-тот"})
        assert (answer.status_code, "Код не подходит" in text(answer)) == (422, True)
    assert client.post("/me/mail/code", {"code": "не-тот"}).headers["location"] == "/me/mail"
    client.post("/me/mail/code", {"code": right})
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("typed", ["", "анна", "anna@", "a@b.c\nBcc: d@e.f"])
def test_what_is_no_address_is_said_beside_the_field(typed: str) -> None:
    answer = signed_in(player()).post("/me/mail", {"email": typed})
    assert answer.status_code == 422
    assert "id_email_error" in text(answer)
    assert not mail.outbox


def test_another_address_takes_the_place_of_the_first_and_can_go() -> None:
    client = confirmed()
    client.post("/me/mail", {"email": "zorina@example.com"})
    assert EmailAddress.objects.get().email == ADDRESS
    client.post("/me/mail/code", {"code": code()})
    assert EmailAddress.objects.get().email == "zorina@example.com"
    client.post("/me/mail", {"remove": "yes"})
    assert not EmailAddress.objects.exists()


def test_whose_address_it_is_already_only_the_mail_tells() -> None:
    confirmed()
    client = signed_in(player("Чужой"))
    assert client.post("/me/mail", {"email": ADDRESS}).headers["location"] == "/me/mail/code"
    assert "другой учётной записи" in mail.outbox[-1].body
    assert client.post("/me/mail/code", {"code": ""}).status_code == 422
    assert EmailAddress.objects.get().user.player.name == "Анна"


def test_a_code_signs_in() -> None:
    confirmed()
    client = Client()
    assert "/account/code/" in text(client.get("/account/login/"))
    client.post("/account/code/", {"email": ADDRESS.upper()})
    page = text(client.get("/account/code/enter/"))
    assert ADDRESS in page
    assert "не подходит" in text(client.post("/account/code/enter/", {"code": "не-тот"}))
    answer = client.post("/account/code/enter/", {"code": code()})
    assert answer.headers["location"] == "/me"
    assert client.session[SESSION_KEY] == str(Account.objects.get().player.pk)


def test_who_has_no_account_learns_so_by_mail() -> None:
    client = Client()
    answer = client.post("/account/code/", {"email": "nobody@example.com"})
    assert answer.headers["location"] == "/account/code/enter/"
    assert "никто не подтверждал" in mail.outbox[-1].body


def test_a_lost_password_is_replaced_by_a_code() -> None:
    confirmed()
    client = Client()
    assert client.post("/account/lost/", {"email": ADDRESS}).status_code == 302
    answer = client.post("/account/lost/code/", {"code": code()})
    assert answer.headers["location"] == "/account/lost/new/"
    assert client.get("/account/lost/new/").status_code == 200
    new = {"password1": "dvoika-tref-7", "password2": "dvoika-tref-7"}
    done = client.post("/account/lost/new/", new)
    assert client.get(done.headers["location"]).status_code in (200, 302)
    name = Account.objects.get().username
    signed = Client().post("/account/login/", {"login": name, "password": "dvoika-tref-7"})
    assert signed.headers["location"] == "/me"


def test_a_server_of_mail_that_does_not_answer_is_said(monkeypatch) -> None:
    def fail(*args, **kwargs):
        raise SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", fail)
    client = signed_in(player())
    client.post("/me/mail", {"email": ADDRESS})
    assert "Письмо не ушло" in text(client.get("/me/mail/code"))


def test_mails_are_in_the_language_of_the_page() -> None:
    client = signed_in(player())
    client.post("/me/mail", {"email": ADDRESS})
    assert mail.outbox[-1].subject == "Код для адреса почты"
    assert mail.outbox[-1].from_email == "pulka@example.com"
    client.post("/me/mail", {"email": ADDRESS}, headers={"accept-language": "en"})
    assert mail.outbox[-1].subject == "Code for your mail address"
    assert "&" not in mail.outbox[-1].body


def test_so_many_mails_are_not_sent() -> None:
    client = signed_in(player())
    for _ in range(10):
        client.post("/me/mail", {"email": ADDRESS})
    answer = client.post("/me/mail", {"email": ADDRESS})
    assert "Слишком много попыток" in text(answer)
    assert len(mail.outbox) == 10


def test_on_a_phone_that_was_left_lying_nobody_gives_himself_a_way_in() -> None:
    client = browser(player())
    for answer in (client.get("/me/mail"), client.post("/me/mail", {"email": ADDRESS})):
        assert answer.headers["location"] == "/account/again/?next=%2Fme%2Fmail"
    assert not mail.outbox
    again = client.post("/account/again/?next=%2Fme%2Fmail", {"password": "secret"})
    assert again.headers["location"] == "/me/mail/code", "what was sent before goes on"
