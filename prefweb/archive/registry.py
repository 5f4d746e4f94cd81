"""What belongs to a club, found by following the models' relations, so that none is forgotten.

A model belongs to a club where it leads to it, or to another one that belongs to it. A new model is
archived by itself; one that shall not be is named in LEFT_OUT with its reason.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, TypeAlias

from django.apps import apps
from django.db import models

from prefweb.clubs.models import Club
from prefweb.players.models import Merge, Player

Model: TypeAlias = type[models.Model]
Field: TypeAlias = "models.Field[Any, Any]"

LEFT_OUT = {
    "ledger.due": "found anew from results and rounds",
    "api.token": "opens the club on this server; another one makes its own",
    "statistics.counted": "counted anew from the deals",
    "statistics.part": "counted anew from the deals",
    "statistics.fact": "counted anew from the deals",
    "statistics.pair": "counted anew from the deals",
    "statistics.rating": "rated anew from the results",
    "statistics.rated": "rated anew from the results",
    "statistics.unrated": "rated anew from the results",
    "statistics.ratedclub": "rated anew from the results",
    "importing.upload": "waits a day between the report about it and the import",
    "importing.uploadedfile": "waits a day between the report about it and the import",
}
"""Models that lead to a club, or to its people, and are not archived: each with the reason."""
COLUMNS_LEFT_OUT = {
    "players.player.account": "an account belongs to its server; its sign-in name is told beside"
}
PEOPLE: tuple[Model, ...] = (Player, Merge)
"""They belong to nobody: of these the archive has whoever its other rows name."""


@dataclass(frozen=True)
class Kept:
    """A model whose rows are archived."""

    model: Model
    path: str
    """From a row to its club, as a query says it; nothing for people, who have no club."""

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def file(self) -> str:
        """Where its rows stand in the archive."""
        return f"data/{self.label}.jsonl"

    @property
    def fields(self) -> list[Field]:
        """Its archived columns."""
        return [
            field
            for field in self.model._meta.concrete_fields
            if f"{self.label}.{field.name}" not in COLUMNS_LEFT_OUT
        ]

    @property
    def relations(self) -> dict[str, Model]:
        """Columns that name rows of other models, with those models."""
        return {field.attname: model for field, model in _relations(self)}

    def of(self, club: Club) -> "models.QuerySet[Any]":
        """The club's rows, in the order they were made."""
        found = self.model._default_manager.filter(**{self.path: club.pk})
        return found.select_related(None).order_by("pk")


@cache
def kept() -> tuple[Kept, ...]:
    """Everything that is archived, each after what its rows name."""
    found = {each.model: each for each in (*(Kept(model, "") for model in PEOPLE), *_owned())}
    graph = {
        model: {to for to in each.relations.values() if to in found and to is not model}
        for model, each in found.items()
    }
    return tuple(found[model] for model in TopologicalSorter(graph).static_order())


def _owned() -> Iterator[Kept]:
    """The club, and whatever leads to it."""
    owned: set[Model] = {Club}
    while new := {model for model in _others(owned) if _ways(model, owned)}:
        owned |= new
    return (Kept(model, _path(model, owned)) for model in apps.get_models(True) if model in owned)


def _others(owned: set[Model]) -> Iterator[Model]:
    for model in apps.get_models(include_auto_created=True):
        is_known = model in owned or model in PEOPLE
        if not is_known and model._meta.label_lower not in LEFT_OUT and not model._meta.proxy:
            yield model


def _path(model: Model, owned: set[Model]) -> str:
    """How a row leads to its club: over what it cannot be without, where there is such a thing."""
    if model is Club:
        return "pk"
    field = min(_ways(model, owned), key=lambda way: way.null)
    to = _path(_target(field), owned)
    return field.name if to == "pk" else f"{field.name}__{to}"


def _ways(model: Model, owned: set[Model]) -> list[Field]:
    """The columns that lead from a row to others of the club."""
    found = _relations_of(model._meta.concrete_fields)
    return [field for field, to in found if to in owned and to is not model]


def _relations(each: Kept) -> list[tuple[Field, Model]]:
    return _relations_of(each.fields)


def _relations_of(fields: Any) -> list[tuple[Field, Model]]:
    return [(field, _target(field)) for field in fields if field.is_relation]


def _target(field: Any) -> Model:
    model: Model = field.related_model
    return model
