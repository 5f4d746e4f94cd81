"""The pages about numbers: the sheet, the final count, the log, one deal, the ways in."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from prefweb.tables.deals.posts import Dispute, Fact
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import PATIENCE, Proxies, Pulka, PulkaStep, Seat
from prefweb.tables.services import ending, seating
from scoring import Role
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening, agreement, house
from tests.tables.test_access import browser
from tests.tables.test_playing import ended as played_out

pytestmark = pytest.mark.django_db

PAGES = ("sheet", "sheet/large", "score", "settlement", "log", "deals/1", "invite")
ODD = ("<b>Жирный</b>", "\"Кавычки\" & 'прочее'", "שלמה 🂡")
HTMX = {"hx-request": "true"}


def phone(evening: Evening, seat: int, language: str = "ru") -> Client:
    client = browser(evening.players[seat])
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return client


def read(evening: Evening, path: str = "", seat: int = 0, **more: str) -> str:
    """A page of the pulka as a player's phone gets it."""
    answer = phone(evening, seat).get(f"/p/{evening.pulka.slug}/{path}".rstrip("/"), more)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def asked(evening: Evening, page: str, seat: int = 0) -> str:
    """What an open page is answered that asks for changes."""
    path = f"/p/{evening.pulka.slug}/live"
    answer = phone(evening, seat).get(path, {"since": "0", "page": page}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def cells(page: str) -> dict[str, str]:
    return dict(re.findall(r'data-cell="([^"]+)" data-value="([^"]+)"', page))


def runs(page: str) -> dict[str, str]:
    found = re.findall(r'data-run="([^"]+)">(.*?)</dd>', page)
    return {key: strip_tags(totals) for key, totals in found}


@pytest.fixture
def evening() -> Evening:
    """One deal is written: a seven of seat 1, made against seat 2."""
    evening = Evening.begin()
    evening.seven_made()
    return evening


@pytest.fixture
def over() -> Evening:
    """Nobody has confirmed yet."""
    return played_out()


# ---------- the sheet ----------


def test_score_has_every_number_of_the_sheet(evening: Evening) -> None:
    page = read(evening, "score")
    written = {key: value for key, value in cells(page).items() if value != "0"}
    assert written == {"pool-1": "4", "whists-2-1": "12"}
    assert len(cells(page)) == 3 + 3 + 6


def test_score_has_running_totals_as_on_paper(evening: Evening) -> None:
    evening.order(2, 7)
    evening.answer(0, Role.WHIST)
    evening.answer(1, Role.PASS)
    evening.tricks(2, 6)
    totals = runs(read(evening, "score"))
    assert (totals["whists-0-2"], totals["whists-1-2"]) == ("20.", "4.")
    assert (totals["pool-1"], totals["mountain-2"], totals["pool-0"]) == ("4.", "4.", "")


def test_new_numbers_are_marked_until_the_next_order(evening: Evening) -> None:
    assert len(re.findall('class="num is-new"', read(evening, "score"))) == 2
    evening.order(2, 6)
    assert "is-new" not in read(evening, "score")


def test_balances_add_up_to_nothing(evening: Evening) -> None:
    for path in ("score", "settlement"):
        found = re.findall(r'data-balance="\d" data-value="([^"]+)"', read(evening, path))
        assert len(found) == 3
        assert sum(map(Fraction, found)) == 0


def test_score_says_what_may_be_ordered_now() -> None:
    evening = Evening.begin(convention=house(raspasy_exit=[6, 7]))
    evening.raspasy(1)
    evening.tricks(1, 4)
    evening.tricks(2, 3)
    page = read(evening, "score")
    assert re.search(r"не ниже</dt><dd>7<", page)
    assert re.search(r"распасов подряд</dt><dd>1<", page)


# ---------- the final count ----------


def test_count_can_be_looked_at_while_the_pulka_is_played(evening: Evening) -> None:
    page = read(evening, "settlement")
    assert "Если расписать сейчас" in page
    assert "/confirm" not in page
    assert "/rematch" not in page


def test_count_shows_every_step(over: Evening) -> None:
    page = read(over)
    for words in ("Пули на гору", "Амнистия", "Средняя гора", "Кружки", "Деньги"):
        assert words in page
    assert 'data-step="ended"' in page


def test_payments_name_who_pays_whom(over: Evening) -> None:
    found = re.findall(
        r'data-from="(\d)" data-to="(\d)" data-amount="([\d.]+)"', read(over, "settlement")
    )
    assert found == [("2", "1", "166.67"), ("0", "1", "166.66")]


def test_each_agrees_for_himself_and_sees_who_has(over: Evening) -> None:
    over.confirm(1)
    assert read(over, seat=0).count("согласие есть") == 1
    assert "Всё верно" in read(over, seat=0)
    assert "Всё верно" not in read(over, seat=1)


def test_a_seat_without_a_phone_agrees_through_another(over: Evening) -> None:
    Seat.objects.filter(pulka=over.pulka, index=2).update(player=None)
    assert 'name="seat" value="2"' in read(over, seat=1)
    over.pulka.table.proxies = Proxies.NOBODY
    over.pulka.table.save()
    assert 'name="seat" value="2"' not in read(over, seat=1)


def test_confirmations_of_others_arrive_on_the_open_page(over: Evening) -> None:
    over.confirm(1)
    assert asked(over, "settlement").count("согласие есть") == 1


def test_only_the_host_goes_on(over: Evening) -> None:
    assert "/rematch" in read(over, seat=0)
    assert "/rematch" not in read(over, seat=1)


def test_the_host_settles_alone_only_after_a_day(over: Evening) -> None:
    assert '/settle"' not in read(over)
    Pulka.objects.update(ended=timezone.now() - PATIENCE - timedelta(minutes=1))
    assert '/settle"' in read(over)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_rematch_shows_itself_on_the_old_page(over: Evening, seat: int) -> None:
    fresh = ending.rematch(over.pulka.slug, over.players[0])
    page = read(over, seat=seat)
    assert f'href="/p/{fresh.slug}"' in page
    assert "/rematch" not in page


def test_a_table_closed_before_the_start_says_so() -> None:
    evening = Evening.gather()
    ending.close_table(evening.pulka.slug, evening.players[0])
    assert "Стол закрыт до первой сдачи" in read(evening)


def test_a_table_that_gathers_has_no_numbers_yet() -> None:
    evening = Evening.gather()
    for path in ("score", "settlement"):
        answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/{path}")
        assert answer.headers["location"] == f"/p/{evening.pulka.slug}"


def test_whole_whists_are_explained_where_agreed() -> None:
    evening = Evening.begin(target=1, convention=house(rounding="whole"))
    evening.seven_made()
    assert "округлены до целых" in read(evening, "settlement")
    assert "округлены до целых" not in read(played_out(), "settlement")


@pytest.mark.parametrize(("size", "is_told"), [(3, True), (4, False)])
def test_a_rest_is_explained_only_where_one_is_left_over(size: int, is_told: bool) -> None:
    evening = Evening.begin(size, target=8)
    evening.order(1, 7)
    for seat in evening.now.terms.defenders(1):
        evening.answer(seat, Role.PASS)
    assert ("мельчайшей монеты" in read(evening, "settlement")) == is_told


def test_a_name_that_ends_with_a_period_gets_no_second_one() -> None:
    evening = Evening.begin(target=8)
    Seat.objects.filter(pulka=evening.pulka, index=2).update(name="Глеб Ж.")
    evening.order(1, 7)
    for seat in (2, 0):
        evening.answer(seat, Role.PASS)
    page = read(evening, "settlement")
    assert "Глеб Ж." in page
    assert "Ж.." not in page


# ---------- one deal and the log ----------


def test_a_deal_says_who_said_what_and_what_it_wrote(evening: Evening) -> None:
    page = read(evening, "deals/1")
    assert set(re.findall('data-fact="([^"]+)"', page)) == {
        "order-1",
        "answer-2",
        "answer-0",
        "tricks-1",
    }
    assert "семерная: 4 очка" in page
    assert 'data-action="written"' in page


def test_a_fact_is_mended_by_its_poster_and_disputed_by_the_others(evening: Evening) -> None:
    assert "mend=1-answer#post" in read(evening, "deals/1", seat=2)
    page = read(evening, "deals/1", seat=1)
    assert 'value="answer-2"' in page
    assert 'value="order-1"' not in page


def test_an_objection_is_posted_without_htmx(evening: Evening) -> None:
    page = read(evening, "deals/1", seat=0)
    form = page[page.index('data-fact="answer-2"') :]
    sent = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</li>")])
    )
    answer = phone(evening, 0).post(f"/p/{evening.pulka.slug}/post", {**sent, "fact": "answer-2"})
    assert answer.status_code == 302
    assert evening.now.posts.disputes == {0: Dispute(Fact.ANSWER, 2)}
    assert "Снять возражение" in read(evening, "deals/1", seat=0)


