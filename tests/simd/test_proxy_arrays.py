"""Every array has the float32 proxies of its shapes, also after new poses and interrupts."""

from __future__ import annotations

import itertools
import pickle
import sys
from collections.abc import Callable

import numpy as np
import pytest
from processes import is_interrupted
from proxies import (
    AT_ONCE,
    COUNTS,
    ERROR,
    SCENES,
    Floats,
    Proxies,
    any_words,
    read_proxies,
    records_of,
    scene,
    scene_of_discs,
    scene_of_polygons,
    unpacked,
)
from questions import QUESTIONS, assert_same_bits
from test_simd import LEVELS, MEETS, UNCERTAIN

import sepax
from sepax import Circle, Polygon, ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

RADIUS = 2  # its place in the proxy of a disc
UNTOLD = 2.0**128  # the scale of boxes that no proxy can hold


def check_proxies_of_boxes(array: ShapeArray) -> None:
    """Words round what they hold to the last digit, and their scale is the least one."""
    out, origin = read_proxies(array)
    places = array.positions - origin
    assert np.array_equal(out[:, :2], places.astype(np.float32))
    axes, halves, scale = unpacked(out)
    true_axes = np.stack([np.cos(array.angles), np.sin(array.angles)], 1)
    assert np.all(np.abs(axes - true_axes) <= 0.500001 / 32767.0)
    usable = scale < 2.0**128  # but for boxes whose places are so rounded that they are skewed
    assert np.all(usable | (np.abs(array.positions).max(1) > 1e7))
    true_halves = np.abs(array.local_vertices[::4])
    units = scale[usable, None] / [4096.0, 2048.0]
    assert np.all(np.abs(halves[usable] - true_halves[usable]) <= 0.500001 * units)
    larger, far = 1.001 * true_halves.max(1), np.abs(places).sum(1)
    least = np.maximum(larger, (2.02e-4 * larger + 1.22e-7 * far) / 3.24e-4)[usable]
    assert np.all((least < scale[usable]) & (scale[usable] <= 2.01 * least))


def check_proxies_of_discs(array: ShapeArray) -> None:
    """They are about the array's origin, and of its radii, and own up to what float32 rounds."""
    found, origin = read_proxies(array)
    places = array.positions - origin
    assert np.array_equal(found[:, :2], places.astype(np.float32))
    assert np.allclose(found[:, RADIUS], array.radii, rtol=1e-6, atol=0.0)
    rounded = 2.0**-23 * np.abs(places).sum(1) + 2.0**-21 * array.radii
    assert np.all(found[:, ERROR] >= rounded)
    assert np.array_equal(np.isinf(found[:, ERROR]), array.radii == 0.0)


def check_proxies_of_segments(array: ShapeArray) -> None:
    """They are about the array's origin, and near what the shapes are."""
    found, origin = read_proxies(array)
    ends = array.vertices.reshape(-1, 2, 2)
    places = ends.mean(1) - origin
    assert np.allclose(found[:, :2], places, rtol=1e-6, atol=1e-9 + 1e-12 * np.abs(origin).max())
    axes, halves, scale = unpacked(found)
    usable = scale < UNTOLD
    way = (ends[:, 1] - ends[:, 0]) / 2
    length = np.hypot(*way.T)
    assert np.all(np.abs(halves[:, 0] - length)[usable] <= 1.3e-4 * scale[usable])
    assert np.all(np.abs(halves[:, 1] - array.radii)[usable] <= 2.5e-4 * scale[usable])
    sine = axes[:, 0] * way[:, 1] - axes[:, 1] * way[:, 0]
    assert np.all(np.abs(sine)[usable] <= 3e-5 * length[usable])


