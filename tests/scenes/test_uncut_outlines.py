"""Tables of outlines that are cut late, and points in them: by the oracle of `outlines`."""

from __future__ import annotations

import contextlib
import math
import pickle
import re
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import public_calls
import pytest
from leaks import grown
from outlines import Outline
from processes import is_interrupted, output_of

import sepax
from sepax import Compound, CompoundArray, ShapeArray, ShapeIndex
from sepax._rows.part_tables import world_rings

FAMILIES = {
    name: rings for name, rings in outlines.families().items() if sum(map(len, rings)) <= 400
}


def table(shapes: list[Outline]) -> CompoundArray:
    """Return outlines as a table."""
    rings = [ring for shape in shapes for ring in shape]
    of_rings = np.cumsum([0, *map(len, rings)])
    of_shapes = np.cumsum([0, *map(len, shapes)])
    return CompoundArray.from_outlines(np.concatenate(rings), of_rings, of_shapes)


def cut_at_once(array: CompoundArray) -> CompoundArray:
    """Return a copy that never was without parts: pickles have them."""
    copied: CompoundArray = pickle.loads(pickle.dumps(array))
    assert is_cut(copied)
    return copied


def is_cut(array: CompoundArray) -> bool:
    return bool(array._rows.table.is_cut)


def aimed_points(shape: Outline, seed: int) -> npt.NDArray[np.float64]:
    """Points at vertices, on edges but for rounding, level with vertices, and anywhere near."""
    rng, corners = np.random.default_rng(seed), np.concatenate(shape)
    ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in shape])
    low, high = corners.min(axis=0), corners.max(axis=0)
    wide = high - low
    level = np.column_stack((rng.uniform(low[0], high[0], len(corners)), corners[:, 1]))
    anywhere = rng.uniform(low - 0.2 * wide, high + 0.2 * wide, (40, 2))
    some = rng.permutation(len(corners))[:40]
    return np.concatenate((
        corners[some], 0.5 * (corners + ends)[some], np.nextafter(corners, high)[some],
        level[some], corners[some] - (wide[0], 0.0), anywhere,
    ))  # fmt: skip


def holds(shape: Outline, points: npt.NDArray[np.float64]) -> list[bool]:
    """Whether an outline holds points, its boundary included, in integers."""
    scale = outlines.scale_of([*shape, points])
    rings = [outlines.whole(ring, scale) for ring in shape]
    found = []
    for spot in outlines.whole(points, scale):
        on_edge = any(outlines.on(edge, spot) for ring in rings for edge in outlines.edges(ring))
        inside = [outlines.inside(ring, spot) for ring in rings]
        found.append(on_edge or (inside[0] and not any(inside[1:])))
    return found


# Far from the origin, thin and tiny ones would round away.
PLACED = [(name, 0.0) for name in FAMILIES] + [
    (name, 1e6) for name in FAMILIES if not name.startswith(("tiny", "subnormal", "sliver"))
]


@pytest.mark.parametrize(("name", "offset"), PLACED)
def test_points_of_every_family(name: str, offset: float) -> None:
    shape = outlines.moved(FAMILIES[name], 1.0, offset) if offset else FAMILIES[name]
    points = aimed_points(shape, len(name))
    expected = holds(shape, points)
    array = table([shape, shape])
    index = ShapeIndex(array)
    assert np.array_equal(array[0].contains(points), expected)
    for _ in range(2):  # by the rings alone, and once there are parts
        pairs = sepax.contains(index, points)
        for row in (0, 1):
            assert (
                np.isin(np.arange(len(points)), pairs[pairs[:, 0] == row, 1]).tolist() == expected
            )
        first = sepax.contains(index, points, first=True)
        assert (first == 0).tolist() == expected
        sepax.intersects_any(index, sepax.Circle((0, 0), 1))


