"""Areas that shapes share, and IoU, against exact clipping."""

import hashlib
import itertools
import math
from collections.abc import Callable
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from judges import Exact, check, exact_pairs
from lattice import NAMES
from processes import output_of
from questions import QUESTIONS, check_rows
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Circle, Polygon, Shape, ShapeArray
from sepax._core.simd import levels

Pair = tuple[Shape, Shape]
Floats = npt.NDArray[np.float64]


def box(source: Random, reach: float = 1.0, size: float = 2.0) -> Polygon:
    """Return a turned box of such a size."""
    width, height, x, y = (source.uniform(0.1, 1.0) * size for _ in range(4))
    place = (reach * (x - 0.5 * size), reach * (y - 0.5 * size))
    return Polygon.box(width, height, position=place, angle=source.uniform(-4.0, 4.0))


def boxes(source: Random) -> Pair:
    return box(source), box(source)


def nested(source: Random) -> Pair:
    return box(source, 0.05), Polygon.box(9, 9, angle=source.uniform(-4, 4))


def nearly_identical(source: Random) -> Pair:
    one = box(source)
    other = one.copy()
    other.rotate(10.0 ** source.uniform(-9.0, -3.0))
    return one, other


def square_crossings(source: Random) -> Pair:
    quarter = source.choice([0, 1, 2, 3]) * math.pi / 2
    nearly = quarter + source.choice([0.0, 1e-16, 1e-12, -1e-9, 1e-9, 1e-6])
    return box(source, 0.2), Polygon.box(3, 0.1, angle=nearly)


def needles(source: Random) -> Pair:
    angle = source.choice([source.uniform(-4, 4), math.pi / 2, 10.0 ** source.uniform(-9, -6)])
    return Polygon.box(1, 1e-6), Polygon.box(
        1, 1e-6, position=(source.uniform(-0.1, 0.1), source.uniform(-1e-7, 1e-7)), angle=angle
    )


def far(source: Random) -> Pair:
    one, other = boxes(source)
    one.move(1e6, -1e6)
    other.move(1e6, -1e6)
    return one, other


def astride_powers_of_two(source: Random) -> Pair:
    """There the vertices of a box are rounded unalike: it is no parallelogram any more."""
    place = 2.0 ** source.randint(0, 30), -(2.0 ** source.randint(0, 30))
    one, other = boxes(source)
    one.move(*place)
    other.move(*place)
    return one, other


def of_all_sizes(source: Random) -> Pair:
    one, other = 10.0 ** source.uniform(-6, 6), 10.0 ** source.uniform(-6, 6)
    return box(source, 0.2, one), box(source, 0.2, other)


def barely_meeting(source: Random) -> Pair:
    one, other = boxes(source)
    if way := other.mtv(one):
        part = 1.0 - 10.0 ** source.uniform(-14.0, -3.0)
        other.move(way[0] * part, way[1] * part)
    return one, other


def clouds(source: Random) -> Pair:
    def cloud() -> Polygon:
        count = source.randint(3, 30)
        return Polygon.hull([(source.gauss(0, 1), source.gauss(0, 1)) for _ in range(count)])

    return cloud(), cloud()


FAMILIES: dict[str, Callable[[Random], Pair]] = {
    make.__name__: make
    for make in (
        boxes, nested, nearly_identical, square_crossings, needles, far, astride_powers_of_two,
        of_all_sizes, barely_meeting, clouds,
    )
}  # fmt: skip


def cases_of(name: str, count: int = 60) -> list[Exact]:
    source = Random(name)
    return [Exact(*FAMILIES[name](source)) for _ in range(count)]


@pytest.mark.parametrize("verb", ["overlap_area", "iou"])
@pytest.mark.parametrize("name", FAMILIES)
def test_areas_are_those_of_exact_clipping(name: str, verb: str) -> None:
    check(cases_of(name), judged(verb))


@pytest.mark.parametrize("verb", ["overlap_area", "iou"])
@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str, verb: str) -> None:
    check(exact_pairs(family)[:: 3 if family in NAMES else 8], judged(verb))


