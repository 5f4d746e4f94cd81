"""Who may do what: every address and verb, asked by everybody."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from prefweb.clubs.models import ClubRole
from prefweb.history import urls as history
from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.sharing import urls as sharing
from prefweb.tables import urls
from prefweb.tables.access import WATCHES
from prefweb.tables.models import Consent, Proxies, Pulka, PulkaStep, Seat, Table
from prefweb.tables.services import seating
from prefweb.ui.numbers import spaced
from scoring import Role
from tests.clubs import people
from tests.tables.evenings import Evening
from tests.tables.test_playing import ended

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
STRANGER, GUEST, WATCHER = "stranger", "guest", "watcher"
SEATED, OTHER, HOST = "seated", "other seated", "host"
"""A guest is a stranger with a name and a seat at another table; the host sits on seat 0."""
EVERYBODY = (STRANGER, GUEST, WATCHER, SEATED, OTHER, HOST)
INSIDE = {WATCHER, SEATED, OTHER, HOST}
AT_THE_TABLE = {SEATED, OTHER, HOST}


def browser(player: Player | None = None, watches: Pulka | None = None) -> Client:
    client = Client()
    session = client.session
    if player:
        session[SESSION_KEY] = str(player.pk)
    if watches:
        session[WATCHES] = [watches.table_id]
    session.save()
    return client


@dataclass(frozen=True)
class Everybody:
    """The browsers of all who may ask for an evening's pages, made as they are asked for."""

    evening: Evening

    def __getitem__(self, who: str) -> Client:
        players = self.evening.players
        people: dict[str, Callable[[], Client]] = {
            STRANGER: browser,
            GUEST: lambda: browser(Evening.gather().players[1]),
            WATCHER: lambda: browser(watches=self.evening.pulka),
            SEATED: lambda: browser(players[1]),
            OTHER: lambda: browser(players[2]),
            HOST: lambda: browser(players[0]),
        }
        return people[who]()


def everybody(evening: Evening) -> Everybody:
    return Everybody(evening)


@dataclass(frozen=True)
class Address:
    """An address with the verb and form that do something there, and who may."""

    name: str
    may: set[str]
    method: str = "get"
    form: dict[str, str] = field(default_factory=dict)
    more: tuple[int | str, ...] = ()
    begun: bool = True

    def ask(self, client: Client, slug: str) -> int:
        name = self.name if ":" in self.name else f"tables:{self.name}"
        path = reverse(name, args=[slug, *self.more])
        response = getattr(client, self.method)(path, self.form)
        return int(response.status_code)


def order(seat: str, **more: str) -> dict[str, str]:
    form = {"uid": uuid.uuid4().hex, "kind": "order", "deal": "1", "seat": seat, "game": "7"}
    return {**form, **more}