def test_what_needs_no_parts() -> None:
    shapes = [outlines.moved([outlines.star(24, seed)], 1.0, 0.0) for seed in range(40)]
    array = table(shapes)
    index = ShapeIndex(array)
    sepax.contains(index, np.zeros((5000, 2)))
    sepax.contains(index, [(0.0, 0.0)], first=True)
    array.contains((0.1, 0.2))
    boxes = [(*ring.min(axis=0), *ring.max(axis=0)) for (ring,) in shapes]
    assert np.array_equal(array.bounds, boxes)
    half = array[::2]
    assert len(half) == 20
    assert "not cut" in repr(array)
    assert array.nbytes < 40 * 24 * 30
    assert array.areas.shape == (40,)
    assert array.centroids.shape == (40, 2)
    assert len(array.to_arrow()) == 40
    assert array._repr_svg_().count("<path") == 40
    assert not is_cut(array)
    assert not is_cut(half)
    assert half[3].area == pytest.approx(array[6].area, rel=0)
    assert not is_cut(half)
    assert sepax.intersects_any(index, sepax.Circle((0, 0), 1))[0]
    assert is_cut(array)
    assert not is_cut(half)
    assert np.array_equal(array.bounds, boxes)
    assert np.array_equal(half.areas, array.areas[::2])


# --- areas, centroids and rings ---


def exact_measures(rings: Outline) -> tuple[Fraction, Fraction, Fraction]:
    """Return the area and the centroid of what rings bound, in integers."""
    scale = outlines.scale_of(rings)
    twice = six_x = six_y = 0
    for ring in rings:
        for (ax, ay), (bx, by) in outlines.edges(outlines.whole(ring, scale)):
            part = ax * by - bx * ay
            twice, six_x, six_y = twice + part, six_x + part * (ax + bx), six_y + part * (ay + by)
    weight = 3 * (twice or 1) * scale
    middle = Fraction(six_x, weight), Fraction(six_y, weight)
    return Fraction(twice, 2 * scale * scale), *middle


def thin_spiral(offset: float) -> Outline:
    """Return two arms of a spiral, one last bit of their coordinates apart."""
    turns = np.linspace(1.0, 20.0, 200)
    inner = np.column_stack((turns * np.cos(turns), turns * np.sin(turns))) + offset
    outer = inner + 2.0 * np.spacing(np.abs(inner).max())
    return [np.concatenate((inner, outer[::-1]))]


def measured_outlines() -> Iterator[Outline]:
    """Yield outlines near the origin and far from it, tiny and huge, thin and with holes."""
    for name, rings in FAMILIES.items():
        yield rings
        if not name.startswith(("tiny", "subnormal", "huge", "sliver")):
            for scale, offset in ((1.0, 1e8), (1.0, 1e15), (2.0**225, 0.0), (2.0**-400, 0.0)):
                yield outlines.moved(rings, scale, offset, 0.3)
    yield from (thin_spiral(offset) for offset in (0.0, 1e8, 1e15))
    yield from ([outlines.star(24, seed)] for seed in range(100))
    wide = outlines.polygon((0, 0), (2.0**240, 1e-9), (2.0**240, 2e-9), (2.0**239, 1e-9))
    yield from ([wide], [wide[:, ::-1]])


def valid_tables() -> list[CompoundArray]:
    arrays = []
    for shape in measured_outlines():
        with contextlib.suppress(ValueError):  # where rounding has bent it
            arrays.append(table([shape]))
    assert len(arrays) > 200
    return arrays


HALF = Fraction(501, 1000)  # of a unit in the last place, and what sums of twice the digits add


def judge_measures(array: CompoundArray, one: Compound) -> None:
    """Areas are rounded once, centroids within half a unit and a tiny part of the size."""
    rings = [one.exterior, *one.holes]
    area, *middle = exact_measures(rings)
    assert array.areas[0] == one.area >= 0.0
    exact = max(area, Fraction(0))
    assert abs(Fraction(one.area) - exact) <= Fraction(math.ulp(one.area)) * HALF
    assert tuple(array.centroids[0]) == one.centroid
    corners = np.concatenate(rings)
    low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    for k in range(2):
        found, place = one.centroid[k], middle[k]
        if area > 0 and Fraction(low[k]) <= place <= Fraction(high[k]):
            room = Fraction(high[k] - low[k]) * Fraction(2) ** -90
            assert abs(Fraction(found) - place) <= Fraction(math.ulp(found)) * HALF + room
        assert low[k] <= found <= high[k]


