"""People who leave their seat while it is played, come back, are replaced; the scribe, the host."""

import pytest
from django.test import Client

from prefweb.players.models import Player
from prefweb.tables.access import viewer_with
from prefweb.tables.deals.posts import Dispute, Fact
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.deals.steps import Step
from prefweb.tables.models import Consent, Line, Proxies, Seat, Table
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.services import consenting, ending, hosting, seating
from prefweb.tables.services.consenting import Answer, Wish
from prefweb.ui.seats import sat
from scoring import Role
from tests.tables.evenings import Evening
from tests.tables.test_playing import ended
from tests.tables.test_result_pages import read
from tests.tables.test_seating import newcomer, refused

pytestmark = pytest.mark.django_db


def seat(evening: Evening, index: int) -> Seat:
    return Seat.objects.get(pulka=evening.pulka, index=index)


def seat_by_code(evening: Evening, index: int, name: str) -> Player:
    player = newcomer(name)
    seating.take_seat(evening.pulka.slug, player, index, name)
    return player


def page(evening: Evening, player: Player | None = None) -> PulkaPage:
    pulka = evening.again().pulka
    return PulkaPage(pulka, viewer_with(pulka, player.pk if player else None))


def next_seven(evening: Evening, declarer: int, whister: int, passer: int) -> None:
    evening.order(declarer, 7)
    evening.answer(whister, Role.WHIST)
    evening.answer(passer, Role.PASS)
    evening.tricks(declarer, 7)


# -- leaving and being freed


def test_a_freed_seat_keeps_its_name_loses_its_phone_and_its_link() -> None:
    evening = Evening.begin()
    before = seat(evening, 1)
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    after = seat(evening, 1)
    assert (after.player, after.name) == (None, "Борис")
    assert after.key != before.key
    with refused("freed_already"):
        seating.free_seat(evening.pulka.slug, evening.players[0], 1)


def test_others_post_for_a_freed_seat() -> None:
    evening = Evening.begin()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    evening.order(1, 7, by=0)
    assert evening.now.posts.orders[1].by == 0


def test_who_stands_up_comes_back_by_the_own_link() -> None:
    evening = Evening.begin()
    key = seat(evening, 1).key
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    assert seat(evening, 1).player is None
    seating.carry_seat(key, evening.players[1])
    assert seat(evening, 1).player == evening.players[1]


def test_who_stands_up_comes_back_by_the_code_under_the_own_name() -> None:
    evening = Evening.begin()
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    seat_by_code(evening, 1, "Борис")
    assert page(evening).sat(1) == []


def test_nobody_comes_or_goes_once_it_is_settled() -> None:
    evening = ended()
    for index in range(3):
        evening.confirm(index)
    slug, host = evening.pulka.slug, evening.players[0]
    for act in (
        lambda: seating.leave_seat(slug, evening.players[1]),
        lambda: seating.free_seat(slug, host, 1),
        lambda: seating.renew_link(slug, host, 1),
        lambda: seating.take_seat(slug, newcomer(), 1, "Дина"),
        lambda: hosting.name_scribe(slug, host, 0),
    ):
        with refused("settled_already"):
            act()


def test_a_new_link_ends_the_old_one_and_is_logged() -> None:
    evening = Evening.begin()
    old = seat(evening, 1).key
    new = seating.renew_link(evening.pulka.slug, evening.players[0], 1).key
    assert not Seat.objects.filter(key=old).exists()
    phone = newcomer("Борис")
    seating.carry_seat(new, phone)
    assert seat(evening, 1).player == phone
    assert Line.objects.filter(pulka=evening.pulka, action="new_link", seat=1).count() == 1


def test_a_seat_that_nobody_has_needs_no_link() -> None:
    evening = Evening.gather(people=2)
    with refused("nobody_there"):
        seating.renew_link(evening.pulka.slug, evening.players[0], 2)


# -- replacing


@pytest.mark.parametrize(("freed", "checked"), [([1], 1), ([1, 2], 0)])
def test_a_stranger_is_proposed_no_seat_where_several_wait(
    client: Client, freed: list[int], checked: int
) -> None:
    evening = Evening.begin()
    for index in freed:
        seating.free_seat(evening.pulka.slug, evening.players[0], index)
    page = client.get(f"/t/{evening.pulka.table.code}").content.decode()
    assert page.count("checked") == checked


def test_somebody_else_takes_the_seat_with_all_that_is_written() -> None:
    evening = Evening.begin()
    evening.seven_made()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    evening.players[1] = seat_by_code(evening, 1, "Дина")
    next_seven(evening, 2, 0, 1)
    assert sat(page(evening), 1) == "Борис (сдача 1), Дина (со сдачи 2)"
    assert page(evening).names_in(1) == ("Анна", "Борис", "Вера")
    assert page(evening).names_in(2) == ("Анна", "Дина", "Вера")
    assert evening.course.replay.sheet.pool[1] == 4


