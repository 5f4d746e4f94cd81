"""Several at once: one round of two forms, and no round without a correction that came first."""

from datetime import timedelta

import pytest

from prefweb.ledger import services
from prefweb.ledger.models import Round
from prefweb.ledger.refusals import Refused
from tests.clubs.people import club, member, owner_of
from tests.ledger.books import DAY, asked, mend, open_books, paid_books, played, pulka, together
from tests.tables.evenings import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_who_settle_at_once_make_one_round() -> None:
    home = club()
    anna, boris = member(home, "Анна П."), member(home, "Борис")
    pulka(home, {anna: 50, boris: -50})
    form = asked(home)
    made = in_parallel(*[lambda: services.settle(home, form, owner_of(home))] * 3)
    assert made == [Round.objects.get()] * 3


def test_settling_and_correcting_at_once_leave_nothing_out() -> None:
    home = club()
    anna, boris = member(home, "Анна П."), member(home, "Борис")
    games = [pulka(home, {anna: 50, boris: -50}, DAY + timedelta(days=n)) for n in range(4)]
    for size in range(1, 6):
        form = asked(home)

        def settle(form: services.Asked = form) -> None:
            try:
                services.settle(home, form, owner_of(home))
            except Refused as refused:
                if refused.code not in ("other_money", "nothing_open"):
                    raise

        acts = [lambda game=game, size=size: mend(game, [size, -size]) for game in games]
        in_parallel(settle, *acts)
        assert together(open_books(home), paid_books(home)) == played(home)
