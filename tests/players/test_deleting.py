"""An account goes, and the name with it; others keep what they have played."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from prefweb.clubs.models import Club, ClubRole, Invitation, Member
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import membership
from prefweb.players.deleting import OwnsClubs, delete_account
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Account, Player
from prefweb.tables.models import Consent, Line, Pulka, PulkaStep
from prefweb.tables.services import seating
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.consenting import all_agree, ask
from tests.tables.evenings import Evening, in_parallel
from tests.tables.test_playing import ended

pytestmark = pytest.mark.django_db

NAME, OTHER = "Аркадий Неповторимый", "Кеша Прежний"


def everything() -> str:
    """Every row of every table as text, sessions opened."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT row_to_json(t)::text FROM "{table}" t')
            rows += [f"{table}: {row}" for (row,) in cursor.fetchall()]
    sessions = [json.dumps(s.get_decoded(), ensure_ascii=False) for s in Session.objects.all()]
    return "\n".join(rows + [f"session: {session}" for session in sessions])


def rows_with(name: str) -> list[str]:
    found = [row for row in everything().splitlines() if name.casefold() in row.casefold()]
    escaped = json.dumps(name)[1:-1]
    return found + [row for row in everything().splitlines() if escaped in row]


def somebody() -> Player:
    """Signed up by the page, so that a session knows what he typed."""
    form = {"username": NAME, "password1": "tuz-pik-77", "password2": "tuz-pik-77"}
    Client().post("/account/signup/", form)
    return Player.objects.get(name=NAME)


def account_of(who: Player) -> Account:
    assert who.account is not None
    return who.account


def sat_down(who: Player, index: int = 3, name: str = NAME) -> Evening:
    """A table of four that waits for its fourth."""
    evening = Evening.gather(4, people=3)
    seating.reserve_seat(evening.pulka.slug, evening.players[0], index, name)
    seating.take_seat(evening.pulka.slug, who, index, name)
    return evening


def let_in(who: Player) -> Evening:
    """A table of three that goes on as one of four."""
    evening = Evening.begin()
    ask(evening, 0, Consent.Kind.JOIN, value={"name": NAME, "after": 2})
    all_agree(evening)
    following = Pulka.objects.get(follows=evening.pulka)
    seating.take_seat(following.slug, who, 3, NAME)
    return evening


