"""IR-SIM on sepax: every beam hits the same object, at the same distance but for rounding.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import gc
import os
import warnings
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from host_tests import outcomes, unpacked
from numpy.typing import NDArray
from shapely import STRtree

os.environ.setdefault("MPLBACKEND", "Agg")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what the host imports
    pytest.importorskip("irsim", reason="ir-sim is not installed")
    from irsim.lib.algorithm import ray_casting_2d as host

from sepax.compat import irsim as drop_in

Array = NDArray[Any]
Random = np.random.Generator

FULL = os.environ.get("SEPAX_PROOF") == "full"
SCENES = 400 if FULL else 12
BEAMS = 97
ROUNDING = 1e-12  # of distances of some 10

stock_rays, stock_segments = host.cast_rays, host.cast_ray_segments


# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


@pytest.fixture(autouse=True)
def _enabled() -> Iterator[None]:
    with drop_in.enabled():
        yield


class Thing:
    """What the host's functions read of an object."""

    def __init__(self, geometry: Any, shape: str = "polygon") -> None:
        self._geometry, self.shape = geometry, shape
        if shape == "map":
            self.linestrings = list(geometry.geoms)
            self.geometry_tree = STRtree(self.linestrings)


def beams(origin: Any, angles: Array, reach: float) -> Any:
    """Return a fan of beams as the host's sensors draw it."""
    ends = np.asarray(origin) + reach * np.column_stack((np.cos(angles), np.sin(angles)))
    starts = np.broadcast_to(origin, ends.shape)
    return shapely.multilinestrings(shapely.linestrings(np.stack((starts, ends), axis=1)))


# Scenes ---------------------------------------------------------------------------------


def mixed(random: Random) -> list[Thing]:
    """Discs, turned rectangles, polygons with holes and open lines."""
    things = []
    for k in range(24):
        x, y = random.uniform(-9, 9, 2)
        center = shapely.Point(x, y)
        shapes: list[Any] = [
            center.buffer(random.uniform(0.2, 1.0)),
            shapely.affinity.rotate(shapely.box(x, y, x + 2, y + 0.5), random.uniform(0, 360)),
            center.buffer(1.2).difference(center.buffer(0.9)),
            shapely.LineString(random.uniform(-9, 9, (3, 2))),
        ]
        things.append(Thing(shapes[k % 4]))
    return things


def on_a_grid(random: Random) -> list[Thing]:
    """Unit squares at whole numbers: beams along edges, through corners, and shared edges."""
    cells = random.integers(-6, 6, (40, 2)).tolist()
    return [Thing(shapely.box(x, y, x + 1, y + 1)) for x, y in cells if (x, y) != (0, 0)]


def one_map(random: Random) -> list[Thing]:
    """A map of 1,200 walls of grid cells, and a disc in it."""
    corners = random.integers(-20, 20, (300, 2))
    squares = [shapely.box(x, y, x + 1, y + 1).exterior for x, y in corners.tolist()]
    walls = shapely.MultiLineString(squares)
    return [Thing(shapely.Point(3, 3).buffer(0.5)), Thing(walls, "map")]


def far_away(random: Random) -> list[Thing]:
    things = mixed(random)
    return [Thing(shapely.affinity.translate(each._geometry, 1e6, -2e6)) for each in things]


def nothing(random: Random) -> list[Thing]:
    return []


def exactly(origin: Array, direction: Array, starts: Array, ends: Array, reach: float) -> float:
    """Return how far ahead a beam hits a segment, by rational arithmetic; `reach` if it does not.

    For beams that are parallel to no segment that they meet.
    """
    d = [Fraction(each) for each in direction.tolist()]
    nearest = Fraction(reach)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        (x, y), (to_x, to_y) = (
            (Fraction(q) - Fraction(p) for p, q in zip(first, second, strict=True))
            for first, second in ((start, end), (origin.tolist(), start))
        )
        determinant = d[0] * y - d[1] * x
        if determinant == 0:
            continue
        distance, share = (
            (to_x * y - to_y * x) / determinant,
            (to_x * d[1] - to_y * d[0]) / determinant,
        )
        if 0 <= share <= 1 and distance > Fraction(host.ORIGIN_EPS):
            nearest = min(nearest, distance)
    return float(nearest)


