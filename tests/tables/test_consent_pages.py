"""Pages on which everybody is asked: forms, previews, answers, without a browser."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.deals.posts import Dispute, Fact
from prefweb.tables.deals.protocol import Kind as Post
from prefweb.tables.deals.whole import Entered, fields_of
from prefweb.tables.models import PulkaStep
from prefweb.tables.services import seating
from scoring import Role
from tests.tables.consenting import Kind, Outcome, all_agree, answer, ask, last, mend, seven
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db


def sealed(**agreed: Any) -> Evening:
    evening = Evening.begin(**{"target": 100, **agreed})
    seven(evening, 1)
    seven(evening, 2)
    evening.order(1, 6)
    return evening


def pass_out(evening: Evening) -> None:
    """Nobody whists the six that is on: it is written."""
    for seat in evening.now.terms.defenders(1):
        evening.answer(seat, Role.PASS)


def phone(evening: Evening, seat: int) -> Client:
    client = Client(headers={"accept-language": "en"})
    session = client.session
    session[SESSION_KEY] = str(evening.players[seat].pk)
    session.save()
    return client


def path(evening: Evening, name: str, *more: int) -> str:
    return reverse(f"tables:{name}", args=[evening.pulka.slug, *more])


def form_of(evening: Evening, number: int, **changed: str) -> dict[str, str]:
    """The fields of the form about a deal, some of them changed."""
    deal = next(each for each in evening.course.deals if each.number == number)
    fields = dict(fields_of(Entered.of(deal.terms, deal.posts)))
    return fields | {name.replace("_", "-"): text for name, text in changed.items()}


def test_the_form_comes_filled_in() -> None:
    evening = sealed()
    page = phone(evening, 0).get(path(evening, "ask_mend", 1)).content.decode()
    checked = re.findall(r'name="([^"]+)" value="([^"]*)" checked', page)
    assert dict(checked) == form_of(evening, 1) | {"trump": ""}


def test_what_cannot_be_is_said_beside_its_field_and_nothing_typed_is_lost() -> None:
    evening = sealed()
    form = form_of(evening, 1, answer_0="whist") | {"look": "yes"}
    answered = phone(evening, 0).get(path(evening, "ask_mend", 1), form)
    page = answered.content.decode()
    assert answered.status_code == 422
    assert 'id="tricks_error"' in page
    assert 'name="answer-0" value="whist" checked' in page


def test_the_preview_tells_balances_and_the_question_is_put() -> None:
    evening = sealed()
    form = form_of(evening, 1, tricks_1="6")
    client = phone(evening, 0)
    page = client.get(path(evening, "ask_mend", 1), form | {"look": "yes"}).content.decode()
    assert page.count("data-foreseen=") == 3
    put = form | {"uid": uuid.uuid4().hex, "why": "  взяток было   шесть "}
    for _time in range(2):
        assert client.post(path(evening, "ask_mend", 1), put).status_code == 302
    consent = last(evening)
    assert (consent.kind, consent.deal, consent.why) == (Kind.MEND, 1, "взяток было шесть")
    assert evening.pulka.consents.count() == 1


def test_a_mend_that_changes_nothing_is_not_asked() -> None:
    evening = sealed()
    form = form_of(evening, 1) | {"look": "yes"}
    page = phone(evening, 0).get(path(evening, "ask_mend", 1), form).content.decode()
    assert "nothing is changed" in page
    assert 'type="submit" disabled>' in page


def test_a_forgotten_deal_keeps_its_place_through_the_preview() -> None:
    evening = sealed()
    form = {"after": "1", "game": "8", "declarer": "0", "dealer": "2"}
    form |= {"answer-1": "pass", "answer-2": "pass"}
    client = phone(evening, 0)
    page = client.get(path(evening, "ask_add"), form | {"look": "yes"}).content.decode()
    assert '<input type="hidden" name="after" value="1">' in page
    client.post(path(evening, "ask_add"), form | {"uid": uuid.uuid4().hex})
    assert last(evening).deal == 1


def test_an_unsealed_deal_has_no_such_page() -> None:
    evening = Evening.begin(target=100)
    seven(evening, 1)
    opened = phone(evening, 0).get(path(evening, "ask_mend", 1))
    assert opened.headers["location"] == path(evening, "pulka")
    page = phone(evening, 0).get(path(evening, "deal", 1)).content.decode()
    assert path(evening, "ask_mend", 1) not in page
    assert path(evening, "ask_take_out", 1) in page


def answer_form(evening: Evening, says: str, **more: str) -> dict[str, str]:
    given = answer(evening)
    form = {"uid": given.uid, "consent": str(given.consent), "seen": given.seen, "answer": says}
    return form | more


def test_an_answer_leads_back_to_its_page() -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    form = answer_form(evening, "yes", here="log")
    answered = phone(evening, 1).post(path(evening, "answer"), form)
    assert answered.headers["location"] == path(evening, "log")
    assert last(evening).answers == {"0": 0, "1": 1}


def test_an_answer_to_what_was_seen_before_the_sheet_changed_is_told_so() -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    form = answer_form(evening, "yes")
    pass_out(evening)
    answered = phone(evening, 1).post(path(evening, "answer"), form, follow=True)
    assert "Look at it once more" in answered.content.decode()
    assert last(evening).answers == {"0": 0}


@pytest.mark.parametrize(
    "form", [{}, {"answer": "perhaps"}, {"answer": "yes"}, {"answer": "yes", "consent": "x"}]
)
def test_a_form_that_is_none_of_ours_changes_nothing(form: dict[str, str]) -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    version = evening.again().pulka.version
    answered = phone(evening, 1).post(path(evening, "answer"), form, follow=True)
    assert "Try once more" in answered.content.decode()
    assert evening.again().pulka.version == version


def test_the_sheet_changed_so_consent_is_asked_for_anew_and_said_so() -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    client = phone(evening, 1)
    client.post(path(evening, "answer"), answer_form(evening, "yes"))
    pass_out(evening)
    page = client.get(path(evening, "pulka")).content.decode()
    assert "consent is needed anew" in page
    assert evening.pulka.lines.filter(action="renewed").count() == 1


def test_words_that_people_type_are_shown_as_typed() -> None:
    evening = sealed()
    ask(evening, 0, Kind.STOP, why="<b>поздно</b>")
    page = phone(evening, 1).get(path(evening, "score")).content.decode()
    assert "&lt;b&gt;поздно&lt;/b&gt;" in page
    assert "<b>поздно" not in page


@pytest.mark.parametrize("name", ["pulka", "score", "log", "settlement"])
def test_every_page_of_the_table_shows_the_question(name: str) -> None:
    evening = sealed()
    ask(evening, 0, Kind.TAKE_OUT, 1)
    page = phone(evening, 1).get(path(evening, name)).content.decode()
    assert 'data-asks="take_out"' in page


def test_a_corrected_result_says_so_and_the_start_page_names_the_question() -> None:
    evening = Evening.begin(target=4)
    for declarer in range(3):
        seven(evening, declarer)
    for seat in range(3):
        evening.confirm(seat)
    mend(evening, 0, 1, tricks_0=8)
    client = phone(evening, 1)
    assert "everybody is asked" in client.get(reverse("tables:home")).content.decode()
    all_agree(evening)
    assert "data-corrected" in client.get(path(evening, "pulka")).content.decode()


def test_an_abandoned_pulka_says_so_and_is_in_the_list() -> None:
    evening = sealed()
    ask(evening, 0, Kind.ABANDON, why="колода неполная")
    all_agree(evening)
    client = phone(evening, 1)
    page = client.get(path(evening, "pulka")).content.decode()
    assert "The pulka is abandoned" in page
    assert "колода неполная" in page
    assert "abandoned" in client.get(reverse("tables:home")).content.decode()
    assert client.get(path(evening, "score")).status_code == 200


def test_the_host_alone_gives_up_only_what_was_left_for_a_week() -> None:
    evening = sealed()
    client = phone(evening, 0)
    assert path(evening, "abandon") not in client.get(path(evening, "pulka")).content.decode()
    client.post(path(evening, "abandon"))
    assert evening.again().pulka.step == PulkaStep.PLAYING
    assert not evening.pulka.consents.filter(outcome=Outcome.OPEN).exists()


# -- the page of one deal


def deal_page(evening: Evening, number: int, seat: int = 0) -> str:
    return phone(evening, seat).get(path(evening, "deal", number)).content.decode()


def test_a_deal_taken_out_can_still_be_read() -> None:
    evening = sealed()
    ask(evening, 0, Kind.TAKE_OUT, 1)
    all_agree(evening)
    page = deal_page(evening, 1)
    assert "taken out" in page
    assert "Still being posted" not in page
    assert "What it wrote" not in page
    assert path(evening, "ask_take_out", 1) not in page


def test_a_deal_after_the_end_says_so() -> None:
    evening = Evening.begin(target=4)
    for declarer, tricks in ((0, 7), (1, 7), (2, 6), (0, 6)):
        seven(evening, declarer, tricks)
    evening.order(1, 6)
    mend(evening, 0, 3, tricks_2=7)
    all_agree(evening)
    page = deal_page(evening, 4)
    assert "after the end" in page
    assert "Still being posted" not in page
    assert "The next deal has been ordered" not in page


def test_the_last_deal_of_a_settled_pulka_has_none_behind_it() -> None:
    evening = Evening.begin(target=4)
    for declarer in range(3):
        seven(evening, declarer)
    for seat in range(3):
        evening.confirm(seat)
    assert evening.again().pulka.step == PulkaStep.SETTLED
    assert "The next deal has been ordered" not in deal_page(evening, 3)


def test_what_was_said_is_said_under_the_names_of_then() -> None:
    evening = sealed()
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    seating.take_seat(evening.pulka.slug, Player.objects.create(name="Дина"), 1, "Дина")
    facts = deal_page(evening, 1).split('id="facts"')[1].split('id="wrote"')[0]
    assert "Борис" in facts
    assert "Дина" not in facts


# -- a seat whose phone is gone


def test_what_a_seat_without_a_phone_has_said_is_changed_on_its_own_page() -> None:
    evening = Evening.begin()
    evening.seven_made()
    way = "for=1&amp;mend=1-tricks"
    assert way not in deal_page(evening, 1)
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    assert way in deal_page(evening, 1)


def test_an_objection_of_a_seat_without_a_phone_is_taken_back_on_its_page() -> None:
    evening = Evening.begin()
    evening.seven_made()
    evening.tap(Post.DISPUTE, 1, Dispute(Fact.ANSWER, 2), deal=1)
    pulka = path(evening, "pulka")
    page = phone(evening, 0).get(pulka).content.decode()
    assert "?for=1#post" not in page
    assert 'value="start_over"' not in page  # what was written is not begun anew
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    assert "?for=1#post" in phone(evening, 0).get(pulka).content.decode()
    page = phone(evening, 0).get(pulka, {"for": "1"}).content.decode()
    assert 'name="fact" value="withdraw"' in page
    assert 'name="for_another" value="yes"' in page
