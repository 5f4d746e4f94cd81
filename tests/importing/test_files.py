"""Files come in whole or not at all, once, and go back as they came."""

import json
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from prefweb.clubs.directory import people_of
from prefweb.clubs.models import Club
from prefweb.clubs.refusals import Refused as ClubRefused
from prefweb.clubs.services import founding
from prefweb.importing import services
from prefweb.importing.models import Batch, Upload
from prefweb.importing.people import Choice
from prefweb.importing.reading import Found
from prefweb.importing.services import Chosen, Refused, Wanted
from prefweb.players.models import Player
from prefweb.tables.models import Line, Pulka, PulkaStep, Seat, Table
from tests.clubs.people import club, member, owner_of, player
from tests.importing.uploads import (
    brought,
    everything,
    exported,
    piece,
    pulkas_of,
    sample,
    text_of,
    uploaded,
)
from tests.tables.evenings import Evening, in_parallel

pytestmark = pytest.mark.django_db

DATED = {"started": "2019-11-29T23:50:00+03:00", "ended": "2019-11-30T02:10:00+03:00"}


@pytest.fixture
def home() -> Club:
    return club(player("Ольга"))


def found_of(home: Club, *pieces: Any) -> list[Found]:
    upload = uploaded(home, owner_of(home), *pieces)
    return [Found.from_data(file.found) for file in upload.files.all()]


# -- the report


def test_a_sound_file_is_told_with_what_it_comes_to(home: Club) -> None:
    (found,) = found_of(home, piece(sample(about={**DATED, "title": " Пятница "})))
    assert (found.title, found.names, found.deals) == ("Пятница", ("Анна", "Борис", "Вера"), 3)
    assert (found.evening, found.step, found.is_new) == ("2019-11-29", "settled", True)
    assert len(found.whists) == 3


def test_every_fault_has_its_place(home: Club) -> None:
    data = sample(target=0)
    data["deals"][0]["tricks"] = {"Борис": 6, "Вера": 5}
    (found,) = found_of(home, piece(data))
    assert {at for at, _code, _params in found.faults} == {"target", "deals[0].tricks"}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param({"stake": "0.00001"}, "stake_long", id="a stake of five decimals"),
        pytest.param({"stake": "99999999999"}, "stake_long", id="a stake of eleven digits"),
        pytest.param({"target": 10**7}, "target_high", id="a target nobody plays to"),
        pytest.param(
            {"start": {"whists": {"Анна": {"Борис": "1/99999999999989", "Вера": "1/99999999999971"},
                                  "Борис": {"Вера": "1/99999999999923"}}},
             "options": {"rounding": "exact"}},
            "result_long", id="a result of more digits than are kept",
        ),
    ],
)  # fmt: skip
def test_what_is_sound_and_does_not_fit_in_is_said(
    home: Club, more: dict[str, Any], code: str
) -> None:
    (found,) = found_of(home, piece(sample(**more)))
    assert [fault[1] for fault in found.faults] == [code]


@pytest.mark.parametrize(
    ("about", "evening"),
    [
        pytest.param({"started": "2019-11-30T01:30:00+03:00"}, "2019-11-29", id="after midnight"),
        pytest.param({"started": "2019-11-30T01:30:00"}, "2019-11-29", id="by the club's clock"),
        pytest.param({"started": "2019-11-29T22:30:00Z"}, "2019-11-29", id="by another clock"),
        pytest.param({"started": "2019-11-30"}, "2019-11-30", id="a day alone"),
        pytest.param({"evening": "2019-11-30"}, "2019-11-30", id="its evening"),
        pytest.param({"date": "2019-11-30"}, "2019-11-30", id="a date"),
        pytest.param({"ended": "2019-11-30T02:00:00+03:00"}, "2019-11-29", id="its end alone"),
        pytest.param({"started": "летом 1998"}, "", id="words"),
        pytest.param({"started": "9999-12-31T23:59:59-12:00"}, "", id="the end of days"),
        pytest.param({"started": "0001-01-01T00:00:00+14:00"}, "", id="their beginning"),
        pytest.param({"started": 5, "ended": [], "date": {}}, "", id="no texts"),
    ],
)
def test_dates_are_taken_as_far_as_they_make_sense(
    home: Club, about: dict[str, Any], evening: str
) -> None:
    (found,) = found_of(home, piece(sample(about=about)))
    assert found.evening == evening
    assert found.is_sound


