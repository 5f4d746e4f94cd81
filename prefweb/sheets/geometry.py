"""Where everything stands on the drawn sheet of two, three or four players.

The paper is a square of 1000 units, y downwards. Places are counted clockwise from the one at the
bottom, and what a player writes is turned with its base towards him. From the middle outwards:
mountain, pool, whists; those on each opponent lie towards him.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from scoring import Area

Units: TypeAlias = int | Fraction
Point: TypeAlias = tuple[Units, Units]
Polygon: TypeAlias = tuple[Point, ...]

SIDE = 1000
HALF = SIDE // 2


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a text is centred, and how it is turned, in degrees clockwise."""

    x: Units
    y: Units
    turn: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A column of the sheet on paper: its edges, and where its running totals stand.

    There are some forty for ever, told apart as they are, so that what was measured is kept.
    """

    area: Area
    toward: int
    """Whom the whists are on, in places clockwise from who writes them; 0 in the other areas."""
    edges: Polygon
    run: Spot
    """The line of the last total; where the earlier ones do not fit before it, that of these."""
    name: Spot | None = None
    """Where it is said whom the whists are on."""
    label: Spot | None = None
    """Where the area is named, on a large sheet."""
    help: Spot | None = None
    """Where a pool says how many of its points came by help."""

    def room(self, top: Units, bottom: Units, spot: Spot | None = None) -> Units:
        """The width of a text that is centred on a spot of the zone, between two lines from it."""
        lines = [self.span(y, spot) for y in (top, bottom)]
        return 2 * min(min(-left, right) for left, right in lines)

    def span(self, y: Units, spot: Spot | None = None) -> tuple[Units, Units]:
        """From where to where the zone goes on a line by a spot (that of the run), seen from it."""
        return _span(self, y, spot or self.run)

    @property
    def depths(self) -> tuple[Units, Units]:
        """The first and the last line of the zone, seen from its run."""
        ys = [seen_from(self.run, point)[1] for point in self.edges]
        return min(ys), max(ys)


@dataclass(frozen=True, slots=True)
class Place:
    """A side of the paper: its columns, and the plate with the player's name."""

    zones: tuple[Zone, ...]
    plate: Spot
    letters: int
    """Letters on the plate."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole drawing, empty."""

    places: tuple[Place, ...]
    spokes: tuple[tuple[Point, Point], ...]
    hub: Point
    radius: int
    top: int
    """Where the picture begins above the paper."""
    letters: int
    """Letters of the names over whists."""


# -- seen from a text


def seen_from(spot: Spot, point: Point) -> Point:
    """A point of the paper as seen from a text: x along its line, y downwards from it."""
    x, y = point[0] - spot.x, point[1] - spot.y
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[spot.turn % 360]


@lru_cache(4096)
def _span(zone: Zone, y: Units, spot: Spot) -> tuple[Units, Units]:
    """Where a line crosses a convex polygon; (0, 0) where it does not."""
    crossed = list(_crossings([seen_from(spot, point) for point in zone.edges], y))
    return (min(crossed), max(crossed)) if crossed else (0, 0)


def _crossings(edges: Sequence[Point], y: Units) -> Iterator[Units]:
    for (x1, y1), (x2, y2) in zip(edges, (*edges[1:], edges[0]), strict=True):
        if y1 == y2 == y:
            yield from (x1, x2)
        elif min(y1, y2) <= y <= max(y1, y2) and y1 != y2:
            yield x1 + Fraction(y - y1, y2 - y1) * (x2 - x1)


# -- two and four players: every side is the same, turned about the middle


