"""From an empty table to the first deal."""

from decimal import Decimal

import pytest

from prefweb.players.models import Player
from prefweb.tables import codes
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import CodeTry, Line, Proxies, Pulka, PulkaStep, Seat, Table
from prefweb.tables.services import seating
from tests.tables.evenings import Evening, agreement, in_parallel

pytestmark = pytest.mark.django_db


def refused(code: str) -> "pytest.RaisesExc[Told]":
    return pytest.raises(Told, check=lambda told: told.code == code)


def newcomer(name: str = "Дина") -> Player:
    return Player.objects.create(name=name)


def seats(evening: Evening) -> list[str]:
    return [seat.name for seat in evening.again().pulka.seats.all()]


def test_the_host_sits_on_the_first_seat() -> None:
    assert seats(Evening.gather(people=1)) == ["Анна", "", ""]


def test_a_code_has_six_digits_and_is_not_taken_twice() -> None:
    found = {Evening.gather(people=1).pulka.table.code for _ in range(5)}
    assert len(found) == 5
    assert all(len(code) == 6 and code.isdecimal() for code in found)


def test_codes_grow_with_the_number_of_open_tables() -> None:
    host = newcomer()
    Table.objects.bulk_create(Table(code=f"{n:06}", host=host) for n in range(1001))
    assert len(codes.new_code()) == 7


def test_a_closed_table_gives_its_code_back() -> None:
    evening = Evening.gather(people=1)
    code = evening.pulka.table.code
    assert codes.table_of(f" {code[:3]} {code[3:]} ") == evening.pulka.table
    Table.objects.update(closed="2026-01-01T00:00Z")
    assert codes.table_of(code) is None


def test_wrong_codes_are_counted_by_address_and_forgotten() -> None:
    for _ in range(codes.TRIES):
        assert not codes.is_throttled("192.0.2.1")
        codes.note_wrong("192.0.2.1")
    assert codes.is_throttled("192.0.2.1")
    assert not codes.is_throttled("192.0.2.2")
    CodeTry.objects.update(at="2026-01-01T00:00Z")
    assert not codes.is_throttled("192.0.2.1")


def test_one_seat_is_taken_once() -> None:
    evening = Evening.gather(people=2)
    with refused("seat_taken"):
        seating.take_seat(evening.pulka.slug, newcomer(), 1, "Дина")


def test_a_seated_player_moves_to_a_free_seat() -> None:
    evening = Evening.gather(people=2)
    seating.take_seat(evening.pulka.slug, evening.players[1], 2, "Борис")
    assert seats(evening) == ["Анна", "", "Борис"]


def test_two_players_are_not_called_the_same() -> None:
    evening = Evening.gather(people=1)
    with refused("name_taken"):
        seating.take_seat(evening.pulka.slug, newcomer(), 1, "  анна ")


def test_a_typed_name_is_only_a_reservation() -> None:
    evening = Evening.gather(people=2)
    seating.reserve_seat(evening.pulka.slug, evening.players[0], 2, "Вера")
    seating.take_seat(evening.pulka.slug, newcomer("Вера"), 2, "")
    assert seats(evening) == ["Анна", "Борис", "Вера"]


def test_play_begins_only_at_a_full_table() -> None:
    evening = Evening.gather(people=2)
    with refused("seats_free"):
        seating.start(evening.pulka.slug, evening.players[0])


def test_a_reserved_seat_plays_by_proxy_only_where_the_host_says_so() -> None:
    evening = Evening.gather(people=2)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.reserve_seat(slug, host, 2, "Вера")
    with refused("seats_reserved"):
        seating.start(slug, host)
    seating.start(slug, host, with_reserved=True)
    assert evening.again().pulka.step == PulkaStep.PLAYING


def test_a_reserved_seat_cannot_play_where_nobody_posts_for_others() -> None:
    evening = Evening.gather(people=2, proxies=Proxies.NOBODY)
    seating.reserve_seat(evening.pulka.slug, evening.players[0], 2, "Вера")
    with refused("no_proxies"):
        seating.start(evening.pulka.slug, evening.players[0], with_reserved=True)


def test_somebody_comes_to_a_reserved_seat_during_the_game() -> None:
    evening = Evening.gather(people=2)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.reserve_seat(slug, host, 2, "Вера")
    seating.start(slug, host, with_reserved=True)
    late = newcomer("Вера")
    seating.take_seat(slug, late, 2, "Вера")
    assert Seat.objects.get(pulka=evening.pulka, index=2).player == late


