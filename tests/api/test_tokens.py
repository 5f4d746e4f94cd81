"""Who is let in: whoever shows a token of a club, as long as it stands."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from prefweb.api import access, tokens
from prefweb.api.models import Token
from prefweb.clubs.models import Club
from tests.api.world import V1, Site, secret_of
from tests.clubs import people

pytestmark = pytest.mark.django_db


def test_a_token_opens_its_own_club_and_no_other(club: Club) -> None:
    other = people.club(name="Другой клуб")
    assert Site.of(club).read("/club")["name"] == club.name
    assert Site.of(other).read("/club")["name"] == "Другой клуб"


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic cHJlZndlYg==", "Token {secret}", "{secret}"],
)
def test_without_a_token_nobody_is_let_in(club: Club, header: str) -> None:
    headers = {"Authorization": header.format(secret=secret_of(club))} if header else {}
    response = Client().get(f"{V1}/club", headers=headers)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "no_token"
    assert response["WWW-Authenticate"] == 'Bearer realm="Prefweb"'
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("wrong", ["prefweb_no", "ключ", "x" * 5000, "a b c", "'; --"])
def test_a_wrong_token_is_told_so(club: Club, wrong: str) -> None:
    response = Site(wrong.encode().decode("latin-1")).ask("/club")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="Prefweb", error="invalid_token"'


def test_a_revoked_token_opens_nothing(club: Club) -> None:
    site = Site.of(club)
    tokens.revoke(club, Token.objects.get().pk)
    assert site.error("/club", 401) == "wrong_token"


def test_a_token_in_the_address_is_refused(club: Club) -> None:
    secret = secret_of(club)
    assert Site().error(f"/club?token={secret}", 401) == "no_token"
    assert Site(secret).error(f"/club?token={secret}", 422) == "unknown_parameter"


def test_a_member_who_is_signed_in_is_nobody_here(club: Club) -> None:
    client = people.browser(people.owner_of(club))
    response = client.get(f"{V1}/club")
    assert response.status_code == 401
    assert not response.cookies


def test_the_secret_is_kept_nowhere(club: Club) -> None:
    secret = secret_of(club)
    row = Token.objects.values().get()
    assert secret not in map(str, row.values())
    assert row["begins"] == secret[:12]
    assert row["by_name"] == people.owner_of(club).name


def test_a_form_sent_twice_makes_one_token(club: Club) -> None:
    owner = people.owner_of(club)
    first, again = (tokens.make(club, owner, "Сайт", "the-same-form") for _ in range(2))
    assert first == again
    assert tokens.make(club, owner, "Сайт", "another-form")[1] != first[1]


def test_its_last_use_is_written_once_a_minute(club: Club) -> None:
    site = Site.of(club)
    site.read("/club")
    used = Token.objects.get().used
    assert used is not None
    site.read("/club")
    assert Token.objects.get().used == used
    earlier = timezone.now() - timedelta(minutes=2)
    Token.objects.update(used=earlier)
    site.read("/club")
    assert Token.objects.exclude(used=earlier).exists()


def test_who_asks_too_often_has_to_wait(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MOST", 2)
    monkeypatch.setattr(access, "time", lambda: 1_000_000.0)
    site, other = Site.of(club), Site(secret_of(club, "Другой"))
    site.read("/club")
    site.read("/club")
    response = site.ask("/club")
    assert response.status_code == 429
    assert response["Retry-After"] == "20"
    assert site.error("/club", 429) == "too_often"
    other.read("/club")


def test_wrong_tokens_are_counted_by_address_and_right_ones_go_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "TRIES", 2)
    site = Site.of(club)
    assert [Site("wrong").ask("/club").status_code for _ in range(3)] == [401, 401, 429]
    site.read("/club")
    elsewhere = Client().get(
        f"{V1}/club", headers={"Authorization": "Bearer wrong"}, REMOTE_ADDR="10.1.1.1"
    )
    assert elsewhere.status_code == 401


# -- the page


def test_a_new_token_is_shown_once(club: Club) -> None:
    owner = people.browser(people.owner_of(club))
    page = reverse("api:tokens", args=[club.slug])
    response = owner.post(page, {"title": " Сайт  клуба ", "uid": "one-time-id"})
    assert (response.status_code, response["Location"]) == (302, page)
    shown = owner.get(page)
    token = Token.objects.get()
    secret = shown.context["secret"]
    assert token.title == "Сайт клуба"
    assert secret in shown.content.decode()
    assert tokens.token_of(secret) == token
    again = owner.get(page).content.decode()
    assert secret not in again
    assert token.begins in again


def test_a_token_without_a_name_is_asked_for_one(club: Club) -> None:
    owner = people.browser(people.owner_of(club))
    response = owner.post(reverse("api:tokens", args=[club.slug]), {"title": "\u200b "})
    assert response.status_code == 422
    assert not Token.objects.exists()


def test_a_club_has_so_many_tokens_and_no_more(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    owner = people.browser(people.owner_of(club))
    page = reverse("api:tokens", args=[club.slug])
    assert owner.post(page, {"title": "Один"}).status_code == 302
    assert owner.post(page, {"title": "Два"}).status_code == 422
    tokens.revoke(club, Token.objects.get().pk)
    assert owner.post(page, {"title": "Два"}).status_code == 302


def test_a_token_is_revoked_on_the_page(club: Club) -> None:
    site = Site.of(club)
    owner = people.browser(people.owner_of(club))
    token = Token.objects.get()
    for _twice in range(2):
        owner.post(reverse("api:revoke", args=[club.slug, token.pk]))
    assert site.ask("/club").status_code == 401
    assert token.begins not in owner.get(reverse("api:tokens", args=[club.slug])).content.decode()


def test_a_token_of_another_club_is_not_revoked(club: Club) -> None:
    other = people.club()
    site = Site.of(other)
    owner = people.browser(people.owner_of(club))
    owner.post(reverse("api:revoke", args=[club.slug, Token.objects.get().pk]))
    site.read("/club")


def test_the_settings_lead_to_the_tokens(club: Club) -> None:
    owner = people.browser(people.owner_of(club))
    settings = owner.get(reverse("clubs:settings", args=[club.slug])).content.decode()
    assert reverse("api:tokens", args=[club.slug]) in settings
