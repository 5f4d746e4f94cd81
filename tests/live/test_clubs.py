"""What happens at a club's tables, on its way to the pages of tonight."""

from collections.abc import Callable

import pytest

from prefweb.clubs.models import Club
from tests.clubs.people import club, member, owner_of, player
from tests.clubs.test_tonight import begun
from tests.live.streams import Stream, cookie_of
from tests.servers import Server
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def home(transactional_db: None) -> Club:
    return club()


def stream_of(home: Club, server: Server, cookie: str) -> Stream:
    stream = Stream(server.url, home.slug, cookie, of="c")
    assert stream.version() == "hello"
    return stream


def hears(stream: Stream, evening: Evening) -> bool:
    """Whether the newest version of the table is told; TimeoutError where it is not."""
    version = str(evening.again().pulka.version)
    return any(stream.version() == version for _told in range(99))


@pytest.mark.parametrize("who", ["member", "owner"])
def test_members_hear_of_every_table_of_the_club(server: Server, home: Club, who: str) -> None:
    people = {"member": member(home), "owner": owner_of(home)}
    stream = stream_of(home, server, cookie_of(people[who]))
    first, second = begun(home), begun(home)
    for evening in (second, first):
        evening.order(1, 7)
        assert hears(stream, evening)
    stream.close()


def test_other_clubs_and_tables_without_a_club_are_not_heard(server: Server, home: Club) -> None:
    stream = stream_of(home, server, cookie_of(owner_of(home)))
    for elsewhere in (club(name="Другой"), None):
        begun(elsewhere).order(1, 7)
    mine = begun(home)
    told = [stream.version()]
    while told[-1] != str(mine.again().pulka.version):
        told.append(stream.version())
    assert len(told) <= mine.pulka.version
    stream.close()


@pytest.mark.parametrize("who", ["nobody", "guest", "owner of another club"])
def test_who_may_not_see_tonight_hears_nothing(server: Server, home: Club, who: str) -> None:
    people: dict[str, Callable[[], str]] = {
        "nobody": str,
        "guest": lambda: cookie_of(player("Гость", account=False)),
        "owner of another club": lambda: cookie_of(owner_of(club(name="Другой"))),
    }
    stream = Stream(server.url, home.slug, people[who](), of="c")
    assert stream.answer.status == 403
    stream.close()