def check_proxies_of_rounded_boxes(array: ShapeArray) -> None:
    """They are about the array's origin, and near what the shapes are."""
    found, origin = read_proxies(array)
    rings = array.vertices.reshape(-1, 4, 2)
    places = rings.mean(1) - origin
    assert np.allclose(found[:, :2], places, rtol=1e-6, atol=1e-9 + 1e-12 * np.abs(origin).max())
    _, halves, scale = unpacked(found)
    usable = scale < UNTOLD
    assert np.any(usable)
    sides = (rings[:, 1] - rings[:, 0], rings[:, 2] - rings[:, 1])
    for half, side in zip(halves.T, sides, strict=True):
        assert np.all(np.abs(half - np.hypot(*side.T) / 2)[usable] <= 2.5e-4 * scale[usable])
    words = found.view(np.uint32)[:, 2]
    radii = (words >> 16) / 32768.0 * scale
    assert np.all(np.abs(radii - array.radii)[usable] <= 1.6e-5 * scale[usable])
    turns = 2.0 * np.arctan((words & 0xFFFF).astype(np.uint16).view(np.int16) / 32767.0)
    sine = np.cos(turns) * sides[0][:, 1] - np.sin(turns) * sides[0][:, 0]
    assert np.all(np.abs(sine)[usable] <= 4e-5 * np.hypot(*sides[0].T)[usable])


CHECKS = {
    "boxes": check_proxies_of_boxes,
    "discs": check_proxies_of_discs,
    "segments": check_proxies_of_segments,
    "rounded boxes": check_proxies_of_rounded_boxes,
}
ARRAYS = {**SCENES, "polygons": scene_of_polygons}
of_every_kind = pytest.mark.parametrize("kind", CHECKS)


MAKERS: dict[str, Callable[[ShapeArray], ShapeArray]] = {
    "constructor": lambda array: array,
    "take": lambda array: array[::-2],
    "mask": lambda array: array[np.arange(len(array)) % 3 > 0],
    "copy": lambda array: array.copy(),
    "pickle": lambda array: pickle.loads(pickle.dumps(array)),
    "concatenate": lambda array: ShapeArray.concatenate([array[:50], array, array[:7]]),
    "rows": lambda array: ShapeArray.concatenate([array[k : k + 1] for k in range(40)]),
    "shapes": lambda array: ShapeArray.from_shapes(list(array)),
    "polygons": lambda array: ShapeArray.polygons(
        array.local_vertices, array.offsets, array.positions, array.angles, radii=array.radii
    ),
    "circles": lambda array: ShapeArray.circles(array.positions, array.radii),
    "points among them": lambda array: ShapeArray.circles(
        array.positions, array.radii * (np.arange(len(array)) % 7 > 0)
    ),
    "segments": lambda array: ShapeArray.segments(array.vertices[::2], array.vertices[1::2]),
}
OF_DISCS, OF_SEGMENTS = ("circles", "points among them"), ("segments",)
BARS = ("segments", "rounded boxes")  # which rounding bends farther out


def makers_of(kind: str) -> list[str]:
    others = {"discs": OF_DISCS, "segments": OF_SEGMENTS}.get(kind, ("polygons",))
    return [*list(MAKERS)[:8], *others]


def check_answers(array: ShapeArray, others: ShapeArray) -> None:
    """Row by row, in either order, the bits of the shapes that the arrays have."""
    cases = list(zip(array, others, strict=True))
    back = [(b, a) for a, b in cases]
    for verb in ("intersects", "mtv", "distance", "time_of_impact"):
        ask = QUESTIONS[verb]
        assert_same_bits(ask(array, others), ask.one_by_one(cases))
        assert_same_bits(ask(others, array), ask.one_by_one(back))