def test_measures_are_those_of_the_rings() -> None:
    """In exact arithmetic, before a table is cut and afterwards, in any pose."""
    uncut = posed = 0
    for array in valid_tables():
        before = plain((array.areas, array.centroids, array.to_arrow()._points))
        uncut += not is_cut(array)
        one = array[0]
        assert is_cut(array)
        assert plain((array.areas, array.centroids, array.to_arrow()._points)) == before
        judge_measures(array, one)
        size = float(np.ptp(one.exterior, axis=0).max())
        for far, angle in ((0.0, 0.5), (size * 1e8, 4.0), (size * 1e14, 0.0), (1.0, 0.0)):
            with contextlib.suppress(ValueError):
                array.set_poses((far, -far / 3), angle)
                judge_measures(array, array[0])
                posed += 1
    assert uncut > 180  # convex ones have their part from the start
    assert posed > 600


def test_measures_of_frames_that_rounding_turns_inside_out() -> None:
    """A hole that is as large as its exterior but for less than the roundings of a pose."""
    rng = np.random.default_rng(1)
    lost = outside = 0
    for k in range(400):
        exterior = rng.uniform(-3, 3, (3, 2))
        middle = exterior.mean(axis=0)
        hole = middle + (exterior - middle) * (1.0 - 10.0 ** rng.uniform(-10, -7))
        array = table([[exterior, hole]])
        array.set_poses((1e8 + k / 7, 3e8), 0.01 * k)
        judge_measures(array, array[0])
        area, *place = exact_measures([array[0].exterior, *array[0].holes])
        low_x, low_y, high_x, high_y = array.bounds[0].tolist()
        lost += area <= 0
        if area <= 0:
            assert array.areas[0] == 0.0
            assert array.centroids[0] == pytest.approx(
                (low_x / 2 + high_x / 2, low_y / 2 + high_y / 2)
            )
        else:
            outside += not (low_x <= place[0] <= high_x and low_y <= place[1] <= high_y)
    assert lost > 10
    assert outside > 3


def test_measures_of_unions_and_outlines() -> None:
    """Unions have the sums over their parts, beside outlines that have those over their rings."""
    both = CompoundArray(
        [table(STARS)[0], Compound([sepax.Circle((3, 0), 1)]), UNION, table(STARS)[1]]
    )
    assert both.areas.tolist() == [one.area for one in both]
    assert both.centroids.tolist() == [list(one.centroid) for one in both]
    assert both.areas[2] == 7.0
    assert both.centroids[1].tolist() == [3.0, 0.0]
    with pytest.raises(ValueError, match="compound 1 is a union"):
        both.to_arrow()


def test_world_rings_of_many_rows() -> None:
    shapes = [outlines.FRAME, STARS[0], outlines.sieve(3), STARS[1]]
    array = table(shapes).take([2, 0, 1, 3, 0])
    for _ in range(2):
        found = world_rings(array._rows)
        singles = [ring for one in array for ring in (one.exterior, *one.holes)]
        assert np.array_equal(found.vertices, np.concatenate(singles))
        assert found.offsets.tolist() == np.cumsum([0, *map(len, singles)]).tolist()
        assert found.starts.tolist() == np.cumsum([0, 10, 2, 1, 1, 2]).tolist()
        array.set_poses([(k, 3) for k in range(5)], np.arange(5))
    bad = np.empty((len(found.vertices) - 1, 2)), found.offsets[1:]
    with pytest.raises(ValueError, match="room"):
        array._rows.read_rings(*bad)