ADDRESSES = [
    Address("pulka", INSIDE),
    Address("live", INSIDE),
    Address("deal", INSIDE, more=(1,)),
    Address("sheet", INSIDE),
    Address("large", INSIDE),
    Address("score", INSIDE),
    Address("why", INSIDE, more=("pool-1",)),
    Address("log", INSIDE),
    Address("settlement", INSIDE),
    Address("agreed", INSIDE),
    Address("print", INSIDE),
    Address("agreed", INSIDE, begun=False),
    Address("agreed_prices", INSIDE),
    Address("agreed_prices", INSIDE, begun=False),
    Address("invite", AT_THE_TABLE),
    Address("post", AT_THE_TABLE, "post", order("1", for_another="yes")),
    Address("dealer", AT_THE_TABLE, "post", {"uid": "x" * 9, "deal": "1", "dealer": "next"}),
    Address("scribe", AT_THE_TABLE),
    Address("scribe", AT_THE_TABLE, "post", {"uid": "x" * 9, "deal": "1"}),
    Address("name_scribe", AT_THE_TABLE, "post", {"seat": "1"}),
    Address("seats", INSIDE),
    Address("leave", AT_THE_TABLE, "post"),
    Address("free", {HOST}, "post", {"seat": "2"}),
    Address("new_link", {HOST}, "post", {"seat": "2"}),
    Address("hand_over", {HOST}, "post", {"seat": "2"}),
    Address("go_on", AT_THE_TABLE, "post", {"uid": "x" * 9, "kind": "host"}),
    Address("ask_mend", AT_THE_TABLE, more=(1,)),
    Address("ask_mend", AT_THE_TABLE, "post", {"uid": "x" * 9, "game": "7"}, more=(1,)),
    Address("ask_add", AT_THE_TABLE),
    Address("ask_add", AT_THE_TABLE, "post", {"uid": "x" * 9, "game": "7"}),
    Address("ask_take_out", AT_THE_TABLE, more=(1,)),
    Address("ask_take_out", AT_THE_TABLE, "post", {"uid": "x" * 9}, more=(1,)),
    Address("ask_stop", AT_THE_TABLE),
    Address("ask_stop", AT_THE_TABLE, "post", {"uid": "x" * 9}),
    Address("ask_abandon", AT_THE_TABLE),
    Address("ask_abandon", AT_THE_TABLE, "post", {"uid": "x" * 9}),
    Address("answer", AT_THE_TABLE, "post", {"uid": "x" * 9, "consent": "1", "answer": "yes"}),
    Address("abandon", {HOST}, "post"),
    Address("hand", AT_THE_TABLE),
    Address("hand", AT_THE_TABLE, "post", {"uid": "x" * 9, "column": "pool", "amount": "1"}),
    Address("decide_hand", AT_THE_TABLE, "post", {"uid": "x" * 9, "hand": "1", "say": "agree"}),
    Address("confirm", AT_THE_TABLE, "post"),
    Address("enter", AT_THE_TABLE, begun=False),
    Address("enter", AT_THE_TABLE, "post", {"name": "Дина", "seat": "2"}),
    Address("sit", AT_THE_TABLE, "post", {"seat": "2"}, begun=False),
    Address("leave", AT_THE_TABLE, "post", begun=False),
    Address("reserve", {HOST}, "post", {"seat": "2", "name": "Дина"}, begun=False),
    Address("free", {HOST}, "post", {"seat": "2"}, begun=False),
    Address("first_dealer", {HOST}, "post", {"seat": "1"}, begun=False),
    Address("code_shows", {HOST}, "post", {"shows": "yes"}),
    Address("agreement", {HOST}, begun=False),
    Address("agreement", {HOST}, "post", begun=False),
    Address("start", {HOST}, "post", begun=False),
    Address("settle", {HOST}, "post"),
    Address("rematch", {HOST}, "post"),
    Address("close", {HOST}, "post", begun=False),
    Address("sharing:share", INSIDE),
    Address("sharing:share", INSIDE, begun=False),
    Address("sharing:sheet_svg", INSIDE),
    Address("sharing:sheet_png", INSIDE),
    Address("sharing:pulka_file", INSIDE),
    Address("sharing:deals_csv", INSIDE),
    Address("history:replay", INSIDE),
    Address("history:moment", INSIDE, more=("0",)),
    Address("history:moment", INSIDE, more=("99.9",), begun=False),
]
FREE = {
    "home",
    "code",
    "new",
    "options",
    "prices",
    "join",
    "watch_by_code",
    "carry",
    "watch",
    "watch_pulka",
}
"""Open to everybody: the way to a table, whose key is in the address."""


def ids(address: Address) -> str:
    return f"{address.method}-{address.name}"


def test_every_address_is_in_this_table() -> None:
    named = {pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)}
    named |= {f"sharing:{pattern.name}" for pattern in sharing.urlpatterns}
    of_a_pulka = (found for found in history.urlpatterns if str(found.pattern).startswith("p/"))
    named |= {f"history:{pattern.name}" for pattern in of_a_pulka}
    assert named == {address.name for address in ADDRESSES} | FREE


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", ADDRESSES, ids=ids)
def test_only_who_may_is_let_through(address: Address, who: str) -> None:
    evening = Evening.begin() if address.begun else Evening.gather()
    status = address.ask(everybody(evening)[who], evening.pulka.slug)
    assert (status != 403) == (who in address.may), status
    assert status < 500


MEMBER, CLUB_ADMIN, CLUB_OWNER = "member", "club admin", "club owner"
ELSEWHERE = "owner of another club"
CLUB = (MEMBER, CLUB_ADMIN, CLUB_OWNER, ELSEWHERE)


