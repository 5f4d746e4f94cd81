"""A person's page in a club and one's own: its figures, and the games behind each."""

import re
from datetime import date
from html import unescape
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.players.deleting import delete_account
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Player
from prefweb.statistics import figures, growth
from prefweb.statistics.asked import Asked
from prefweb.statistics.behind import Behind
from prefweb.statistics.models import FactKind, Outcome, Part
from prefweb.statistics.sums import Tally
from prefweb.tables.models import Pulka, PulkaStep, Seat, Source
from prefweb.tables.pulkas.openings import exact
from prefweb.tables.services import seating
from tests.clubs.people import browser, owner_of, player
from tests.clubs.people import club as found_club
from tests.history.reading import slugs, text
from tests.statistics.kept import AN_EVENING, DAY, counted, did
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db


def page(client: Client, club: Club, who: Player, **asked: str) -> str:
    answer = client.get(reverse("statistics:player", args=[club.slug, who.pk]), asked)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def behind(client: Client, club: Club, who: Player, **asked: str) -> str:
    answer = client.get(reverse("statistics:games", args=[club.slug, who.pk]), asked)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def figure(shown: str, label: str) -> str:
    """What stands under a label."""
    found = re.search(f"<dt>{label}</dt><dd>(.*?)</dd>", shown)
    assert found is not None, label
    return text(found[1])


def links(shown: str) -> list[str]:
    """Every way to the games behind a figure."""
    return sorted(set(re.findall('href="([^"]*games[?][^"]*)"', shown)))


# -- figures