def test_what_became_of_it_is_told_by_the_file_or_left_to_be_asked(home: Club) -> None:
    def step(**more: Any) -> tuple[str, bool]:
        (found,) = found_of(home, piece(sample(**more)))
        return found.step, found.was_on

    assert step() == ("settled", False)
    assert step(ended=None) == ("", False)
    assert step(ended=None, about={"step": "playing"}) == ("", True)
    assert step(ended=None, about={"step": "settled"}) == ("settled", False)
    assert step(about={"step": "abandoned"}) == ("abandoned", False)
    assert step(about={"step": "continued"}) == ("continued", False)


def test_the_same_again_is_known_by_what_it_says(home: Club) -> None:
    brought(home, owner_of(home), piece(sample(about=DATED)))
    slug = Pulka.objects.get().slug
    again, twice = sample(about={"title": "иначе"}), sample(stake="7")
    founds = found_of(home, piece(again), piece(twice, "a.json"), piece(twice, "b.json"))
    assert [found.known for found in founds] == [slug, "", ""]
    assert [found.same_as for found in founds] == ["", "", "a.json"]


def test_the_same_players_at_the_same_time_are_likely_the_same_game(home: Club) -> None:
    brought(home, owner_of(home), piece(sample(about=DATED)))
    slug = Pulka.objects.get().slug
    later = {"started": "2019-11-30T00:05:00+03:00"}
    (found,) = found_of(home, piece(sample(stake="7", about=later)))
    assert (found.like, found.is_new) == ((slug,), True)


# -- in, whole or not at all


def test_what_comes_in_is_a_pulka_like_any_other(home: Club) -> None:
    boris = member(home, "Борис", account=False)
    batch = brought(home, owner_of(home), piece(sample(about=DATED)))
    (pulka,) = pulkas_of(batch)
    assert (pulka.step, pulka.source, pulka.reason) == ("settled", "file", "consent")
    assert (pulka.club, pulka.table.club, pulka.table.host) == (home, home, owner_of(home))
    assert pulka.table.closed is not None
    assert (str(pulka.evening), batch.first_evening) == ("2019-11-29", pulka.evening)
    assert pulka.started is not None
    assert pulka.started.isoformat() == "2019-11-29T20:50:00+00:00"
    assert pulka.seats.get(index=1).person == boris
    assert sum(seat.money or 0 for seat in pulka.seats.all()) == 0
    line = pulka.lines.get()
    assert (line.action, line.by, line.after) == ("imported", owner_of(home), "вечер.json")


def test_names_are_somebody_of_the_directory_somebody_new_or_nobody(home: Club) -> None:
    boris = member(home, "Борис Петрович", account=False)
    upload = uploaded(home, owner_of(home), piece(sample()))
    people = {"Анна": Choice(is_new=True), "Борис": Choice(boris.pk), "Вера": Choice()}
    wanted = Wanted([Chosen(0, PulkaStep.SETTLED)], people)
    services.bring_in(home, owner_of(home), upload.key, wanted)
    seats = list(Seat.objects.order_by("index"))
    assert [seat.name for seat in seats] == ["Анна", "Борис", "Вера"]
    assert [seat.person and seat.person.name for seat in seats] == ["Анна", "Борис Петрович", None]
    assert [person.name for person in people_of(home)] == ["Анна", "Борис Петрович", "Ольга"]
    assert all(seat.player is None for seat in seats)


def nothing_came() -> bool:
    return not (Pulka.objects.exists() or Table.objects.exists() or Batch.objects.exists())