@pytest.mark.parametrize("scene", [mixed, on_a_grid, one_map, far_away, nothing])
@pytest.mark.parametrize("place", [(0.0, 0.0), (0.3, 0.4), (0.5, 0.0)])
def test_beams_hit_the_same_objects(
    scene: Callable[[Random], list[Thing]], place: tuple[float, float]
) -> None:
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(SCENES):
        things = scene(random)
        origin = np.array(place) + ((1e6, -2e6) if scene is far_away else (0.0, 0.0))
        angles = np.linspace(-np.pi, np.pi, BEAMS) + random.choice([0.0, 0.1234])
        fan = beams(origin, angles, 15.0)
        expected = stock_rays(fan, things, 15.0)
        found = host.cast_rays(fan, things, 15.0)
        for own, other in zip(found, expected, strict=True):
            assert (own.dtype, own.shape) == (other.dtype, other.shape)
        assert (found[2].tobytes(), found[3].tobytes()) == (
            expected[2].tobytes(),
            expected[3].tobytes(),
        )
        rounding = ROUNDING * (1e6 if scene is far_away else 15)
        other = np.abs(found[0] - expected[0]) > rounding
        if other.any():  # a corner within rounding of the beam
            starts, ends = host.boundary_segments([thing._geometry for thing in things])
        for beam in np.flatnonzero(other).tolist():
            truth = exactly(origin, found[3][beam], starts, ends, 15.0)
            assert found[0][beam] == pytest.approx(truth, abs=rounding)
        for beam in np.flatnonzero(~other & (found[1] != expected[1])).tolist():
            assert touched(things[found[1][beam]], found, beam, rounding)  # both are as near
            assert touched(things[expected[1][beam]], expected, beam, rounding)
        hits += int(np.count_nonzero(found[1] >= 0))
    assert hits > SCENES or scene is nothing


def touched(thing: Thing, scan: Any, beam: int, rounding: float) -> bool:
    """Whether a beam ends on the boundary of an object."""
    ranges, _, origin, directions = scan
    end = shapely.Point(origin + ranges[beam] * directions[beam])
    return bool(shapely.distance(thing._geometry.boundary, end) <= 4 * rounding)


def segments(random: Random, count: int) -> tuple[Array, Array]:
    start = random.uniform(-8, 8, (count, 2))
    return start, start + random.uniform(-0.5, 0.5, (count, 2))


def fan(count: int) -> Array:
    angles = np.linspace(-np.pi, np.pi, count)
    return np.column_stack((np.cos(angles), np.sin(angles)))


def test_segments_are_hit_at_the_same_distance() -> None:
    random = np.random.default_rng(4)
    for _ in range(SCENES):
        starts, ends = segments(random, 1500)
        asked = np.zeros(2), fan(60), starts, ends, 6.0
        (ranges, rows), (expected, expected_rows) = (
            host.cast_ray_segments(*asked),
            stock_segments(*asked),
        )
        assert (ranges.dtype, rows.dtype) == (expected.dtype, expected_rows.dtype)
        assert np.allclose(ranges, expected, rtol=0, atol=ROUNDING)
        assert (rows == expected_rows).all()
        assert (rows >= 0).any()
        assert (ranges[rows < 0] == 6.0).all()


def test_of_segments_as_near_the_first_counts() -> None:
    starts, ends = np.tile([4.0, -1.0], (2000, 1)), np.tile([4.0, 1.0], (2000, 1))
    starts[[900, 901]], ends[[900, 901]] = (1.0, -1.0), (1.0, 1.0)
    starts[1500], ends[1500] = (1.0, 0.0), (2.0, 0.0)  # a beam runs along it
    asked = np.zeros(2), np.tile([1.0, 0.0], (40, 1)), starts, ends, 10.0
    ranges, rows = host.cast_ray_segments(*asked)
    assert (set(ranges.tolist()), set(rows.tolist())) == ({1.0}, {900})
    starts[[10, 1500]], ends[[10, 1500]] = starts[[1500, 10]], ends[[1500, 10]]
    assert set(host.cast_ray_segments(*asked)[1].tolist()) == {10}


@pytest.mark.parametrize(
    ("start", "end", "distance"),
    [
        ((2, 0), (4, 0), 2.0),  # along the beam
        ((4, 0), (2, 0), 2.0),
        ((-1, 0), (3, 0), 3.0),  # the origin lies on it: where it ends
        ((0, 0), (3, 0), 3.0),
        ((-3, 0), (-1, 0), 9.0),
        ((2, 5e-10), (4, 5e-10), 2.0),  # within the host's margin of the beam's line
        ((2, 1e-6), (4, 1e-6), 9.0),
        ((0, -1), (0, 1), 9.0),  # the origin lies on it, and no beam runs along it
        ((5e-10, -1), (5e-10, 1), 9.0),
        ((2e-9, -1), (2e-9, 1), 2e-9),
        ((12, 0), (14, 0), 9.0),  # out of range
        ((9, -1), (9, 1), 9.0),
    ],
)
def test_beams_along_segments(
    start: tuple[float, float], end: tuple[float, float], distance: float
) -> None:
    count = 2000
    starts, ends = np.full((count, 2), 99.0), np.full((count, 2), 98.0)
    starts[77], ends[77] = start, end
    directions = np.tile([1.0, 0.0], (40, 1))
    asked = np.zeros(2), directions, starts, ends, 9.0
    expected, expected_rows = stock_segments(*asked)
    ranges, rows = host.cast_ray_segments(*asked)
    assert expected[0] == pytest.approx(distance, abs=1e-15)
    assert np.allclose(ranges, expected, rtol=0, atol=1e-15)
    assert (rows == expected_rows).all()