def _turned(point: Point, quarters: int) -> Point:
    """A point seen from a side (x to the right, y from the middle towards it) on the paper."""
    x, y = point
    for _quarter in range(quarters):
        x, y = -y, x
    return x + HALF, y + HALF


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of the paper, by the quarters of a turn from the bottom."""

    quarters: int

    def spot(self, x: Units, y: Units) -> Spot:
        return Spot(*_turned((x, y), self.quarters), self.quarters * 90)

    def edges(self, points: Sequence[Point]) -> Polygon:
        return tuple(_turned(point, self.quarters) for point in points)

    @property
    def plate(self) -> Spot:
        """Those at the sides are read from the middle, that at the top stands upright."""
        return Spot(*_turned((0, 491), self.quarters), (0, 90, 0, -90)[self.quarters])


_CUTS_OF_FOUR = (Fraction(-1), Fraction(-1, 3), Fraction(1, 3), Fraction(1))
"""Where the whists are cut, x by y."""


def _place_of_four(quarters: int) -> Place:
    side = _Side(quarters)

    def whists(toward: int) -> Zone:
        left, right = _CUTS_OF_FOUR[toward - 1 : toward + 1]
        edges = side.edges(
            [(332 * left, 332), (332 * right, 332), (500 * right, 500), (500 * left, 500)]
        )
        middle, drop = 262 * (toward - 2), 0 if toward == 2 else 2
        name = side.spot(Fraction(93 * middle, 100), 363 + drop)
        return Zone(Area.WHISTS, toward, edges, side.spot(middle, 406 + drop), name)

    mountain = side.edges([(0, 0), (215, 215), (-215, 215)])
    pool = side.edges([(-215, 215), (215, 215), (332, 332), (-332, 332)])
    zones = (
        Zone(Area.MOUNTAIN, 0, mountain, side.spot(0, 190), label=side.spot(-160, 210)),
        Zone(
            Area.POOL,
            0,
            pool,
            side.spot(0, 288),
            label=side.spot(-272, 325),
            help=side.spot(268, 326),
        ),
        *map(whists, (1, 2, 3)),
    )
    return Place(zones, side.plate, 14)


def _place_of_two(quarters: int) -> Place:
    side = _Side(quarters)

    def band(area: Area, near: int, far: int, y: int, **more: Spot) -> Zone:
        edges = side.edges([(-HALF, near), (HALF, near), (HALF, far), (-HALF, far)])
        return Zone(area, int(area is Area.WHISTS), edges, side.spot(0, y), **more)

    zones = (
        band(Area.MOUNTAIN, 0, 160, 132, label=side.spot(-452, 26)),
        band(Area.POOL, 160, 310, 255, label=side.spot(-452, 186), help=side.spot(446, 304)),
        band(Area.WHISTS, 310, 500, 398, name=side.spot(0, 352)),
    )
    return Place(zones, side.plate, 20)


# -- three players: the bottom, and two sides that mirror each other

_BOTTOM_OF_THREE = Place(
    (
        Zone(
            Area.MOUNTAIN,
            0,
            ((500, 400), (Fraction(2125, 3), 650), (Fraction(875, 3), 650)),
            Spot(500, 622),
            label=Spot(358, 643),
        ),
        Zone(
            Area.POOL,
            0,
            (
                (Fraction(875, 3), 650),
                (Fraction(2125, 3), 650),
                (Fraction(1675, 2), 805),
                (Fraction(325, 2), 805),
            ),
            Spot(500, 742),
            label=Spot(226, 796),
            help=Spot(766, 796),
        ),
        Zone(
            Area.WHISTS,
            1,
            ((Fraction(325, 2), 805), (500, 805), (500, 1000), (0, 1000)),
            Spot(288, 894),
            Spot(288, 850),
        ),
        Zone(
            Area.WHISTS,
            2,
            ((500, 805), (Fraction(1675, 2), 805), (1000, 1000), (500, 1000)),
            Spot(712, 894),
            Spot(712, 850),
        ),
    ),
    Spot(500, 991),
    14,
)


def _lower(x: int) -> Units:
    """The lower edge of the left side."""
    return 1000 - Fraction(6 * x, 5)


def _strip(near: int, far: int) -> Polygon:
    """A column of the left side from its edge of the paper inwards."""
    return ((near, 0), (far, 0), (far, _lower(far)), (near, _lower(near)))


_LEFT_OF_THREE = Place(
    (
        Zone(
            Area.MOUNTAIN,
            0,
            ((312, 0), (500, 0), (500, 400), (312, _lower(312))),
            Spot(388, 265, 90),
            label=Spot(320, 42, 90),
        ),
        Zone(
            Area.POOL,
            0,
            _strip(172, 312),
            Spot(225, 355, 90),
            label=Spot(180, 42, 90),
            help=Spot(180, 700, 90),
        ),
        Zone(
            Area.WHISTS,
            1,
            ((0, 0), (172, 0), (172, 430), (0, 430)),
            Spot(94, 215, 90),
            Spot(136, 215, 90),
        ),
        Zone(
            Area.WHISTS,
            2,
            ((0, 430), (172, 430), (172, _lower(172)), (0, 1000)),
            Spot(94, 640, 90),
            Spot(136, 612, 90),
        ),
    ),
    Spot(9, 430, 90),
    18,
)


def _mirrored(place: Place) -> Place:
    """The same on the other side: left and right, and who is meant, change places."""

    def spot(found: Spot) -> Spot:
        return Spot(SIDE - found.x, found.y, -found.turn)

    zones = [
        Zone(
            zone.area,
            -zone.toward % 3,
            tuple((SIDE - x, y) for x, y in zone.edges),
            spot(zone.run),
            spot(zone.name) if zone.name else None,
            spot(zone.label) if zone.label else None,
            spot(zone.help) if zone.help else None,
        )
        for zone in place.zones
    ]
    return Place(tuple(zones), spot(place.plate), place.letters)


_CORNERS: tuple[Point, ...] = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))
_MIDDLE: Point = (HALF, HALF)
_HIGH: Point = (HALF, 400)

PLANS = {
    2: Plan(
        places=(_place_of_two(0), _place_of_two(2)),
        spokes=(((0, HALF), (SIDE, HALF)),),
        hub=_MIDDLE,
        radius=62,
        top=-20,
        letters=20,
    ),
    3: Plan(
        places=(_BOTTOM_OF_THREE, _LEFT_OF_THREE, _mirrored(_LEFT_OF_THREE)),
        spokes=((_HIGH, (HALF, 0)), (_HIGH, (0, SIDE)), (_HIGH, (SIDE, SIDE))),
        hub=_HIGH,
        radius=60,
        top=-12,
        letters=13,
    ),
    4: Plan(
        places=tuple(map(_place_of_four, range(4))),
        spokes=((_CORNERS[0], _CORNERS[2]), (_CORNERS[1], _CORNERS[3])),
        hub=_MIDDLE,
        radius=62,
        top=-20,
        letters=8,
    ),
}
"""By how many play; for five there is none."""