@pytest.mark.parametrize("is_far", [False, True])
@pytest.mark.parametrize(
    ("kind", "maker"),
    [(kind, maker) for kind in (*CHECKS, "polygons") for maker in makers_of(kind)],
)
def test_every_array_has_them(kind: str, maker: str, is_far: bool) -> None:
    """About an origin among its shapes, wherever these move; and answers follow the shapes."""
    is_bar = kind in BARS
    far, turn = (-5e6 if is_bar else -5e7) * is_far, 0.3 * is_bar
    array = MAKERS[maker](ARRAYS[kind](300, far=far))
    others = ARRAYS[kind](len(array), seed=2, far=far)

    def check(most: float) -> None:
        check_answers(array, others)
        if kind in CHECKS:
            CHECKS[kind](array)
            assert np.abs(read_proxies(array)[0][:, :2]).max() < most

    check(100.0)
    for move in (3.0, -1e6 if is_bar else -1e8, 0.0):
        places = array.positions + move if move else array.positions * 0.0
        array.set_poses(places, array.angles + turn)
        assert np.array_equal(array.positions, places)
        turned_by = np.abs(array.vertices - np.median(array.vertices, 0)).max() if is_bar else 0.0
        check(100.0 + 9 * turned_by if is_bar else 400.0)
    expected = array.positions.copy()
    expected[[1, 4]] = (40.0 if is_bar else 1e9, 5.0), (-3.0, 7.0)
    array.set_poses(expected[[1, 4]], 0.3, where=[1, 4])
    check(1e10)
    with pytest.raises(ValueError, match="position"):
        array.set_poses(np.where(np.arange(2 * len(array)).reshape(-1, 2) == 9, np.nan, 1.0), 0.0)
    assert np.array_equal(array.positions, expected)
    check(1e10)
    for places in (np.full_like(expected, 1e11), expected):  # which bends cores, and back
        array.set_poses(places, array.angles + turn)
        check_answers(array, others)
    one = array[4]
    assert sepax.intersects(one, array).tolist() == [one.intersects(other) for other in array]


def test_every_number_of_discs_has_them() -> None:
    for count in COUNTS:
        array = scene_of_discs(count)
        check_proxies_of_discs(array)
        array.set_poses(array.positions * -2.0, array.angles)
        check_proxies_of_discs(array)
        check_proxies_of_discs(ShapeArray.points(array.positions))


@pytest.mark.parametrize("exponent", [-60, -1, 0, 7, 60])
def test_sizes_below_powers_of_two(exponent: int) -> None:
    """What words cannot hold once it is rounded up."""
    top = 2.0**exponent
    parts = 1.0 - np.array([0.0, 2.0**-53, 1e-9, 1e-5, 1e-4, 2e-4, 5e-4, 9e-4, 1.1e-3, 0.01])
    sides = np.meshgrid(2.0 * top * parts, 2.0 * top * np.append(parts, 1e-3))
    array = ShapeArray.boxes(sides[0].ravel(), sides[1].ravel(), (top, -top), 0.3)
    check_proxies_of_boxes(array)
    array.set_poses(np.zeros((len(array), 2)), np.full(len(array), -3.1))
    check_proxies_of_boxes(array)


@pytest.mark.parametrize(("far", "is_told"), [(1e5, True), (1e12, False)])
def test_skewed_boxes_are_uncertain(far: float, is_told: bool) -> None:
    """So far from zero that their corners are rounded out of square, though not from the origin."""
    array = scene(far=far)
    for _ in range(2):
        out, origin = read_proxies(array)
        assert np.all(np.abs(array.positions - origin) < 400.0)
        assert np.array_equal(unpacked(out)[2] < UNTOLD, np.full(len(array), is_told))
        array.set_poses(array.positions + 1.0, array.angles)


def test_segments_that_rounding_has_bent_have_none() -> None:
    """Their centre is not between their ends."""
    array = ShapeArray.segments([(0, 0)] * 60, np.random.default_rng(1).random((60, 2)) + 0.5)
    array.set_poses(np.full((60, 2), 3e10) + np.arange(60)[:, None] / 7, 0.4)
    untold = unpacked(read_proxies(array)[0])[2] == UNTOLD
    assert np.count_nonzero(untold) > 0
    assert array.intersects(array[::-1]).tolist() == [
        a.intersects(b) for a, b in zip(array, array[::-1], strict=True)
    ]


@of_every_kind
def test_few_poses_move_no_origin(kind: str) -> None:
    """The proxies of rows that others read are not touched."""
    array, far = SCENES[kind](), 1e6 if kind == "segments" else 1e7
    before, origin = read_proxies(array)
    array.set_poses(array.positions[5:] + far, array.angles[5:], where=np.arange(5, len(array)))
    after, same = read_proxies(array)
    assert np.array_equal(origin, same)
    assert before[:5].tobytes() == after[:5].tobytes()
    CHECKS[kind](array)