def test_pictures_are_of_outlines() -> None:
    """A row is one path with all of its rings, before the cut and afterwards, or its parts."""
    frames = table([outlines.FRAME, STARS[0]])
    before = frames._repr_svg_()
    paths = re.findall(r' d="([^"]*)"', before)
    assert [path.count("M") for path in paths] == [2, 1]
    frames._rows.table.cut_now()
    assert re.findall(r' d="([^"]*)"', frames._repr_svg_()) == paths
    both = CompoundArray([UNION, frames[0]])._repr_svg_()
    assert both.count("<path") == 3
    assert ">1</text>" in both
    many = table([[outlines.star(5000, seed)] for seed in range(9)])
    assert ", the first 4 drawn" in many._repr_svg_()
    assert len(table([[outlines.star(30_000)]])._repr_svg_()) < 20_000
    assert not is_cut(many)


def aimed_rays(corners: npt.NDArray[np.float64], seed: int) -> tuple[Any, Any]:
    """Rays at vertices, along lines through two of them, and anywhere; some begin inside."""
    rng = np.random.default_rng(seed)
    low, high = corners.min(axis=0), corners.max(axis=0)
    starts = rng.uniform(low - 0.2 * (high - low), high + 0.2 * (high - low), (90, 2))
    starts[::3] = corners[rng.integers(len(corners), size=30)]
    aims = corners[rng.integers(len(corners), size=90)] - starts
    aims[2::3] = rng.normal(size=(30, 2))
    aims[(aims == 0.0).all(axis=1)] = (1.0, 0.0)
    return starts, aims


@pytest.mark.parametrize("name", FAMILIES)
def test_rays_cut_nothing(name: str) -> None:
    """And have the same bits once there are parts."""
    shape = FAMILIES[name]
    array, corners = table([shape, [outlines.star(24, 3)]]), np.concatenate(shape)
    starts, aims = aimed_rays(corners, len(name))
    index, answers = ShapeIndex(array), []
    for _ in range(2):
        for scene in (array, index):
            hits = sepax.raycast(scene, starts, aims)
            one = sepax.raycast(scene, starts[1], aims[1])
            far = sepax.raycast_distances(scene, starts, aims, min_distance=0.25 * np.ptp(corners))
            scan = sepax.lidar(scene, starts[:5], 0.0, 40, 9.0 * np.ptp(corners))
            answers.append(plain((hits.index, hits.distance, hits.point, hits.normal, far, scan)))
            assert one == hits[1] or (one is None and not hits.hit[1])
        if len(answers) == 2:
            assert not is_cut(array)
            assert array.parts
    assert answers[0] == answers[1] == answers[2] == answers[3]


def test_measures_are_interrupted() -> None:
    array = table([[outlines.star(24, seed)] for seed in range(50)]).take(np.arange(400_000) % 50)
    for measure in (lambda: array.areas, lambda: array.centroids, array.to_arrow):
        assert is_interrupted(measure, 0.01)