def test_a_repeated_vertex_stops_no_beam() -> None:
    """The host takes a segment of length 0 for one along every beam of its half plane."""
    starts, ends = segments(np.random.default_rng(5), 2000)
    far = starts + 100.0, ends + 100.0
    far[0][7] = far[1][7] = (3.0, 4.0)
    asked = np.zeros(2), fan(40), *far, 9.0
    assert np.count_nonzero(stock_segments(*asked)[1] == 7) > 10
    assert (host.cast_ray_segments(*asked)[1] == -1).all()
    far[0][9], far[1][9] = (3.0, -9.0), (3.0, 9.0)
    assert set(host.cast_ray_segments(*asked)[1].tolist()) == {-1, 9}
    far[1][:] = far[0]
    assert (host.cast_ray_segments(*asked)[1] == -1).all()
    ring = shapely.LineString([(3, 4), (3, 4), (30, 40)])
    _, indices, *_ = host.cast_rays(beams((0.0, 0.0), np.array([0.0]), 9.0), [Thing(ring)], 9.0)
    assert indices.tolist() == [-1]


def test_beams_through_a_corner_are_exact() -> None:
    """Two walls share a corner, and a beam is aimed at it: in the host some slip through."""
    random = np.random.default_rng(6)
    wrong = 0
    for _ in range(2_000 if FULL else 200):
        corner = random.uniform(1, 4, 2)
        across = np.array([-corner[1], corner[0]])
        ends = corner + np.outer([1, -1], across) * random.uniform(0.2, 1, (2, 1)) + corner * 0.3
        wedge = Thing(shapely.LineString([ends[0], corner, ends[1]]))
        fine = beams((0.0, 0.0), np.array([np.arctan2(corner[1], corner[0])]), 20.0)
        ranges, indices, origin, directions = host.cast_rays(fine, [wedge], 20.0)
        starts, stops = host.boundary_segments([wedge._geometry])
        truth = exactly(origin, directions[0], starts, stops, 20.0)
        assert ranges[0] == pytest.approx(truth, rel=1e-12)
        assert indices[0] == (-1 if truth == 20.0 else 0)
        wrong += stock_rays(fine, [wedge], 20.0)[1][0] != indices[0]
    assert wrong > 0


# Unusual numbers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda asked: (asked[0], asked[1] * 2.0, *asked[2:]),  # no unit vectors
        lambda asked: (*asked[:2], asked[2] * np.nan, *asked[3:]),
        lambda asked: (*asked[:3], asked[3] + np.inf, asked[4]),
        lambda asked: (*asked[:2], asked[2] * 1e70, asked[3] * 1e70, asked[4]),
        lambda asked: (asked[0] + np.nan, *asked[1:]),
        lambda asked: (asked[0], asked[1] * np.nan, *asked[2:]),
        lambda asked: (*asked[:4], np.inf),
        lambda asked: (*asked[:4], -1.0),
        lambda asked: (*(each.astype(np.float32) for each in asked[:4]), asked[4]),
        lambda asked: (*asked[:2], asked[2].round().astype(int), asked[3], asked[4]),
        lambda asked: (asked[0], asked[1][:0], *asked[2:]),
        lambda asked: (*asked[:2], asked[2][:0], asked[3][:0], asked[4]),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_unusual_numbers_are_left_to_the_host(change: Callable[[Any], Any]) -> None:
    starts, ends = segments(np.random.default_rng(8), 2000)
    asked = change((np.zeros(2), fan(40), starts, ends, 6.0))
    for own, other in zip(host.cast_ray_segments(*asked), stock_segments(*asked), strict=True):
        assert (own.dtype, own.shape, own.tobytes()) == (other.dtype, other.shape, other.tobytes())


def test_a_whole_range_and_arrays_that_cannot_be_written() -> None:
    asked = np.zeros(2), fan(40), *segments(np.random.default_rng(9), 2000)
    for each in asked:
        each.flags.writeable = False
    ranges, _ = host.cast_ray_segments(*asked, 6)
    assert ranges.dtype == np.float64
    assert (ranges % 1.0 != 0.0).any()


