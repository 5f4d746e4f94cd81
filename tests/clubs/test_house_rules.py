"""What a club usually plays, by its own names, and tables opened by it."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from prefweb.clubs.models import Club, HouseRules, Place
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import house
from prefweb.players.models import Player
from prefweb.tables.agreements import house_agreement
from prefweb.tables.models import Proxies, Pulka
from prefweb.tables.services import ending, seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db
HOME = ("club", "place", "house")
LENINGRAD = {"convention": "leningrad", "size": "4", "target": "20", "proxies": "scribe"}


def kept(of: Club, name: str = "Наша", **more: Any) -> HouseRules:
    return house.keep(of, name, agreement(**more), Proxies.ANYONE)


def opened(who: Player, **form: str) -> Pulka:
    """A table opened by the form as it is filled in, but for what is typed over."""
    client = browser(who)
    asked: dict[str, str] = {name: form[name] for name in form if name in HOME}
    page = client.get(reverse("tables:new"), asked).content.decode()
    answer = client.post(reverse("tables:new"), {**typed_in(page), **form})
    assert answer.status_code == 302, answer.content.decode()
    return Pulka.objects.get(slug=answer.headers["location"].split("/")[-1])


def typed_in(page: str) -> dict[str, Any]:
    """What a browser sends of the page's form as it stands."""
    form = page[page.index('id="new-table') : page.index("</form>", page.index('id="new-table'))]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        is_box = attributes.get("type") in ("radio", "checkbox")
        if "name" in attributes and (not is_box or " checked" in tag):
            value = attributes.get("value", "on" if is_box else "")
            sent.setdefault(attributes["name"], []).append(value)
    for name, inside in re.findall(r'<select[^>]*name="([a-z_]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)"\s+selected', inside)
        sent[name] = chosen.group(1) if chosen else ""
    return sent


def test_the_first_house_rules_are_offered_first_until_others_are() -> None:
    home = club()
    first, second = kept(home), kept(home, "Ночная", target=20)
    assert (first.is_default, second.is_default) == (True, False)
    house.make_default(home, second.pk)
    assert list(home.house_rules.filter(is_default=True)) == [second]
    house.remove(home, second.pk)
    assert list(home.house_rules.filter(is_default=True)) == [first]
    house.remove(home, second.pk)
    house.remove(home, first.pk)
    assert not home.house_rules.exists()


def test_a_name_is_used_once() -> None:
    home = club()
    first, second = kept(home), kept(home, "Ночная")
    with pytest.raises(Refused, match="rules_known"):
        kept(home, "наша")
    with pytest.raises(Refused, match="rules_known"):
        house.keep(home, "Наша", agreement(), Proxies.ANYONE, second)
    assert house.keep(home, "Наша", agreement(target=20), Proxies.ANYONE, first).pk == first.pk
    kept(club(), "Наша")


def test_nobody_makes_the_rules_of_another_club_the_default() -> None:
    home, other = club(), club()
    mine, theirs = kept(home), kept(other)
    house.make_default(home, theirs.pk)
    house.remove(home, theirs.pk)
    assert (mine.is_default, other.house_rules.get().is_default) == (True, True)


def test_house_rules_are_typed_as_an_agreement_is() -> None:
    home = club()
    client, path = browser(owner_of(home)), reverse("clubs:add_rules", args=[home.slug])
    sent = typed_in(client.get(path).content.decode())
    refused = client.post(path, sent)
    assert refused.status_code == 422
    assert 'id="id_name_error"' in refused.content.decode()
    sent |= {**LENINGRAD, "name": "Наша", "stake": "2,5", "currency": "RUB"}
    assert client.post(path, sent).status_code == 302
    made = home.house_rules.get()
    agreed, proxies = house_agreement(made)
    assert (agreed.preset, agreed.target, str(agreed.stake)) == ("leningrad", 20, "2.5")
    assert proxies == Proxies.SCRIBE
    change = reverse("clubs:change_rules", args=[home.slug, made.pk])
    again = typed_in(client.get(change).content.decode())
    assert client.post(change, {**again, "target": "30"}).status_code == 302
    assert house_agreement(home.house_rules.get())[0].target == 30


def test_a_refilled_form_keeps_nothing_yet() -> None:
    home = club()
    client, path = browser(owner_of(home)), reverse("clubs:add_rules", args=[home.slug])
    sent = {"refill": "yes", "convention": "rostov", "name": "Ночная"}
    answer = client.post(path, sent)
    assert answer.status_code == 200
    assert 'value="Ночная"' in answer.content.decode()
    assert not home.house_rules.exists()