VERBS: dict[str, Any] = {
    "areas": lambda array: array.areas,
    "centroids": lambda array: array.centroids,
    "parts": lambda array: array.parts.vertices,
    "offsets": lambda array: array.part_offsets,
    "distance": lambda array: array.distance(sepax.Circle((3, 1), 0.1)),
    "mtv": lambda array: array.mtv(sepax.Circle((0, 0), 0.1)),
    "support": lambda array: array.support_point((1, 2)),
    "nearest": lambda array: sepax.nearest(sepax.Point((5, 5)), array, 3),
    "wide rays": lambda array: sepax.raycast(array, [(9, 0.1)], (-1, 0), radius=0.2).distance,
    "pairs": lambda array: sepax.find_pairs(array),
    "pose": lambda array: array.set_poses((1, 2)),
    "sweep": lambda array: array.sweep(sepax.Circle((5, 0), 1), (9, 0)).time,
    "pickle": lambda array: pickle.loads(pickle.dumps(array)).areas,
    "joined": lambda array: CompoundArray.concatenate([array, array]).areas,
    "copies": lambda array: [one.area for one in array],
    "one": lambda array: array[0].distance(sepax.Circle((3, 1), 0.1)),
    "one pose": lambda array: array[-1].at([(0, 0), (5, 1)], 0.5).areas,
    "some pose": lambda array: array.set_poses((1, 2), where=[0]),
    "posed": lambda array: (array.set_poses((1, 2), 0.3), array.distance(sepax.Point((9, 9)))),
    "far pose": lambda array: far_pose(array, 2.0**58),
    "far poses": lambda array: [far_pose(array, 2.0**k) for k in range(20, 60, 4)],
    "no pose": lambda array: array.set_poses(np.empty((0, 2)), where=[]),
    "twins": lambda array: array.take([0, 0]).iou(array[0]),
    "drawing": lambda array: len(array._repr_svg_()) > 100,
    "slides": lambda array: sepax.move_and_slide(array, sepax.Point((1.5, 0)), (1, 0)).position,
    "slides of one": lambda array: sepax.move_and_slide(array[0], array, (1, 0)).position,
    "obstacles": lambda array: sepax.move_and_slide(boxes(), array, (-9, 0)).position,
    "path": lambda array: sepax.sweep_path(sepax.Point((9, 0)), array, [(9, 0, 0), (0, 0, 1)]),
    "beams": lambda array: sepax.lidar(array, [(3, 3)], 0.0, 16, 30.0, 0.1),
    "any": lambda array: sepax.intersects_any(boxes(), array),
    "impacts": lambda array: sepax.first_impacts(boxes(), array, (-9, 0))[0],
    "table of iou": lambda array: sepax.iou_matrix(boxes(), array),
    "suppressed": lambda array: sepax.nms(array, np.arange(len(array)), 0.5),
    "points": lambda array: sepax.find_pairs(array, sepax.Point((0.1, 0)), within=0.5),
}
STARS = [[outlines.star(24, seed)] for seed in range(12)] + [[outlines.comb(5)]]
UNION = Compound([sepax.Polygon.box(2, 2), sepax.Polygon.box(2, 2, position=(1, 1))])
SQUARE = [np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)]
TABLES: dict[str, Callable[[], CompoundArray]] = {
    "stars": lambda: table(STARS),
    "one": lambda: table(STARS[:1]),
    "clockwise": lambda: table([[shape[0][::-1]] for shape in STARS]),
    "convex rows": lambda: table([*STARS[:1], SQUARE, SQUARE])[1:],
    "large parts": lambda: table([STARS[0], [sepax.Polygon.regular(100, 2.0).vertices]]),
    "repeated": lambda: table([[np.repeat(STARS[2][0], 2, axis=0)], SQUARE]),
}


def far_pose(array: CompoundArray, x: float) -> Any:
    """Return areas far away, or why they are not to be had."""
    try:
        array.set_poses((x, x), 0.3)
    except ValueError as error:
        return str(error)
    return array.areas, array.intersects(sepax.Circle((x, x), 0.1))


def boxes() -> ShapeArray:
    return ShapeArray.boxes(0.5, 0.25, [(0, 0), (9, 0.5), (3, 3)], 0.25)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("verb", VERBS)
def test_first_query_that_needs_parts(verb: str, name: str) -> None:
    """It answers as for outlines that are cut already."""
    late, early = TABLES[name](), cut_at_once(TABLES[name]())
    assert not is_cut(late)
    found, expected = VERBS[verb](late), VERBS[verb](early)
    assert plain(found) == plain(expected)
    assert np.array_equal(late.areas, early.areas)


@pytest.mark.parametrize(
    "verb", ["nearest", "wide rays", "obstacles", "path", "beams", "any", "impacts"]
)
def test_first_query_of_an_index(verb: str) -> None:
    late, early = table(STARS), cut_at_once(table(STARS))
    found, expected = (VERBS[verb](ShapeIndex(array)) for array in (late, early))
    assert plain(found) == plain(expected)
    assert is_cut(late)


@pytest.mark.parametrize("verb", public_calls.public_attributes(CompoundArray))
def test_every_method_as_first_query(verb: str) -> None:
    late, early = table(STARS[:3]), cut_at_once(table(STARS[:3]))
    for given in public_calls.of_array(boxes()).get(verb, []):
        found, expected = (
            getattr(array, verb)(*given.arguments, **given.options) for array in (late, early)
        )
        assert plain(found) == plain(expected)
        late = table(STARS[:3])
    if not callable(getattr(CompoundArray, verb)) and verb != "nbytes":
        assert plain(getattr(late, verb)) == plain(getattr(early, verb))


