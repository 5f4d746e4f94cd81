"""The pages of the ledger: what they say, to whom, and what can be done there."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.services import founding
from prefweb.clubs.services.founding import About
from prefweb.ledger import services
from prefweb.players.deleting import delete_account
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, Seat
from tests.clubs.people import browser, club, member, owner_of
from tests.ledger.books import asked, mend, open_money, paying, pulka, settle

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2026, 11, 20), date(2026, 11, 27)
QUERIES = 12


class Home:
    """A club of three who have played two evenings for money."""

    def __init__(self) -> None:
        self.club: Club = club()
        self.owner: Player = owner_of(self.club)
        self.admin: Player = member(self.club, "Антон", ClubRole.ADMIN)
        self.anna, self.boris = (member(self.club, name) for name in ("Анна П.", "Борис"))
        self.first = pulka(self.club, {self.anna: 50, self.boris: -20, "Прохожий": -30}, FIRST)
        self.second = pulka(self.club, {self.anna: -10, self.boris: 10}, SECOND)

    def at(self, name: str, *more: Any) -> str:
        return reverse(f"ledger:{name}", args=[self.club.slug, *more])

    def form(self, currency: str = "RUB") -> dict[str, str]:
        found = asked(self.club, currency)
        return {"currency": currency, "until": str(found.until), "mark": found.mark}


@pytest.fixture
def home() -> Home:
    return Home()


def text(response: Any) -> str:
    """What a page says, without its spaces."""
    return " ".join(response.content.decode().replace("\u202f", " ").split())


def page(client: Client, address: str, **asked: Any) -> str:
    response = client.get(address, asked, headers={"accept-language": "en"})
    assert response.status_code == 200
    return text(response)


def test_the_ledger_says_who_would_pay_whom(home: Home) -> None:
    said = page(browser(home.anna), home.at("ledger"))
    assert "I have open" in said
    assert "+RUB 40" in said or "+₽40" in said, said
    assert said.count("data-transfer") == 2
    assert "Settle these evenings" not in said


def test_who_settles_has_the_button(home: Home) -> None:
    assert "Settle these evenings" in page(browser(home.admin), home.at("ledger"))


def test_evenings_up_to_a_day_are_shown_alone(home: Home) -> None:
    said = page(browser(home.anna), home.at("ledger"), until="2026-11-20")
    assert "+RUB 50" in said or "+₽50" in said
    assert "50" in said
    assert 'value="2026-11-20"' in said


def test_what_is_no_day_is_said_and_everything_is_shown(home: Home) -> None:
    said = page(browser(home.anna), home.at("ledger"), until="вчера")
    assert "A date is needed here" in said
    assert said.count("data-transfer") == 2


def test_settled_it_leads_to_the_round(home: Home) -> None:
    client = browser(home.admin)
    response = client.post(home.at("settle"), home.form())
    assert response["Location"] == home.at("round", 1)
    said = page(client, home.at("round", 1))
    assert said.count("data-payment=") == 2
    assert "settles the round" in said
    assert home.first.slug in said
    assert "nothing" in page(client, home.at("ledger")).casefold()


def test_what_rounds_have_left_to_pay_stands_on_top_until_it_is_paid(home: Home) -> None:
    made = settle(home.club, home.owner)
    client = browser(home.anna)
    assert "By earlier rounds" in page(client, home.at("ledger"))
    for payment in made.payments.filter(creditor=home.anna):
        done = client.post(home.at("pay", payment.pk), {"paid": "yes", "back": "ledger"})
        assert done["Location"] == home.at("ledger") + "#to-pay"
    assert "By earlier rounds" not in page(client, home.at("ledger"))


def test_sent_twice_it_is_the_same_round(home: Home) -> None:
    client, form = browser(home.admin), home.form()
    first = client.post(home.at("settle"), form)
    assert client.post(home.at("settle"), form)["Location"] == first["Location"]
    assert home.club.rounds.count() == 1


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"currency": "RUB", "until": "вчера", "mark": "x"},
        {"currency": "RUB" * 9, "until": "2026-11-27", "mark": "x"},
        {"currency": "RUB", "until": "2026-11-27", "mark": "x" * 65},
        {"currency": "RUB", "until": "2026-11-27", "mark": "x"},
        {"currency": "RU\0", "until": "2026-11-27", "mark": "x"},
    ],
)
def test_what_was_not_seen_is_refused_with_a_sentence(home: Home, form: dict[str, str]) -> None:
    client = browser(home.admin)
    response = client.post(home.at("settle"), form, follow=True, headers={"accept-language": "en"})
    assert "Something has changed meanwhile" in text(response)
    assert not home.club.rounds.exists()


def test_what_is_refused_leads_back_to_the_evenings_that_were_chosen(home: Home) -> None:
    form = {"currency": "RUB", "until": "2026-11-20", "mark": "x", "chosen": "2026-11-20"}
    response = browser(home.admin).post(home.at("settle"), form)
    assert response["Location"] == f"{home.at('ledger')}?until=2026-11-20"


def test_who_deletes_the_account_stands_there_by_another_name(home: Home) -> None:
    settle(home.club, home.owner)
    payment = home.club.rounds.get().payments.get(debtor=home.boris)
    services.mark_paid(home.club, payment.pk, home.boris, settles=False)
    assert home.boris.account is not None
    gone = delete_account(home.boris.account)
    client = browser(home.admin)
    pages = [home.at("ledger"), home.at("round", 1), home.at("person", gone.pk)]
    said = [page(client, address) for address in pages]
    said.append(client.get(home.at("csv")).getvalue().decode())
    assert all(gone.name in one for one in said[1:])
    assert not any("Борис" in one for one in said)


def test_a_payment_is_marked_and_unmarked_by_who_is_paid(home: Home) -> None:
    made = settle(home.club, home.owner)
    payment = made.payments.order_by("pk").last()
    assert payment is not None
    client = browser(home.anna)
    for _time in range(2):
        client.post(home.at("pay", payment.pk), {"paid": "yes"})
    said = page(client, home.at("round", 1))
    assert said.count('data-paid="yes"') == 1
    assert said.count("marks as paid") == 1
    client.post(home.at("pay", payment.pk), {"paid": "no"})
    assert page(client, home.at("round", 1)).count('data-paid="no"') == 2


def test_nobody_owes_himself_what_two_owed_each_other(home: Home) -> None:
    played = club(home.anna)
    anna, boris, vera = (member(played, name, account=False) for name in ("А", "Б", "В"))
    pulka(played, {anna: 30, vera: -30}, FIRST)
    pulka(played, {boris: -30, vera: 30}, SECOND)
    assert paying(settle(played, home.anna)) == [("Б", "А", 30)]
    merge(boris, anna, None)
    client, address = browser(home.anna), f"/c/{played.slug}/ledger"
    assert "data-payment=" not in page(client, address)
    assert "all paid" in page(client, address)
    assert "no longer due" in page(client, f"{address}/1")


def test_what_who_owes_may_not_take_back_is_said(home: Home) -> None:
    made = settle(home.club, home.owner)
    payment = made.payments.get(debtor=home.boris)
    services.mark_paid(home.club, payment.pk, home.anna, settles=False)
    response = browser(home.boris).post(
        home.at("pay", payment.pk),
        {"paid": "no"},
        follow=True,
        headers={"accept-language": "en"},
    )
    assert "marked by somebody else" in text(response)


def test_a_round_is_taken_back_until_something_is_paid(home: Home) -> None:
    settle(home.club, home.owner)
    client = browser(home.admin)
    client.post(home.at("take_back", 1))
    said = page(client, home.at("round", 1))
    assert "This round was taken back" in said
    assert "no longer due" in said
    assert open_money(home.club)["Анна П."] == 40
    assert "taken back" in page(client, home.at("ledger"))
    settle(home.club, home.owner)
    client.post(home.at("pay_all", 2))
    assert "All of it is paid" not in page(client, home.at("round", 2))
    response = client.post(home.at("take_back", 2), follow=True, headers={"accept-language": "en"})
    assert "is marked as paid already" in text(response)


def test_an_account_shows_the_pulkas_behind_it(home: Home) -> None:
    said = page(browser(home.boris), home.at("person", home.anna.pk))
    assert home.first.slug in said
    assert home.second.slug in said
    settle(home.club, home.owner)
    mend(home.first, [60, -30, -30])
    said = page(browser(home.boris), home.at("person", home.anna.pk))
    assert home.second.slug not in said
    assert "corrected after round 1" in said
    assert "Round 1" in said


def test_a_written_name_has_an_account_too(home: Home) -> None:
    said = page(browser(home.anna), home.at("nobody"), name="Прохожий")
    assert home.first.slug in said
    assert home.second.slug not in said


@pytest.mark.parametrize("name", ["", "Никто", "x" * 41, "a\0b"])
def test_a_name_that_the_ledger_does_not_have_is_no_page(home: Home, name: str) -> None:
    assert browser(home.anna).get(home.at("nobody"), {"name": name}).status_code == 404


def test_strangers_have_no_account(home: Home) -> None:
    elsewhere = member(club(name="Другой"), "Чужой")
    assert browser(home.anna).get(home.at("person", elsewhere.pk)).status_code == 404


def test_who_is_merged_has_the_account_of_the_person(home: Home) -> None:
    guest = member(home.club, "Боря", account=False)
    played = pulka(home.club, {guest: 5, home.anna: -5})
    found = merge(guest, home.boris, home.owner)
    assert played.slug in page(browser(home.anna), home.at("person", guest.pk))
    settle(home.club, home.owner)
    unmerge(found, home.owner)
    said = page(browser(home.anna), home.at("person", home.boris.pk))
    assert "two people were taken for one" in said


def test_whose_seat_went_to_another_phone_of_his_has_the_pulka_once(home: Home) -> None:
    guest = member(home.club, "Боря", account=False)
    games = [pulka(home.club, {guest: money, home.anna: -money}) for money in range(1, 17)]
    settle(home.club, home.owner)
    Seat.objects.filter(person=guest).update(person=home.boris)
    for money, played in enumerate(games, start=1):
        mend(played, [money + 1, -money - 1])
    merge(guest, home.boris, home.owner)
    client, address = browser(home.anna), home.at("person", home.boris.pk)
    first, second = page(client, address), page(client, address, page="2")
    assert (first.count("data-pulka="), second.count("data-pulka=")) == (15, 1)
    assert first.count("tallies__sum") == 15
    assert "16 pulkas" in first


def test_a_round_lists_its_pulkas_also_by_another_clock(home: Home) -> None:
    settle(home.club, home.owner)
    Pulka.objects.filter(pk=home.second.pk).update(started=datetime(2026, 11, 27, 23, tzinfo=UTC))
    zone = "Asia/Vladivostok"
    founding.change(home.club, About(name="Клуб", about="", time_zone=zone, is_public=False))
    home.second.refresh_from_db()
    assert home.second.evening != SECOND
    said = page(browser(home.anna), home.at("round", 1))
    assert home.second.slug in said
    assert "28 November 2026" in said


def test_a_round_of_who_was_told_apart_lists_all_its_pulkas(home: Home) -> None:
    guest = member(home.club, "Боря", account=False)
    for money in range(1, 17):
        pulka(home.club, {guest: money, home.anna: -money}, FIRST)
    found = merge(guest, home.boris, home.owner)
    settle(home.club, home.owner)
    unmerge(found, home.owner)
    made = settle(home.club, home.owner)
    client = browser(home.anna)
    pages = [page(client, home.at("round", made.number), page=str(number)) for number in (1, 2)]
    assert [said.count("data-pulka=") for said in pages] == [15, 1]
    assert [said.count('rel="next"') for said in pages] == [1, 0]
    assert "16 pulkas" in pages[0]


@pytest.mark.parametrize(
    ("name", "more"), [("round", 9), ("pay", 9), ("pay_all", 9), ("take_back", 9)]
)
def test_what_is_not_there_is_not_found(home: Home, name: str, more: int) -> None:
    client = browser(home.admin)
    ask = client.get if name == "round" else client.post
    assert ask(home.at(name, more)).status_code == 404


def test_a_round_of_another_club_is_not_found(home: Home) -> None:
    other = Home()
    made = settle(other.club, other.owner)
    payment = made.payments.first()
    assert payment is not None
    client = browser(home.admin)
    assert client.get(home.at("round", made.number)).status_code == 404
    assert client.post(home.at("pay", payment.pk), {"paid": "yes"}).status_code == 404


def test_without_a_ledger_its_pages_say_so(home: Home) -> None:
    settle(home.club, home.owner)
    Club.objects.filter(pk=home.club.pk).update(has_ledger=False)
    client = browser(home.admin)
    for address in (home.at("ledger"), home.at("round", 1), home.at("person", home.anna.pk)):
        assert "keeps no ledger" in page(client, address)
    assert home.at("ledger") not in page(client, reverse("clubs:tonight", args=[home.club.slug]))
    client.post(home.at("take_back", 1))
    Club.objects.filter(pk=home.club.pk).update(has_ledger=True)
    assert "Round 1" in page(client, home.at("ledger"))


def test_the_settings_turn_it_off_and_on(home: Home) -> None:
    client = browser(home.owner)
    address = reverse("clubs:settings", args=[home.club.slug])
    form = {"name": "Клуб", "time_zone": "Europe/Moscow", "day_begins": "6", "season_begins": "9"}
    for told, has in (({}, False), ({"has_ledger": "on"}, True)):
        client.post(address, {**form, **told})
        home.club.refresh_from_db()
        assert home.club.has_ledger is has


def test_the_table_has_what_is_open_and_all_rounds(home: Home) -> None:
    settle(home.club, home.owner)
    payment = home.club.rounds.get().payments.get(debtor=home.boris)
    services.mark_paid(home.club, payment.pk, home.anna, settles=False)
    pulka(home.club, {home.anna: "0.50", "=cmd": "-0.50"}, currency="EUR")
    response = browser(home.anna).get(home.at("csv"), headers={"accept-language": "en"})
    rows = [line.split(",") for line in response.getvalue().decode().lstrip("\ufeff").split("\r\n")]
    assert [row[0] for row in rows[1:-1]] == ["open"] * 2 + ["in a round"] * 5 + ["payment"] * 2
    assert [row[4] for row in rows[1:3]] == ["Анна П.", "'=cmd"]
    assert rows[1][6:8] == ["0.5", "EUR"]
    paid = [row for row in rows if row[0] == "payment" and row[9]]
    assert [(row[1], row[4], row[5], row[9]) for row in paid] == [
        ("1", "Борис", "Анна П.", "Анна П.")
    ]


def test_pages_ask_few_questions(
    home: Home, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for number in range(12):
        played = pulka(home.club, {home.anna: number + 1, home.boris: -number - 1})
        settle(home.club, home.owner)
        mend(played, [number + 3, -number - 3])
        newcomer = member(home.club, f"Гость {number}")
        pulka(home.club, {newcomer: 5, home.boris: -5}, currency="EUR")
    client = browser(home.anna)
    client.get(home.at("ledger"))
    for address in (
        home.at("ledger"),
        home.at("round", 3),
        home.at("person", home.boris.pk),
        home.at("nobody") + "?name=Прохожий",
    ):
        with django_assert_max_num_queries(QUERIES):
            assert client.get(address).status_code == 200
