"""Who may do what in a club: every address and verb, asked by everybody."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from prefweb.api import tokens
from prefweb.api import urls as api
from prefweb.archive import urls as archive
from prefweb.clubs import urls as clubs
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.clubs.services import house, inviting
from prefweb.history import urls as history
from prefweb.importing import urls as importing
from prefweb.importing.models import Batch, Upload
from prefweb.ledger import urls as ledger
from prefweb.ledger.models import Round
from prefweb.players.models import Player
from prefweb.statistics import urls as statistics
from prefweb.tables.access import WATCHES
from prefweb.tables.agreements import Agreement
from prefweb.tables.models import Pulka, Source
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.ledger.books import pulka, settle
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db

STRANGER, WATCHER, GUEST = "stranger", "watcher", "guest"
MEMBER, ADMIN, OWNER, ELSEWHERE = "member", "admin", "owner", "owner of another club"
"""A watcher has the watch link of a table of the club, a guest a name and no account."""
EVERYBODY = (STRANGER, WATCHER, GUEST, MEMBER, ADMIN, OWNER, ELSEWHERE)
MEMBERS = {MEMBER, ADMIN, OWNER}
ADMINS = {ADMIN, OWNER}


class World:
    """A private club with everybody who may knock at it; made as far as it is asked for."""

    def __init__(self) -> None:
        self.club: Club = club(player("Ольга"))
        self.admin: Player = member(self.club, "Антон", ClubRole.ADMIN)
        self.member: Player = member(self.club, "Мария")

    @property
    def owner(self) -> Player:
        return owner_of(self.club)

    @cached_property
    def pulka(self) -> Pulka:
        """What gathers at a table of the club."""
        agreed: Agreement = agreement()
        home = Home(club=self.club)
        return seating.open_table(self.owner, agreed, title="Стол", proxies="anyone", home=home)

    def place_of(self, who: Player) -> Member:
        return self.club.members.get(player=who)

    def browser(self, who: str) -> Client:
        people: dict[str, Callable[[], Client]] = {
            STRANGER: browser,
            WATCHER: self._watcher,
            GUEST: lambda: browser(player("Гость", account=False)),
            MEMBER: lambda: browser(self.member),
            ADMIN: lambda: browser(self.admin),
            OWNER: lambda: browser(self.owner),
            ELSEWHERE: lambda: browser(owner_of(club(player("Чужой"), name="Другой клуб"))),
        }
        return people[who]()

    def _watcher(self) -> Client:
        client = browser()
        session = client.session
        session[WATCHES] = [self.pulka.table_id]
        session.save()
        return client


def of_the_club(world: World) -> list[Any]:
    return [world.club.slug]


def of_a_member(world: World) -> list[Any]:
    return [world.club.slug, world.place_of(world.member).pk]


def of_an_invitation(world: World) -> list[Any]:
    return [world.club.slug, inviting.invite(world.club, world.owner, days=7).pk]


def of_house_rules(world: World) -> list[Any]:
    return [world.club.slug, house.keep(world.club, "Сочинка", agreement(), "anyone").pk]


def of_a_place(world: World) -> list[Any]:
    return [world.club.slug, world.club.places.create(title="У окна").pk]


def of_an_upload(world: World) -> list[Any]:
    """Files of an admin that wait for his yes."""
    upload = Upload.objects.create(club=world.club, by=world.admin)
    return [world.club.slug, upload.key]


def of_an_import(world: World) -> list[Any]:
    """What the owner has brought in."""
    fields = {"source": Source.FILE, "count": 0, "uid": "x" * 9}
    batch = Batch.objects.create(club=world.club, by=world.owner, **fields)
    return [world.club.slug, batch.pk]


def of_a_token(world: World) -> list[Any]:
    """A token that the owner made."""
    token, _secret = tokens.make(world.club, world.owner, "Сайт", "x" * 9)
    return [world.club.slug, token.pk]


def _round(world: World) -> Round:
    """Money that the member owes the admin, settled."""
    pulka(world.club, {world.admin: 5, world.member: -5})
    return settle(world.club, world.owner)


def of_a_round(world: World) -> list[Any]:
    return [world.club.slug, _round(world).number]


def of_a_payment(world: World) -> list[Any]:
    return [world.club.slug, _round(world).payments.get().pk]


def of_a_payment_of_others(world: World) -> list[Any]:
    """Between the owner and the admin."""
    pulka(world.club, {world.admin: 5, world.owner: -5})
    return [world.club.slug, settle(world.club, world.owner).payments.get().pk]


def of_a_person(world: World) -> list[Any]:
    return [world.club.slug, world.member.pk]


@dataclass(frozen=True)
class Address:
    """An address with the verb and form that do something there, and who may."""

    name: str
    may: set[str]
    method: str = "get"
    form: dict[str, str] = field(default_factory=dict)
    args: Callable[[World], list[Any]] = of_the_club

    def ask(self, client: Client, world: World) -> int:
        response = getattr(client, self.method)(
            reverse(self.name, args=self.args(world)), self.form
        )
        return int(response.status_code)


ADDRESSES = [
    Address("clubs:club", MEMBERS),
    Address("clubs:settings", ADMINS),
    Address("clubs:settings", ADMINS, "post", {"name": "Клуб", "time_zone": "Europe/Moscow"}),
    Address("clubs:delete", {OWNER}, "post"),
    Address("clubs:leave", {MEMBER, ADMIN}, "post"),
    Address("clubs:members", MEMBERS),
    Address("clubs:add_member", ADMINS, "post", {"name": "Дина"}),
    Address("clubs:member", MEMBERS, args=of_a_member),
    Address("clubs:rename_member", ADMINS, "post", {"name": "Дина"}, of_a_member),
    Address("clubs:set_role", {OWNER}, "post", {"role": "admin"}, of_a_member),
    Address("clubs:hand_over", {OWNER}, args=of_a_member),
    Address("clubs:hand_over", {OWNER}, "post", args=of_a_member),
    Address("clubs:remove_member", ADMINS, "post", args=of_a_member),
    Address("clubs:merge", ADMINS, args=of_a_member),
    Address("clubs:merge", ADMINS, "post", {"player": "x"}, of_a_member),
    Address("clubs:unmerge", ADMINS, "post", {"merge": "1"}, of_a_member),
    Address("clubs:invitations", ADMINS),
    Address("clubs:invitations", ADMINS, "post", {"days": "7"}),
    Address("clubs:passed", ADMINS, args=of_an_invitation),
    Address("clubs:revoke", ADMINS, "post", args=of_an_invitation),
    Address("clubs:house_rules", MEMBERS),
    Address("clubs:add_rules", ADMINS),
    Address("clubs:add_rules", ADMINS, "post", {"name": "Наша"}),
    Address("clubs:change_rules", ADMINS, args=of_house_rules),
    Address("clubs:change_rules", ADMINS, "post", {"name": "Наша"}, of_house_rules),
    Address("clubs:remove_rules", ADMINS, "post", args=of_house_rules),
    Address("clubs:default_rules", ADMINS, "post", args=of_house_rules),
    Address("clubs:tonight", MEMBERS),
    Address("live:club_events", MEMBERS),
    Address("clubs:places", MEMBERS),
    Address("clubs:places", ADMINS, "post", {"title": "У двери"}),
    Address("clubs:print_places", ADMINS),
    Address("clubs:edit_place", ADMINS, args=of_a_place),
    Address("clubs:edit_place", ADMINS, "post", {"title": "У двери"}, of_a_place),
    Address("clubs:renew_place", ADMINS, "post", args=of_a_place),
    Address("clubs:remove_place", ADMINS, "post", args=of_a_place),
    Address("clubs:bring_back_place", ADMINS, "post", args=of_a_place),
    Address("history:club", MEMBERS),
    Address("history:club_csv", MEMBERS),
    Address("importing:files", ADMINS),
    Address("importing:files", ADMINS, "post"),
    Address("importing:report", ADMINS, args=of_an_upload),
    Address("importing:report", ADMINS, "post", args=of_an_upload),
    Address("importing:batch", ADMINS, args=of_an_import),
    Address("importing:batch", ADMINS, "post", args=of_an_import),
    Address("importing:paper", ADMINS),
    Address("importing:paper", ADMINS, "post"),
    Address("archive:archive", {OWNER}),
    Address("archive:download", {OWNER}),
    Address("archive:members_csv", ADMINS),
    Address("archive:deals_csv", ADMINS),
    Address("ledger:ledger", MEMBERS),
    Address("ledger:csv", MEMBERS),
    Address("ledger:settle", ADMINS, "post", {"currency": "RUB"}),
    Address("ledger:person", MEMBERS, args=of_a_person),
    Address("ledger:nobody", MEMBERS, "get", {"name": "Прохожий"}),
    Address("ledger:round", MEMBERS, args=of_a_round),
    Address("ledger:pay", MEMBERS, "post", {"paid": "yes"}, of_a_payment),
    Address("ledger:pay", ADMINS, "post", {"paid": "yes"}, of_a_payment_of_others),
    Address("ledger:pay_all", ADMINS, "post", args=of_a_round),
    Address("ledger:take_back", ADMINS, "post", args=of_a_round),
    Address("statistics:standings", MEMBERS),
    Address("statistics:standings_csv", MEMBERS),
    Address("statistics:rating", MEMBERS),
    Address("statistics:rated", MEMBERS, args=of_a_person),
    Address("statistics:player", MEMBERS, args=of_a_person),
    Address("statistics:games", MEMBERS, args=of_a_person),
    Address("api:tokens", ADMINS),
    Address("api:tokens", ADMINS, "post", {"title": "Сайт", "uid": "x" * 9}),
    Address("api:revoke", ADMINS, "post", args=of_a_token),
]
"""Whoever adds an address adds its row: the name with its namespace, who may, verb, form, args."""
FREE = {
    "clubs:clubs",
    "clubs:code",
    "clubs:found",
    "clubs:invitation",
    "clubs:place",
    "history:mine",
    "importing:mine",
    "importing:my_batch",
} | {
    "history:replay",
    "history:moment",
    "history:watch",
    "archive:restore",
    "statistics:me",
    "statistics:my_games",
}
"""Open to everybody, with a key in the address, or asked of pulkas in tests/tables."""
CHECKED = {
    "api": api,
    "archive": archive,
    "clubs": clubs,
    "history": history,
    "ledger": ledger,
    "importing": importing,
    "statistics": statistics,
}
"""The urls that have to be in the table."""


def test_every_address_is_in_this_table() -> None:
    named = {
        f"{space}:{pattern.name}"
        for space, urls in CHECKED.items()
        for pattern in urls.urlpatterns
        if isinstance(pattern, URLPattern)
    }
    assert named - FREE <= {address.name for address in ADDRESSES}


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda a: f"{a.method}-{a.name}")
def test_only_who_may_is_let_through(address: Address, who: str) -> None:
    world = World()
    status = address.ask(world.browser(who), world)
    assert (status != 403) == (who in address.may), status
    assert status < 500


PUBLIC: set[str] = {"clubs:club"}
"""What a club that everybody may see shows to everybody."""


@pytest.mark.parametrize("who", [STRANGER, GUEST, ELSEWHERE])
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda a: f"{a.method}-{a.name}")
def test_a_public_club_opens_its_public_page_alone(address: Address, who: str) -> None:
    world = World()
    Club.objects.filter(pk=world.club.pk).update(is_public=True)
    status = address.ask(world.browser(who), world)
    assert (status != 403) == (who in address.may or address.name in PUBLIC), status


LOOKED_AT = [address for address in ADDRESSES if address.method == "get"]


@pytest.mark.parametrize("address", LOOKED_AT, ids=lambda a: a.name)
def test_who_has_left_is_a_stranger(address: Address) -> None:
    world = World()
    client = world.browser(MEMBER)
    world.club.members.filter(player=world.member).update(left=world.club.founded)
    assert address.ask(client, world) == (403 if STRANGER not in address.may else 200)