def others_know(who: Player, home: Club) -> None:
    """Merges, an invitation and the log of the site's admins name him beside others."""
    anna = owner_of(home)
    unmerge(merge(player("Двойник", account=False), anna, who), who)
    until = timezone.now() + timedelta(days=1)
    Invitation.objects.create(club=home, code="1", by=who, by_name=NAME, expires=until)
    LogEntry.objects.create(
        user=account_of(anna),
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(who.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )


def left_to_another(who: Player) -> Evening:
    """A table at which he began, and another one goes on."""
    evening = sat_down(who)
    slug = evening.pulka.slug
    seating.start(slug, evening.players[0])
    seating.leave_seat(slug, who)
    seating.take_seat(slug, player("Дина"), 3, "Дина")
    return evening


def as_a_guest(who: Player) -> Evening:
    """A table at which he sat under another name, told of by a file too."""
    guest = player(OTHER, account=False)
    evening = sat_down(guest, name=OTHER)
    merge(guest, who, who)
    told = {"name": OTHER, "account": account_of(who).username}
    about = {"players": [told], OTHER: 1}
    Pulka.objects.filter(pk=evening.pulka.pk).update(about=about)
    return evening


def test_the_name_is_nowhere_any_more() -> None:
    who = somebody()
    home = club(player("Анна Зорина"))
    Member.objects.create(club=home, player=who, role=ClubRole.ADMIN)
    evening, gathering = sat_down(who), sat_down(who)
    seating.start(evening.pulka.slug, evening.players[0])
    invited, left = let_in(who), left_to_another(who)
    as_a_guest(who)
    others_know(who, home)
    assert len(rows_with(NAME)) > 10
    assert rows_with(OTHER)
    called = delete_account(account_of(who)).name
    assert rows_with(NAME) == rows_with(OTHER) == []
    assert called.startswith("Игрок ")
    assert evening.pulka.seats.get(index=3).name == called
    assert (invited.pulka.consents.get().value or {})["name"] == called
    assert not gathering.pulka.seats.get(index=3).is_taken
    assert left.pulka.seats.get(index=3).name == "Дина"
    assert home.members.filter(left=None).count() == 1


def test_his_seat_is_free_and_open_pages_hear_of_it() -> None:
    who = somebody()
    evening = sat_down(who)
    seating.start(evening.pulka.slug, evening.players[0])
    version = evening.again().pulka.version
    delete_account(account_of(who))
    assert evening.again().pulka.version > version
    seat = evening.pulka.seats.get(index=3)
    assert (seat.player, seat.is_taken) == (None, True)
    assert Line.objects.filter(pulka=evening.pulka, action="leaves").exists()


def test_somebody_at_the_table_becomes_its_host() -> None:
    evening = Evening.begin()
    host = evening.players[0]
    host.account = Account.objects.create_user("хозяин", password="x")
    host.save()
    delete_account(host.account)
    assert evening.again().pulka.table.host == evening.players[1]


def test_a_table_without_anybody_else_stays_under_the_pseudonym() -> None:
    evening = Evening.gather(people=1)
    host = evening.players[0]
    host.account = Account.objects.create_user("один", password="x")
    host.save()
    delete_account(host.account)
    assert evening.again().pulka.table.host.name.startswith("Игрок ")


def test_results_of_others_stay_as_they_were() -> None:
    evening = ended()
    for seat in range(3):
        evening.confirm(seat)
    assert evening.again().pulka.step == PulkaStep.SETTLED
    who = evening.players[1]
    who.account = Account.objects.create_user("борис", password="x")
    who.save()
    before = list(evening.pulka.seats.values_list("index", "whists", "money", "person"))
    delete_account(who.account)
    assert list(evening.pulka.seats.values_list("index", "whists", "money", "person")) == before
    assert [seat.name for seat in evening.pulka.seats.all()][0::2] == ["Анна", "Вера"]


def test_an_owner_hands_the_club_over_first() -> None:
    who = somebody()
    home = club(who)
    with pytest.raises(OwnsClubs):
        delete_account(account_of(who))
    client = browser(who)
    assert home.name in client.get("/me/delete").content.decode()
    client.post("/me/delete", {"password": "tuz-pik-77"})
    assert Account.objects.exists()


def test_the_page_wants_the_password() -> None:
    who = somebody()
    client = browser(who)
    for password in ("", "ne-tot"):
        answer = client.post("/me/delete", {"password": password})
        assert answer.status_code == 422
        assert "id_password_error" in answer.content.decode()
    assert client.post("/me/delete", {"password": "tuz-pik-77"}).headers["location"] == "/"
    assert not Account.objects.exists()
    assert client.post("/me/delete", {"password": "tuz-pik-77"}).status_code == 403


def test_other_phones_are_strangers_then() -> None:
    who = somebody()
    there = browser(who)
    key = there.session.session_key or ""
    delete_account(account_of(who))
    assert not SessionStore().exists(key)
    assert NAME not in there.get("/me").content.decode()


def test_members_of_the_club_stay() -> None:
    home = club(player("Анна"))
    who = member(home, "Борис")
    delete_account(account_of(who))
    assert [found.player.name for found in home.members.filter(left=None)] == ["Анна"]


@pytest.mark.django_db(transaction=True)
def test_no_club_is_handed_to_who_goes_at_the_same_moment() -> None:
    home = club()
    heir = member(home, "Наследник")
    pk = home.members.get(player=heir).pk

    def tried(act: Callable[[], object]) -> object:
        try:
            return act()
        except (OwnsClubs, Refused) as told:
            return told

    in_parallel(
        lambda: tried(lambda: delete_account(account_of(heir))),
        lambda: tried(lambda: membership.hand_over(home, pk)),
    )
    assert owner_of(home).account is not None
    assert home.members.filter(role=ClubRole.OWNER, left=None).count() == 1