def of_a_club(evening: Evening, who: str) -> Client:
    """The table is made one of a club's; somebody who has to do with clubs, and no seat."""
    club = people.club()
    Table.objects.filter(pk=evening.pulka.table_id).update(club=club)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    makers: dict[str, Callable[[], Player]] = {
        MEMBER: lambda: people.member(club),
        CLUB_ADMIN: lambda: people.member(club, "Вера", ClubRole.ADMIN),
        CLUB_OWNER: lambda: people.owner_of(club),
        ELSEWHERE: lambda: people.owner_of(people.club(people.player("Чужой"))),
    }
    return people.browser(makers[who]())


def may_of_a_club(who: str, address: Address) -> bool:
    """Members see what watchers see; admins invite and manage as the host does, and sit nowhere."""
    managing = address.may == {HOST} or address.name in ("invite", "name_scribe")
    if who in (CLUB_ADMIN, CLUB_OWNER) and managing:
        return True
    if address.name == "enter":
        return who != ELSEWHERE
    return who != ELSEWHERE and WATCHER in address.may


@pytest.mark.parametrize("who", CLUB)
@pytest.mark.parametrize("address", ADDRESSES, ids=ids)
def test_only_who_may_of_a_club_is_let_through(address: Address, who: str) -> None:
    evening = Evening.begin() if address.begun else Evening.gather()
    status = address.ask(of_a_club(evening, who), evening.pulka.slug)
    assert (status != 403) == may_of_a_club(who, address), status
    assert status < 500


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("step", PulkaStep)
def test_everybody_sees_a_settled_pulka_of_a_public_club(is_public: bool, step: str) -> None:
    evening = ended()
    club = people.club(is_public=is_public)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club, step=step)
    is_shown = is_public and step == PulkaStep.SETTLED
    for path in ("", "/sheet", "/log", "/settlement", "/replay", "/events"):
        status = browser().get(f"/p/{evening.pulka.slug}{path}").status_code
        assert (status < 400) == is_shown, path
    assert browser().get(f"/p/{evening.pulka.slug}/invite").status_code == 403


ASKS = ("ask_mend", "ask_add", "ask_take_out", "ask_stop", "ask_abandon")
PAGES_AND_FORMS = ("agreement", "enter", "scribe", "hand", *ASKS)
ACTS = [a for a in ADDRESSES if a.method == "post" and a.name not in PAGES_AND_FORMS]
"""What is no page and form at one address."""


@pytest.mark.parametrize("address", ACTS, ids=ids)
def test_what_changes_something_is_not_a_link(address: Address) -> None:
    evening = Evening.begin() if address.begun else Evening.gather()
    path = reverse(f"tables:{address.name}", args=[evening.pulka.slug])
    before = evening.again().pulka.version
    for verb in ("get", "head"):
        answer = getattr(everybody(evening)[HOST], verb)(path, address.form)
        assert (answer.status_code, answer.headers["location"]) == (302, f"/p/{evening.pulka.slug}")
    assert evening.again().pulka.version == before