# Outlines that are kept -----------------------------------------------------------------


def test_an_object_that_moves_is_read_anew() -> None:
    thing = Thing(shapely.box(2, -1, 3, 1))
    forward = beams((0.0, 0.0), np.array([0.0]), 9.0)
    for x in (2.0, 4.0, 4.0, 3.0):
        thing._geometry = shapely.box(x, -1, x + 1, 1)
        assert host.cast_rays(forward, [thing], 9.0)[0].tolist() == [x]
    brief = Thing(thing._geometry)
    host.cast_rays(forward, [brief], 9.0)
    reference = weakref.ref(brief)
    del brief
    gc.collect()
    assert reference() is None  # nothing keeps it alive
    walls = Thing(shapely.MultiLineString([[(k, -1), (k, 1)] for k in range(5, 9)] * 90), "map")
    assert host.cast_rays(forward, [walls], 9.0)[0].tolist() == [5.0]
    assert host.cast_rays(forward, [walls, thing], 9.0)[1].tolist() == [1]
    walls.linestrings = [shapely.LineString([(2, -1), (2, 1)])] * 300
    walls.geometry_tree = STRtree(walls.linestrings)
    assert host.cast_rays(forward, [thing, walls], 9.0)[1].tolist() == [1]


def test_of_objects_as_near_the_first_counts() -> None:
    forward = beams((0.0, 0.0), np.array([0.0]), 9.0)
    wall = [(2.0, -1.0), (2.0, 1.0)]
    walls, small = (
        Thing(shapely.MultiLineString([wall] * 300), "map"),
        Thing(shapely.box(2, -1, 3, 1)),
    )
    for things in ([walls, small], [small, walls], [small, small], [walls, walls]):
        assert host.cast_rays(forward, things, 9.0)[1].tolist() == [0]
        assert stock_rays(forward, things, 9.0)[1].tolist() == [0]


class Slotted:
    """Without a dict and weak references."""

    __slots__ = ("_geometry", "shape", "static")

    def __init__(self, geometry: Any) -> None:
        self._geometry, self.shape, self.static = geometry, "polygon", True


class Equal(Thing):
    """Without a hash, as every class that defines equality alone."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal)


def test_objects_that_cannot_be_kept_are_read_in_each_scan() -> None:
    around = beams((0.0, 0.0), np.linspace(-3, 3, 7), 9.0)
    for make in (Slotted, Equal):
        things = [make(shapely.box(x, -1, x + 1, 1)) for x in (2, 4, -3)]
        for x in (2.0, 5.0, 6.0):
            things[0]._geometry = shapely.box(x, -1, x + 1, 1)
            found, expected = host.cast_rays(around, things, 9.0), stock_rays(around, things, 9.0)
            assert np.abs(found[0] - expected[0]).max() <= ROUNDING
            assert found[1].tolist() == expected[1].tolist()
    walls = Equal(shapely.MultiLineString([[(k, -1), (k, 1)] for k in range(5, 9)] * 90), "map")
    nearest = [cast(around, [walls], 9.0)[0].min() for cast in (host.cast_rays, stock_rays)]
    assert nearest == [pytest.approx(nearest[1])] * 2


@pytest.mark.parametrize("number", [np.nan, 1e70])
@pytest.mark.filterwarnings("ignore")
def test_an_outline_with_unusual_numbers_is_left_to_the_host(number: float) -> None:
    odd = Thing(shapely.LineString([(2, -1), (2, 1), (number, number)]), "linestring")
    fine = Thing(shapely.box(4, -1, 5, 1))
    forward = beams((0.0, 0.0), np.array([0.0, 0.1]), 9.0)
    expected = stock_rays(forward, [fine, odd], 9.0)
    found = host.cast_rays(forward, [fine, odd], 9.0)
    assert all(own.tobytes() == other.tobytes() for own, other in zip(found, expected, strict=True))


@pytest.mark.filterwarnings("ignore")
def test_the_tests_of_the_host(tmp_path: Path) -> None:
    """Of those that need no files that only the repository has."""
    folder = unpacked("ir-sim", tmp_path)
    files = "tests/test_sensors.py", "tests/test_objects.py"
    stock, fast = (outcomes(folder, files, name) for name in ("", "sepax.compat.irsim"))
    assert list(stock.values()).count("PASSED") > 90
    assert {test for test in stock if stock[test] != fast[test]} == {
        # It asserts that a private function is called.
        "tests/test_sensors.py::test_cast_ray_segments_chunks_large_segment_sets"
    }
