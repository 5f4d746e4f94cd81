"""The pages for staff: found, looked at, and changed only where nothing is derived."""

from typing import Any

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from prefweb.api import tokens
from prefweb.archive.models import WaitingArchive
from prefweb.clubs.models import Club, Invitation, Place
from prefweb.players.merging import merge
from prefweb.players.models import Account, Merge, Player
from prefweb.statistics import rerating
from prefweb.tables.models import CodeTry, Line, Pulka, Seat, Table
from tests.archive.everything import everything
from tests.clubs.people import browser, club, member, owner_of, player
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model.__module__.startswith("prefweb")]
PAGE = 12
"""Questions a page may ask: Django's own for session, account, rights and count among them."""


def staff() -> Client:
    client = Client()
    held = Account.objects.create_superuser("chief", password="secret")
    client.force_login(held, "django.contrib.auth.backends.ModelBackend")
    return client


def listed(model: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def one(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def others(home: Club) -> None:
    """What a club does not have, and staff see."""
    CodeTry.objects.create(address="10.0.0.1")
    tokens.make(home, owner_of(home), "Сайт", "x" * 9)
    account = owner_of(home).account
    assert account is not None
    rerating.bring_up_to_date(home.pk)
    WaitingArchive.objects.create(account=account, name="club.zip", content=b"zip", report={})


def test_every_page_of_every_model_is_shown_and_asks_little(
    django_assert_max_num_queries: Any,
) -> None:
    others(everything())
    client = staff()
    for model in OURS:
        path = listed(model)
        for asked in ({}, {"q": "Анна"}):
            with django_assert_max_num_queries(PAGE):
                assert client.get(path, asked).status_code == 200, path
        for row in model._default_manager.all()[:3]:
            with django_assert_max_num_queries(PAGE):
                assert client.get(one(row)).status_code == 200, one(row)
            assert client.get(one(row).replace("change", "history")).status_code == 200


def test_every_filter_of_every_list_can_be_asked() -> None:
    others(everything())
    client = staff()
    for model in OURS:
        page = client.get(listed(model))
        for spec in page.context["cl"].filter_specs:
            for choice in spec.choices(page.context["cl"]):
                answer = client.get(listed(model) + choice["query_string"])
                assert answer.status_code == 200, choice


def test_lists_ask_the_same_however_long_they_are(django_assert_max_num_queries: Any) -> None:
    client = staff()
    for _number in range(12):
        evening = long_evening(3, 2)
        home = club(player())
        member(home)
        Table.objects.filter(pk=evening.pulka.table_id).update(club=home)
        Pulka.objects.filter(pk=evening.pulka.pk).update(club=home)
    for model in OURS:
        with django_assert_max_num_queries(PAGE):
            client.get(listed(model))
    with django_assert_max_num_queries(PAGE):
        client.get(one(Table.objects.latest("pk")))
        client.get(one(Pulka.objects.latest("pk")))


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
@pytest.mark.parametrize("who", ["stranger", "guest", "account"])
def test_nobody_else_gets_in(model: Any, who: str) -> None:
    known = player(account=who == "account")
    client = browser(None if who == "stranger" else known)
    assert client.get(listed(model)).status_code == 302
    assert client.post(listed(model), {"action": "delete_selected"}).status_code == 302


def test_staff_without_rights_see_nothing() -> None:
    client = Client()
    held = Account.objects.create_user("helper", password="secret", is_staff=True)
    client.force_login(held, "django.contrib.auth.backends.ModelBackend")
    for model in OURS:
        assert client.get(listed(model)).status_code == 403


FREE_TO_DELETE = {CodeTry, WaitingArchive}


def test_nothing_is_deleted_that_anything_hangs_on() -> None:
    others(everything())
    client = staff()
    for model in OURS:
        row: Any = model._default_manager.first()
        path = one(row).replace("change", "delete")
        expected = 200 if model in FREE_TO_DELETE else 403
        assert client.post(path, {"post": "yes"}, follow=True).status_code == expected, path
        assert model._default_manager.filter(pk=row.pk).exists() == (expected == 403)


def test_nothing_is_added_but_accounts() -> None:
    client = staff()
    for model in OURS:
        answer = client.get(listed(model) + "add/")
        assert answer.status_code == (200 if model is Account else 403), model


def test_what_is_derived_cannot_be_changed() -> None:
    evening = long_evening(3, 2)
    pulka = evening.pulka
    client = staff()
    seat = pulka.seats.get(index=0)
    form = {"step": "settled", "version": "99", "rules_version": "x", "stake": "1000"}
    inline = {"seats-TOTAL_FORMS": "1", "seats-INITIAL_FORMS": "1", "seats-0-id": str(seat.pk)}
    inline |= {"seats-0-whists": "1000", "seats-0-money": "1000"}
    assert client.post(one(pulka), form | inline).status_code == 403
    assert client.post(one(pulka.lines.all()[0]), {"action": "x"}).status_code == 403
    assert client.post(one(pulka.deals.all()[0]), {"posts": "{}"}).status_code == 403
    again = Pulka.objects.get(pk=pulka.pk)
    assert (again.step, again.version, again.stake) == (pulka.step, pulka.version, pulka.stake)
    assert Seat.objects.get(pk=seat.pk).whists == seat.whists
    assert not Line.objects.filter(action="x").exists()


NO_MERGES = {
    f"{kind}-{count}_FORMS": "0" for kind in ("merges", "-1") for count in ("TOTAL", "INITIAL")
}
"""What a player's page sends of the merges it shows."""


def test_of_a_player_the_name_and_the_account_alone() -> None:
    known, other = player("Анна", account=False), player("Борис")
    account = Account.objects.create_user("anna", password="secret")
    form = {"name": "Анна К.", "account": str(account.pk), "main": str(other.pk)}
    answer = staff().post(one(known), form | NO_MERGES)
    assert answer.status_code == 302, answer.context["errors"]
    again = Player.objects.get(pk=known.pk)
    assert (again.name, again.account, again.main) == ("Анна К.", account, known)


def test_of_a_club_what_it_says_of_itself_and_who_is_what() -> None:
    home = club(player("Ольга"))
    boris = member(home)
    rows = list(home.members.order_by("id"))
    form = {"name": "Новое имя", "about": "", "is_public": "on", "slug": "taken"}
    form |= {"members-TOTAL_FORMS": "2", "members-INITIAL_FORMS": "2"}
    for number, row in enumerate(rows):
        role = "admin" if row.player == boris else "owner"
        form |= {f"members-{number}-id": str(row.pk), f"members-{number}-role": role}
        form |= {f"members-{number}-club": str(home.pk)}
        form |= {f"members-{number}-left_0": "", f"members-{number}-left_1": ""}
    client = staff()
    answer = client.post(one(home), form)
    assert answer.status_code == 302, answer.context["errors"]
    again = Club.objects.get()
    assert (again.name, again.is_public, again.slug) == ("Новое имя", True, home.slug)
    assert home.members.get(player=boris).role == "admin"
    form["members-1-role"] = "owner"
    assert client.post(one(home), form).status_code == 200, "two owners"
    assert home.members.get(role="owner").player != boris
    form["members-0-role"] = "member"
    assert client.post(one(home), form).status_code == 302
    assert home.members.get(role="owner").player == boris


def test_a_table_of_wood_can_be_taken_away_and_brought_back() -> None:
    place = Place.objects.create(club=club(player()), title="У окна")
    client = staff()
    form = {"title": "У двери", "removed_0": "2026-11-30", "removed_1": "10:00:00"}
    assert client.post(one(place), form).status_code == 302
    assert Place.objects.get().removed
    form |= {"removed_0": "", "removed_1": ""}
    assert client.post(one(place), form).status_code == 302
    assert (Place.objects.get().removed, Place.objects.get().title) == (None, "У двери")


def test_a_merge_is_taken_back_and_an_invitation_revoked() -> None:
    home = everything()
    client = staff()
    merges = [str(merge.pk) for merge in Merge.objects.filter(undone=None)]
    client.post(listed(Merge), {"action": "take_back", "_selected_action": merges})
    assert not Merge.objects.filter(undone=None).exists()
    assert all(known.main_id == known.pk for known in Player.objects.all())
    pks = [str(one.pk) for one in Invitation.objects.filter(club=home)]
    client.post(listed(Invitation), {"action": "revoke", "_selected_action": pks})
    assert not Invitation.objects.filter(revoked=None).exists()


def test_a_password_is_set_anew_and_a_name_kept_as_it_is_typed_to_sign_in() -> None:
    account = Account.objects.create_user("anna", password="secret")
    client = staff()
    path = reverse("admin:auth_user_password_change", args=[account.pk])
    words = {"password1": "пулька-на-троих", "password2": "пулька-на-троих"}
    assert client.post(path, {**words, "usable_password": "true"}).status_code == 302
    account.refresh_from_db()
    assert account.check_password("пулька-на-троих")
    assert (
        client.post(one(account), {"username": "  АННА  К ", "is_active": "on"}).status_code == 302
    )
    account.refresh_from_db()
    assert account.username == "анна к"


def test_an_account_that_staff_make_can_sign_in() -> None:
    client = staff()
    form = {"username": "Анна  К", "password1": "пулька-на-троих", "password2": "пулька-на-троих"}
    form["usable_password"] = "true"
    assert client.post(listed(Account) + "add/", form).status_code == 302
    again = client.post(listed(Account) + "add/", form)
    assert again.status_code == 200, "the same name twice"
    words = {"login": "Анна К", "password": "пулька-на-троих"}
    answer = Client().post("/account/login/", words)
    assert answer.status_code == 302, answer.content.decode()


def test_the_first_of_staff_is_made_on_the_server() -> None:
    call_command("createsuperuser", username="Chief", email="", interactive=False, verbosity=0)
    assert Account.objects.get(username="chief").is_superuser


def test_pages_are_found_by_players_titles_and_slugs() -> None:
    evening = Evening.begin()
    long_evening(3, 1)
    client = staff()
    for asked in (evening.pulka.slug, "Вечер", "Анна"):
        page = client.get(listed(Pulka), {"q": asked}).content.decode()
        assert evening.pulka.slug in page
    assert evening.pulka.slug not in client.get(listed(Pulka), {"q": "Зоя"}).content.decode()


def test_staff_are_led_to_the_site_and_to_what_was_written() -> None:
    evening = long_evening(3, 2)
    page = staff().get(one(evening.pulka)).content.decode()
    assert f'href="/p/{evening.pulka.slug}"' in page
    assert f"/admin/tables/line/?pulka__id__exact={evening.pulka.pk}" in page


def test_every_model_and_column_has_its_words_in_russian() -> None:
    latin = set("abcdefghijklmnopqrstuvwxyz")
    allowed = {"id", "qr", "json", "uid"}
    with override("ru"):
        for model in OURS:
            for text in _words(model):
                words = {word.strip("()«».,:").lower() for word in text.split()}
                assert not {word for word in words - allowed if set(word) & latin}, text


def _words(model: Any) -> list[str]:
    meta = model._meta
    return [
        str(meta.verbose_name),
        str(meta.verbose_name_plural),
        *(str(field.verbose_name) for field in meta.fields),
    ]


def test_who_is_given_an_account_is_himself_and_signs_in_with_it() -> None:
    guest, anna = player("Борис", account=False), player("Анна")
    merge(guest, anna, None)
    phone = browser(guest)
    assert "Борис" in phone.get("/me").content.decode()
    account = Account.objects.create_user("borya", password="secret")
    form = {"name": "Борис", "account": str(account.pk)}
    assert staff().post(one(guest), form | NO_MERGES).status_code == 302
    guest.refresh_from_db()
    assert (guest.account, guest.main) == (account, guest)
    assert "Борис" not in phone.get("/me").content.decode()


@pytest.mark.parametrize("odd", ["%00", "x", "9" * 30, "%D9%A3"])
@pytest.mark.parametrize("asked", ["q", "convention", "in_club", "step", "size", "evening__gte"])
def test_no_question_is_too_odd_for_a_list(asked: str, odd: str) -> None:
    assert staff().get(f"{listed(Pulka)}?{asked}={odd}").status_code in (200, 302)