def paths_of(pulka: Pulka) -> list[str]:
    """Every address of the tables, filled in for one pulka."""
    table = pulka.table
    keys: dict[str, list[Any]] = {"carry": [pulka.seats.all()[1].key], "deal": [pulka.slug, 1]}
    keys |= {"why": [pulka.slug, "pool-1"]}
    keys |= {name: [pulka.slug, 1] for name in ("ask_mend", "ask_take_out")}
    keys |= {name: [table.code] for name in ("join", "watch_by_code")}
    keys |= {"watch": [table.watch_key], "watch_pulka": [table.watch_key, pulka.slug]}
    keys |= {name: [] for name in ("home", "code", "new", "options", "prices")}
    names = [pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
    return [reverse(f"tables:{name}", args=keys.get(name or "", [pulka.slug])) for name in names]


@pytest.mark.parametrize("who", [STRANGER, HOST])
def test_every_address_can_be_opened_and_previewed(who: str) -> None:
    evening = Evening.gather()
    client = everybody(evening)[who]
    for path in paths_of(evening.pulka):
        opened, previewed = client.get(path), client.head(path)
        assert opened.status_code in (200, 302, 403), path
        assert previewed.status_code == opened.status_code, path


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_stream_is_for_those_who_see(who: str) -> None:
    from prefweb.tables.access import may_watch

    evening = Evening.begin()
    response = everybody(evening)[who].get(reverse("tables:home"))
    assert may_watch(response.wsgi_request, evening.pulka.slug) == (who in INSIDE)


def posted(client: Client, evening: Evening, **form: str) -> None:
    client.post(reverse("tables:post", args=[evening.pulka.slug]), order(**form))


def test_a_post_for_another_that_does_not_say_so_is_not_taken() -> None:
    evening = Evening.begin()
    posted(everybody(evening)[OTHER], evening, seat="1")
    assert not evening.pulka.deals.exists()


def test_a_post_for_another_is_taken_by_the_tables_setting() -> None:
    for proxies, taken in ((Proxies.ANYONE, True), (Proxies.NOBODY, False)):
        evening = Evening.begin(proxies=proxies)
        posted(everybody(evening)[OTHER], evening, seat="1", for_another="yes")
        assert evening.pulka.deals.exists() == taken


@pytest.mark.parametrize("who", [SEATED, OTHER, HOST])
def test_a_page_for_another_seat_needs_the_same_right(who: str) -> None:
    for proxies, status in ((Proxies.ANYONE, 200), (Proxies.NOBODY, 403)):
        evening = Evening.begin(4, proxies=proxies)
        path = reverse("tables:pulka", args=[evening.pulka.slug])
        assert everybody(evening)[who].get(path, {"for": "3"}).status_code == status


def test_a_watcher_cannot_ask_for_a_seats_page() -> None:
    evening = Evening.begin()
    path = reverse("tables:pulka", args=[evening.pulka.slug])
    assert everybody(evening)[WATCHER].get(path, {"for": "1"}).status_code == 403


ENTRANCES: list[tuple[str, Callable[[Pulka], str]]] = [
    ("watch", lambda pulka: reverse("tables:watch", args=[pulka.table.watch_key])),
    (
        "watch_pulka",
        lambda pulka: reverse("tables:watch_pulka", args=[pulka.table.watch_key, pulka.slug]),
    ),
]


@pytest.mark.parametrize(("name", "path"), ENTRANCES)
def test_the_watch_link_lets_anybody_see_and_nobody_change(
    name: str, path: Callable[[Pulka], str]
) -> None:
    evening = Evening.begin()
    client = browser()
    assert client.get(path(evening.pulka), follow=True).status_code == 200
    for address in ADDRESSES:
        if WATCHER not in address.may:
            assert address.ask(client, evening.pulka.slug) == 403


@pytest.mark.parametrize("shows", [True, False])
def test_the_code_lets_watch_only_where_the_host_says_so(shows: bool) -> None:
    evening = Evening.begin()
    evening.pulka.table.code_shows = shows
    evening.pulka.table.save()
    client = browser()
    path = reverse("tables:watch_by_code", args=[evening.pulka.table.code])
    assert client.post(path).status_code == (302 if shows else 404)
    page = client.get(reverse("tables:pulka", args=[evening.pulka.slug]))
    assert page.status_code == (200 if shows else 403)


def shown_to(client: Client, evening: Evening) -> str:
    """Every page of the pulka, and what an open one of them is sent, as this browser gets it."""
    pages = ("", "/agreed", "/sheet", "/sheet/large", "/score", "/settlement", "/log")
    parts = ("/live", "/live?page=log")
    path = f"/p/{evening.pulka.slug}"
    answers = [client.get(f"{path}{page}") for page in pages]
    answers += [client.get(f"{path}{part}", headers=HTMX) for part in parts]
    return "".join(answer.content.decode() for answer in answers)


def gathering() -> Evening:
    return Evening.gather(4, people=2)


@pytest.mark.parametrize("begin", [gathering, Evening.begin, ended])
@pytest.mark.parametrize("who", [WATCHER, SEATED, HOST])
@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
def test_the_code_is_shown_to_those_who_may_invite_while_the_table_is_open(
    begin: Callable[[], Evening], who: str, is_closed: bool
) -> None:
    evening = begin()
    table = evening.pulka.table
    table.title, table.closed = "", timezone.now() if is_closed else None
    table.save()
    gathers = Pulka.objects.filter(pk=evening.pulka.pk, step=PulkaStep.SEATING)
    gathers.update(step=PulkaStep.ABANDONED if is_closed else PulkaStep.SEATING)
    people = {SEATED: browser(evening.players[1]), HOST: browser(evening.players[0])}
    page = shown_to(people.get(who) or browser(watches=evening.pulka), evening)
    is_shown = table.code in page or spaced(table.code) in page
    assert is_shown == (who != WATCHER and not is_closed)
    assert (f'data-url="http://testserver/w/{table.watch_key}"' in page) != is_shown


def test_the_code_admits_to_a_free_seat() -> None:
    evening = Evening.gather(people=2)
    client = browser()
    path = reverse("tables:join", args=[evening.pulka.table.code])
    client.post(path, {"name": "Дина", "seat": "2"})
    assert Seat.objects.get(pulka=evening.pulka, index=2).name == "Дина"
    assert client.get(reverse("tables:pulka", args=[evening.pulka.slug])).status_code == 200


def test_a_wrong_code_is_answered_slowly_after_many() -> None:
    evening = Evening.gather()
    client = browser()
    for _ in range(20):
        assert client.post(reverse("tables:code"), {"code": "000000"}).status_code == 422
    right = {"code": evening.pulka.table.code}
    assert client.post(reverse("tables:code"), right).status_code == 429
    assert client.get(reverse("tables:join", args=[evening.pulka.table.code])).status_code == 429


def test_the_seat_link_moves_the_seat_only_on_a_tap() -> None:
    evening = Evening.begin()
    seat = Seat.objects.get(pulka=evening.pulka, index=1)
    path = reverse("tables:carry", args=[seat.key])
    client = browser()
    assert client.get(path).status_code == 200
    seat.refresh_from_db()
    assert seat.player == evening.players[1]
    client.post(path)
    seat.refresh_from_db()
    assert seat.player != evening.players[1]
    old = everybody(evening)[SEATED].get(reverse("tables:pulka", args=[evening.pulka.slug]))
    assert old.status_code == 403


NOBODYS = "9" * 5000
ODD = ["", "-1", "x", "\x00", "٣", "1.0", NOBODYS]
"""What no page of ours sends."""


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:5].encode("unicode_escape").decode())
def test_odd_input_is_answered_in_words(odd: str) -> None:
    evening = Evening.begin()
    client = everybody(evening)[HOST]
    slug = evening.pulka.slug
    fields = ("uid", "kind", "deal", "seat", "seen", "changes", "game", "trump", "about", "role")
    forms = [{**order("0"), name: odd} for name in fields]
    kinds = ("answer", "reply", "tricks", "pick", "dispute")
    values = {"role": odd, "reply": odd, "tricks": odd, "pick": odd, "fact": f"order-{odd}"}
    forms += [order("0", kind=kind, **values) for kind in kinds]
    for form in forms:
        assert client.post(f"/p/{slug}/post", form).status_code == 302
    for path, name in (("dealer", "dealer"), ("confirm", "seat"), ("dealer", "uid")):
        assert client.post(f"/p/{slug}/{path}", {name: odd}).status_code == 302
    queries = [{"for": odd}, {"mend": f"{odd}-order"}, {"page": f"deal-{odd}", "since": odd}]
    for query in queries:
        assert client.get(f"/p/{slug}", query).status_code == 200
        assert client.get(f"/p/{slug}/live", query, headers=HTMX).status_code == 200