def test_two_players_cannot_be_the_same_person(home: Club) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()), piece(sample(("Ян", "Олег", "Лев"))))
    same = Choice(owner_of(home).pk)
    wanted = everything(upload, people={"Лев": same, "Ян": same})
    with pytest.raises(Refused) as told:
        services.bring_in(home, owner_of(home), upload.key, wanted)
    assert (told.value.code, told.value.at) == ("one_person", "take-1")
    assert nothing_came()
    assert len(people_of(home)) == 1


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        pytest.param(Wanted([]), "nothing_chosen", id="nothing"),
        pytest.param(Wanted([Chosen(1, PulkaStep.SETTLED)]), "not_sound", id="one with faults"),
        pytest.param(Wanted([Chosen(9, PulkaStep.SETTLED)]), "not_sound", id="one that is not"),
    ],
)
def test_what_cannot_come_in_holds_everything_up(home: Club, wanted: Wanted, code: str) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()), piece(b"{}"))
    both = Wanted([Chosen(0, PulkaStep.SETTLED), *wanted.files]) if wanted.files else wanted
    with pytest.raises(Refused) as told:
        services.bring_in(home, owner_of(home), upload.key, both)
    assert told.value.code == code
    assert nothing_came()


def test_somebody_who_has_left_meanwhile_is_chosen_anew(home: Club) -> None:
    boris = member(home, "Борис", account=False)
    upload = uploaded(home, owner_of(home), piece(sample()))
    wanted = everything(upload)
    home.members.filter(player=boris).update(left=timezone.now())
    with pytest.raises(Refused) as told:
        services.bring_in(home, owner_of(home), upload.key, wanted)
    assert told.value.at == "who-Борис"
    assert nothing_came()


def test_a_second_tap_brings_nothing_in_twice(home: Club) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()))
    wanted = everything(upload)
    first, second = (
        services.bring_in(home, owner_of(home), upload.key, wanted) for _tap in range(2)
    )
    assert first == second
    assert Pulka.objects.count() == 1
    assert not Upload.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_bring_it_in_once() -> None:
    home = club(player("Ольга"))
    owner = owner_of(home)
    upload = uploaded(home, owner, piece(sample()), piece(sample(stake="7")))
    wanted = everything(upload)

    def tap() -> int:
        return services.bring_in(home, owner, upload.key, wanted).pk

    first, second = in_parallel(tap, tap)
    assert first == second
    assert Pulka.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_admins_at_once_bring_the_same_file_in_once() -> None:
    home = club(player("Ольга"))
    owner, admin = owner_of(home), member(home, "Антон", "admin")  # type: ignore[arg-type]
    taps = []
    for by in (owner, admin):
        upload = uploaded(home, by, piece(sample()))
        taps.append((by, upload.key, everything(upload)))

    def bring(by: Player, key: str, wanted: Wanted) -> Any:
        try:
            return services.bring_in(home, by, key, wanted).pk
        except Refused as refused:
            return refused.code

    results = in_parallel(*(lambda tap=tap: bring(*tap) for tap in taps))
    assert "known" in results
    assert Pulka.objects.count() == 1


def test_an_upload_is_its_owners_alone_and_lasts_a_day(home: Club) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()))
    stranger = member(home, "Антон", "admin")  # type: ignore[arg-type]
    with pytest.raises(Upload.DoesNotExist):
        services.bring_in(home, stranger, upload.key, everything(upload))
    Upload.objects.update(at=timezone.now() - services.KEPT - services.KEPT)
    uploaded(home, owner_of(home), piece(b"{}"))
    assert not Upload.objects.filter(pk=upload.pk).exists()


def test_an_evening_is_taken_from_the_report_where_the_file_knows_none(home: Club) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()), piece(sample(stake="1", about=DATED)))
    day = date(2001, 2, 3)
    wanted = Wanted(
        [Chosen(n, PulkaStep.SETTLED, day) for n in range(2)], everything(upload).people
    )
    batch = services.bring_in(home, owner_of(home), upload.key, wanted)
    assert [str(pulka.evening) for pulka in pulkas_of(batch)] == ["2001-02-03", "2019-11-29"]


def test_one_that_was_not_over_is_settled_by_consent_or_not_played_out(home: Club) -> None:
    unfinished = sample(ended=None)
    (settled,) = pulkas_of(brought(home, owner_of(home), piece(unfinished)))
    assert (settled.step, settled.reason) == ("settled", "consent")
    left = piece({**unfinished, "stake": "7"})
    (given_up,) = pulkas_of(brought(home, owner_of(home), left, step=PulkaStep.ABANDONED))
    assert (given_up.step, given_up.reason) == ("abandoned", "")
    assert all(seat.whists == "" for seat in given_up.seats.all())


