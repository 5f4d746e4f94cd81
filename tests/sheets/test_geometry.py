"""The empty sheet: its zones cover the paper, and what stands in them stands within them."""

from fractions import Fraction

import pytest

from prefweb.sheets.drawing import Look, drawing_of
from prefweb.sheets.geometry import PLANS, SIDE, Plan, Point, Polygon, Spot, Units, Zone, seen_from
from prefweb.sheets.lines import HEIGHT, LAST, NAMED_LINE, OLD, SECOND_LINE
from prefweb.sheets.paper import Paper, written_paper
from scoring import PRESETS, Area, Runs
from tests.sheets.drawings import NAMES, drawn

plans = pytest.mark.parametrize("size", PLANS)


def zones_of(plan: Plan) -> list[Zone]:
    return [zone for place in plan.places for zone in place.zones]


def area_of(edges: Polygon) -> Fraction:
    following = (*edges[1:], edges[0])
    pairs = zip(edges, following, strict=True)
    twice = sum((Fraction(a[0] * b[1] - b[0] * a[1]) for a, b in pairs), start=Fraction(0))
    return abs(twice) / 2


def turns(edges: Polygon, point: Point) -> list[Units]:
    """On which side of every edge a point lies: all alike for one inside."""
    following = (*edges[1:], edges[0])
    return [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(edges, following, strict=True)
    ]


def is_inside(edges: Polygon, point: Point) -> bool:
    sides = turns(edges, point)
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