@pytest.mark.parametrize("path", ["/w/%00", "/s/%00", "/t/abcdef", "/t/%00", f"/t/{'1' * 99}"])
def test_an_odd_address_is_not_there(path: str) -> None:
    assert browser().get(path).status_code == 404


def test_a_name_with_nothing_to_see_is_asked_for_again() -> None:
    evening = Evening.gather(people=2)
    client = everybody(evening)[HOST]
    form = {"seat": "2", "name": "\x00"}
    client.post(reverse("tables:reserve", args=[evening.pulka.slug]), form)
    assert Seat.objects.get(pulka=evening.pulka, index=2).name == ""


def test_a_seat_that_was_refused_does_not_rename_who_asked() -> None:
    evening = Evening.gather(people=2)
    guest = Player.objects.create(name="Дина")
    path = reverse("tables:join", args=[evening.pulka.table.code])
    assert browser(guest).post(path, {"name": "Анна", "seat": "2"}).status_code == 422
    guest.refresh_from_db()
    assert guest.name == "Дина"


def test_a_seated_player_is_let_in_also_from_a_throttled_address() -> None:
    evening = Evening.begin()
    client = everybody(evening)[SEATED]
    for _ in range(20):
        client.post(reverse("tables:code"), {"code": "000000"})
    path = reverse("tables:join", args=[evening.pulka.table.code])
    assert client.get(path).status_code == 302


