"""What is kept follows every writer, and two servers that count at once."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.models import Model

from prefweb.statistics import keeping
from prefweb.statistics.models import KEPT, Counted, Fact, Part
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.services import ending, mending
from prefweb.tables.services.writing import locked, publish
from tests.statistics.clubs import RandomClub
from tests.statistics.test_counting import settled
from tests.tables import consenting
from tests.tables.evenings import Evening, in_parallel


@pytest.fixture
def played() -> Evening:
    """A seven that was made, settled."""
    evening = Evening.begin(3)
    evening.seven_made()
    return settled(evening)


EVERYTHING: tuple[type[Model], ...] = (*KEPT, Counted)


def kept() -> dict[str, int]:
    """How many rows there are."""
    return {model.__name__: model._default_manager.count() for model in EVERYTHING}


def nothing() -> dict[str, int]:
    return dict.fromkeys(kept(), 0)


def forget_everything() -> None:
    keeping.forget(list(Pulka.objects.all()))


# -- writers


@pytest.mark.django_db
def test_a_mend_after_the_settlement_is_counted(played: Evening) -> None:
    consenting.mend(played, 0, 1, tricks_1=6)
    consenting.all_agree(played)
    assert Part.objects.get(seat=1).contracts_made == 0
    assert Part.objects.get(seat=1).remizes == 1


@pytest.mark.django_db
def test_a_deal_taken_out_counts_no_more(played: Evening) -> None:
    consenting.ask(played, 0, consenting.Kind.TAKE_OUT, 1)
    consenting.all_agree(played)
    assert not Fact.objects.exists()
    assert {part.deals for part in Part.objects.all()} == {0}


@pytest.mark.django_db
def test_a_rematch_settles_and_counts() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    evening.again()
    Pulka.objects.filter(pk=evening.pulka.pk).update(step=PulkaStep.ENDED, reason="consent")
    ending.rematch(evening.pulka.slug, evening.players[0])
    assert Part.objects.filter(pulka=evening.pulka, games=1).count() == 3


@pytest.mark.django_db
def test_the_host_settles_after_a_day_and_it_counts() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    ended = evening.again().pulka.started
    Pulka.objects.filter(pk=evening.pulka.pk).update(
        step=PulkaStep.ENDED, reason="consent", ended=ended and ended.replace(year=2020)
    )
    ending.settle_after_a_day(evening.pulka.slug, evening.players[0])
    assert Part.objects.filter(pulka=evening.pulka, games=1).count() == 3


@pytest.mark.django_db
def test_what_is_deleted_is_not_kept() -> None:
    home = RandomClub(1)
    home.play(4)
    assert kept()["Part"] > 0
    for pulka in home.pulkas:
        pulka.table.delete()
    assert kept() == nothing()


@pytest.mark.django_db
def test_the_evening_of_what_is_kept_is_the_pulkas() -> None:
    home = RandomClub(2)
    home.play(6)
    home.redates()
    for model in KEPT:
        for row in model._default_manager.select_related("pulka"):
            assert row.evening == row.pulka.evening


@pytest.mark.django_db
def test_a_change_that_fails_leaves_what_was_kept(played: Evening) -> None:
    before = list(Part.objects.order_by("seat").values())
    with pytest.raises(RuntimeError):
        given_up_in_vain(played.pulka)
    assert list(Part.objects.order_by("seat").values()) == before


def given_up_in_vain(pulka: Pulka) -> None:
    """A change after which something breaks."""
    with locked(pulka.slug) as held:
        held.step = PulkaStep.ABANDONED
        publish(held)
        assert kept() == nothing()
        raise RuntimeError


# -- counting what was not counted


@pytest.mark.django_db
def test_many_counted_at_once_are_as_if_each_had_been_counted_alone() -> None:
    home = RandomClub(3)
    home.play(12)
    before = rows()
    assert list(keeping.catch_up(anew=True)) == [Counted.objects.count()]
    assert rows() == before


def rows() -> list[tuple[object, ...]]:
    """Everything that is kept, without the keys of rows."""
    found: list[tuple[object, ...]] = []
    for model in EVERYTHING:
        names = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
        found += [
            (model.__name__, *map(str, row)) for row in model._default_manager.values_list(*names)
        ]
    return sorted(found, key=str)


@pytest.mark.django_db
def test_another_way_of_counting_counts_everything_once_more(
    played: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(keeping.catch_up()) == []
    monkeypatch.setattr(keeping, "WAY", keeping.WAY + 1)
    Part.objects.update(deals=9)
    assert list(keeping.catch_up()) == [1]
    assert set(Part.objects.values_list("deals", flat=True)) == {1}


@pytest.mark.django_db(transaction=True)
def test_two_servers_that_start_at_once_count_everything_once() -> None:
    home = RandomClub(4)
    home.play(6)
    before = kept()
    forget_everything()
    in_parallel(count_all, count_all)
    assert kept() == before


def count_all() -> None:
    for _count in keeping.catch_up():
        pass


@pytest.mark.django_db(transaction=True)
def test_a_pulka_that_is_being_mended_is_counted_as_it_is_afterwards(played: Evening) -> None:
    forget_everything()
    with another_thread(count_all) as counting, locked(played.pulka.slug) as pulka:
        counting.start()
        wait_for_a_lock()
        pulka.deals.update(taken_out=True)
        mending.follow(pulka, played.players[0])
        publish(pulka)
    assert {part.deals for part in Part.objects.all()} == {0}
    assert not Fact.objects.exists()


@contextmanager
def another_thread(act: Callable[[], object]) -> Iterator[threading.Thread]:
    """A thread that is waited for at the end."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    yield thread
    thread.join()


def wait_for_a_lock() -> None:
    """Until somebody else waits for what is held here."""
    with connection.cursor() as cursor:
        while True:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