def plain(answer: Any) -> str:
    """Return an answer in all its digits."""
    if isinstance(answer, CompoundArray):
        answer = (answer.positions, answer.angles, answer.parts.vertices)
    with np.printoptions(floatmode="unique", threshold=100_000):
        return repr(answer)


def test_pairs_that_need_more_than_rings() -> None:
    """Points within a distance, and discs: no farther than the distance says."""
    places = np.random.default_rng(5).uniform(-2, 2, (60, 2))
    points, discs = ShapeArray.points(places), ShapeArray.circles(places, 0.2)
    for shapes, within in ((points, 0.2), (discs, 0.0), (discs, 0.1)):
        array = table(STARS)
        found = sepax.find_pairs(shapes, array, within=within)
        near = [table(STARS).distance(one) <= within for one in shapes]
        assert np.array_equal(found, np.argwhere(near))
    assert len(found) > 150


def test_first_in_the_memory_of_the_points() -> None:
    places = np.array([(-9.0, 9.0), (0.1, 0.0), (-9.0, 0.0), (0.0, 0.1)])
    index, rows = ShapeIndex(table(STARS)), places.view(np.intp).reshape(-1)[4:]
    assert sepax.contains(index, places, first=True, out=rows).tolist() == [-1, 0, -1, 0]


def test_an_index_reads_new_parts_once() -> None:
    index = ShapeIndex(table([SQUARE, *STARS[:1]] * 1000))
    box = boxes()[1]
    assert not grown([lambda: sepax.intersects_any(index, box)], [index], 40).is_leak


def test_rows_that_are_taken_stay_uncut() -> None:
    array = table(STARS)
    one, some = array.take([3]), array[[3, 1, 3]]
    assert not is_cut(one)
    assert not is_cut(some)
    assert some.contains((0, 0)).tolist() == array.take([3, 1, 3]).contains((0, 0)).tolist()
    assert one.areas[0] == some.areas[2] == array[3].area
    assert not is_cut(array)


def test_interrupted_cut() -> None:
    """The outlines may be asked afterwards."""
    shapes = [[outlines.star(40, seed)] for seed in range(2000)]
    array, early = table(shapes), table(shapes)
    index = ShapeIndex(array)
    assert is_interrupted(lambda: array.parts, 0.0)
    assert sepax.contains(index, (0, 0), first=True) == 0
    assert np.array_equal(array.areas, early.areas)
    assert np.array_equal(sepax.nearest(boxes(), index)[1], sepax.nearest(boxes(), early)[1])


def test_finalizer_that_asks_as_a_cut_fails() -> None:
    """It never waits for the lock that its own thread holds."""
    assert output_of(FINALIZER, "") == "done\n"


FINALIZER = """
import faulthandler, gc
from _thread import allocate_lock
from sepax import CompoundArray
from sepax._core.arrays.part_table import PartTable

class Asking:
    def __init__(self, table):
        self.table, self.itself = table, self
    def __del__(self):
        try:
            self.table.cut_now()
        except ZeroDivisionError:
            pass

def collect_at(allocations):
    table = PartTable(None, None, None, None, None, rings, lambda table: 1 / 0, allocate_lock())
    gc.collect()
    Asking(table)
    gc.set_threshold(gc.get_count()[0] + allocations, 1000, 1000)
    gc.enable()
    try:
        table.cut_now()
    except ZeroDivisionError:
        gc.disable()

corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
rings = CompoundArray.from_outlines(corner, [0, 6])._rows.table.rings
gc.disable()
faulthandler.dump_traceback_later(60, exit=True)
for allocations in range(1, 30):
    collect_at(allocations)
print("done")
"""


