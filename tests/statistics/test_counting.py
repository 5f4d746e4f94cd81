"""What is counted from a pulka: by who sat where when it was played."""

from fractions import Fraction

import pytest

from prefweb.statistics import keeping
from prefweb.statistics.asked import Asked
from prefweb.statistics.behind import Behind
from prefweb.statistics.figures import Figure, Name
from prefweb.statistics.models import KEPT, Counted, Fact, FactKind, Outcome, Pair, Part
from prefweb.statistics.notable import Record, notables_of
from prefweb.statistics.sums import parts_of
from prefweb.tables.models import Consent, PulkaStep
from prefweb.tables.pulkas.openings import exact
from prefweb.tables.services import ending, seating
from scoring import Role
from tests.tables.evenings import Evening
from tests.tables.test_continuing import goes_on

pytestmark = pytest.mark.django_db


def settled(evening: Evening) -> Evening:
    """The pulka stopped here, and everybody agrees."""
    evening.again()
    evening.pulka.step, evening.pulka.reason = PulkaStep.ENDED, "consent"
    evening.pulka.ended = evening.pulka.started
    evening.pulka.save()
    for seat in range(evening.pulka.size):
        evening.confirm(seat)
    return evening.again()


def part(evening: Evening, seat: int) -> Part:
    return Part.objects.get(pulka=evening.pulka, seat=seat)


@pytest.fixture
def played() -> Evening:
    """A seven made against a whist, a raspasy of 1, 1 and 8 tricks, a misere with two."""
    evening = Evening.begin(3)
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    return settled(evening)


def test_parts_have_what_was_undertaken_and_what_came_of_it(played: Evening) -> None:
    first, second, third = (part(played, seat) for seat in range(3))
    assert (second.contracts, second.contracts_made, second.remizes) == (1, 1, 0)
    assert (third.whisted, third.whists_short) == (1, 0)
    assert [each.raspasy_won for each in (first, second, third)] == [1, 1, 0]
    assert [each.raspasy_tricks for each in (first, second, third)] == [1, 1, 8]
    assert (first.miseres, first.miseres_made, first.misere_tricks, first.remizes) == (1, 0, 2, 1)
    assert [each.deals for each in (first, second, third)] == [3, 3, 3]
    assert [each.lasted for each in (first, second, third)] == [3, 3, 3]


def test_results_are_those_of_the_seats(played: Evening) -> None:
    seats = list(played.pulka.seats.all())
    parts = [part(played, seat.index) for seat in seats]
    assert [each.whists for each in parts] == [exact(seat.whists) for seat in seats]
    assert sum(Fraction(each.whists or 0) for each in parts) == 0
    assert [each.money for each in parts] == [seat.money for seat in seats]
    assert sorted(each.place or 0 for each in parts) == [1, 2, 3]


def test_facts_name_their_deals(played: Evening) -> None:
    made = Fact.objects.get(kind=FactKind.CONTRACT)
    assert (made.level, made.trump, made.outcome, made.numbers) == (7, "", Outcome.DONE, [1])
    misere = Fact.objects.get(kind=FactKind.MISERE)
    assert (misere.outcome, misere.tricks, misere.numbers) == (Outcome.FAILED, 2, [3])
    assert Fact.objects.filter(kind=FactKind.RASPASY, numbers=[2]).count() == 3


def test_pairs_add_up_to_the_result_and_mirror_each_other(played: Evening) -> None:
    settlement = played.course.settlement
    for seat in range(3):
        mine = Pair.objects.filter(pulka=played.pulka, seat=seat)
        assert sum(Fraction(pair.whists) for pair in mine) == settlement.exact[seat]
    for pair in Pair.objects.all():
        back = Pair.objects.get(player=pair.opponent, opponent=pair.player)
        assert back.whists == -pair.whists


def test_deals_count_for_who_played_them_and_the_result_for_whose_the_seat_is() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    guest = evening.players[2]
    seating.leave_seat(evening.pulka.slug, guest)
    newcomer = type(guest).objects.create(name="Марк")
    evening.players[2] = newcomer
    seating.take_seat(evening.pulka.slug, newcomer, 2, "Марк")
    evening.order(2, 6)
    evening.answer(0, Role.PASS)
    evening.answer(1, Role.PASS)
    settled(evening)
    before = Part.objects.get(player=guest)
    after = Part.objects.get(player=newcomer)
    assert (before.deals, before.whisted, before.games, before.whists) == (1, 1, 0, None)
    assert (after.deals, after.contracts_made, after.games) == (1, 1, 1)
    assert after.lasted == 2
    assert after.whists == exact(evening.pulka.seats.get(index=2).whists)


def test_the_deals_before_a_longer_target_are_those_of_the_result_too() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    following = settled_further(goes_on(evening, Consent.Kind.EXTEND, {"target": 40}))
    mine = Asked(people=[following.players[1].pk])
    total = parts_of(mine).total
    won = exact(following.pulka.seats.get(index=1).whists)
    assert (total.games, total.results, total.lasted, total.whists) == (1, 1, 2, won)
    assert total.average_of_deals == Fraction(won) / 2
    lasted = Figure(figure=Name.LASTED)
    behind = Behind(lasted, mine, None)
    assert (behind.total.pulkas, behind.total.times, behind.total.whists) == (2, 2, won)
    games = [game for _evening, found in behind.evenings(behind.page("", "")) for game in found]
    assert [game.whists for game in games] == [won, None]
    records = notables_of(mine, total).records
    assert records[Record.LONGEST].pulka.pk == following.pulka.pk


def test_while_nothing_is_settled_there_is_no_average() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    goes_on(evening, Consent.Kind.EXTEND, {"target": 40})
    assert parts_of(Asked(people=[evening.players[1].pk])).total.average_of_deals is None


def settled_further(evening: Evening) -> Evening:
    evening.seven_made()
    return settled(evening)


def test_what_does_not_count_is_not_kept(played: Evening) -> None:
    assert Counted.objects.filter(pulka=played.pulka).exists()
    played.pulka.step = PulkaStep.ABANDONED
    played.pulka.save()
    keeping.keep(played.pulka)
    assert not any(model._default_manager.exists() for model in KEPT)
    assert not Counted.objects.exists()


def test_a_running_pulka_is_not_counted() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    keeping.keep(evening.again().pulka)
    assert not Part.objects.exists()


def test_what_was_not_counted_is_counted_when_the_server_starts(played: Evening) -> None:
    before = list(Part.objects.values_list("seat", "player", "contracts", "numerator"))
    Counted.objects.all().delete()
    Part.objects.all().delete()
    assert list(keeping.catch_up()) == [1]
    assert list(keeping.catch_up()) == []
    assert list(Part.objects.values_list("seat", "player", "contracts", "numerator")) == before


def test_a_rematch_leaves_what_was_kept(played: Evening) -> None:
    ending.rematch(played.pulka.slug, played.players[0])
    assert Part.objects.count() == 3
