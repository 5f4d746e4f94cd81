"""Pulkas that go on with another target, with one player more or fewer."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.players.models import Player
from prefweb.tables.access import viewer_with
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Hand, Pulka, PulkaStep
from prefweb.tables.pages.lists import recent_pulkas
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.continuations import parting, with_newcomer, without
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.openings import opening_data
from prefweb.tables.services import consenting, hosting, playing, seating
from prefweb.tables.services.consenting import Wish
from scoring import Ending, Game, Opening, Role, replay, settle
from scoring.conventions import Rounding
from tests.tables.evenings import SOCHI, Evening, house
from tests.tables.test_access import browser
from tests.tables.test_coming_and_going import agrees
from tests.tables.test_playing import ended
from tests.tables.test_seating import newcomer, refused

Kind = Consent.Kind
HTMX = {"hx-request": "true"}


def asks(evening: Evening, kind: str, value: Any, by: int = 0) -> None:
    wish = Wish(uid=f"{kind}-{evening.pulka.slug}", kind=kind, value=value)
    consenting.ask(evening.pulka.slug, evening.players[by], wish)


def goes_on(evening: Evening, kind: str, value: Any) -> Evening:
    """Everybody agrees; the table at its next pulka."""
    asks(evening, kind, value)
    for seat in range(1, evening.pulka.size):
        agrees(evening, seat)
    evening.again()
    assert evening.pulka.step == PulkaStep.CONTINUED
    fresh = Pulka.objects.get(follows=evening.pulka)
    players = [seat.player for seat in fresh.seats.all()]
    return Evening(fresh, players).again()  # type: ignore[arg-type]  # a newcomer has no phone yet


def test_an_open_page_is_led_to_where_the_sheet_goes_on(db: None) -> None:
    evening = Evening.begin()
    before = evening.pulka.slug
    fresh = goes_on(evening, Kind.EXTEND, {"target": 40})
    asked = {"step": "playing", "since": "1"}
    answer = browser(evening.players[1]).get(f"/p/{before}/live", asked, headers=HTMX)
    assert answer["HX-Redirect"] == f"/p/{fresh.pulka.slug}"


def names(evening: Evening) -> list[str]:
    return [seat.name for seat in evening.pulka.seats.all()]


@pytest.mark.django_db
class TestExtending:
    def test_the_sheet_goes_on_to_another_target(self) -> None:
        evening = Evening.begin()
        evening.seven_made()
        sheet = evening.course.replay.sheet
        following = goes_on(evening, Kind.EXTEND, {"target": 20})
        assert (following.pulka.step, following.pulka.target) == (PulkaStep.PLAYING, 20)
        assert following.course.replay.sheet == sheet
        assert following.now.terms.dealer == 1
        assert following.pulka.table.code == evening.pulka.table.code

    def test_a_pulka_that_is_over_goes_on_too(self) -> None:
        evening = ended()
        sheet = evening.course.replay.sheet
        following = goes_on(evening, Kind.EXTEND, {"target": 3})
        assert following.course.replay.sheet == sheet
        assert following.now.terms.dealer == 1

    def test_nothing_is_settled_yet(self) -> None:
        evening = ended()
        goes_on(evening, Kind.EXTEND, {"target": 3})
        assert set(evening.pulka.seats.values_list("whists", "money")) == {("", None)}

    def test_raspasy_in_a_row_go_on(self) -> None:
        evening = Evening.begin()
        evening.raspasy(1)
        evening.tricks(1, 4)
        evening.tricks(2, 3)
        following = goes_on(evening, Kind.EXTEND, {"target": 20})
        upcoming = following.course.replay.upcoming
        assert upcoming is not None
        assert upcoming.raspasy == 1

    def test_who_was_to_deal_deals(self) -> None:
        evening = Evening.begin()
        evening.seven_made()
        slug, host = evening.pulka.slug, evening.players[0]
        playing.change_dealer(slug, host, evening.dealing(2), 2)
        assert goes_on(evening, Kind.EXTEND, {"target": 20}).now.terms.dealer == 2

    def test_the_scribe_and_the_seats_stay(self) -> None:
        evening = Evening.begin()
        hosting.name_scribe(evening.pulka.slug, evening.players[1], 1)
        following = goes_on(evening, Kind.EXTEND, {"target": 20})
        assert following.pulka.scribe == 1
        assert names(following) == ["Анна", "Борис", "Вера"]

    def test_on_time_the_clock_begins_anew(self) -> None:
        convention = house(pool_end="time")
        evening = Evening.begin(target=None, convention=convention, minutes=60)
        evening.seven_made()
        following = goes_on(evening, Kind.EXTEND, {"minutes": 30})
        assert (following.pulka.minutes, following.pulka.clock) == (30, None)

    @pytest.mark.parametrize(
        ("value", "code"),
        [
            pytest.param({"target": 10}, "same_target", id="the-same"),
            pytest.param({"target": 1}, "over_at_once", id="all-pools-are-that-full"),
            pytest.param({"target": 0}, "no_such_length", id="none"),
            pytest.param({"target": 10**9}, "no_such_length", id="endless"),
            pytest.param({"laps": 3}, "bad_form", id="laps-of-a-game-to-a-target"),
            pytest.param({}, "bad_form", id="nothing"),
            pytest.param(None, "bad_form", id="nothing-at-all"),
        ],
    )
    def test_not_to_every_target(self, value: Any, code: str) -> None:
        evening = Evening.begin()
        for deal in range(3):
            seven(evening, deal)
        with refused(code):
            asks(evening, Kind.EXTEND, value)


def seven(evening: Evening, deal: int) -> None:
    """Each makes a seven in turn, so that every pool has two."""
    declarer = (deal + 1) % 3
    evening.order(declarer, 7)
    evening.answer((declarer + 1) % 3, Role.PASS)
    evening.answer((declarer + 2) % 3, Role.PASS)


@pytest.mark.django_db
class TestJoining:
    def test_a_newcomer_begins_with_the_average_to_his_disadvantage(self) -> None:
        evening = Evening.begin()
        evening.seven_made()
        following = goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 0})
        assert names(following) == ["Анна", "Дина", "Борис", "Вера"]
        sheet = following.course.replay.sheet
        assert sheet.pool == (0, 1, 4, 0)  # four thirds, rounded down
        assert sheet.mountain == (0, 0, 0, 0)
        assert sheet.whists == ((0,) * 4, (0,) * 4, (0,) * 4, (0, 0, 12, 0))

    def test_a_mountain_is_rounded_up(self) -> None:
        evening = Evening.begin()
        evening.raspasy(1)
        evening.tricks(1, 5)
        evening.tricks(2, 4)
        following = goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 2})
        assert following.course.replay.sheet.mountain == (0, 4, 3, 3)  # seven thirds

    def test_the_newcomer_takes_the_seat_by_the_code(self) -> None:
        evening = Evening.begin()
        following = goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 2})
        seating.take_seat(following.pulka.slug, newcomer("Дина"), 3, "")
        assert following.again().pulka.seats.get(index=3).player is not None

    def test_the_same_player_deals_next(self) -> None:
        evening = Evening.begin()
        evening.seven_made()
        following = goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 0})
        assert names(following)[following.now.terms.dealer] == "Борис"

    def test_the_scribe_moves_with_his_seat(self) -> None:
        evening = Evening.begin()
        hosting.name_scribe(evening.pulka.slug, evening.players[2], 2)
        assert goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 0}).pulka.scribe == 3

    def test_of_a_game_on_laps_the_rest_is_played(self) -> None:
        convention = house(pool_end="time")
        evening = Evening.begin(target=None, convention=convention, laps=3)
        for deal in range(4):
            seven(evening, deal)
        following = goes_on(evening, Kind.JOIN, {"name": "Дина", "after": 0})
        assert following.pulka.laps == 2

    @pytest.mark.parametrize(
        ("size", "value", "code"),
        [
            pytest.param(5, {"name": "Дина", "after": 0}, "not_so_many", id="five-are-the-most"),
            pytest.param(3, {"name": "анна", "after": 0}, "name_taken", id="a-name-there-is"),
            pytest.param(3, {"name": " ", "after": 0}, "name_missing", id="no-name"),
            pytest.param(3, {"name": "Дина", "after": 3}, "no_such_seat", id="beside-nobody"),
            pytest.param(3, {"name": "Дина"}, "no_such_seat", id="nowhere"),
        ],
    )
    def test_not_everybody_can_join(self, size: int, value: Any, code: str) -> None:
        evening = Evening.begin(size)
        with refused(code):
            asks(evening, Kind.JOIN, value)

    def test_a_convention_for_two_stays_for_two(self) -> None:
        evening = Evening.begin(2, preset="hussar")
        with refused("not_so_many"):
            asks(evening, Kind.JOIN, {"name": "Дина", "after": 0})


@pytest.mark.django_db
class TestParting:
    def four(self) -> Evening:
        """Four players; Boris has made a seven, Vera has whisted on him."""
        evening = Evening.begin(4, target=20)
        evening.order(1, 7)
        evening.answer(2, Role.WHIST)
        evening.answer(3, Role.PASS)
        evening.tricks(1, 7)
        return evening

    def test_who_leaves_is_settled_with_each_of_the_others(self) -> None:
        evening = self.four()
        goes_on(evening, Kind.PART, {"seat": 2})
        # by the full table Vera's mountain is 20, Boris' 16 and 12 whists go from him to her:
        # a point is ten whists, shared by four
        results = [seat.whists for seat in evening.pulka.seats.all()]
        assert results == ["0", "-2", "2", "0"]
        assert [str(seat.money) for seat in evening.pulka.seats.all()] == [
            "0.0000",
            "-10.0000",
            "10.0000",
            "0.0000",
        ]

    def test_who_leaves_finds_the_result_again(self) -> None:
        evening = self.four()
        goes_on(evening, Kind.PART, {"seat": 2})
        found = recent_pulkas(evening.players[2])
        assert [(pulka.pk, seat and seat.whists) for pulka, seat in found] == [
            (evening.pulka.pk, "2")
        ]

    @pytest.mark.parametrize("leaver", range(4))
    def test_nobody_pays_but_the_leaver_and_to_the_leaver(self, leaver: int) -> None:
        evening = self.four()
        goes_on(evening, Kind.PART, {"seat": leaver})
        pulka = evening.again().pulka
        page = PulkaPage(pulka, viewer_with(pulka, None))
        balance = [Decimal(0)] * 4
        for paid in page.payments:
            assert leaver in (paid.debtor, paid.creditor)
            balance[paid.creditor] += paid.amount
            balance[paid.debtor] -= paid.amount
        assert balance == [seat.money for seat in evening.pulka.seats.all()]

    def test_the_others_go_on_with_their_sheet(self) -> None:
        evening = self.four()
        following = goes_on(evening, Kind.PART, {"seat": 0})
        assert names(following) == ["Борис", "Вера", "Глеб"]
        sheet = following.course.replay.sheet
        assert (sheet.pool, sheet.whists[1]) == ((4, 0, 0), (12, 0, 0))

    @pytest.mark.parametrize(
        ("leaver", "deals"),
        [
            pytest.param(1, "Вера", id="the-next-dealer-leaves"),
            pytest.param(0, "Борис", id="another-leaves"),
        ],
    )
    def test_the_right_one_deals(self, leaver: int, deals: str) -> None:
        following = goes_on(self.four(), Kind.PART, {"seat": leaver})
        assert names(following)[following.now.terms.dealer] == deals

    def test_where_only_full_pools_are_left_it_is_over_at_once(self) -> None:
        evening = Evening.begin(4, target=1, convention=house(help="none"))
        for declarer in (1, 2, 3):
            six(evening, declarer)
        following = goes_on(evening, Kind.PART, {"seat": 0})
        assert (following.pulka.step, following.pulka.reason) == (PulkaStep.ENDED, Ending.TARGET)

    def test_who_leaves_is_led_to_no_page_that_is_closed_to_him(self) -> None:
        evening = Evening.begin(4)
        following = goes_on(evening, Kind.PART, {"seat": 2})
        old, way = f"/p/{evening.pulka.slug}", f"/p/{following.pulka.slug}"
        for seat, is_led in ((1, True), (2, False)):
            client = browser(evening.players[seat])
            assert (f'href="{way}"' in client.get(old).content.decode()) == is_led
            assert (client.get(way).status_code == 200) == is_led

    def test_three_go_on_as_three(self) -> None:
        with refused("not_so_many"):
            asks(Evening.begin(3), Kind.PART, {"seat": 1})

    def test_nobody_leaves_whom_there_is_not(self) -> None:
        with refused("no_such_seat"):
            asks(Evening.begin(4), Kind.PART, {"seat": 4})

    def test_the_scribe_who_leaves_is_none_any_more(self) -> None:
        evening = self.four()
        hosting.name_scribe(evening.pulka.slug, evening.players[2], 2)
        assert goes_on(evening, Kind.PART, {"seat": 2}).pulka.scribe is None


def six(evening: Evening, declarer: int) -> None:
    active = evening.now.terms.active
    evening.order(declarer, 6)
    for seat in active:
        if seat != declarer:
            evening.answer(seat, Role.PASS)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.EXTEND, {"target": 20}),
        (Kind.JOIN, {"name": "Дина", "after": 0}),
        (Kind.PART, {"seat": 0}),
    ],
)
class TestAll:
    def test_only_between_deals(self, kind: str, value: Any) -> None:
        evening = Evening.begin(4)
        evening.order(1, 7)
        with refused("between_deals"):
            asks(evening, kind, value)

    def test_not_over_an_entry_that_waits_for_its_answer(self, kind: str, value: Any) -> None:
        evening = Evening.begin(4)
        Hand.objects.create(
            pulka=evening.pulka, after=0, state="pending", seat=1, area="pool", amount="1", author=1
        )
        with refused("hand_waits"):
            asks(evening, kind, value)

    def test_what_was_agreed_to_is_not_done_in_the_middle_of_a_deal(
        self, kind: str, value: Any
    ) -> None:
        evening = Evening.begin(4)
        asks(evening, kind, value)
        for seat in (1, 2):
            agrees(evening, seat)
        evening.order(1, 7)
        with refused("between_deals"):
            agrees(evening, 3)
        assert evening.again().pulka.step == PulkaStep.PLAYING

    def test_one_who_does_not_agree_is_enough(self, kind: str, value: Any) -> None:
        evening = Evening.begin(4)
        asks(evening, kind, value)
        for seat in (1, 2):
            agrees(evening, seat)
        assert not Pulka.objects.filter(follows=evening.pulka).exists()

    def test_everybody_still_reads_the_old_pulka(self, kind: str, value: Any) -> None:
        evening = Evening.begin(4)
        following = goes_on(evening, kind, value)
        for player in evening.players:
            for path in ("", "/score", "/log", "/settlement", "/seats"):
                page = browser(player).get(f"/p/{evening.pulka.slug}{path}")
                assert page.status_code == 200
            assert f"/p/{following.pulka.slug}" in page_of(player, evening)

    def test_the_old_pulka_takes_nothing_any_more(self, kind: str, value: Any) -> None:
        evening = Evening.begin(4)
        goes_on(evening, kind, value)
        with pytest.raises(Told):
            evening.order(1, 7, deal=1)
        with refused("settled_already"):
            seating.leave_seat(evening.pulka.slug, evening.players[1])

    def test_the_next_pulka_can_be_played_to_its_end(self, kind: str, value: Any) -> None:
        following = goes_on(Evening.begin(4), kind, value)
        declarer = following.now.terms.active[0]
        following.players = [player or following.players[0] for player in following.players]
        six_by_host(following, declarer)
        assert following.course.scored_deals


def page_of(player: Player, evening: Evening) -> str:
    return browser(player).get(f"/p/{evening.pulka.slug}").content.decode()


def six_by_host(evening: Evening, declarer: int) -> None:
    by = next(n for n, seat in enumerate(evening.pulka.seats.all()) if seat.player is not None)
    active = evening.now.terms.active
    evening.order(declarer, 6, by=by)
    for seat in active:
        if seat != declarer:
            evening.answer(seat, Role.PASS, by=by)


# -- the sums

points = st.integers(0, 60)


@st.composite
def sheets(draw: st.DrawFn) -> Opening:
    size = 4
    row = st.lists(points, min_size=size, max_size=size)
    whists = [draw(row) for _ in range(size)]
    return Opening(
        pool=dict(enumerate(draw(row))),
        mountain=dict(enumerate(draw(row))),
        whists={i: {j: w for j, w in enumerate(line) if i != j} for i, line in enumerate(whists)},
    )


@given(sheets(), st.integers(0, 3), st.sampled_from(Rounding))
def test_a_parting_adds_up_to_nothing_and_gives_the_leaver_the_result_of_the_whole_table(
    opening: Opening, leaver: int, rounding: Rounding
) -> None:
    game = Game(convention=SOCHI, players=4, target=1000, opening=opening)
    settlement = settle(replay(game, []).sheet, game)
    due = parting(settlement, leaver, rounding)
    assert sum(due) == 0
    if rounding is Rounding.EXACT:
        assert due[leaver] == settlement.exact[leaver]
    else:
        assert -1 < due[leaver] - settlement.exact[leaver] < 1


@pytest.mark.django_db
@given(sheets(), st.integers(0, 3))
def test_what_others_have_on_each_other_stays(opening: Opening, seat: int) -> None:
    pulka = Pulka(size=4, target=1000, convention=SOCHI.to_data(), opening=None)
    game = Game(convention=SOCHI, players=4, target=1000, opening=opening)
    sheet = replay(game, []).sheet
    pulka.opening = opening_data(sheet)
    course = Course(pulka, ())
    left = without(course, seat)
    others = [place for place in range(4) if place != seat]
    assert left.sheet.pool == tuple(sheet.pool[place] for place in others)
    for i, row in zip(others, left.sheet.whists, strict=True):
        assert row == tuple(sheet.whists[i][j] for j in others)
    joined = with_newcomer(course, seat).sheet
    assert len(joined.pool) == 5
    assert joined.pool[seat + 1] <= Fraction(sum(sheet.pool), 4)
    assert joined.mountain[seat + 1] >= Fraction(sum(sheet.mountain), 4)
    assert not any(joined.whists[seat + 1])
    assert not any(row[seat + 1] for row in joined.whists)
