"""What a table plays by: the convention, how long, for how much."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from prefweb.clubs.models import Club, HouseRules
from prefweb.tables.models import Proxies, Pulka
from scoring import PRESETS, Convention


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What a table plays: the convention, how long, for how much.

    A game on time has `minutes`, `laps` or both, and no target.
    """

    preset: str
    convention: Convention
    size: int
    target: int | None
    stake: Decimal
    currency: str
    minutes: int | None = None
    laps: int | None = None
    multipliers: bool = False

    @classmethod
    def of(cls, pulka: Pulka) -> "Agreement":
        """What a pulka is played by."""
        return cls(
            preset=pulka.preset,
            convention=Convention.from_data(pulka.convention),
            size=pulka.size,
            target=pulka.target,
            stake=pulka.stake,
            currency=pulka.currency,
            minutes=pulka.minutes,
            laps=pulka.laps,
            multipliers=pulka.multipliers,
        )

    def as_fields(self) -> dict[str, Any]:
        """The same as the fields of a pulka."""
        return {
            "preset": self.preset,
            "convention": self.convention.to_data(),
            "size": self.size,
            "target": self.target,
            "stake": self.stake,
            "currency": self.currency,
            "minutes": self.minutes,
            "laps": self.laps,
            "multipliers": self.multipliers,
        }

    def to_data(self) -> dict[str, Any]:
        """The same as JSON; `from_data` reads it."""
        return {**self.as_fields(), "stake": f"{self.stake.normalize():f}"}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Agreement":
        """What `to_data` wrote. Options that came later stand as the preset has them."""
        preset = PRESETS[data["preset"]].convention
        convention = Convention.from_data(data["convention"], preset)
        return cls(**{**data, "convention": convention, "stake": Decimal(data["stake"])})


def house_agreement(rules: HouseRules) -> tuple[Agreement, str]:
    """What a club usually plays, and who posts for others then."""
    data = dict(rules.agreement)
    proxies = data.pop("proxies", Proxies.ANYONE)
    return Agreement.from_data(data), proxies


def house_name(club: Club | None, agreement: Agreement) -> str:
    """What the club calls this agreement, its default first; nothing where it is none of its own.

    By how many it is played is no matter of house rules.
    """
    if club is None:
        return ""
    return next(
        (
            rules.name
            for rules in club.house_rules.order_by("-is_default", "name")
            if replace(house_agreement(rules)[0], size=agreement.size) == agreement
        ),
        "",
    )
