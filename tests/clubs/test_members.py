"""Who belongs to a club, and as what."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from prefweb.clubs.access import clubs_of
from prefweb.clubs.directory import members_of, people_of
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import membership
from prefweb.players.merging import merge
from prefweb.players.models import Player
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import in_parallel

pytestmark = pytest.mark.django_db


def place(of: Club, who: Player) -> int:
    return of.members.get(player=who).pk


def role(of: Club, who: Player) -> str | None:
    found = of.members.get(player=who)
    return None if found.left else found.role


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.sentence
    return caught.value.code


def test_somebody_is_added_by_name_once() -> None:
    home = club()
    added = membership.add_by_name(home, "  Дина\u200b ")
    assert (added.player.name, added.player.account) == ("Дина", None)
    assert refused(lambda: membership.add_by_name(home, "дина")) == "name_known"
    assert refused(lambda: membership.add_by_name(home, " \u00ad ")) == "name_missing"


def test_who_was_in_the_directory_before_is_back_as_the_same_person() -> None:
    home = club()
    before = membership.add_by_name(home, "Дина")
    membership.remove(home, before.pk, by=ClubRole.ADMIN)
    assert membership.add_by_name(home, "дина").player == before.player


def test_a_name_of_the_directory_is_changed_and_an_accounts_is_not() -> None:
    home = club()
    dina = member(home, "Дина", account=False)
    boris = member(home, "Борис")
    membership.rename(home, place(home, dina), "Дина Ивановна")
    dina.refresh_from_db()
    assert dina.name == "Дина Ивановна"
    assert refused(lambda: membership.rename(home, place(home, dina), "Борис")) == "name_known"
    assert refused(lambda: membership.rename(home, place(home, boris), "Боря")) == "own_name"


def test_the_owner_makes_admins_and_members_again() -> None:
    home = club()
    boris, dina = member(home), member(home, "Дина", account=False)
    membership.set_role(home, place(home, boris), ClubRole.ADMIN)
    assert role(home, boris) == "admin"
    membership.set_role(home, place(home, boris), ClubRole.MEMBER)
    assert role(home, boris) == "member"
    to_admin = ClubRole.ADMIN
    assert refused(lambda: membership.set_role(home, place(home, dina), to_admin)) == (
        "account_needed"
    )
    owner = place(home, owner_of(home))
    assert refused(lambda: membership.set_role(home, owner, ClubRole.MEMBER)) == "owner_stays"


def test_a_club_handed_over_has_one_owner() -> None:
    home = club()
    anna, boris = owner_of(home), member(home)
    for _twice in range(2):
        membership.hand_over(home, place(home, boris))
    assert (role(home, anna), role(home, boris)) == ("admin", "owner")
    dina = member(home, "Дина", account=False)
    assert refused(lambda: membership.hand_over(home, place(home, dina))) == "account_needed"


@pytest.mark.django_db(transaction=True)
def test_two_handing_over_at_once_leave_one_owner() -> None:
    home = club()
    first, second = member(home), member(home, "Вера")
    in_parallel(
        lambda: membership.hand_over(home, place(home, first)),
        lambda: membership.hand_over(home, place(home, second)),
    )
    assert home.members.filter(role=ClubRole.OWNER).count() == 1


@pytest.mark.parametrize(
    ("whose", "by", "code"),
    [
        (ClubRole.MEMBER, ClubRole.ADMIN, None),
        (ClubRole.MEMBER, ClubRole.OWNER, None),
        (ClubRole.ADMIN, ClubRole.OWNER, None),
        (ClubRole.ADMIN, ClubRole.ADMIN, "admins_by_owner"),
    ],
)
def test_admins_remove_members_and_the_owner_admins(
    whose: ClubRole, by: ClubRole, code: str | None
) -> None:
    home = club()
    boris = member(home, role=whose)
    act = lambda: membership.remove(home, place(home, boris), by=by)  # noqa: E731
    assert (refused(act) if code else act()) == code
    assert (role(home, boris) is None) == (code is None)
    if code is None:
        assert refused(act) == "not_there"


def test_nobody_removes_the_owner_and_the_owner_does_not_leave() -> None:
    home = club()
    owner = owner_of(home)
    act = lambda: membership.remove(home, place(home, owner), by=ClubRole.OWNER)  # noqa: E731
    assert refused(act) == "owner_stays"
    assert refused(lambda: membership.leave(home, owner)) == "owner_stays"


def test_who_leaves_keeps_the_row_and_no_right() -> None:
    home = club()
    boris = member(home, role=ClubRole.ADMIN)
    membership.leave(home, boris)
    membership.leave(home, boris)
    left = home.members.get(player=boris)
    assert (left.left is not None, left.role) == (True, "member")
    assert not clubs_of(boris.pk).exists()


def merged(home: Club) -> tuple[Player, Player]:
    """Anna of the club, who was in its directory as Anya as well."""
    anna = member(home, "Анна Зорина")
    anya = member(home, "Аня", account=False)
    merge(anya, anna, by=None)
    return anna, anya


def test_the_directory_shows_a_merged_person_once_with_the_stronger_role() -> None:
    home = club()
    anna, anya = merged(home)
    Member.objects.filter(player=anya).update(role=ClubRole.ADMIN)
    shown = [(person.name, person.role) for person in people_of(home)]
    assert shown.count(("Анна Зорина", ClubRole.ADMIN)) == 1
    assert len(shown) == members_of(home).count() - 1
    assert [one.role for one in clubs_of(anna.pk)] == ["admin"]  # type: ignore[attr-defined]


def test_a_merged_person_leaves_with_every_row() -> None:
    home = club()
    anna, anya = merged(home)
    membership.leave(home, anna)
    assert (role(home, anna), role(home, anya)) == (None, None)


def page(home: Club, who: Player, name: str, *args: Any) -> str:
    answer = browser(who).get(reverse(f"clubs:{name}", args=[home.slug, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_members_page_offers_what_its_reader_may() -> None:
    home = club()
    admin, boris = member(home, "Антон", ClubRole.ADMIN), member(home)
    dina = member(home, "Дина", account=False)
    offers = {
        (owner_of(home), boris): {"role", "owner", "remove"},
        (owner_of(home), dina): {"name", "remove"},
        (admin, boris): {"remove"},
        (admin, dina): {"name", "remove"},
        (admin, owner_of(home)): set(),
        (boris, dina): set(),
    }
    for (reader, shown), acts in offers.items():
        pk = place(home, shown)
        text = page(home, reader, "member", pk)
        found = {act for act in ("name", "role", "owner", "remove") if f"/{pk}/{act}" in text}
        assert found == acts, (reader.name, shown.name)


def test_who_has_left_still_has_a_page() -> None:
    home = club()
    boris = member(home)
    membership.leave(home, boris)
    text = page(home, owner_of(home), "member", place(home, boris))
    assert "/remove" not in text


@pytest.mark.parametrize("name", ["members", "settings", "invitations", "house_rules", "club"])
def test_a_page_asks_the_same_few_questions_of_any_number_of_members(
    name: str, django_assert_max_num_queries: Any
) -> None:
    for count in (0, 25):
        home = club(player(f"Ольга {count}"))
        for number in range(count):
            member(home, f"Участник {number}", account=number % 2 == 0)
        client, path = browser(owner_of(home)), reverse(f"clubs:{name}", args=[home.slug])
        with django_assert_max_num_queries(12):
            assert client.get(path).status_code == 200


@pytest.mark.parametrize("count", [1, 12])
def test_my_clubs_take_few_questions(count: int, django_assert_max_num_queries: Any) -> None:
    anna = player("Анна")
    for number in range(count):
        club(anna, name=f"Клуб {number}")
    client = browser(anna)
    with django_assert_max_num_queries(12):
        text = client.get(reverse("clubs:clubs")).content.decode()
    assert "Клуб 0" in text
