"""Signing up, in and out, and who a browser is then."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from prefweb.players.adapters import AccountAdapter
from prefweb.players.claims import GUEST_KEY
from prefweb.players.merging import merge
from prefweb.players.models import Account, Merge, Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.access import is_held_by
from prefweb.tables.models import Seat
from tests.clubs.people import browser, player
from tests.tables.evenings import Evening
from tests.ui.test_gathering import opened

pytestmark = pytest.mark.django_db

PASSWORD = "tuz-pik-na-prikupe"
SIGN_UP, SIGN_IN = "/account/signup/", "/account/login/"


def sign_up(client: Client, name: str = "Анна Зорина", password: str = PASSWORD, **more: str):
    form = {"username": name, "password1": password, "password2": password, **more}
    return client.post(SIGN_UP, form)


def sign_in(client: Client, name: str = "Анна Зорина", password: str = PASSWORD, **more: str):
    return client.post(SIGN_IN, {"login": name, "password": password, **more})


def of(client: Client) -> Player | None:
    key = client.session.get(SESSION_KEY)
    return Player.objects.filter(pk=str(key)).first() if key else None


def text(response) -> str:
    return str(response.content.decode())


def test_who_signs_up_sits_down_under_the_name_he_typed() -> None:
    client = Client()
    assert sign_up(client, "  Анна   Зорина ").headers["location"] == "/me"
    account = Account.objects.get()
    assert (account.username, account.player.name) == ("анна зорина", "Анна Зорина")
    assert of(client) == account.player
    assert "Анна Зорина" in text(client.get("/me"))


@pytest.mark.parametrize(
    "name", ["Анна Зорина", "анна зорина", " АННА  ЗОРИНА ", "Анна\u200b Зорина"]
)
def test_the_name_is_known_in_any_case(name: str) -> None:
    sign_up(Client())
    client = Client()
    assert sign_in(client, name).headers["location"] == "/me"
    assert of(client) == Player.objects.get()


def test_whoever_runs_the_site_signs_in_by_the_same_rules() -> None:
    Account.objects.create_superuser("Admin  Главный", password=PASSWORD)
    client = Client()
    assert sign_in(client, "admin главный").headers["location"] == "/me"
    assert client.get("/admin/").status_code == 200


REFUSED = [
    pytest.param({"username": ""}, "Напишите имя", id="no name"),
    pytest.param({"username": "\u200b\x07"}, "Напишите имя", id="a name nobody sees"),
    pytest.param(
        {"username": "АННА"}, "С этим именем уже кто-то входит", id="a name that is taken"
    ),
    pytest.param(
        {"password2": "другое слово"}, "Пароли не совпадают", id="another second password"
    ),
    pytest.param({"password1": ""}, "Напишите пароль", id="no password"),
    pytest.param({"password1": "12", "password2": "12"}, "id_password1_error", id="too short"),
]


@pytest.mark.parametrize(("form", "said"), REFUSED)
def test_what_is_wrong_is_said_beside_the_field(form: dict[str, str], said: str) -> None:
    player()
    Account.objects.create_user("Анна", password=PASSWORD)
    answer = sign_up(Client(), **{"name": "Вера", **form})
    assert answer.status_code == 200
    assert said in text(answer)
    assert Account.objects.count() == 2


def test_the_guest_of_a_browser_becomes_the_accounts_player_and_keeps_his_seats() -> None:
    evening = Evening.begin()
    guest = evening.players[1]
    client = browser(guest)
    sign_up(client, "Борис Латышев")
    guest.refresh_from_db()
    assert (of(client), guest.name) == (guest, "Борис Латышев")
    assert evening.pulka.seats.get(index=1).name == "Борис"
    assert client.get(f"/p/{evening.pulka.slug}").status_code == 200


def test_who_was_taken_for_somebody_else_signs_up_as_himself() -> None:
    guest, other = player("Гость", account=False), player("Другой", account=False)
    merge(guest, other, None)
    sign_up(browser(guest), "Гость")
    guest.refresh_from_db()
    assert guest.main == guest
    assert guest.account is not None


def test_signing_in_where_a_guest_has_played_offers_his_games() -> None:
    sign_up(Client())
    evening = Evening.begin()
    client = browser(evening.players[1])
    assert sign_in(client).headers["location"] == "/me/claim"
    page = text(client.get("/me/claim"))
    assert "Вечер" in page
    assert "Анна" in page
    assert of(client) == Account.objects.get().player


def test_a_guest_without_games_is_not_worth_a_question() -> None:
    sign_up(Client())
    client = browser(player("Гость", account=False))
    assert sign_in(client).headers["location"] == "/me"
    assert GUEST_KEY not in client.session


def test_claimed_games_go_on_in_the_same_browser() -> None:
    sign_up(Client())
    evening = Evening.begin()
    client = browser(evening.players[1])
    sign_in(client)
    path = f"/p/{evening.pulka.slug}"
    assert client.get(path).status_code == 403
    client.post("/me/claim", {"answer": "mine"})
    assert client.get(path).status_code == 200
    assert is_held_by(evening.pulka.seats.get(index=1), Account.objects.get().player.pk)
    assert client.post("/me/claim", {"answer": "mine"}).headers["location"] == "/me"


def test_a_host_who_claims_his_games_goes_on_as_the_host() -> None:
    sign_up(Client())
    evening = Evening.gather(people=2)
    client = browser(evening.players[0])
    sign_in(client)
    client.post("/me/claim", {"answer": "mine"})
    reserved = client.post(f"/p/{evening.pulka.slug}/reserve", {"seat": "2", "name": "Дина"})
    assert reserved.status_code == 302
    assert "Вечер" in text(client.get("/"))


def test_games_that_are_not_mine_are_not_offered_again() -> None:
    sign_up(Client())
    client = browser(Evening.begin().players[1])
    sign_in(client)
    client.post("/me/claim", {"answer": "not"})
    assert "/me/claim" not in text(client.get("/me"))
    assert not Merge.objects.exists()


def test_a_claim_is_taken_back_in_the_profile() -> None:
    sign_up(Client())
    evening = Evening.begin()
    client = browser(evening.players[1])
    sign_in(client)
    client.post("/me/claim", {"answer": "mine"})
    undo = reverse("players:unclaim", args=[Merge.objects.get().pk])
    assert undo in text(client.get("/me"))
    assert browser(player("Чужой")).post(undo).status_code == 404
    assert client.post(undo).status_code == 302
    assert client.get(f"/p/{evening.pulka.slug}").status_code == 403


def test_a_claim_taken_back_by_mistake_is_offered_again() -> None:
    sign_up(Client())
    client = browser(Evening.begin().players[1])
    sign_in(client)
    client.post("/me/claim", {"answer": "mine"})
    client.post(reverse("players:unclaim", args=[Merge.objects.get().pk]))
    client.post("/me/claim", {"answer": "mine"})
    assert Merge.objects.filter(undone=None).count() == 1


def test_what_others_said_of_him_is_not_offered_again() -> None:
    evening, boris = Evening.begin(), player("Борис Латышев")
    made = merge(evening.players[1], boris, player("Админ"))
    client = browser(boris)
    client.post(reverse("players:unclaim", args=[made.pk]))
    assert client.get("/me/claim").status_code == 302


def test_who_is_led_elsewhere_learns_of_the_games_that_wait() -> None:
    sign_up(Client())
    client = browser(Evening.begin().players[1])
    assert sign_in(client, next="/clubs").headers["location"] == "/clubs"
    assert "есть игры гостя" in text(client.get("/clubs"))


def test_two_who_sign_up_at_once_under_one_name_are_told_apart(monkeypatch) -> None:
    sign_up(Client())
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name, shallow=False: name)
    later = Client()
    assert sign_up(later, "анна зорина").headers["location"] == SIGN_IN
    assert "уже кто-то входит" in text(later.get(SIGN_IN))
    assert Account.objects.count() == 1


def test_two_seats_in_one_pulka_are_refused_with_a_sentence() -> None:
    evening = Evening.begin()
    sign_up(browser(evening.players[0]), "Анна")
    client = browser(evening.players[1])
    sign_in(client, "Анна")
    assert "за одним столом" in text(client.get("/me/claim"))
    client.post("/me/claim", {"answer": "mine"})
    assert not Merge.objects.exists()


def test_signing_out_leaves_a_stranger() -> None:
    evening = Evening.begin()
    client = browser(evening.players[1])
    sign_up(client, "Борис")
    answer = client.post("/account/logout/")
    assert answer.headers["clear-site-data"] == '"cache"'
    assert dict(client.session).keys() <= {"_messages"}
    assert client.get(f"/p/{evening.pulka.slug}").status_code == 403
    assert "Борис" not in text(client.get("/me"))


def test_a_guest_can_leave_a_phone_that_is_not_his() -> None:
    client = browser(Evening.begin().players[1])
    client.post("/me/forget")
    assert of(client) is None


def test_another_password_signs_out_everywhere_else() -> None:
    evening = Evening.begin()
    here, there = browser(evening.players[1]), Client()
    sign_up(here, "Борис")
    sign_in(there, "Борис")
    path = f"/p/{evening.pulka.slug}"
    assert there.get(path).status_code == 200
    new = {"oldpassword": PASSWORD, "password1": "dvoika-tref-7", "password2": "dvoika-tref-7"}
    assert here.post("/account/password/", new).headers["location"] == "/me"
    assert (here.get(path).status_code, there.get(path).status_code) == (200, 403)


def test_a_closed_account_is_nobody_at_once() -> None:
    client = Client()
    sign_up(client)
    Account.objects.update(is_active=False)
    assert "Анна" not in text(client.get("/me"))
    assert sign_in(Client()).headers["location"] == "/account/closed/"


def test_wrong_passwords_are_slowed_down() -> None:
    sign_up(Client())
    for _ in range(5):
        assert "Имя или пароль" in text(sign_in(Client(), password="ne-tot"))
    assert "Слишком много попыток" in text(sign_in(Client()))
    cache.clear()


def test_a_door_that_is_knocked_at_too_often_says_so_on_a_page(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    sign_in(Client())
    answer = sign_in(Client())
    assert (answer.status_code, "Слишком много попыток" in text(answer)) == (429, True)


def test_tries_are_counted_for_all_processes_together() -> None:
    assert "DatabaseCache" in type(cache._connections[cache._alias]).__name__  # type: ignore[attr-defined]


def test_the_admin_site_is_entered_by_the_same_door() -> None:
    answer = Client().get("/admin/login/")
    assert answer.headers["location"].startswith(SIGN_IN)


def test_another_name_at_one_table_is_for_that_table_alone() -> None:
    anna = player("Анна Зорина")
    client = browser(anna)
    evening = Evening.gather(3, people=2)
    client.post(f"/t/{evening.pulka.table.code}", {"name": "Нюта", "seat": "2"})
    opened(client, name="Нюта")
    seats = Seat.objects.filter(player=anna)
    assert [seat.name for seat in seats] == ["Нюта", "Нюта"]
    anna.refresh_from_db()
    assert anna.name == "Анна Зорина"


def test_a_name_is_changed_for_what_comes() -> None:
    evening = Evening.begin()
    client = browser(evening.players[1])
    client.post("/me/name", {"name": "  Боря "})
    evening.players[1].refresh_from_db()
    assert (evening.players[1].name, evening.pulka.seats.get(index=1).name) == ("Боря", "Борис")
    assert client.post("/me/name", {"name": "\u200b"}).status_code == 422


WITHOUT_MAIL = ["/account/code/", "/account/lost/", "/me/mail", "/me/mail/code"]


@pytest.mark.parametrize("path", WITHOUT_MAIL)
def test_without_mail_its_pages_are_not_there(path: str) -> None:
    client = Client()
    sign_up(client)
    assert client.get(path).status_code == 404
    pages = text(client.get("/me")) + text(Client().get(SIGN_IN))
    assert path not in pages


def test_without_passkeys_their_pages_are_not_there(settings) -> None:
    settings.HAS_PASSKEYS = settings.MFA_PASSKEY_LOGIN_ENABLED = False
    client = Client()
    sign_up(client)
    for path in ("/account/passkeys/", "/account/passkeys/add/", "/account/passkeys/login/"):
        assert client.get(path).status_code == 404
    assert "passkeys" not in text(client.get("/me")) + text(Client().get(SIGN_IN))


def test_the_profile_asks_little(django_assert_max_num_queries) -> None:
    evening = Evening.begin()
    client = browser(evening.players[1])
    with django_assert_max_num_queries(6):
        client.get("/me")
    sign_up(client, "Борис")
    with django_assert_max_num_queries(12):
        client.get("/me")