def test_the_games_behind_money_come_to_as_much(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"), lasted=20)
    counted(club, people, ("3", "-2", "-1"), currency="EUR")
    said = text(behind(anna, club, people[0], figure="money", currency="RUB"))
    assert "1 пулька · +60 ₽" in said
    assert "1 пулька · +15 вистов · " not in said
    assert "20 сдач" in text(behind(anna, club, people[0], figure="lasted"))


def test_results_are_added_up_exactly(anna: Client, club: Club, people: list[Player]) -> None:
    counted(club, people, ("12", "-5/3", "-31/3"))
    counted(club, people, ("-1/3", "0", "1/3"), started=AN_EVENING + DAY)
    shown = page(anna, club, people[0])
    assert figure(shown, "Пульки") == "2"
    assert figure(shown, "Висты") == "+11⅔"
    assert figure(shown, "За пульку") == "+5⅚"
    assert figure(shown, "В плюсе").startswith("1 ·")
    assert figure(page(anna, club, people[1]), "В плюсе") == "0"  # nought is not won


def test_money_is_never_added_over_currencies(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"))
    counted(club, people, ("3", "-2", "-1"), currency="EUR")
    shown = page(anna, club, people[0])
    assert figure(shown, "Деньги, RUB") == "+60 ₽"
    assert figure(shown, "Деньги, EUR") == "+15 €"


def test_final_sheets_have_no_part_in_the_average_per_deal(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"), lasted=6)
    counted(club, people, ("100", "-50", "-50"), source=Source.PAPER)
    shown = page(anna, club, people[0])
    assert figure(shown, "За сдачу") == "+2"
    assert "1 пулька записана без сдач" in shown


def test_long_fractions_are_rounded_and_say_so(
    anna: Client, club: Club, people: list[Player]
) -> None:
    for _ in range(7):
        counted(club, people, ("1", "-1", "0"))
    counted(club, people, ("-15/7", "15/7", "0"))
    assert figure(page(anna, club, people[0]), "За пульку") == "≈ +0,61"


def test_deals_are_counted_by_level_and_trump(
    anna: Client, club: Club, people: list[Player]
) -> None:
    pulka = counted(club, people, ("12", "-2", "-10"), lasted=9)
    did(pulka, people[0], FactKind.CONTRACT, Outcome.DONE, [1, 4], level=8, trump="S")
    did(pulka, people[0], FactKind.CONTRACT, Outcome.FAILED, [5], level=8, trump="N")
    did(pulka, people[0], FactKind.CONTRACT, Outcome.GIVEN_UP, [6], level=8)
    shown = text(page(anna, club, people[0]))
    assert "8 4 2 50 % 2 сдано 1" in shown  # ordered, made, not made, given up of these
    assert "без козыря 1 0 0 % 1" in shown
    assert "не указана 1 0 0 % 1 сдано 1" in shown


def test_contracts_are_crossed_by_level_and_trump(
    anna: Client, club: Club, people: list[Player]
) -> None:
    pulka = counted(club, people, ("12", "-2", "-10"), lasted=9)
    did(pulka, people[0], FactKind.CONTRACT, Outcome.DONE, [1, 2, 3], level=6, trump="S")
    did(pulka, people[0], FactKind.CONTRACT, Outcome.FAILED, [4], level=6, trump="S")
    did(pulka, people[0], FactKind.CONTRACT, Outcome.DONE, [5], level=6)
    did(pulka, people[0], FactKind.CONTRACT, Outcome.GIVEN_UP, [6], level=8)
    address = reverse("statistics:player", args=[club.slug, people[0].pk])
    crossed = anna.get(address).context["shown"].crossed
    found = {row.trump: [cell.text for cell in cells] for row, cells in crossed}
    assert found == {"S": ["3/4", "", "", "", ""], "": ["1/1", "", "0/1", "", ""]}
    spades = crossed[0][1][0]
    assert "level=6&trump=S" in spades.url


def test_every_figure_leads_to_as_many_games(club: Club) -> None:
    """The number on the page is that over the list behind it."""
    evening = played_in(club)
    client = browser(evening.players[0])
    shown = page(client, club, evening.players[1])
    found = re.findall(
        '<a class="cell-link" href="([^"]*figure=[^"]*)" title="[^"]*">([^<]*)', shown
    )
    assert len(found) > 8
    for address, number in found:
        listed = unescape(client.get(address.replace("&amp;", "&")).content.decode())
        said = text(re.findall('<p role="status">(.*?)</p>', listed)[0])
        assert slugs(listed) == [evening.pulka.slug], address
        if number.isdigit() and "deals" not in address and "first=" not in address:
            assert said.startswith(f"{number} "), (address, said)


def played_in(club: Club) -> Evening:
    """A seven made against a whist, a raspasy of 1, 1 and 8, a misere with two, in a club."""
    evening = Evening.begin(3)
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    for each in evening.players:
        club.members.create(player=each)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    evening.pulka.table.club = club
    evening.pulka.table.save()
    return settled(evening)


def test_figures_lead_to_the_rating(club: Club) -> None:
    owner = owner_of(club)
    rated = reverse("statistics:rated", args=[club.slug, owner.pk])
    shown = browser(owner).get(reverse("statistics:player", args=[club.slug, owner.pk]))
    assert f'href="{rated}"' in shown.content.decode()


def test_balances_are_coloured_and_counts_are_not(club: Club) -> None:
    counted(club, [owner_of(club), player("Борис"), "Вера"], ("12", "-12", "0"))
    address = reverse("statistics:player", args=[club.slug, owner_of(club).pk])
    shown = browser(owner_of(club)).get(address).context["shown"]
    pulkas, won, whists = shown.results
    assert (pulkas.text, won.text, whists.text) == ("1", "1 · 100 %", "+12")
    assert (pulkas.value, won.value, whists.value) == (0, 0, 12)


def test_deals_behind_a_figure_lead_into_the_replay(club: Club) -> None:
    evening = played_in(club)
    client, slug = browser(evening.players[0]), evening.pulka.slug
    listed = behind(client, club, evening.players[0], figure="misere", outcome="failed")
    assert f'href="{reverse("history:moment", args=[slug, 3])}"' in listed
    assert client.get(reverse("history:moment", args=[slug, 3])).status_code == 200


def test_whists_from_opponents_add_up_to_the_result(club: Club) -> None:
    evening = played_in(club)
    client = browser(evening.players[0])
    for each in evening.players:
        shown = page(client, club, each)
        won = figure(shown, "Висты")
        assert text(re.findall("<tfoot>.*?</tfoot>", shown)[-1]) == f"все вместе {won}"
        assert "расходится" not in shown


def test_an_opponent_leads_to_his_page_and_to_the_games_of_both(club: Club) -> None:
    evening = played_in(club)
    client, (first, second, _third) = browser(evening.players[0]), evening.players
    shown = page(client, club, first, period="all")
    assert reverse("statistics:player", args=[club.slug, second.pk]) + "?period=all" in shown
    listed = behind(client, club, first, figure="against", opponent=str(second.pk))
    assert "За одним столом: Борис" in text(listed).replace("\u2068", "").replace("\u2069", "")
    assert slugs(listed) == [evening.pulka.slug]


def test_who_never_sat_with_him_is_not_named(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"))
    stranger = player("Чужой из другого клуба")
    asked = {"figure": "against", "opponent": str(stranger.pk)}
    assert "Чужой" not in behind(anna, club, people[0], **asked)
    assert "Чужой" not in anna.get(reverse("statistics:my_games"), asked).content.decode()


def test_against_everybody_is_one_pulka_with_what_was_won_from_all(club: Club) -> None:
    evening = played_in(club)
    for each in evening.players:
        against = figures.Figure(figure=figures.Name.AGAINST)
        found = Behind(against, Asked(people=[each.pk]), None)
        ((_evening, games),) = found.evenings(found.page("", ""))
        seat = Seat.objects.get(person=each)
        assert [game.whists for game in games] == [exact(seat.whists)]
        assert (found.total.pulkas, found.total.times) == (1, 2)
        assert found.total.whists == exact(seat.whists)


def test_runs_and_records_lead_to_their_pulkas(
    anna: Client, club: Club, people: list[Player]
) -> None:
    for number, won in enumerate(("1", "2", "-1", "3", "5", "4", "0", "-9")):
        rest = str(-int(won))
        counted(club, people, (won, rest, "0"), started=AN_EVENING + number * DAY)
    shown = page(anna, club, people[0])
    assert figure(shown, "в плюсе подряд") == "3"
    assert figure(shown, "в минусе подряд") == "1"
    assert figure(shown, "серия сейчас") == "в минусе: 1"
    address = re.findall('<dt>в плюсе подряд</dt><dd><a class="cell-link" href="([^"]*)"', shown)[0]
    assert len(slugs(unescape(anna.get(unescape(address)).content.decode()))) == 3
    best = Pulka.objects.get(evening=AN_EVENING.date() + 4 * DAY)
    assert f'href="/p/{best.slug}"' in shown
    assert "Лучшая пулька 22 ноября 2026 · Среда +5" in text(shown)
    assert "Худшая пулька 25 ноября 2026 · Среда −9" in text(shown)


# -- over time


def test_each_bar_is_a_pulka_with_its_row(anna: Client, club: Club, people: list[Player]) -> None:
    first = counted(club, people, ("12", "-2", "-10"))
    counted(club, people, ("-42", "2", "40"), started=AN_EVENING + DAY)
    shown = page(anna, club, people[0])
    rows = re.findall('id="whists".*?</figure>', shown, re.DOTALL)[0]
    assert "18 ноября 2026 +12 +12 19 ноября 2026 −42 −30" in text(rows)
    assert f'href="/p/{first.slug}"' in rows


def test_many_pulkas_are_added_up_by_months_which_lead_to_them(
    anna: Client, club: Club, people: list[Player]
) -> None:
    for number in range(growth.MANY + 1):
        counted(club, people, ("1", "-1", "0"), started=AN_EVENING - 3 * number * DAY)
    shown = page(anna, club, people[0])
    assert "Висты по месяцам" in shown
    rows = re.findall('id="whists".*?</figure>', shown, re.DOTALL)[0]
    months = re.findall(r'href="([^"]*period=\d{4}-\d\d[^"]*)">([^<]*)<.*?num plus">\+(\d+)<', rows)
    assert sum(int(count) for _address, _name, count in months) == growth.MANY + 1
    address, _name, count = months[0]
    assert f"{count} пул" in text(unescape(anna.get(unescape(address)).content.decode()))


@pytest.mark.parametrize(
    ("results", "since", "until", "unit"),
    [
        pytest.param(0, None, None, growth.Unit.PULKA, id="nothing"),
        pytest.param(40, date(2014, 1, 1), date(2026, 1, 1), growth.Unit.PULKA, id="few"),
        pytest.param(41, date(2026, 1, 1), date(2026, 1, 31), growth.Unit.EVENING, id="a-month"),
        pytest.param(41, date(2025, 9, 1), date(2026, 8, 31), growth.Unit.MONTH, id="a-season"),
        pytest.param(41, date(2014, 9, 1), date(2026, 8, 31), growth.Unit.YEAR, id="ever"),
    ],
)
def test_bars_are_as_fine_as_there_is_room(
    results: int, since: date | None, until: date | None, unit: growth.Unit
) -> None:
    assert growth.unit_of(Tally(results=results, since=since, until=until)) is unit


# -- what is asked for


def test_figures_are_narrowed_by_period_and_convention(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"), house_rules="Наша")
    counted(club, people, ("1", "0", "-1"), started=AN_EVENING - 60 * DAY)
    assert figure(page(anna, club, people[0], period="2026-11"), "Висты") == "+12"
    assert figure(page(anna, club, people[0], convention="house:Наша"), "Висты") == "+12"
    assert figure(page(anna, club, people[0], convention="sochi"), "Висты") == "+13"
    assert figure(page(anna, club, people[0], until="2026-10-01"), "Висты") == "+1"
    shown = page(anna, club, people[0], period="2026-11", convention="sochi")
    assert all("period=2026-11" in each or "since=" in each for each in links(shown))


def test_an_open_page_asks_for_the_figures_alone(
    anna: Client, club: Club, people: list[Player]
) -> None:
    address = reverse("statistics:player", args=[club.slug, people[0].pk])
    part = anna.get(address, headers={"hx-request": "true"}).content.decode()
    assert part.strip().startswith('<div class="stack" id="numbers">')


ODD = {
    "period": ["x", "\x00", "2026-13"],
    "since": ["x", "9" * 400, "9999-12-01", "٢٠٢٦-٠١-٠١"],
    "until": ["0001-01-01", "9999-12-31"],
    "convention": ["x", "house:"],
    "figure": ["x", "\x00"],
    "level": ["5", "x"],
    "opponent": ["x", "855836d2-b507-4a93-8ac2-feae1309e84f"],
    "currency": ["РУБ"],
    "first": ["x", "2026-11-18.9999999999999999999", "0001-01-01.1"],
    "after": ["x", "2026-11-18.x"],
    "before": ["9999-12-31.1"],
}


@pytest.mark.parametrize(("name", "odd"), [(n, o) for n, odds in ODD.items() for o in odds])
def test_odd_queries_get_a_sentence(
    anna: Client, club: Club, people: list[Player], name: str, odd: str
) -> None:
    counted(club, people, ("12", "-2", "-10"))
    for address in ("statistics:player", "statistics:games"):
        asked = {name: odd}
        got = anna.get(reverse(address, args=[club.slug, people[0].pk]), asked)
        assert got.status_code == 200
    for address in ("statistics:me", "statistics:my_games"):
        assert anna.get(reverse(address), {name: odd}).status_code == 200


def test_no_such_figure_is_said(anna: Client, club: Club, people: list[Player]) -> None:
    assert "Такой цифры нет" in behind(anna, club, people[0], figure="x")


# -- whose page it is


def test_any_of_his_keys_leads_to_the_person(
    anna: Client, club: Club, people: list[Player]
) -> None:
    guest = player("Боря", account=False)
    counted(club, [people[0], guest, people[2]], ("12", "-2", "-10"))
    made = merge(guest, people[1], people[0])
    address = reverse("statistics:player", args=[club.slug, guest.pk])
    answer = anna.get(address, {"period": "all"})
    assert answer.status_code == 302
    assert answer.headers["location"].endswith(f"{people[1].pk}?period=all")
    assert figure(page(anna, club, people[1]), "Висты") == "−2"
    unmerge(made, people[0])
    assert "Рассчитанных пулек пока нет" in page(anna, club, people[1])
    assert figure(page(anna, club, guest), "Висты") == "−2"


def test_who_has_not_played_has_a_calm_page(anna: Client, club: Club, people: list[Player]) -> None:
    assert "Рассчитанных пулек пока нет" in page(anna, club, people[1])


def test_who_has_nothing_to_do_with_the_club_is_not_found(anna: Client, club: Club) -> None:
    for key in (player("Чужой").pk, uuid4()):
        for name in ("statistics:player", "statistics:games"):
            assert anna.get(reverse(name, args=[club.slug, key])).status_code == 404


def test_a_deleted_account_leaves_its_figures_without_a_name(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(club, people, ("12", "-2", "-10"))
    account = people[1].account
    assert account is not None
    delete_account(account)
    part = Part.objects.get(pulka__club=club, numerator=-2)
    shown = page(anna, club, part.player)
    assert figure(shown, "Висты") == "−2"
    assert "Борис" not in shown


def test_games_of_another_club_are_not_its_own(
    anna: Client, club: Club, people: list[Player]
) -> None:
    counted(found_club(player("Ольга"), name="Другой"), people, ("12", "-2", "-10"))
    assert "Рассчитанных пулек пока нет" in page(anna, club, people[0])
    mine = unescape(anna.get(reverse("statistics:me")).content.decode())
    assert figure(mine, "Висты") == "+12"


# -- one's own


@pytest.mark.parametrize("name", ["statistics:me", "statistics:my_games"])
def test_everybody_has_a_page_of_his_own(name: str) -> None:
    for client in (browser(), browser(player("Гость", account=False)), browser(player("Анна"))):
        assert client.get(reverse(name)).status_code == 200
        assert client.post(reverse(name)).status_code == 405


def test_nobody_sees_what_others_played(club: Club, people: list[Player]) -> None:
    counted(club, people, ("12", "-2", "-10"))
    for client in (browser(), browser(player("Гость", account=False))):
        assert (
            "Рассчитанных пулек пока нет" in client.get(reverse("statistics:me")).content.decode()
        )
        assert not slugs(client.get(reverse("statistics:my_games")).content.decode())


def test_what_one_may_not_see_any_more_is_named_without_a_link(
    club: Club, people: list[Player]
) -> None:
    """His game under his name alone, in a club he has left."""
    pulka = counted(club, [people[0], "Борис", people[2]], ("12", "-2", "-10"))
    pulka.seats.filter(index=1).update(person=people[1])
    Part.objects.filter(pulka=pulka, seat=1).delete()
    assert pulka.evening
    Part.objects.create(
        pulka=pulka, player=people[1], seat=1, club=club, evening=pulka.evening, preset="sochi",
        size=3, games=1, numerator=-2, denominator=1, place=2,
    )  # fmt: skip
    club.members.filter(player=people[1]).update(left=AN_EVENING)
    listed = browser(people[1]).get(reverse("statistics:my_games")).content.decode()
    assert slugs(listed) == [pulka.slug]
    assert f"/p/{pulka.slug}" not in listed


def test_house_rules_lead_to_their_games_on_ones_own_page(
    anna: Client, club: Club, people: list[Player]
) -> None:
    clubs_own = counted(club, people, ("12", "-2", "-10"), house_rules="Клубная")
    counted(club, people, ("3", "-2", "-1"), started=AN_EVENING + DAY)
    shown = unescape(anna.get(reverse("statistics:me")).content.decode())
    (address,) = {way for way in links(shown) if "house" in way}
    listed = anna.get(address).content.decode()
    assert slugs(listed) == [clubs_own.slug]


@pytest.mark.parametrize("chosen", ["", "sochi", "leningrad", "house:Клубная"])
def test_each_convention_leads_to_as_many_games(
    anna: Client, club: Club, people: list[Player], chosen: str
) -> None:
    """House rules that began with one preset, and later with another."""
    for number, (preset, rules) in enumerate(
        [("sochi", ""), ("sochi", "Клубная"), ("leningrad", "Клубная"), ("leningrad", "")]
    ):
        started = AN_EVENING + number * DAY
        counted(
            club, people, ("12", "-2", "-10"), preset=preset, house_rules=rules, started=started
        )
    shown = page(anna, club, people[0], convention=chosen)
    table = re.findall("<caption[^>]*>Результаты по конвенциям.*?</table>", shown, re.DOTALL)[0]
    rows = re.findall('href="([^"]*)".*?<td class="num">([0-9]+)</td>', table, re.DOTALL)
    assert len(rows) >= 2
    for address, count in rows:
        assert len(slugs(anna.get(address).content.decode())) == int(count), address


def test_the_profile_leads_to_ones_figures(anna: Client) -> None:
    assert reverse("statistics:me") in anna.get(reverse("players:me")).content.decode()


# -- who replaced whom


def test_a_seat_of_two_is_named(club: Club) -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    guest = evening.players[2]
    seating.leave_seat(evening.pulka.slug, guest)
    newcomer = Player.objects.create(name="Марк")
    evening.players[2] = newcomer
    seating.take_seat(evening.pulka.slug, newcomer, 2, "Марк")
    settled(evening)
    mine = unescape(browser(guest).get(reverse("statistics:me")).content.decode())
    assert "Здесь так было:" in mine
    listed = browser(guest).get(reverse("statistics:my_games"), {"figure": "replaced"})
    shown = text(unescape(listed.content.decode()))
    assert "результат — у другого игрока" in shown
    others = browser(evening.players[0]).get(reverse("statistics:me")).content.decode()
    assert "Здесь так было:" not in unescape(others)


# -- corrections


def test_another_result_is_there_at_once(anna: Client, club: Club, people: list[Player]) -> None:
    pulka = counted(club, people, ("12", "-2", "-10"))
    counted_again(pulka, ("10", "0", "-10"))
    assert figure(page(anna, club, people[0]), "Висты") == "+10"
    pulka.step = PulkaStep.ABANDONED
    pulka.save()
    counted_again(pulka, ("10", "0", "-10"))
    assert "Рассчитанных пулек пока нет" in page(anna, club, people[0])


def counted_again(pulka: Pulka, results: tuple[str, ...]) -> None:
    from prefweb.statistics import keeping

    for seat, whists in zip(pulka.seats.all(), results, strict=True):
        seat.whists = whists
        seat.save()
    keeping.keep(Pulka.objects.get(pk=pulka.pk))


# -- how much it asks


def test_a_page_asks_little_however_much_was_played(
    anna: Client, club: Club, people: list[Player], django_assert_max_num_queries: Any
) -> None:
    for number in range(45):
        others = [people[0], player(f"Гость {number}", account=False), people[2]]
        counted(club, others, ("1", "-1", "0"), started=AN_EVENING - number * DAY)
    key = people[0].pk
    addresses = [
        reverse("statistics:player", args=[club.slug, key]),
        reverse("statistics:games", args=[club.slug, key]),
        reverse("statistics:games", args=[club.slug, key])
        + "?"
        + urlencode({"figure": "against", "opponent": people[2].pk, "convention": "sochi"}),
        reverse("statistics:me"),
        reverse("statistics:my_games"),
    ]
    anna.get(reverse("statistics:me"))  # the first one begins the session's year anew
    for address in addresses:
        with django_assert_max_num_queries(12):
            assert anna.get(address).status_code == 200


def test_pages_of_a_list_follow_each_other(anna: Client, club: Club, people: list[Player]) -> None:
    for number in range(20):
        counted(club, people, ("1", "-1", "0"), started=AN_EVENING - number * DAY)
    first = behind(anna, club, people[0], figure="won")
    assert len(slugs(first)) == 15
    older = unescape(re.findall('rel="next" href="([^"]*)"', first)[0])
    address = reverse("statistics:games", args=[club.slug, people[0].pk]) + older
    rest = unescape(anna.get(address).content.decode())
    assert len(slugs(rest)) == 5
    assert not set(slugs(first)) & set(slugs(rest))


def test_all_opponents_are_a_tap_away(anna: Client, club: Club, people: list[Player]) -> None:
    for number in range(17):
        rest = [player(f"Гость {number:02}", account=False), people[2]]
        counted(club, [people[0], *rest], ("1", "-1", "0"))
    shown = page(anna, club, people[0], period="all")
    assert len(set(re.findall(r"Гость \d\d", shown))) == 14  # Вера is the fifteenth
    address = unescape(re.findall(r'href="([^"]*opponents=all)#rivals"', shown)[0])
    assert "period=all" in address
    everybody = unescape(anna.get(address).content.decode())
    assert len(set(re.findall(r"Гость \d\d", everybody))) == 17
    assert "opponents=all#" not in everybody
