"""Two players who are one person, and back."""

import random
from contextlib import suppress

import pytest
from django.db import transaction
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prefweb.clubs.access import clubs_of
from prefweb.clubs.directory import member_named, people_of
from prefweb.clubs.models import ClubRole
from prefweb.players import merging
from prefweb.players.merging import CannotMerge, merge, preview, unmerge
from prefweb.players.models import Account, Merge, Player
from prefweb.players.signing import sign_up
from tests.clubs.people import club, member, player
from tests.tables.evenings import Evening, in_parallel

pytestmark = pytest.mark.django_db


def guest(name: str = "Гость") -> Player:
    return player(name, account=False)


def mains() -> dict[str, str]:
    return dict(Player.objects.values_list("name", "main__name"))


def refused(who: Player, into: Player) -> str:
    with pytest.raises(CannotMerge) as told:
        merge(who, into, None)
    return told.value.code


def test_games_count_for_whom_the_player_is_merged_into() -> None:
    evening, anna = Evening.begin(), player("Анна Зорина")
    merge(evening.players[1], anna, anna)
    seat = evening.pulka.seats.get(index=1)
    assert seat.person is not None
    assert seat.person.main == anna
    assert list(merging.games_of(merging.people_of(anna))) == [evening.pulka]


def test_an_undone_merge_leaves_everything_as_it_was() -> None:
    anna, other = player("Анна"), guest()
    made = merge(other, anna, anna)
    unmerge(made, anna)
    unmerge(made, anna)
    assert mains() == {"Анна": "Анна", "Гость": "Гость"}
    made.refresh_from_db()
    assert (made.by_name, made.undone_by_name) == ("Анна", "Анна")


def test_who_is_merged_into_somebody_merged_follows_him() -> None:
    a, b, c = (guest(name) for name in "abc")
    first = merge(a, b, None)
    second = merge(b, c, None)
    assert mains() == {"a": "c", "b": "c", "c": "c"}
    unmerge(second, None)
    assert mains() == {"a": "b", "b": "b", "c": "c"}
    merge(b, c, None)
    unmerge(first, None)
    assert mains() == {"a": "a", "b": "c", "c": "c"}


def test_what_cannot_be_merged_is_refused_with_a_reason() -> None:
    anna, boris, visitor = player("Анна"), player("Борис"), guest()
    assert refused(anna, boris) == "has_account"
    merge(visitor, anna, None)
    assert refused(visitor, boris) == "merged_already"
    assert refused(visitor, anna) == "same_person"
    assert refused(anna, visitor) == "same_person"
    assert refused(anna, anna) == "same_person"


def test_two_who_sat_at_one_table_are_not_one_person() -> None:
    evening, visitor = Evening.begin(), guest()
    assert refused(evening.players[0], evening.players[1]) == "both_at_one_table"
    merge(visitor, evening.players[0], None)
    assert refused(evening.players[1], visitor) == "both_at_one_table"


def test_a_seat_kept_for_a_member_and_taken_by_his_phone_is_one_seat() -> None:
    evening, anna = Evening.begin(), guest("Анна")
    evening.pulka.seats.filter(index=1).update(person=anna)
    merge(evening.players[1], anna, None)
    assert mains()[evening.players[1].name] == "Анна"


def test_a_preview_tells_games_and_clubs_and_changes_nothing() -> None:
    evening, anna = Evening.begin(), player("Анна Зорина")
    home = club()
    double = evening.players[2]
    home.members.create(player=double)
    seen = preview(double, anna)
    assert (seen.count, seen.others, seen.refusal) == (1, 0, "")
    assert (seen.games, seen.clubs, seen.both) == ([evening.pulka], [home], [])
    assert not Merge.objects.exists()
    refusal = preview(double, evening.players[1])
    assert (refusal.refusal, refusal.both) == ("both_at_one_table", [evening.pulka])


def test_the_directory_shows_a_person_once_with_the_stronger_role() -> None:
    home = club()
    anna = member(home, "Аня")
    double = member(home, "Анюта", ClubRole.ADMIN, account=False)
    merge(double, anna, None)
    people = [found for found in people_of(home) if found.player == anna]
    assert [found.role for found in people] == [ClubRole.ADMIN]
    assert [getattr(found, "role", "") for found in clubs_of(anna.pk)] == [ClubRole.ADMIN]
    assert member_named(home, "анюта") == member_named(home, "Аня") == anna


@pytest.mark.django_db(transaction=True)
def test_two_merges_at_once_do_not_close_a_circle() -> None:
    a, b = guest("a"), guest("b")

    def one(who: Player, into: Player) -> object:
        try:
            return merge(who, into, None)
        except CannotMerge as told:
            return told.code

    results = in_parallel(lambda: one(a, b), lambda: one(b, a))
    assert sorted(isinstance(result, str) for result in results) == [False, True]
    assert len(set(mains().values())) == 1


def root_of(of: str, stand: dict[str, str]) -> str:
    while of in stand:
        of = stand[of]
    return of


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6))
def test_main_is_always_the_root_of_the_merges_that_stand(seed: int) -> None:
    """Whatever is merged and unmerged, in any order."""
    with transaction.atomic():
        chance = random.Random(seed)
        people = {name: guest(name) for name in "abcdef"}
        for _ in range(15):
            _merge_or_unmerge(chance, people)
            stand = dict(
                Merge.objects.filter(undone=None).values_list("player__name", "into__name")
            )
            assert mains() == {name: root_of(name, stand) for name in people}
        transaction.set_rollback(True)


def _merge_or_unmerge(chance: random.Random, people: dict[str, Player]) -> None:
    standing = list(Merge.objects.filter(undone=None))
    if standing and chance.random() < 0.35:
        unmerge(chance.choice(standing), None)
        return
    who, into = chance.sample(sorted(people), 2)
    with suppress(CannotMerge):
        merge(people[who], people[into], None)


@pytest.mark.django_db(transaction=True)
def test_who_signs_up_while_an_admin_merges_him_is_himself() -> None:
    anna, boris = guest("Анна"), guest("Борис")
    account = Account.objects.create_user("borya", password="secret")
    request = RequestFactory().get("/")
    request._player = boris  # type: ignore[attr-defined]

    def merged() -> object:
        with suppress(CannotMerge):
            return merge(boris, anna, None)
        return None

    in_parallel(lambda: sign_up(request, account, "Борис"), merged)
    boris.refresh_from_db()
    assert (boris.account, boris.main) == (account, boris)