def test_a_disputed_deal_has_left_the_sheet(evening: Evening) -> None:
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.ANSWER, 2), deal=1)
    page = asked(evening, "deal-1", seat=1)
    assert "Не сходится" in page
    assert "семерная" not in page


def test_a_sealed_deal_can_only_be_read(evening: Evening) -> None:
    evening.order(2, 6)
    page = read(evening, "deals/1", seat=2)
    assert "mend=1" not in page
    assert 'name="fact"' not in page


def test_a_watcher_can_only_read(evening: Evening) -> None:
    client = browser(watches=evening.pulka)
    for path in ("deals/1", "score", "log", "settlement"):
        page = client.get(f"/p/{evening.pulka.slug}/{path}").content.decode()
        assert "mend=" not in page
        assert 'name="fact"' not in page
        assert "/s/" not in page


def test_the_log_names_both_where_one_posts_for_another() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    evening.answer(2, Role.WHIST, by=0)
    page = read(evening, "log")
    assert re.search(r"Вера</bdi>:</strong> вист.*?отмечает:.*?Анна", page, re.DOTALL)


# ---------- ways in ----------


def test_the_invitation_has_the_code_the_watch_link_and_the_own_seat(evening: Evening) -> None:
    page = read(evening, "invite", seat=1)
    keys = list(Seat.objects.filter(pulka=evening.pulka).values_list("key", flat=True))
    assert f"http://testserver/t/{evening.pulka.table.code}" in page
    assert f"http://testserver/w/{evening.pulka.table.watch_key}" in page
    assert [key in page for key in keys] == [False, True, False]
    assert page.count("<svg") >= 3


