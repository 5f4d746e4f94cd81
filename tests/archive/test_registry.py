"""What belongs to a club is archived, or somebody has said why not."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from prefweb.archive.references import INSIDE
from prefweb.archive.registry import COLUMNS_LEFT_OUT, LEFT_OUT, PEOPLE, kept
from prefweb.archive.rows import _READERS, _column
from prefweb.archive.services import CODES
from prefweb.clubs.models import Club
from prefweb.players.models import Account, Player

ARCHIVED = {each.model for each in kept()}


def test_every_model_that_leads_to_a_club_or_its_people_is_archived_or_left_out() -> None:
    for model in apps.get_models(include_auto_created=True):
        leads = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
        if leads & (ARCHIVED | {Player, Club}):
            assert model in ARCHIVED or model._meta.label_lower in LEFT_OUT, model


def test_nothing_is_left_out_that_is_not_there_and_each_has_its_reason() -> None:
    for label, reason in LEFT_OUT.items():
        assert apps.get_model(label) not in ARCHIVED
        assert reason
    for column, reason in COLUMNS_LEFT_OUT.items():
        label, name = column.rsplit(".", 1)
        assert apps.get_model(label)._meta.get_field(name)
        assert reason


def test_no_account_and_nothing_of_one_is_archived() -> None:
    assert Account not in ARCHIVED
    assert all(Account not in each.relations.values() for each in kept())


def test_each_comes_after_what_its_rows_name() -> None:
    seen: set[Any] = set()
    for each in kept():
        assert {to for to in each.relations.values() if to is not each.model} <= seen, each.label
        seen.add(each.model)


def columns(kind: type[Any]) -> Iterator[str]:
    for each in kept():
        for field in each.fields:
            if isinstance(field, kind):
                yield f"{each.label}.{field.name}"


def test_of_every_json_column_it_is_said_whether_it_names_rows() -> None:
    assert set(columns(models.JSONField)) == set(INSIDE)


@pytest.mark.parametrize("each", kept(), ids=lambda each: each.label)
def test_every_column_can_be_read(each: Any) -> None:
    for field in each.fields:
        assert _column(field).get_internal_type() in _READERS, field


def test_what_must_be_unique_beyond_a_club_is_known() -> None:
    """Within a club the archive is right or wrong by itself; beyond it others have been first."""
    for each in kept():
        for constraint in each.model._meta.constraints:
            if isinstance(constraint, models.UniqueConstraint):
                fields = [each.model._meta.get_field(name) for name in constraint.fields]
                is_inside = any(field.is_relation for field in fields)
                assert is_inside or each.label in CODES, constraint
    assert PEOPLE