def test_a_shape_has_all_of_itself() -> None:
    source = Random(7)
    for _ in range(100):
        shape = box(source, 30.0)
        twin = Polygon(shape.vertices)
        shifted = Polygon(np.roll(shape.vertices, 1, axis=0))
        assert sepax.iou(shape, shape) == sepax.iou(shape, shape.copy()) == 1.0
        assert sepax.iou(shape, twin) == sepax.iou(shifted, shape) == 1.0
        assert sepax.overlap_area(shape, shifted) == sepax.overlap_area(shifted, shape)
    disc = Circle((3, 4), 0.1)
    assert sepax.iou(disc, disc.copy()) == 1.0
    rounded = Polygon.box(2, 1, radius=0.25)
    assert sepax.iou(rounded, rounded) == 1.0


def test_shapes_without_area_share_none() -> None:
    stick, dot, crate = sepax.Segment((-2, 0), (2, 0)), sepax.Point((0, 0)), Polygon.box(1, 1)
    for a, b in itertools.product([stick, dot], [stick, dot, crate, Circle((0, 0), 1)]):
        assert sepax.overlap_area(a, b) == sepax.iou(a, b) == sepax.iou(b, a) == 0.0


# --- the cases that others are known to get wrong ---------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.3, math.pi / 4, 0.785398, 1.5707964, math.pi / 2, -2.0])
@pytest.mark.parametrize("size", [(0.6, 0.6), (45.8, 5.3), (1e-3, 30.0)])
def test_identical_boxes(angle: float, size: tuple[float, float]) -> None:
    """Other libraries gave 0.333 or 0.6: tests/contract/test_public_reports.py."""
    a = Polygon.box(*size, position=(160, 153), angle=angle)
    b = Polygon.box(*size, position=(160, 153), angle=angle)
    assert sepax.iou(a, b) == 1.0
    half_turn = Polygon.box(*size, position=(160, 153), angle=angle + math.pi)
    assert sepax.iou(a, half_turn) == pytest.approx(1.0, abs=1e-10)


def test_boxes_turned_by_a_last_bit() -> None:
    """What they share comes out as more than all they have, now and then, if nobody sees to it."""
    random = np.random.default_rng(44)
    width, height = random.uniform(0.1, 3.0, (2, 50_000))
    place, angle = random.uniform(-9.0, 9.0, (50_000, 2)), random.uniform(-4.0, 4.0, 50_000)
    a = ShapeArray.boxes(width, height, place, angle)
    b = ShapeArray.boxes(width, height, place, np.nextafter(angle, np.inf))
    shared, of_a, of_b = (
        sepax.overlap_area(a, b),
        sepax.overlap_area(a, a),
        sepax.overlap_area(b, b),
    )
    too_much = np.flatnonzero(shared / (of_a + of_b - shared) > 1.0)
    assert len(too_much) > 0
    shares = sepax.iou(a, b)
    assert shares.max() <= 1.0
    for row in too_much[:20]:
        assert sepax.iou(a[row], b[row]) == shares[row]


# --- arrays -----------------------------------------------------------------------


BOXES = list(FAMILIES.values())[:-1]


def one_upon_the_other(source: Random) -> Pair:
    """Return boxes that have two vertices in common, or nearly."""
    width, low, high = (source.uniform(0.5, 2.0) for _ in range(3))
    one = Polygon.box(width, low, position=(0.25, 0.5 * low - 1.0))
    other = Polygon.box(width, high, position=(0.25, 0.5 * high - 1.0))
    return (one, other) if source.random() < 0.5 else (other, one)


def alike(source: Random) -> Pair:
    """Return boxes of the same vertices, or nearly, that begin at different ones."""
    width, height, x, y = (source.uniform(0.5, 2.0) for _ in range(4))
    quarters = source.randint(0, 3)
    sides = (height, width) if quarters % 2 else (width, height)
    other = Polygon.box(*sides, position=(x + 4.0, y + 4.0), angle=0.5 * math.pi * quarters)
    return Polygon.box(width, height, position=(x + 4.0, y + 4.0)), other


