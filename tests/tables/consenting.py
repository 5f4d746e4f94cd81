"""Questions to everybody, for tests: asked, agreed to and refused as phones do it."""

import uuid
from dataclasses import replace
from typing import Any

from prefweb.tables.deals import whole
from prefweb.tables.deals.whole import Entered
from prefweb.tables.models import Consent
from prefweb.tables.pulkas.consents import consent_mark
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services import consenting
from prefweb.tables.services.consenting import Answer, Wish
from scoring import Role
from tests.tables.evenings import Evening

Kind, Outcome = Consent.Kind, Consent.Outcome


def ask(evening: Evening, seat: int, kind: str, deal: int | None = None, **more: Any) -> Consent:
    """A question from a seat; the way it stands afterwards."""
    wish = Wish(uid=uuid.uuid4().hex, kind=kind, deal=deal, **more)
    consenting.ask(evening.pulka.slug, evening.players[seat], wish)
    return last(evening)


def last(evening: Evening) -> Consent:
    found = evening.pulka.consents.last()
    assert found is not None
    return found


def answer(evening: Evening, seat: int | None = None, **more: Any) -> Answer:
    """What a phone that sees the present state says to the last question."""
    consent = last(evening)
    seen = consent_mark(evening.course, consent)
    answer = Answer(uid=uuid.uuid4().hex, consent=consent.pk, seen=seen, seat=seat)
    return replace(answer, **more)


def agree(evening: Evening, by: int, seat: int | None = None, **more: Any) -> Consent:
    consenting.agree(evening.pulka.slug, evening.players[by], answer(evening, seat, **more))
    return last(evening)


def refuse(evening: Evening, by: int, seat: int | None = None) -> Consent:
    consenting.refuse(evening.pulka.slug, evening.players[by], answer(evening, seat))
    return last(evening)


def withdraw(evening: Evening, by: int) -> Consent:
    consenting.withdraw(evening.pulka.slug, evening.players[by], answer(evening))
    return last(evening)


def all_agree(evening: Evening) -> Consent:
    """Everybody who has not agreed yet."""
    given = last(evening).answers
    for seat in range(evening.pulka.size):
        if str(seat) not in given:
            agree(evening, seat)
    return last(evening)


def told(evening: Evening, by: int = 0, **form: Any) -> dict[str, Any]:
    """A whole deal as a form says it: `told(evening, dealer=0, game=7, declarer=1, ...)`."""
    data = {name.replace("_", "-"): str(text) for name, text in form.items()}
    course = Course.load(evening.again().pulka)
    read = whole.read(course, evening.pulka.size, Entered.parse(data), by)
    return read.to_data()


def mend(evening: Evening, seat: int, deal: int, why: str = "", **form: Any) -> Consent:
    """One seat asks to mend a deal: what the form says of it is changed, the rest stays."""
    course = evening.course
    now = next(each for each in course.deals if each.number == deal)
    fields = dict(whole.fields_of(Entered.of(now.terms, now.posts)))
    changed = {name.replace("_", "-"): str(text) for name, text in form.items()}
    read = whole.read(course, evening.pulka.size, Entered.parse(fields | changed), seat)
    return ask(evening, seat, Kind.MEND, deal, value=read.to_data(), why=why)


def seven(evening: Evening, declarer: int, tricks: int = 7) -> None:
    """The next deal: a seven, the first defender whists alone."""
    now = evening.now
    first, *others = now.terms.defenders(declarer)
    evening.order(declarer, 7)
    evening.answer(first, Role.WHIST)
    for seat in others:
        evening.answer(seat, Role.PASS)
    evening.tricks(declarer, tricks)