def test_a_host_without_a_seat_manages_and_posts_nothing() -> None:
    evening = Evening.gather(4)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.leave_seat(slug, host)
    seating.take_seat(slug, Player.objects.create(name="Дина"), 0, "Дина")
    client = browser(host)
    assert client.post(reverse("tables:start", args=[slug])).status_code == 302
    posted = client.post(reverse("tables:post", args=[slug]), order("1", for_another="yes"))
    assert posted.status_code == 403
    assert client.get(reverse("tables:score", args=[slug])).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete", "head"])
def test_a_stream_is_only_read(method: str) -> None:
    evening = Evening.begin()
    path = reverse("live:events", args=[evening.pulka.slug])
    assert getattr(everybody(evening)[HOST], method)(path).status_code == 405


def test_a_mend_of_an_answer_waits_while_two_orders_stand() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    evening.order(0, 6, changes=0)
    client = everybody(evening)[OTHER]
    for fact in ("order", "answer", "reply", "tricks"):
        path = reverse("tables:pulka", args=[evening.pulka.slug])
        assert client.get(path, {"mend": f"1-{fact}"}).status_code == 200


def test_a_post_too_late_is_told_so_on_the_next_page() -> None:
    evening = ended()
    form = order("0", deal="2")
    path = reverse("tables:post", args=[evening.pulka.slug])
    client = everybody(evening)[HOST]
    answer = client.post(path, form, headers=HTMX)
    assert answer["HX-Redirect"]
    page = client.get(reverse("tables:pulka", args=[evening.pulka.slug])).content.decode()
    assert 'role="alert"' in page


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:5].encode("unicode_escape").decode())
def test_odd_words_in_questions_and_whole_deals_are_answered_in_words(odd: str) -> None:
    evening = Evening.begin(multipliers=True)
    evening.seven_made()
    evening.order(2, 6)
    client = everybody(evening)[HOST]
    path = f"/p/{evening.pulka.slug}"
    deal = {"game": "7", "dealer": "0", "declarer": "1", "answer-2": "pass", "answer-0": "pass"}
    deal |= {"factor": "2", "called": "бомба", "trump": "S", "resting": "", "back": "", "talon": ""}
    asks = [(f"ask/{name}", {"why": odd}) for name in ("stop", "abandon", "take-out/1")]
    asks += [("ask/mend/1", {**deal, name: odd}) for name in (*deal, "tricks-1", "why", "uid")]
    asks += [("ask/add", {**deal, name: odd}) for name in (*deal, "after")]
    asks += [("seats/go-on", {"kind": "join", "name": odd, "after": "1"})]
    asks += [("seats/go-on", {"kind": "extend", "target": odd})]
    asks += [("seats/go-on", {"kind": "part", "seat": odd}), ("seats/go-on", {"kind": odd})]
    asks += [("scribe", {**deal, "deal": "2", name: odd}) for name in deal]
    for name, form in asks:
        answered = client.post(f"{path}/{name}", {"uid": uuid.uuid4().hex, **form})
        assert answered.status_code in (200, 302, 409, 422), (name, form)
        Consent.objects.all().delete()
        assert client.get(f"{path}/{name}", form).status_code in (200, 302, 422)


def test_a_hand_for_a_seat_there_is_not_is_told_so() -> None:
    evening = Evening.begin()
    form = {"uid": uuid.uuid4().hex, "for": "77", "column": "pool", "amount": "1", "note": "спор"}
    path = reverse("tables:hand", args=[evening.pulka.slug])
    assert everybody(evening)[HOST].post(path, form).status_code == 302
    assert not evening.pulka.hands.exists()


def test_an_odd_code_lets_nobody_watch() -> None:
    assert browser().post("/t/%00/watch").status_code == 404