def box_pairs(seed: int) -> list[Pair]:
    """Return boxes of all families, and some on whole numbers, which often have vertices alike."""
    source = Random(seed)
    pairs = [family(source) for family in BOXES for _ in range(40)]
    pairs += [family(source) for family in (one_upon_the_other, alike) for _ in range(200)]
    for _ in range(200):
        sides = [source.randint(1, 4) for _ in range(4)]
        place = (source.randint(-2, 2) / 2, source.randint(-2, 2) / 2)
        quarter = source.choice([0.0, math.pi / 2, math.pi])
        pairs.append(
            (Polygon.box(*sides[:2]), Polygon.box(*sides[2:], position=place, angle=quarter))
        )
    return pairs


@pytest.mark.parametrize("verb", ["overlap_area", "iou"])
def test_arrays_of_boxes_have_the_bits_of_single_boxes(verb: str) -> None:
    pairs = box_pairs(5)
    check_rows(QUESTIONS[verb], pairs)
    a, b = (ShapeArray([pair[k] for pair in pairs]) for k in (0, 1))
    query = QUESTIONS[verb]
    expected = query(a, b).tolist()
    assert query(b, a).tolist() == expected
    for step in range(1, 12):
        assert query(a[::step], b[::step]).tolist() == expected[::step]
    assert query(a, a).tolist() == [query(one, one) for one, _ in pairs]


def hash_of_areas() -> str:
    """Return a hash of what many boxes share, one by one and in arrays."""
    pairs = box_pairs(6)
    a, b = (ShapeArray([pair[k] for pair in pairs]) for k in (0, 1))
    asked = [QUESTIONS[verb] for verb in ("overlap_area", "iou")]
    found = [ask(a, b) for ask in asked] + [ask.one_by_one(pairs) for ask in asked]
    return hashlib.sha256(np.concatenate(found).tobytes()).hexdigest()


@pytest.mark.parametrize("level", levels._levels())
def test_every_instruction_set_gives_the_same_bits(level: str) -> None:
    found = output_of("import test_overlap_area as test; print(test.hash_of_areas())", level)
    assert found.split() == [hash_of_areas()]


def test_few_boxes_are_uncertain() -> None:
    """Lanes decide for boxes as a detector finds them, also far from the origin."""
    random = np.random.default_rng(1)
    records = np.zeros((2, 20_000, 8))
    angle = random.uniform(-4, 4, records.shape[:2])
    for extent in (1.0, 4000.0, 1e6):
        place = random.uniform(0, extent, (20_000, 2))
        records[..., :2] = place + random.normal(0, 10, (2, 20_000, 2))
        records[..., 2], records[..., 3] = np.cos(angle), np.sin(angle)
        records[..., 4:6] = random.uniform(5, 30, (2, 20_000, 2))
        records[..., 6] = np.hypot(records[..., 4], records[..., 5]) * (1 + 1e-15)
        shares, verdicts = np.empty(20_000), np.empty(20_000, np.uint8)
        a, b = (levels._Side(side) for side in records)
        uncertain = levels._run("shares", levels.simd_level(), a, b, verdicts, shares)
        assert uncertain == np.count_nonzero(verdicts == 2)
        met = judged_to_meet(*records)
        assert np.count_nonzero(met) > 10_000
        assert np.count_nonzero(met & (verdicts == 2)) < 0.01 * np.count_nonzero(met)
        assert ((shares > 0.0) & (shares <= 1.0))[verdicts != 2].all()


def judged_to_meet(a: Floats, b: Floats) -> npt.NDArray[np.bool_]:
    verdicts = np.empty(len(a), np.uint8)
    levels._run("boxes", levels.simd_level(), levels._Side(a), levels._Side(b), verdicts)
    met: npt.NDArray[np.bool_] = verdicts == 1
    return met


def test_many_sides() -> None:
    """Of two rings of many sides, turned by half a side, the sum of the tips is missing."""
    sides = 120
    one = Polygon.regular(sides, 1.0)
    other = Polygon.regular(sides, 1.0, angle=math.pi / sides)
    check([Exact(one, other)], judged("overlap_area"))
    check([Exact(one, other)], judged("iou"))
    assert sepax.iou(one, one.copy()) == 1.0