def test_a_table_of_the_club_begins_with_its_default() -> None:
    home = club()
    kept(home, target=30, stake=Decimal(7))
    pulka = opened(member(home), club=home.slug)
    assert (pulka.club, pulka.table.club) == (home, home)
    assert (pulka.house_rules, pulka.target, pulka.stake) == ("Наша", 30, Decimal(7))


def test_another_of_its_agreements_is_chosen_by_its_link() -> None:
    home = club()
    kept(home)
    night = kept(home, "Ночная", target=50)
    pulka = opened(member(home), club=home.slug, house=str(night.pk))
    assert (pulka.house_rules, pulka.target) == ("Ночная", 50)
    usual = opened(member(home, "Вера"), club=home.slug, house="")
    assert (usual.club, usual.house_rules) == (home, "")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ({"target": "50"}, ""),
        ({"stake": "9"}, ""),
        ({"whist_mult": "2"}, None),
        ({"size": "4"}, "Наша"),
        ({"title": "Вечер", "proxies": "nobody"}, "Наша"),
    ],
)
def test_what_is_changed_by_hand_is_no_longer_the_clubs(
    typed: dict[str, str], name: str | None
) -> None:
    home = club()
    kept(home)
    pulka = opened(member(home), club=home.slug, **typed)
    assert pulka.house_rules == ("" if name is None else name)


def test_the_name_comes_and_goes_with_the_agreement_before_the_start() -> None:
    home = club()
    kept(home)
    host = member(home)
    pulka = opened(host, club=home.slug)

    def agreed(**more: Any) -> str:
        seating.change_agreement(pulka.slug, host, agreement(**more), title="", proxies="anyone")
        pulka.refresh_from_db()
        return pulka.house_rules

    assert (agreed(target=20), agreed(), agreed(size=4)) == ("", "Наша", "Наша")


def test_a_rematch_goes_by_the_same_name() -> None:
    home = club()
    kept(home)
    host, others = member(home), [player("Вера"), player("Глеб")]
    pulka = seating.open_table(host, agreement(), title="", proxies="anyone", home=Home(club=home))
    for seat, other in enumerate(others, 1):
        seating.take_seat(pulka.slug, other, seat, other.name)
    seating.start(pulka.slug, host)
    Pulka.objects.filter(pk=pulka.pk).update(step="settled", ended=timezone.now())
    fresh = ending.rematch(pulka.slug, host)
    assert (fresh.club, fresh.house_rules) == (home, "Наша")


def test_a_table_of_a_club_is_opened_by_its_members_alone() -> None:
    home = club()
    stranger = browser(player("Чужой"))
    assert stranger.get(reverse("tables:new"), {"club": home.slug}).status_code == 403
    sent = {**LENINGRAD, "name": "Чужой", "club": home.slug}
    assert stranger.post(reverse("tables:new"), sent).status_code == 403
    assert stranger.get(reverse("tables:new"), {"club": "nowhere"}).status_code == 404
    assert not Pulka.objects.exists()


def test_a_member_is_asked_for_which_club_and_a_guest_is_not() -> None:
    home = club()
    path = reverse("tables:new")
    link = f"{path}?club={home.slug}"
    assert link in browser(member(home)).get(path).content.decode()
    assert "?club=" not in browser(player("Гость", account=False)).get(path).content.decode()
    assert opened(member(home, "Вера")).club is None


def test_a_table_at_a_place_belongs_to_its_club() -> None:
    home = club()
    wood = Place.objects.create(club=home, title="У окна")
    kept(home)
    pulka = opened(member(home), place=wood.key)
    assert (pulka.table.place, pulka.club, pulka.house_rules) == (wood, home, "Наша")
    again = opened(member(home, "Вера"), place=wood.key)
    assert again == pulka
    stranger = browser(player("Чужой"))
    assert stranger.get(reverse("tables:new"), {"place": wood.key}).status_code == 403
    assert stranger.get(reverse("tables:new"), {"place": "nothing"}).status_code == 404


@pytest.mark.parametrize("count", [1, 15])
def test_the_page_of_a_new_table_takes_few_questions(
    count: int, django_assert_max_num_queries: Any
) -> None:
    home, anna = club(), player("Анна")
    for number in range(count):
        kept(home, f"Наша {number}")
        club(anna, name=f"Клуб {number}")
    home.members.create(player=anna)
    client = browser(anna)
    with django_assert_max_num_queries(12):
        assert client.get(reverse("tables:new"), {"club": home.slug}).status_code == 200