def test_names_that_seats_cannot_have_are_made_to_fit(home: Club) -> None:
    names = ("\u200b", "A" * 60, "a" * 60)
    upload = uploaded(home, owner_of(home), piece(sample(names)))
    wanted = everything(upload, people={name: Choice() for name in names})
    (pulka,) = pulkas_of(services.bring_in(home, owner_of(home), upload.key, wanted))
    assert [seat.name for seat in pulka.seats.all()] == ["№ 1", "A" * 40, "a" * 37 + " 2"]


def test_a_name_in_another_case_is_the_same_newcomer(home: Club) -> None:
    files = piece(sample(("Анна", "Борис", "Вера"))), piece(sample(("АННА", "Глеб", "Лев")))
    brought(home, owner_of(home), *files)
    assert len({seat.person for seat in Seat.objects.filter(name__iexact="анна")}) == 1


# -- back


def snapshot() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = [t for t in connection.introspection.table_names(cursor) if "importing" not in t]
        found = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found


def test_taken_back_it_is_as_it_was(home: Club) -> None:
    before = snapshot()
    batch = brought(home, owner_of(home), piece(sample()), piece(sample(stake="7")))
    assert snapshot() != before
    services.take_back(batch, owner_of(home))
    assert snapshot() == before
    batch.refresh_from_db()
    assert (batch.count, batch.undone_by_name) == (2, "Ольга")
    services.take_back(batch, owner_of(home))
    assert pulkas_of(brought(home, owner_of(home), piece(sample())))


def test_what_was_changed_since_is_not_taken_back(home: Club) -> None:
    batch = brought(home, owner_of(home), piece(sample()), piece(sample(stake="7")))
    changed = pulkas_of(batch)[0]
    changed.version += 1
    changed.save()
    with pytest.raises(Refused) as told:
        services.take_back(batch, owner_of(home))
    assert told.value.code == "touched"
    assert Pulka.objects.count() == 2


def test_a_newcomer_who_has_played_since_stays(home: Club) -> None:
    first = brought(home, owner_of(home), piece(sample()))
    brought(home, owner_of(home), piece(sample(("Анна", "Глеб", "Лев"), stake="7")))
    services.take_back(first, owner_of(home))
    assert [person.name for person in people_of(home)] == ["Анна", "Глеб", "Лев", "Ольга"]


def test_a_newcomer_whom_anything_else_names_stays(home: Club) -> None:
    """Also what no import is about: a time on a seat, a table, a line of the log."""
    batch = brought(home, owner_of(home), piece(sample()))
    anna, boris, vera = (newcomer.player for newcomer in batch.newcomers.order_by("pk"))
    other = Evening.begin(3)
    other.pulka.seats.get(index=0).sittings.update(player=anna)
    Line.objects.filter(pulka=other.pulka).update(by=boris)
    services.take_back(batch, owner_of(home))
    assert set(Player.objects.filter(pk__in=[anna.pk, boris.pk, vera.pk])) == {anna, boris}


def test_a_club_that_has_only_old_pulkas_has_a_history_too(home: Club) -> None:
    """Of these the hour is not known."""
    brought(home, owner_of(home), piece(sample(about={"evening": "2019-03-01"})))
    with pytest.raises(ClubRefused, match="club_has_played"):
        founding.delete(home)
    assert Pulka.objects.count() == 1


def test_the_log_of_other_pulkas_stays(home: Club) -> None:
    kept = brought(home, owner_of(home), piece(sample()))
    gone = brought(home, owner_of(home), piece(sample(stake="7")))
    services.take_back(gone, owner_of(home))
    assert Line.objects.filter(pulka__imported__batch=kept).count() == 1


def test_a_digest_is_the_same_whatever_the_order_of_keys(home: Club) -> None:
    text = text_of(sample())
    turned = json.dumps(dict(reversed(list(json.loads(text).items()))), ensure_ascii=False)
    founds = found_of(home, piece(text), piece(turned.encode()))
    assert founds[0].digest == founds[1].digest


def test_what_was_brought_in_is_known_again_by_the_file_written_of_it_here(home: Club) -> None:
    (pulka,) = pulkas_of(brought(home, owner_of(home), piece(sample())))
    (found,) = found_of(home, piece(exported(pulka)))
    assert found.known == pulka.slug
