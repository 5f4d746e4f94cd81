"""The pages of the replay: every moment, whoever looks, while it is played and afterwards."""

import re
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from prefweb.history import urls
from prefweb.history.moments import story_of
from prefweb.tables.models import Consent, Hand
from prefweb.tables.pulkas.course import course_of
from prefweb.tables.services import seating
from scoring import Role, money_of, replay, settle
from tests.sheets.long import long_evening
from tests.tables.consenting import all_agree, mend
from tests.tables.consenting import ask as ask_all
from tests.tables.evenings import Evening, house
from tests.tables.hands import MOUNTAIN, POOL, decide, write
from tests.tables.test_access import browser
from tests.tables.test_coming_and_going import next_seven, seat_by_code
from tests.tables.test_continuing import goes_on
from tests.tables.test_correcting import mend_tricks, played
from tests.tables.test_mending import passed_out
from tests.tables.test_random_evenings import HOUSE_RULES, SIZES
from tests.tables.test_random_tables import any_deal
from tests.tables.test_result_pages import HTMX, phone, read

pytestmark = pytest.mark.django_db

Kind = Consent.Kind


def ask(evening: Evening, path: str = "", seat: int = 0, **more: str) -> Any:
    """What an open page of the replay is answered."""
    address = f"/p/{evening.pulka.slug}/replay{path}"
    return phone(evening, seat).get(address, more, headers=HTMX)


def drawn(page: str) -> dict[str, str]:
    """Every number on the drawn sheet, or with five in its table."""
    found = re.findall(r'data-drawn="([^"]+)" data-value="([^"]+)"', page)
    found += re.findall(r'data-cell="([^"]+)" data-value="([^"]+)"', page)
    return {key: value for key, value in found if value != "0"}


def balances(page: str) -> list[tuple[Fraction, Decimal]]:
    found = re.findall(r'data-balance="\d" data-value="([^"]+)" data-money="([^"]+)"', page)
    return [(Fraction(whists), Decimal(money)) for whists, money in found]


def stops(page: str) -> list[str]:
    """The places in the list of all moments."""
    listed = page.partition('id="stops"')[2].partition("</ol>")[0]
    return re.findall(r'/replay/([\d.]+)" data-stop', listed)


def written(sheet: Any) -> dict[str, str]:
    cells = {f"pool-{seat}": value for seat, value in enumerate(sheet.pool)}
    cells |= {f"mountain-{seat}": value for seat, value in enumerate(sheet.mountain)}
    for seat, row in enumerate(sheet.whists):
        cells |= {f"whists-{seat}-{other}": value for other, value in enumerate(row)}
    return {key: str(value) for key, value in cells.items() if value}


def agrees_with_the_engine(evening: Evening) -> None:
    """Every moment shows what a replay of the first so many deals and entries comes to."""
    course = evening.course
    facts = [each.played.deal for each in course.scored]
    places = stops(read(evening, "replay/0"))
    assert len(places) == len(facts) + 1
    for count, place in enumerate(places):
        page = read(evening, f"replay/{place}")
        sheet = replay(course.game, facts[:count]).sheet
        whists = settle(sheet, course.game).whists
        money = money_of(whists, evening.pulka.stake, evening.pulka.currency)
        assert drawn(page) == written(sheet)
        assert balances(page) == list(zip(whists, money, strict=True))


def goes(evening: Evening, *taken: int) -> None:
    """Deals of the next in turn, a six each, with so many tricks."""
    for number in taken:
        seat, other, last = evening.now.terms.active
        evening.order(seat, 6)
        evening.answer(other, Role.WHIST)
        evening.answer(last, Role.PASS)
        evening.tricks(seat, number)