@of_every_kind
def test_arrays_of_one_scene_share_an_origin(kind: str) -> None:
    assert np.array_equal(read_proxies(scene(seed=1))[1], [0.0, 0.0])
    for far in (0.0, 3e7):
        expected = read_proxies(scene_of_discs(far=far))[1]
        for seed in (1, 2):
            if kind != "segments" or seed == 1:
                assert np.array_equal(read_proxies(SCENES[kind](seed=seed, far=far))[1], expected)


def test_signs_of_zero_and_turns() -> None:
    """Discs in new poses are as single shapes in them, to the bit."""
    poses = [(-0.0, 0.0, -0.0), (0.0, -0.0, 9.0), (1.0, -2.0, -3.0)]
    array = ShapeArray.circles([(5.0, 5.0)] * 3, [1.0, 0.0, 2.0])
    array.set_poses([pose[:2] for pose in poses], [pose[2] for pose in poses])
    shapes = [Circle((5.0, 5.0), radius) for radius in (1.0, 0.0, 2.0)]
    for shape, pose in zip(shapes, poses, strict=True):
        shape.set_pose(*pose)
    single = ShapeArray.from_shapes(shapes)
    for name in ("positions", "angles", "bounds", "vertices"):
        assert getattr(array, name).tobytes() == getattr(single, name).tobytes()
    with pytest.raises(ValueError, match="shape 1"):
        array.set_poses([(0.0, 0.0), (np.nan, 0.0), (0.0, 0.0)], 0.0)
    assert array.positions.tobytes() == single.positions.tobytes()
    check_proxies_of_discs(array)


def interrupt_halfway(array: ShapeArray, far: np.ndarray, after: float) -> bool:
    """Set poses until Ctrl-C, and return whether some shapes have moved and others not."""
    near, angles = array.positions, array.angles

    def set_poses_without_end() -> None:
        for places in itertools.cycle((far, near)):
            array.set_poses(places, angles)

    is_interrupted(set_poses_without_end, after)
    moved = (array.positions == far).all(axis=1)
    return bool(moved.any() and not moved.all())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer there that signals")
@pytest.mark.parametrize(
    ("kind", "count"),
    [  # all but rounded boxes are posed a million at a time
        ("boxes", 1_100_000),
        ("discs", 1_100_000),
        ("segments", 1_100_000),
        ("rounded boxes", 400_000),
    ],
)
def test_an_interrupt_leaves_no_proxy_behind(kind: str, count: int) -> None:
    array = SCENES[kind](count)
    near, far = array.positions, array.positions + 1e6
    for attempt in range(50):  # at other times: calls begin as regularly as the sleep does
        array.set_poses(near, array.angles)
        if interrupt_halfway(array, far, 0.01 + 0.003 * attempt):
            break
    else:
        pytest.fail("each interrupt came before or after all shapes were moved")
    CHECKS[kind](array)
    array.set_poses(far, array.angles)
    CHECKS[kind](array)
    assert np.array_equal(array.positions, far)


@of_every_kind
def test_an_empty_array(kind: str) -> None:
    full = SCENES[kind](3)
    empty = full[:0]
    for other in CHECKS:
        others = SCENES[other](3)
        for one in (others[:0], others[0]):
            assert len(sepax.intersects(empty, one)) == len(sepax.intersects(one, empty)) == 0
    assert len(ShapeArray.points(np.empty((0, 2)))) == 0
    joined = ShapeArray.concatenate([empty, full])
    assert len(joined) == 3
    CHECKS[kind](joined)
    empty.set_poses(np.empty((0, 2)), np.empty(0))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1.7e308])
def test_the_origin_stays_where_places_are_none(bad: float) -> None:
    """As when another thread writes to positions that were checked."""
    records, proxies = records_of(scene_of_discs(9)).copy(), np.empty((9, 4), np.float32)
    records[:, :2] = bad
    origin = np.array([1.0, -2.0])
    levels._write_proxies("discs", records, origin, proxies)
    assert origin.tolist() == [1.0, -2.0]