def test_the_agreement_freezes_at_the_start() -> None:
    evening = Evening.begin()
    for act in (
        lambda: seating.change_agreement(
            evening.pulka.slug, evening.players[0], agreement(4), title="", proxies="anyone"
        ),
        lambda: seating.set_first_dealer(evening.pulka.slug, evening.players[0], 1),
        lambda: seating.reserve_seat(evening.pulka.slug, evening.players[0], 1, "Дина"),
        lambda: seating.start(evening.pulka.slug, evening.players[0]),
    ):
        with refused("begun_already"):
            act()


def test_what_changed_in_the_agreement_is_logged() -> None:
    evening = Evening.gather()
    seating.change_agreement(
        evening.pulka.slug,
        evening.players[0],
        agreement(3, target=20, stake=Decimal("2.50")),
        title="Другой",
        proxies="nobody",
    )
    line = Line.objects.get(action="agreement")
    before, after = line.before or {}, line.after or {}
    assert (before["target"], after["target"]) == (10, 20)
    assert (before["stake"], after["stake"]) == ("5", "2.5")
    assert evening.again().pulka.table.title == "Другой"


@pytest.mark.parametrize(("size", "names"), [(4, 4), (3, 3)])
def test_the_table_grows_and_shrinks(size: int, names: int) -> None:
    evening = Evening.gather(7 - size, people=3)
    seating.set_first_dealer(evening.pulka.slug, evening.players[0], 6 - size)
    seating.change_agreement(
        evening.pulka.slug, evening.players[0], agreement(size), title="", proxies="anyone"
    )
    assert len(seats(evening)) == names
    assert evening.pulka.first_dealer < size


@pytest.mark.parametrize("come", [4, 3], ids=["seated", "kept"])
def test_a_smaller_table_throws_nobody_out(come: int) -> None:
    evening = Evening.gather(4, people=come)
    slug, host = evening.pulka.slug, evening.players[0]
    if come == 3:
        seating.reserve_seat(slug, host, 3, "Глеб")
    with pytest.raises(Told) as refusal:
        seating.change_agreement(slug, host, agreement(3), title="", proxies=Proxies.ANYONE)
    assert (refusal.value.code, refusal.value.params) == ("seats_beyond", {"name": "Глеб"})
    assert (seats(evening), evening.pulka.size) == (["Анна", "Борис", "Вера", "Глеб"], 4)
    assert not Line.objects.filter(action__in=["frees", "agreement"]).exists()


def test_a_seat_moves_to_another_phone_by_its_link_and_the_old_phone_loses_it() -> None:
    evening = Evening.begin()
    seat = Seat.objects.get(pulka=evening.pulka, index=0)
    other = newcomer()
    seating.carry_seat(seat.key, other)
    seat.refresh_from_db()
    assert seat.player == other
    assert seat.name == "Анна"
    assert evening.again().pulka.table.host == other


def test_a_seat_cannot_be_carried_to_the_phone_of_another_seat() -> None:
    evening = Evening.begin()
    key = Seat.objects.get(pulka=evening.pulka, index=0).key
    with refused("seated_already"):
        seating.carry_seat(key, evening.players[1])


@pytest.mark.django_db(transaction=True)
def test_two_people_cannot_take_one_seat_at_once() -> None:
    evening = Evening.gather(people=1)
    people = [newcomer("Дина"), newcomer("Егор")]
    results = in_parallel(
        *(
            lambda player=player: seating.take_seat(evening.pulka.slug, player, 1, player.name)
            for player in people
        )
    )
    assert sorted(map(str, results)) == ["None", "seat_taken"]
    assert Pulka.objects.get().version == 2


def test_everything_the_host_changes_is_a_line_of_the_log() -> None:
    evening = Evening.gather(4)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.set_first_dealer(slug, host, 2)
    seating.free_seat(slug, host, 3)
    seating.change_agreement(slug, host, agreement(3), title="Другой", proxies=Proxies.NOBODY)
    lines = {line.action: line for line in Line.objects.all()}
    assert (lines["first_dealer"].before, lines["first_dealer"].after) == (0, 2)
    assert lines["frees"].before == "Глеб"
    assert (lines["agreement"].after or {})["proxies"] == Proxies.NOBODY


def test_households_count_as_one_whatever_address_they_use() -> None:
    for host in range(codes.TRIES):
        codes.note_wrong(f"2001:db8:1:2::{host:x}")
    assert codes.is_throttled("2001:db8:1:2:ffff::1")
    assert not codes.is_throttled("2001:db8:1:3::1")


@pytest.mark.parametrize("name", ["\u200b", "\x00", " \u202e ", "\u200d"])
def test_a_name_nobody_can_see_is_none(name: str) -> None:
    evening = Evening.gather(people=1)
    with refused("name_missing"):
        seating.take_seat(evening.pulka.slug, newcomer(), 1, name)