def on_paper(spot: Spot, x: Units, y: Units) -> Point:
    """A point seen from a text, on the paper."""
    for _quarter in range(spot.turn // 90 % 4):
        x, y = -y, x
    return x + spot.x, y + spot.y


@plans
def test_zones_cover_the_paper(size: int) -> None:
    assert sum(area_of(zone.edges) for zone in zones_of(PLANS[size])) == SIDE * SIDE


@plans
def test_zones_do_not_overlap(size: int) -> None:
    """No point of a fine net lies in two of them, nor outside of all but on their edges."""
    zones = zones_of(PLANS[size])
    net = [Fraction(2 * step + 1, 2) * SIDE / 31 for step in range(31)]
    for point in ((x, y) for x in net for y in net):
        inside = sum(is_inside(zone.edges, point) for zone in zones)
        on_edge = any(0 in turns(zone.edges, point) for zone in zones)
        assert inside == 1 or on_edge, point


@plans
def test_zones_are_convex(size: int) -> None:
    """What is measured along a line relies on it."""
    for zone in zones_of(PLANS[size]):
        middle = tuple(
            sum(each) / Fraction(len(zone.edges)) for each in zip(*zone.edges, strict=True)
        )
        assert is_inside(zone.edges, (middle[0], middle[1]))


@plans
def test_every_spot_lies_in_its_zone(size: int) -> None:
    for zone in zones_of(PLANS[size]):
        for spot in filter(None, (zone.run, zone.name, zone.label, zone.help)):
            assert is_inside(zone.edges, (spot.x, spot.y)), (zone, spot)


@plans
def test_the_last_total_has_room_for_three_digits(size: int) -> None:
    for zone in zones_of(PLANS[size]):
        for y in (NAMED_LINE, SECOND_LINE) if zone.name else (0,):
            assert zone.room(y - round(LAST * HEIGHT), y) >= 3 * 0.7 * LAST, zone
        for x in (-60, 60):
            assert is_inside(zone.edges, on_paper(zone.run, x, -round(OLD * HEIGHT)))


@plans
def test_room_is_what_the_zone_has_on_the_paper(size: int) -> None:
    """A text just as broad as its room ends within the zone; a broader one does not."""
    for zone in zones_of(PLANS[size]):
        top, bottom = -30, 0
        half = zone.room(top, bottom) / Fraction(2)
        assert all(
            is_inside(zone.edges, on_paper(zone.run, sign * (half - 1), y))
            for sign in (-1, 1)
            for y in (top, bottom)
        )
        assert not all(
            is_inside(zone.edges, on_paper(zone.run, sign * (half + 1), y))
            for sign in (-1, 1)
            for y in (top, bottom)
        )


@plans
def test_everybody_writes_on_everybody_else_once(size: int) -> None:
    for place in PLANS[size].places:
        towards = [zone.toward for zone in place.zones if zone.area is Area.WHISTS]
        assert sorted(towards) == list(range(1, size))
        assert [zone.area for zone in place.zones[:2]] == [Area.MOUNTAIN, Area.POOL]


@plans
def test_whists_go_round_the_table_as_their_writer_reads_them(size: int) -> None:
    """From his left to his right: on the left neighbour, on the next one, on the right one."""
    for place in PLANS[size].places:
        whists = [zone for zone in place.zones if zone.area is Area.WHISTS]
        first = whists[0].run
        whists.sort(key=lambda zone: seen_from(first, (zone.run.x, zone.run.y))[0])
        assert [zone.toward for zone in whists] == list(range(1, size))


@pytest.mark.parametrize("size", [2, 4])
def test_sides_are_the_same_turned(size: int) -> None:
    first, *others = PLANS[size].places
    for place in others:
        quarters = place.zones[0].run.turn // 90
        for mine, other in zip(first.zones, place.zones, strict=True):
            assert other.edges == tuple(turned(point, quarters) for point in mine.edges)
            assert (other.run.x, other.run.y) == turned((mine.run.x, mine.run.y), quarters)


def turned(point: Point, quarters: int) -> Point:
    x, y = point[0] - 500, point[1] - 500
    for _quarter in range(quarters):
        x, y = -y, x
    return x + 500, y + 500


def test_sides_of_three_mirror_each_other() -> None:
    _bottom, left, right = PLANS[3].places
    for mine, other in zip(left.zones, right.zones, strict=True):
        assert other.edges == tuple((SIDE - x, y) for x, y in mine.edges)
        assert (other.run.x, other.run.turn) == (SIDE - mine.run.x, -mine.run.turn)


@pytest.mark.parametrize(("size", "side"), [(n, side) for n in PLANS for side in range(n)])
def test_any_seat_can_sit_at_the_bottom(size: int, side: int) -> None:
    """Nothing but the places changes: every column is there once, its owner's at his side."""
    drawing = drawing_of(empty(size), Look(side=side), game=None)
    assert drawing is not None
    assert drawing.plates[0].seat == side
    keys = [field.cell.key for field in drawing.fields]
    assert len(set(keys)) == len(keys) == size * (size + 1)
    for turn, place in enumerate(PLANS[size].places):
        owners = {f.cell.seat for f in drawing.fields if f.zone in place.zones}
        assert owners == {(side + turn) % size}


@pytest.mark.parametrize(
    ("preset", "closes"), [("sochi", True), ("leningrad", False), ("tournament", False)]
)
def test_a_pool_closes_only_where_every_pool_has_to_be_full(preset: str, closes: bool) -> None:
    """Where all together reach their target, or the clock ends it, a pool just goes on."""
    nothing: tuple[tuple[int, ...], ...] = ((),) * 3
    written = Runs(((4, 25), (20,), (19,)), nothing, (nothing,) * 3)
    drawing = drawn(written, target=20, convention=PRESETS[preset].convention)
    closed = [field.cell.seat for field in drawing.fields if field.is_closed]
    assert closed == ([0, 1] if closes else [])
    assert drawing.has_closed == closes


def empty(size: int) -> Paper:
    nothing: tuple[tuple[int, ...], ...] = tuple(() for _ in range(size))
    return written_paper(
        Runs(nothing, nothing, tuple(nothing for _ in range(size))), NAMES[:size], None
    )


def test_five_players_have_no_drawing() -> None:
    nothing: tuple[tuple[int, ...], ...] = tuple(() for _ in range(5))
    paper = written_paper(Runs(nothing, nothing, (nothing,) * 5), (*NAMES, "Дина"), None)
    assert drawing_of(paper, Look(), game=None) is None