def test_many_threads_cut_once() -> None:
    """Others ask for points in the meantime."""
    shapes = [[outlines.star(40, seed)] for seed in range(300)]
    array, points = table(shapes), np.random.default_rng(1).uniform(-1, 1, (2000, 2))
    index = ShapeIndex(array)
    expected = sepax.contains(index, points)
    blocks: list[Any] = []
    answers: list[Any] = []
    start = threading.Barrier(6)

    def cut() -> None:
        start.wait()
        blocks.append(array._rows.table.parts)

    def ask() -> None:
        start.wait()
        answers.extend(sepax.contains(index, points) for _ in range(5))

    threads = [threading.Thread(target=cut if k % 2 else ask) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(block is blocks[0] for block in blocks)
    assert all(np.array_equal(each, expected) for each in answers)


def test_first_of_many() -> None:
    rng = np.random.default_rng(2)
    boxes = ShapeArray.boxes(2, 1, rng.uniform(0, 9, (500, 2)), rng.uniform(0, 3, 500))
    points = rng.uniform(-1, 10, (6000, 2))
    index = ShapeIndex(boxes)
    pairs = sepax.contains(index, points)
    expected = np.full(len(points), -1)
    for row, point in pairs[::-1]:
        expected[point] = row
    assert np.array_equal(sepax.contains(index, points, first=True), expected)
    out = np.empty(len(points), np.intp)
    assert sepax.contains(index, points, first=True, out=out) is out
    assert np.array_equal(out, expected)
    assert sepax.contains(index, points[0], first=True) == expected[0]
    assert sepax.contains(index, np.empty((0, 2)), first=True).shape == (0,)


def test_first_of_more_points_than_a_piece() -> None:
    places = np.full((1_100_000, 2), 9.0)
    places[[3, -1]] = 0.0
    found = sepax.contains(ShapeIndex(ShapeArray.boxes(1, 1, [(5, 5), (0, 0)])), places, first=True)
    assert (found.nonzero()[0].size, found[3], found[-1], found[4]) == (1_100_000, 1, 1, -1)


def test_bad_arguments_of_first() -> None:
    boxes = ShapeArray.boxes(2, 1, [(0, 0), (3, 0)])
    index: Any = ShapeIndex(boxes)
    contains: Any = sepax.contains
    for shape in (boxes, boxes[0]):
        with pytest.raises(TypeError, match="first is for a ShapeIndex"):
            contains(shape, (0, 0), first=True)
    with pytest.raises(TypeError, match="no pairs"):
        contains(index, [(0, 0)], first=True, pairs=([0], [0]))
    with pytest.raises(ValueError, match=r"points\[1\]"):
        sepax.contains(index, [(0, 0), (np.nan, 0)], first=True)
    with pytest.raises(ValueError, match="shape"):
        sepax.contains(index, [(0, 0)], first=True, out=np.empty(3, np.intp))


def test_bad_rings_are_named_at_construction() -> None:
    bow_tie = [(0, 0), (2, 2), (2, 0), (0, 2)]
    good = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    with pytest.raises(ValueError, match="outline 1: exterior crosses"):
        CompoundArray.from_outlines(good + bow_tie, [0, 6, 10])
    array, kept = CompoundArray.from_outlines(good + bow_tie, [0, 6, 10], invalid="skip")
    assert (len(array), kept.tolist()) == (1, [True, False])


def test_pairs_of_points_and_outlines() -> None:
    """By the rings alone: the pairs of `contains`, whichever side has the points."""
    array = table(
        [outlines.moved([outlines.star(24, seed)], 1.0, 0.01 * seed) for seed in range(20)]
    )
    places = np.random.default_rng(3).uniform(-1, 1, (500, 2))
    points = ShapeArray.points(places)
    held = sepax.contains(ShapeIndex(array), places)
    assert np.array_equal(sepax.find_pairs(array, points), held)
    flipped = held[:, ::-1][np.lexsort((held[:, 0], held[:, 1]))]
    for cells in (array, ShapeIndex(array)):
        assert np.array_equal(sepax.find_pairs(points, cells), flipped)
    assert not is_cut(array)
    assert np.array_equal(sepax.find_pairs(points, array, touching=False), flipped)  # all inside
    assert is_cut(array)
    discs = ShapeArray.circles(places, 0.0)
    assert np.array_equal(sepax.find_pairs(discs, array), flipped)
    some = np.zeros(500, int)
    some[::2] = 1
    found = sepax.find_pairs(points, array, groups=some, groups_b=np.ones(20, int))
    assert np.array_equal(found, flipped[flipped[:, 0] % 2 == 0])


def several_polygons() -> tuple[list[Any], Any]:
    """Return multipolygons, which touch in points at most, beside polygons; and points."""
    shapely = pytest.importorskip("shapely", reason="shapely is not installed")
    rng = np.random.default_rng(5)
    corner = shapely.Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
    sliver = [(3, 1), (4, 1 + 2**-46), (5, 1 + 3 * 2**-46)]
    holed = shapely.Polygon(corner.exterior, [[(0.5, 1), (1.5, 1), (1, 5)], sliver])
    tip = shapely.Polygon([(6, 2), (8, 2), (8, 4)])  # touches the corner in one point
    several = [[tip, holed], [corner, tip], [holed, tip]]
    kinds = [holed, *map(shapely.multipolygons, several)]
    geometries = [
        shapely.transform(kinds[k % 4], lambda spots, by=by: spots + by)
        for k, by in enumerate(rng.integers(0, 30, (40, 2)) * 1.0)
    ]
    return geometries, rng.integers(0, 72, (500, 2)) / 2.0


def test_rows_of_several_polygons_are_cut_late_too() -> None:
    """Also in slices; what they answer is that of compounds that were cut at once."""
    geometries, points = several_polygons()
    array = CompoundArray.from_shapely(geometries)
    assert len(array) == 40
    single = CompoundArray.from_compounds([sepax.Compound.from_shapely(g) for g in geometries])
    expected = sepax.contains(ShapeIndex(single), points)
    assert len(expected) > 300
    assert np.array_equal(sepax.contains(ShapeIndex(array), points), expected)
    assert np.array_equal(array.areas, single.areas)
    half = array[::2]
    column = half.to_arrow()
    assert "multipolygon" in repr(column)
    again = CompoundArray.from_arrow(column)
    assert np.array_equal(again.areas, half.areas)
    assert not is_cut(array)
    assert not is_cut(half)
    assert not is_cut(again)
    pairs = sepax.find_pairs(single)
    assert np.array_equal(sepax.find_pairs(array), pairs)
    for ours in (array, CompoundArray.concatenate([half, array[1::2]])[order_of(40)]):
        for verb in (sepax.mtv, sepax.distance):
            assert_same_answers(verb(ours, ours, pairs=pairs), verb(single, single, pairs=pairs))
    assert np.array_equal(array.part_offsets, single.part_offsets)
    assert np.array_equal(array.parts.vertices, single.parts.vertices)


def order_of(count: int) -> Any:
    """Return where each row is in an array that has its even rows first."""
    return np.argsort(np.concatenate((np.arange(0, count, 2), np.arange(1, count, 2))))


def assert_same_answers(found: Any, expected: Any) -> None:
    pairs = zip(found, expected, strict=True) if isinstance(found, tuple) else [(found, expected)]
    for one, other in pairs:
        assert np.array_equal(one, other)


def test_polygons_that_overlap_in_a_row_are_cut_at_once() -> None:
    shapely = pytest.importorskip("shapely", reason="shapely is not installed")
    both = shapely.multipolygons([shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)])
    corner = shapely.Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
    for geometries in ([both, corner], [corner, both, corner]):
        array = CompoundArray.from_shapely(geometries)
        assert is_cut(array)
        areas = [7.0 if each is both else 20.0 for each in geometries]
        assert array.areas.tolist() == areas
        skipped, kept = CompoundArray.from_shapely([*geometries, None], "skip", workers=2)
        assert kept.tolist() == [True] * len(geometries) + [False]
        assert skipped.areas.tolist() == areas