@pytest.mark.parametrize("what", ["", "score"])
def test_the_last_deal_names_who_played_it(what: str) -> None:
    evening = Evening.begin()
    evening.seven_made()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    evening.players[1] = seat_by_code(evening, 1, "Дина")
    shown = read(evening, what, 2)
    assert "Борис 7" in shown.replace("\u2068", "").replace("\u2069", "")


def test_a_deal_that_is_on_is_still_the_former_players() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    seat_by_code(evening, 1, "Дина")
    assert page(evening).sat(1) == [("Борис", 1, 1), ("Дина", 2, None)]


def test_who_was_replaced_before_a_deal_was_played_is_not_named() -> None:
    evening = Evening.begin()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    seat_by_code(evening, 1, "Дина")
    assert page(evening).sat(1) == []


def test_who_comes_back_after_a_substitute_without_a_deal_was_never_away() -> None:
    evening = Evening.begin()
    evening.seven_made()
    for name in ("Дина", "Борис"):
        seating.free_seat(evening.pulka.slug, evening.players[0], 1)
        seat_by_code(evening, 1, name)
    assert page(evening).sat(1) == []


def test_results_name_only_those_who_played() -> None:
    evening = ended()
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    evening.players[1] = seat_by_code(evening, 1, "Дина")
    for index in range(3):
        evening.confirm(index)
    assert page(evening).sat(1) == [("Борис", 1, 1)]


# -- the scribe


NAMING = [
    pytest.param(Proxies.ANYONE, 1, 1, "", id="anybody-himself-where-all-may-post-for-others"),
    pytest.param(Proxies.ANYONE, 0, 2, "", id="the-host-anybody"),
    pytest.param(Proxies.ANYONE, 1, 2, "scribe_by_host", id="nobody-else-another"),
    pytest.param(Proxies.SCRIBE, 0, 1, "", id="the-host-where-the-scribe-alone-writes"),
    pytest.param(Proxies.SCRIBE, 1, 1, "scribe_by_host", id="there-nobody-himself"),
    pytest.param(Proxies.NOBODY, 0, 0, "no_proxies", id="none-where-nobody-posts-for-others"),
]


@pytest.mark.parametrize(("proxies", "by", "scribe", "code"), NAMING)
def test_who_names_the_scribe(proxies: str, by: int, scribe: int, code: str) -> None:
    evening = Evening.begin(proxies=proxies)
    if code:
        with refused(code):
            hosting.name_scribe(evening.pulka.slug, evening.players[by], scribe)
        return
    hosting.name_scribe(evening.pulka.slug, evening.players[by], scribe)
    assert evening.again().pulka.scribe == scribe


def test_anybody_seated_gives_each_his_own_back() -> None:
    evening = Evening.begin()
    hosting.name_scribe(evening.pulka.slug, evening.players[1], 1)
    hosting.name_scribe(evening.pulka.slug, evening.players[2], None)
    assert evening.again().pulka.scribe is None
    lines = Line.objects.filter(pulka=evening.pulka, action="scribe")
    assert [(line.by_name, line.before, line.after) for line in lines] == [
        ("Борис", None, 1),
        ("Вера", 1, None),
    ]


def test_a_seat_without_a_phone_cannot_write() -> None:
    evening = Evening.begin()
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    with refused("no_phone"):
        hosting.name_scribe(evening.pulka.slug, evening.players[0], 1)


def test_the_scribe_who_goes_is_none_any_more() -> None:
    evening = Evening.begin()
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 1)
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    assert evening.again().pulka.scribe is None


def test_the_scribe_who_moves_while_the_table_gathers_stays_the_scribe() -> None:
    evening = Evening.gather(people=2)
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 1)
    seating.take_seat(evening.pulka.slug, evening.players[1], 2, "Борис")
    assert evening.again().pulka.scribe == 2


def test_kept_seats_need_a_scribe_where_only_he_writes() -> None:
    evening = Evening.gather(people=2, proxies=Proxies.SCRIBE)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.reserve_seat(slug, host, 2, "Вера")
    with refused("scribe_needed"):
        seating.start(slug, host, with_reserved=True)
    hosting.name_scribe(slug, host, 1)
    seating.start(slug, host, with_reserved=True)
    evening.order(2, 7, by=1)
    with refused("no_proxies"):
        evening.answer(1, Role.PASS, by=0)


def test_the_scribe_goes_on_in_the_next_pulka() -> None:
    evening = ended()
    hosting.name_scribe(evening.pulka.slug, evening.players[1], 1)
    assert ending.rematch(evening.pulka.slug, evening.players[0]).scribe == 1


def test_the_tables_code_stays_through_all_its_pulkas() -> None:
    evening = ended()
    code = evening.pulka.table.code
    fresh = ending.rematch(evening.pulka.slug, evening.players[0])
    assert fresh.table.code == code
    assert fresh.table.pulkas.count() == 2