def test_a_closed_table_invites_only_to_look(over: Evening) -> None:
    for seat in range(len(over.players)):
        over.confirm(seat)
    ending.close_table(over.pulka.slug, over.players[0])
    page = read(over, "invite")
    assert f"/t/{over.pulka.table.code}" not in page
    assert f"/w/{over.pulka.table.watch_key}" in page


# ---------- all of them ----------


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_odd_names_stand_as_text(evening: Evening, path: str, language: str) -> None:
    for seat, name in zip(Seat.objects.filter(pulka=evening.pulka), ODD, strict=True):
        seat.name = name
        seat.save()
    page = phone(evening, 0, language).get(f"/p/{evening.pulka.slug}/{path}").content.decode()
    assert "<b>Жирный" not in page
    assert path == "invite" or "&lt;b&gt;Жирный" in page or path == "log"


@pytest.mark.parametrize("path", PAGES)
def test_pages_ask_the_database_little(
    evening: Evening, path: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        evening.raspasy(evening.now.terms.active[0])
        for seat, tricks in zip(evening.now.terms.active[:2], (4, 3), strict=True):
            evening.tricks(seat, tricks)
    client = phone(evening, 1)
    with django_assert_max_num_queries(12):
        client.get(f"/p/{evening.pulka.slug}/{path}")


@pytest.mark.parametrize("page", ["sheet", "large", "score", "settlement", "log", "deal-1"])
def test_regions_ask_the_database_less(
    over: Evening, page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone(over, 1)
    with django_assert_max_num_queries(9):
        client.get(f"/p/{over.pulka.slug}/live", {"since": "0", "page": page}, headers=HTMX)


@pytest.mark.parametrize(
    ("page", "root"),
    [("score", "score"), ("settlement", "count"), ("log", "log"), ("deal-1", "one-deal")],
)
def test_regions_take_their_place_on_the_open_page(evening: Evening, page: str, root: str) -> None:
    path = page.replace("deal-", "deals/")
    assert f'id="{root}"' in read(evening, path)
    assert f'page={page}"' in read(evening, path)
    assert re.search(f'id="{root}"[^>]* hx-swap-oob="true"', asked(evening, page))


def test_settled_pulka_keeps_its_pages(over: Evening) -> None:
    for seat in range(len(over.players)):
        over.confirm(seat)
    assert over.again().pulka.step == PulkaStep.SETTLED
    assert 'data-step="settled"' in read(over)
    assert "Итог принят" in read(over)
    for path in ("score", "log", "deals/1"):
        read(over, path)


def test_the_whole_agreement_says_what_differs_from_the_convention() -> None:
    page = read(Evening.gather(convention=house(whist_mult=2)), "agreed", seat=1)
    assert "Множитель вистов" in page
    assert "обычно: 1" in page


def test_everybody_at_a_gathering_table_sees_what_changed() -> None:
    evening = Evening.gather()
    slug, host = evening.pulka.slug, evening.players[0]
    seating.change_agreement(slug, host, agreement(3, target=20), title="", proxies="anyone")
    page = read(evening, seat=1)
    assert "Договорённости изменены" in page
    assert "10 → <strong>20</strong>" in page


@pytest.mark.parametrize(
    ("step", "heading", "is_owed"),
    [
        ("playing", "Если расписать сейчас", True),
        ("settled", "Итог", True),
        ("abandoned", "Если бы расписали тогда", False),
        ("continued", "Если бы расписали тогда", False),
    ],
)
def test_every_page_says_alike_what_the_numbers_are(step: str, heading: str, is_owed: bool) -> None:
    """Nobody owes anything for what came to nothing, or is settled later."""
    pulka = long_evening(3, 4)
    Pulka.objects.filter(pk=pulka.pulka.pk).update(step=step)
    for path in ("sheet", "score", "replay/4", "print"):
        if (step, path) != ("abandoned", "print"):
            assert heading in read(pulka, path), path
    assert ("printed__payments" in read(pulka, "print")) == is_owed
    assert ("data-payment" in read(pulka, "settlement")) == is_owed