def test_proxies_of_other_kinds_are_refused() -> None:
    discs, origin = scene_of_discs(9), np.zeros(2)
    polygons = ShapeArray.from_shapes([Polygon.regular(5, 1.0)] * 9)
    with pytest.raises(ValueError, match=r"\(9, 4\)"):
        block._read_proxies(discs._block, np.empty((9, 8), np.float32), origin)
    with pytest.raises(ValueError, match="those of boxes, rounded or not, discs or segments"):
        read_proxies(polygons)
    records = records_of(discs)
    with pytest.raises(ValueError, match="must have the shape"):
        levels._write_proxies("discs", records, origin, np.empty((9, 5), np.float32))
    with pytest.raises(
        ValueError, match="boxes, discs, segments, rounded boxes, points, not 'rings'"
    ):
        levels._write_proxies("rings", records, origin, np.empty((9, 4), np.float32))


# The words of a proxy ----------------------------------------------------------------


def widest_separation(a: Proxies, b: Proxies) -> Floats:
    """Return what records would give that have the numbers of the words."""
    (axes_a, halves_a, _), (axes_b, halves_b, _) = unpacked(a), unpacked(b)
    step = b[:, :2].astype(np.float64) - a[:, :2]
    cosine = np.abs((axes_a * axes_b).sum(1))
    sine = np.abs(axes_a[:, 0] * axes_b[:, 1] - axes_a[:, 1] * axes_b[:, 0])
    widest = np.full(len(a), -np.inf)
    for axes, own, other in ((axes_a, halves_a, halves_b), (axes_b, halves_b, halves_a)):
        along = np.abs((step * axes).sum(1)) - own[:, 0] - other[:, 0] * cosine - other[:, 1] * sine
        across = np.abs(step[:, 1] * axes[:, 0] - step[:, 0] * axes[:, 1])
        across -= own[:, 1] + other[:, 0] * sine + other[:, 1] * cosine
        widest = np.maximum(widest, np.maximum(along, across))
    return widest


def bring_near(a: Proxies, b: Proxies, wanted: Floats) -> None:
    """Move every b as far away as gives it, nearly, the separation that is wanted."""
    way = b[:, :2].astype(np.float64)
    low, high = np.zeros(len(a)), np.full(len(a), 1e3)
    for _ in range(60):
        middle = 0.5 * (low + high)
        b[:, :2] = a[:, :2] + middle[:, None] * way
        beyond = widest_separation(a, b) > wanted
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)


@pytest.mark.parametrize("level", LEVELS)
def test_lanes_unpack_all_words(level: str) -> None:
    """The verdicts follow from just the numbers that the words have and their shares."""
    random = np.random.default_rng(2)
    count = 10_000
    a, b = any_words(random, count), any_words(random, count)
    error = 6e-4 * (unpacked(a)[2] + unpacked(b)[2])
    bring_near(a, b, error * random.uniform(-2.0, 2.0, count))
    separation = widest_separation(a, b)
    expected = np.where(separation > 0.0, 1 - MEETS, MEETS)
    expected[np.abs(separation) <= error] = UNCERTAIN
    found, nothing, zero = np.empty(count, np.uint8), np.full((AT_ONCE, 8), np.nan), np.zeros(2)
    for k in range(0, count, AT_ONCE):
        rows = slice(k, min(k + AT_ONCE, count))
        none = nothing[: rows.stop - k]
        first, second = (levels._Side(none, None, "boxes", of[rows], zero) for of in (a, b))
        levels._run("boxes", level, first, second, found[rows])
    near = np.abs(np.abs(separation) - error) < 0.01 * error  # where rounding decides
    assert all(np.count_nonzero(expected == k) > 1000 for k in (MEETS, 1 - MEETS, UNCERTAIN))
    assert np.count_nonzero(near) < 0.05 * count
    assert np.array_equal(found[~near], expected[~near])