# -- the host


def test_the_host_hands_the_table_over() -> None:
    evening = Evening.begin()
    hosting.hand_over(evening.pulka.slug, evening.players[0], 2)
    assert evening.again().pulka.table.host == evening.players[2]
    line = Line.objects.get(pulka=evening.pulka, action="host")
    assert (line.before, line.after) == (0, 2)


def test_the_table_is_handed_to_nobody_without_a_phone() -> None:
    evening = Evening.begin()
    seating.leave_seat(evening.pulka.slug, evening.players[2])
    with refused("no_phone"):
        hosting.hand_over(evening.pulka.slug, evening.players[0], 2)


def asks_to_host(evening: Evening, index: int) -> None:
    wish = Wish(uid=f"host-{index}-{evening.pulka.slug}", kind=Consent.Kind.HOST)
    consenting.ask(evening.pulka.slug, evening.players[index], wish)


def agrees(evening: Evening, index: int, for_seat: int | None = None) -> None:
    from prefweb.tables.pulkas.consents import consent_mark

    consent = Consent.objects.get(pulka=evening.pulka, outcome="open")
    seen = consent_mark(evening.course, consent)
    uid = f"yes-{index}-{for_seat}-{consent.pk}"
    answer = Answer(uid=uid, consent=consent.pk, seen=seen, seat=for_seat)
    consenting.agree(evening.pulka.slug, evening.players[index], answer)


def test_somebody_becomes_host_once_the_others_agree_without_the_host() -> None:
    evening = Evening.begin()
    asks_to_host(evening, 1)
    assert Table.objects.get().host == evening.players[0]
    agrees(evening, 2)
    assert Table.objects.get().host == evening.players[1]


def test_the_seat_of_a_host_who_is_away_answers_through_another() -> None:
    evening = Evening.begin()
    seating.leave_seat(evening.pulka.slug, evening.players[0])
    asks_to_host(evening, 1)
    agrees(evening, 2)
    agrees(evening, 1, for_seat=0)
    assert Table.objects.get().host == evening.players[1]


def test_the_host_needs_not_ask_for_it() -> None:
    evening = Evening.begin()
    with refused("host_already"):
        asks_to_host(evening, 0)


def test_a_table_gets_its_host_where_it_plays_now() -> None:
    evening = ended()
    ending.rematch(evening.pulka.slug, evening.players[0])
    for act in (
        lambda: hosting.hand_over(evening.pulka.slug, evening.players[0], 1),
        lambda: asks_to_host(evening, 1),
    ):
        with refused("not_current"):
            act()


def test_whoever_takes_a_seat_over_ends_the_link_of_who_had_it() -> None:
    evening = Evening.begin()
    old = seat(evening, 1).key
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    newcomers = seat_by_code(evening, 1, "Дина")
    with pytest.raises(Seat.DoesNotExist):
        seating.carry_seat(old, evening.players[1])
    assert seat(evening, 1).player == newcomers


def test_a_link_of_a_seat_left_while_the_table_gathers_ends_with_the_next_to_sit_there() -> None:
    evening = Evening.gather()
    old = seat(evening, 1).key
    seating.leave_seat(evening.pulka.slug, evening.players[1])
    seat_by_code(evening, 1, "Дина")
    assert seat(evening, 1).key != old


# -- what a seat had said before its phone was gone


def freed_after(evening: Evening) -> None:
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)


def test_others_mend_what_a_seat_without_a_phone_had_said() -> None:
    evening = Evening.begin()
    evening.seven_made()
    with refused("not_yours"):
        evening.tricks(1, 6, by=0, deal=1, seen="7")
    freed_after(evening)
    evening.tricks(1, 6, by=0, deal=1, seen="7")
    assert evening.course.replay.sheet.mountain[1] == 4


def test_where_nobody_posts_for_another_nobody_mends_it_either() -> None:
    evening = Evening.begin(proxies=Proxies.NOBODY)
    evening.seven_made()
    freed_after(evening)
    with refused("no_proxies"):
        evening.tricks(1, 6, by=0, deal=1, seen="7")


def test_an_objection_of_a_seat_without_a_phone_is_taken_back_by_another() -> None:
    evening = Evening.begin()
    evening.seven_made()
    evening.tap(Kind.DISPUTE, 1, Dispute(Fact.ANSWER, 2), deal=1)
    with refused("no_proxies"):
        evening.tap(Kind.DISPUTE, 1, None, by=0, deal=1)
    freed_after(evening)
    with refused("no_proxies"):
        evening.tap(Kind.DISPUTE, 1, Dispute(Fact.ANSWER, 0), by=0, deal=1)
    evening.tap(Kind.DISPUTE, 1, None, by=0, deal=1)
    assert evening.mendable.step == Step.WRITTEN