# ---------- moments ----------


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_moment_shows_what_the_engine_says(size: int) -> None:
    agrees_with_the_engine(long_evening(size, 25))


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Any deals by any rules, some taken out again, and anything by hand between them."""
    rules, chance = draw(HOUSE_RULES), draw(st.randoms(use_true_random=False))
    more = {"convention": house(**rules), "multipliers": draw(st.booleans())}
    evening = Evening.begin(draw(SIZES), target=draw(st.sampled_from([3, 50])), **more)
    pulka, course = evening.pulka, evening.course
    pulka.deals.all().delete()
    for number in range(1, draw(st.integers(1, 6)) + 1):
        dealer = chance.randrange(pulka.size)
        posts = any_deal(chance, course.terms(dealer)).to_data()
        fields = {"number": number, "dealer": dealer, "posts": posts}
        pulka.deals.create(**fields, taken_out=chance.random() < 0.2)
    for after in draw(st.lists(st.integers(0, 6), max_size=3)):
        seat, amount = chance.randrange(pulka.size), chance.choice(["-3", "1/2", "40"])
        state = chance.choice([Hand.State.COUNTED, Hand.State.DECLINED])
        where = {"seat": seat, "area": "mountain", "after": after, "author": seat}
        pulka.hands.create(**where, amount=amount, state=state)
    pulka.version += 1
    pulka.save()
    return evening


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(evenings())
def test_every_moment_of_any_evening_shows_what_the_engine_says(evening: Evening) -> None:
    agrees_with_the_engine(evening)


def test_entries_by_hand_are_moments_behind_their_deal() -> None:
    evening = Evening.begin(target=50)
    write(evening, 0, MOUNTAIN, 1)
    goes(evening, 6)
    write(evening, 1, MOUNTAIN, 2)
    write(evening, 2, MOUNTAIN, Fraction(1, 2))
    goes(evening, 5)
    assert stops(read(evening, "replay/0")) == ["0", "0.1", "1", "1.1", "1.2", "2"]
    agrees_with_the_engine(evening)


def test_a_link_to_an_entry_stays_when_one_before_it_is_taken_back_or_counted_late() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6)
    first, waiting = write(evening, 1, MOUNTAIN, 2), write(evening, 2, POOL, 2)
    write(evening, 0, MOUNTAIN, 3)
    decide(evening, 1, first, "withdraw")
    assert stops(read(evening, "replay/0")) == ["0", "1", "1.3"]
    decide(evening, 0, waiting, "agree")
    assert stops(read(evening, "replay/0")) == ["0", "1", "1.2", "1.3"]
    agrees_with_the_engine(evening)


def test_a_mended_deal_changes_every_later_moment_and_is_marked() -> None:
    evening = Evening.begin(target=50)
    played(evening, 7)
    mend_tricks(evening, 6)
    goes(evening, 6)
    agrees_with_the_engine(evening)
    page = read(evening, "replay/1")
    assert "исправлена" in page.partition('id="lead"')[2].partition("</div>")[0]
    assert "гора" in page.partition('id="told"')[2]


def test_deals_changed_by_consent_are_marked_or_gone() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6, 6, 6)
    ask_all(evening, 0, Kind.TAKE_OUT, 3)
    all_agree(evening)
    mend(evening, 0, 1, tricks_1=5)
    all_agree(evening)
    ask_all(evening, 0, Kind.ADD, 1, value=passed_out(evening))
    all_agree(evening)
    page = read(evening, "replay/2")
    listed = page.partition('id="stops"')[2].partition("</ol>")[0].split("<li>")
    marks = [re.findall(r'class="tag">([^<]+)', row) for row in listed[1:]]
    assert stops(page) == ["0", "1", "2", "3", "5"]
    assert marks == [[], ["исправлена"], ["вписана"], [], []]
    agrees_with_the_engine(evening)


def test_a_place_off_the_sheet_shows_what_stood_before_it() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6)
    page = read(evening, "replay/7.2")
    assert 'data-moment="2"' in page
    assert "сейчас не на листе" in page


def test_a_sheet_that_goes_on_begins_with_what_it_brought() -> None:
    evening = Evening.begin(target=2)
    evening.seven_made()
    following = goes_on(evening, Kind.EXTEND, {"target": 20})
    page = read(following, "replay/0")
    assert drawn(page) == written(evening.course.replay.sheet)
    assert "is-new" not in page
    agrees_with_the_engine(following)


def test_names_are_those_of_then() -> None:
    evening = Evening.begin()
    evening.seven_made()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    evening.players[1] = seat_by_code(evening, 1, "Дина")
    next_seven(evening, 2, 0, 1)
    then, now = read(evening, "replay/1"), read(evening, "replay/2")
    told = [page.partition('id="lead"')[2].partition('id="all"')[0] for page in (then, now)]
    assert ["Борис" in part for part in told] == [True, False]
    assert ["Дина" in part for part in told] == [False, True]


# ---------- the way ----------


def test_the_first_address_leads_to_the_end() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6)
    slug = evening.pulka.slug
    answer = phone(evening, 0).get(f"/p/{slug}/replay")
    assert (answer.status_code, answer["location"]) == (302, f"/p/{slug}/replay/2")


@pytest.mark.parametrize(("at", "place"), [("0", "0"), ("1", "1"), ("99", "2"), ("x", "2")])
def test_the_slider_leads_somewhere_without_a_script(at: str, place: str) -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6)
    slug = evening.pulka.slug
    answer = phone(evening, 0).get(f"/p/{slug}/replay", {"at": at})
    assert answer["location"] == f"/p/{slug}/replay/{place}"


def test_steps_lead_on_and_end_at_the_ends() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6)

    def steps(place: str) -> list[Any]:
        nav = read(evening, f"replay/{place}").partition('id="steps"')[2].partition("</nav>")[0]
        return re.findall(r'id="to-(\w+)" href="[^"]*/replay/([\d.]+)"', nav)

    assert steps("0") == [("next", "1"), ("last", "2")]
    assert steps("1") == [("first", "0"), ("previous", "0"), ("next", "2"), ("last", "2")]
    assert steps("2") == [("first", "0"), ("previous", "1")]


def test_a_step_brings_only_what_is_about_the_moment() -> None:
    evening = long_evening(3, 40)
    whole, part = read(evening, "replay/20"), ask(evening, "/21").content.decode()
    assert 'id="moment" data-index="21"' in part
    assert 'id="stops"' not in part
    assert len(part) < len(whole) / 2


def test_a_gathering_table_has_no_replay() -> None:
    evening = Evening.gather()
    answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/replay/0")
    assert answer["location"] == f"/p/{evening.pulka.slug}"


# ---------- while it is played ----------


def test_who_looks_at_the_end_follows() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6)
    since = str(evening.again().pulka.version)
    goes(evening, 6)
    answer = ask(evening, since=since, step="playing", end="1", page="replay-end")
    assert answer["HX-Replace-Url"].endswith("/replay/2")
    page = answer.content.decode()
    assert 'data-moment="2"' in page
    assert stops(page) == ["0", "1", "2"]
    assert "Дальше есть новое" not in page


def test_who_looks_elsewhere_is_told_that_there_is_more() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6)
    since = str(evening.again().pulka.version)
    goes(evening, 6)
    answer = ask(evening, since=since, step="playing", end="1", page="replay-0")
    assert "HX-Replace-Url" not in answer
    page = answer.content.decode()
    assert 'data-moment="0"' in page
    assert "Дальше есть новое" in page


def test_nothing_is_sent_where_nothing_changed() -> None:
    evening = Evening.begin(target=50)
    version = str(evening.again().pulka.version)
    assert ask(evening, since=version, step="playing", page="replay-end").status_code == 204


def test_the_page_is_drawn_anew_in_another_step() -> None:
    evening = Evening.begin(target=50)
    answer = ask(evening, since="1", step="ended", page="replay-end")
    assert answer["HX-Refresh"] == "true"


# ---------- who sees it, and how fast ----------


def test_no_address_of_the_replay_is_left_out() -> None:
    names = {pattern.name for pattern in urls.urlpatterns if "replay" in str(pattern.pattern)}
    assert names == {"replay", "moment", "watch"}


@pytest.mark.parametrize("path", ["replay", "replay/0", "replay/1.1"])
def test_only_who_is_inside_sees_it(path: str) -> None:
    evening = Evening.begin()
    address = f"/p/{evening.pulka.slug}/{path}"
    assert browser().get(address).status_code == 403
    assert browser(Evening.gather().players[1]).get(address).status_code == 403
    for client in (browser(evening.players[1]), browser(watches=evening.pulka)):
        assert client.get(address, follow=True).status_code == 200
        assert client.head(address, follow=True).status_code == 200


def test_a_link_to_a_moment_lets_watch() -> None:
    evening = Evening.begin(target=50)
    goes(evening, 6, 6)
    shared = re.search(
        r'data-url="http://testserver(/w/[^"]+/replay/1)"', read(evening, "replay/1")
    )
    assert shared
    answer = browser().get(shared[1], follow=True)
    assert answer.redirect_chain[-1][0] == f"/p/{evening.pulka.slug}/replay/1"
    assert 'data-moment="1"' in answer.content.decode()


def test_a_wrong_key_lets_nobody_watch() -> None:
    evening, other = Evening.begin(), Evening.begin()
    for key in ("x", other.pulka.table.watch_key):
        assert browser().get(f"/w/{key}/{evening.pulka.slug}/replay/0").status_code == 404


@pytest.mark.parametrize("size", [4, 5])
def test_a_moment_asks_the_database_little(
    size: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    evening = long_evening(size, 40)
    client = phone(evening, 1)
    client.get("/")  # renews the session, which is done once a day
    for place, headers in (("20", {}), ("40", HTMX)):
        with django_assert_max_num_queries(12):
            client.get(f"/p/{evening.pulka.slug}/replay/{place}", headers=headers)


def test_a_moment_of_a_long_pulka_is_there_at_once() -> None:
    """In a tenth of a second of work, the database aside; others may keep the machine busy."""
    evening = long_evening(4, 120)
    ask(evening, "/0")

    def work(place: int) -> float:
        began = time.thread_time()
        assert ask(evening, f"/{place}").status_code == 200
        return time.thread_time() - began

    assert min(map(work, range(50, 60))) < 0.1


def test_a_story_is_told_once_a_version() -> None:
    evening = long_evening(3, 3)
    assert story_of(course_of(evening.pulka)) is story_of(course_of(evening.pulka))


@pytest.mark.parametrize(("deals", "is_shown"), [(0, False), (1, True)])
def test_a_chart_appears_with_the_first_deal(deals: int, is_shown: bool) -> None:
    page = read(long_evening(3, deals, over=False), f"replay/{deals}")
    chart = re.search(r'<section[^>]* id="balances"[^>]*>', page)
    assert chart is not None
    assert (" hidden" not in chart[0]) == is_shown
