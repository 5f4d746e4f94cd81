"""Files brought into a club, for tests."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from prefweb.clubs.directory import people_of
from prefweb.clubs.models import Club
from prefweb.importing import services
from prefweb.importing.models import Batch, Upload
from prefweb.importing.people import Choice, likely, names_of
from prefweb.importing.reading import Found
from prefweb.importing.services import Chosen, Wanted
from prefweb.importing.unpacking import Piece
from prefweb.players.models import Player
from prefweb.sharing.files import file_of
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course
from scoring import Pulka as Told
from scoring import write_pulka


def text_of(data: dict[str, Any] | Told) -> bytes:
    if isinstance(data, Told):
        return write_pulka(data).encode()
    return json.dumps(data, ensure_ascii=False).encode()


def piece(data: dict[str, Any] | Told | bytes, name: str = "вечер.json") -> Piece:
    return Piece(name, data if isinstance(data, bytes) else text_of(data))


def uploaded(club: Club, by: Player, *pieces: Piece) -> Upload:
    return services.keep_upload(club, by, pieces)


def everything(
    upload: Upload,
    step: PulkaStep = PulkaStep.SETTLED,
    people: Mapping[str, Choice] | None = None,
) -> Wanted:
    """All that can be brought in, each name as the report proposes it or as `people` has it."""
    chosen = people or {}
    founds = [Found.from_data(file.found) for file in upload.files.all()]
    names = names_of(found.names for found in founds)
    here = people_of(upload.club)
    return Wanted(
        files=[Chosen(n, step) for n, found in enumerate(founds) if found.is_new],
        people={name: chosen.get(name) or likely(here, name) for name in names},
    )


def brought(club: Club, by: Player, *pieces: Piece, step: PulkaStep = PulkaStep.SETTLED) -> Batch:
    upload = uploaded(club, by, *pieces)
    return services.bring_in(club, by, upload.key, everything(upload, step))


def pulkas_of(batch: Batch) -> list[Pulka]:
    return list(Pulka.objects.filter(imported__batch=batch).order_by("id"))


def exported(pulka: Pulka) -> Told:
    pulka = Pulka.objects.get(pk=pulka.pk)
    return file_of(pulka, Course.load(pulka))


def sample(names: Sequence[str] = ("Анна", "Борис", "Вера"), **more: Any) -> dict[str, Any]:
    """A short pulka of three that was played out."""
    anna, boris, vera = names
    return {
        "pulka": 1,
        "convention": "sochi",
        "players": list(names),
        "target": 10,
        "stake": "5",
        "currency": "RUB",
        "dealer": anna,
        "deals": [
            {
                "type": "contract", "declarer": boris, "level": 6, "trump": "H",
                "roles": {vera: "whist"}, "tricks": {boris: 6, vera: 3},
            },
            {"type": "misere", "declarer": vera, "tricks": 1, "note": "с перехватом"},
            {"type": "raspasy", "tricks": {anna: 4, boris: 3, vera: 3}},
            {
                "type": "manual", "note": "штраф",
                "entries": [
                    {"player": anna, "area": "mountain", "amount": 3},
                    {"player": boris, "area": "whists", "against": anna, "amount": "7/2"},
                ],
            },
        ],
        "ended": "consent",
        **more,
    }  # fmt: skip
