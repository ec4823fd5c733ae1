"""What the tests of the float32 filter stage share: pairs of every kind, and their proxies."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest
from families import Pair, Shape
from judges import Exact
from test_simd import LEVELS, MEETS, UNCERTAIN, beside, check_verdicts, frames

import sepax
from sepax import Capsule, Circle, Polygon, Segment, ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

Floats = npt.NDArray[np.float64]
Proxies = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]
Place = tuple[float, float]

ROWS = 1300  # more than are classified at once
AT_ONCE = 256
SIZES = 3  # the place of the sizes in a proxy; infinite for a box that no proxy can hold
ERROR = 3  # its place in the proxy of a disc
COUNTS = [*range(1, 10), 15, 16, 17, 31, 32, 33, 255, 256, 257, 1025]
EXPONENTS = (-240, -150, -149, -140, -126, -100, -60, 0, 20, 60, 99, 100, 120, 127, 128)


# Kinds of shapes ----------------------------------------------------------------------


def is_disc(shape: Shape) -> bool:
    return isinstance(shape, Circle)


def is_segment(shape: object) -> bool:
    return isinstance(shape, Capsule | Segment)


def is_box(shape: Shape) -> bool:
    return not np.isnan(frames([shape])[0, 2])


def is_rounded_box(shape: Shape) -> bool:
    return shape.radius > 0.0 and frames([shape])[0, 5] > 0.0 and has_core(frames([shape]))[0]


def has_core(records: Floats) -> npt.NDArray[np.bool_]:
    """Which records are those of a rounded core."""
    found: npt.NDArray[np.bool_] = np.isnan(records[:, 2]) & ~np.isnan(records[:, 3])
    return found


SIDES: dict[str, tuple[Callable[[Shape], bool], Callable[[Shape], bool]]] = {
    "boxes": (is_box, is_box),
    "discs": (is_disc, is_disc),
    "disc and box": (is_disc, is_box),
    "segments": (is_segment, is_segment),
    "disc and segment": (is_disc, is_segment),
    "rounded boxes": (is_rounded_box, is_rounded_box),
}


def of_kind(kind: str, cases: Sequence[Pair]) -> list[Pair]:
    """Return the pairs of this kind, in this order of the shapes."""
    first, second = SIDES[kind]
    return [pair for pair in cases if first(pair[0]) and second(pair[1])]


def swapped(cases: Sequence[Pair]) -> list[Pair]:
    return [(b, a) for a, b in cases]


def kind_of(records: Floats) -> str:
    if not np.isnan(records[0, 2]):
        return "boxes"
    cores = records[has_core(records)]
    if not len(cores):
        return "discs"
    return "rounded boxes" if np.any(cores[:, 5] > 0.0) else "segments"


def proxies_of(records: Floats, origin: Floats | None = None) -> tuple[Proxies, Floats]:
    """Return the proxies of boxes, or of discs, and their origin; without one it is chosen."""
    place = np.full(2, np.nan) if origin is None else origin.copy()
    out = np.empty((len(records), 4), np.float32)
    levels._write_proxies(kind_of(records), records, place, out)
    return out, place


def unpacked(proxies: Proxies) -> tuple[Floats, Floats, Floats]:
    """Return the axes, half sizes and scales that the words of boxes encode."""
    axis, sizes = proxies.view(np.uint32)[:, 2], proxies.view(np.uint32)[:, SIZES]
    axes = np.stack([axis & 0xFFFF, axis >> 16], 1).astype(np.uint16).view(np.int16) / 32767.0
    scale = 2.0 ** ((sizes >> 23).astype(np.float64) - 127.0)
    halves = np.stack([(sizes >> 11 & 0xFFF) / 4096.0, (sizes & 0x7FF) / 2048.0], 1)
    return axes, halves * scale[:, None], scale


def records_of(array: ShapeArray) -> Floats:
    return frames([array[k] for k in range(len(array))])


def read_proxies(array: ShapeArray) -> tuple[Proxies, Floats]:
    out, origin = np.empty((len(array), 4), np.float32), np.empty(2)
    block._read_proxies(array._block, out, origin)
    return out, origin


# Pairs that nearly touch --------------------------------------------------------------


def gap_of(source: random.Random) -> float:
    """Return by how much pairs are apart or in each other, as a part of them.

    Most often by about what float32 rounds, or by what float64 does.
    """
    if source.random() < 0.2:
        return 0.0
    exponent = source.choice([*range(-10, -1), *range(-10, -1), -17, -16, -15, -14, -12])
    gap: float = source.choice([-1, 1]) * source.uniform(1, 9) * 10.0**exponent
    return gap


def turn_of(source: random.Random) -> float:
    turn: float = source.choice([0.0, math.pi / 2, source.uniform(-4, 4)])
    return turn


def size_of(source: random.Random, scale: float) -> float:
    share: float = source.choice([1.0, 1e-3, source.uniform(0.1, 1)])
    return scale * share


def place_of(source: random.Random, scale: float, offset: float) -> Place:
    x, y = (scale * (offset * source.choice([1, -0.3]) + source.uniform(-1, 1)) for _ in "xy")
    return x, y


def shuffled(source: random.Random, a: Shape, b: Shape) -> Pair:
    return (a, b) if source.random() < 0.5 else (b, a)


def near_boxes(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes side by side, or at a corner; with a scale of 1."""
    assert scale == 1.0
    return beside(source, source.choice([0.3, -0.3, gap_of(source), gap_of(source)]), offset)


def long_boxes(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes that touch along sides far longer than their centres are apart."""
    turn, long, thin = source.uniform(-4, 4), source.uniform(10, 400), source.uniform(0.01, 0.1)
    slope = source.choice([0.0, 1e-7, -1e-7, 1e-5, 1e-3])
    gap = source.choice([0.0, 1.0, -1.0]) * 10.0 ** source.uniform(-9, -3) * long
    away = thin + 0.5 * long * abs(math.sin(slope)) + gap
    x, y = source.uniform(-1, 1) * offset, source.uniform(-1, 1) * offset
    place = (x - away * math.sin(turn), y + away * math.cos(turn))
    sizes = scale * long, scale * thin
    a = Polygon.box(*sizes, position=(scale * x, scale * y), angle=turn)
    b = Polygon.box(*sizes, position=(scale * place[0], scale * place[1]), angle=turn + slope)
    return shuffled(source, a, b)


def thin_boxes(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes up to a thousand million times as long as wide, that cross or do not."""
    thin = source.choice([1e-3, 1e-6, 1e-9])
    sizes = [scale * source.choice([1.0, thin]) * source.uniform(0.5, 1.0) for _ in range(4)]
    turn = source.choice([0.0, source.uniform(-4, 4)])
    x, y = source.choice([thin, 1.0]) * source.uniform(-2, 2), source.uniform(-2, 2)
    other = turn + source.choice([0.0, thin, math.pi / 2, source.uniform(-4, 4)])
    away = scale * offset
    a = Polygon.box(*sizes[:2], position=(away, away), angle=turn)
    return a, Polygon.box(*sizes[2:], position=(away + scale * x, away + scale * y), angle=other)


def on_float32s(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes that touch, nearly, or overlap by little: at edges that float32 has or not."""
    grid = 2.0**-24
    width, height, other = (source.choice([1.0, 1.0 + grid, 1.5, 0.75 + grid / 4]) for _ in "who")
    x = offset + source.choice([0.0, 1.0, 1.0 + grid, -1.0 - 3 * grid, 3.0 + 2.0**-40])
    gap = source.choice([0.0, 0.0, grid, -grid, grid / 2, -grid / 2, 2.0**-40, -(2.0**-40)])
    place = x + (width + other) / 2 + gap
    a = Polygon.box(scale * width, scale * height, position=(scale * x, 0.0))
    up = source.choice([0, scale])
    b = Polygon.box(scale * other, scale * height, position=(scale * place, up))
    return shuffled(source, a, b)


def end_to_end(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes apart, a vertex of one in front of a vertex of the other but for a slip.

    By as much as lanes can resolve, and by less.
    """
    wide, high, away = (source.uniform(0.1, 2.0) for _ in range(3))
    turn = source.choice([0.0, turn_of(source)])
    slips = [0.0, *(s * 10.0**e for s in (-1, 1) for e in (-16, -12, -8, -7, -6, -5, -4, -1))]
    slip, slope = source.choice(slips), source.choice([*slips, source.uniform(0.0, math.tau)])
    far = offset * min(scale, 2.0**190)
    x, y = (source.choice([far, -0.3 * far]) for _ in "xy")
    a = Polygon.box(scale * wide, scale * high, position=(x, y), angle=turn)
    b = Polygon.box(scale * source.uniform(0.1, 2.0), scale * high, angle=turn + slope)
    (cx, cy), (nx, ny) = a.vertices[source.choice([1, 2])].tolist(), a.normals[1].tolist()
    p, q = min(b.vertices.tolist(), key=lambda v: v[0] * nx + v[1] * ny)
    dx, dy = scale * (away * nx - slip * ny), scale * (away * ny + slip * nx)
    b.position = (b.position[0] + (cx - p) + dx, b.position[1] + (cy - q) + dy)
    return shuffled(source, a, b)


def near_polygons(source: random.Random, scale: float, offset: float) -> Pair:
    """Return polygons with a vertex of one at an edge of the other, at gaps down to rounding."""
    far = (scale * offset, -0.3 * scale * offset)
    a, b = (any_polygon(source, scale, far) for _ in "ab")
    k = source.randrange(len(a.normals))
    start, end = a.vertices[k], a.vertices[(k + 1) % len(a.vertices)]
    x, y = start + source.random() * (end - start)
    nx, ny = a.normals[k]
    p, q = min(b.vertices.tolist(), key=lambda v: v[0] * nx + v[1] * ny)
    gap = source.choice([0.0] + [s * 10.0**e for s in (-1, 1) for e in range(-17, 0)]) * scale
    b.position = (b.position[0] + (x - p) + nx * gap, b.position[1] + (y - q) + ny * gap)
    return shuffled(source, a, b)


def any_polygon(source: random.Random, scale: float, place: Place) -> Polygon:
    """Return a polygon of up to 20 vertices: more than proxies are of."""
    sides = source.choice([3, 4, 5, 8, 9, 15, 16, 17, 20])
    wide = source.choice([1.0, 1.0, 0.05])
    while True:
        turns = [source.uniform(0.0, math.tau) for _ in range(sides)]
        ring = [(scale * math.cos(t), scale * wide * math.sin(t)) for t in turns]
        try:
            return Polygon.hull(ring, position=place, angle=source.uniform(-4, 4))
        except ValueError:
            continue


def near_discs(source: random.Random, scale: float, offset: float) -> Pair:
    """Return discs that nearly touch, of equal sizes or not, some of them from inside."""
    radii = [size_of(source, scale) for _ in range(2)]
    reach = radii[0] + radii[1] if source.random() < 0.8 else abs(radii[0] - radii[1])
    reach *= 1.0 + gap_of(source)
    turn, (x, y) = turn_of(source), place_of(source, scale, offset)
    place = x + reach * math.cos(turn), y + reach * math.sin(turn)
    return Circle((x, y), radii[0]), Circle(place, radii[1])


def disc_by_box(source: random.Random, scale: float, offset: float) -> Pair:
    """Return a disc and a box that nearly touch: at a side, at a corner, or from inside."""
    half, radius = [scale * source.uniform(0.05, 1.0) for _ in range(2)], scale * source.random()
    if source.random() < 0.3:
        radius *= 1e-4
    elif source.random() < 0.3:
        half = [1e-4 * size for size in half]
    x, y = place_of(source, scale, offset)
    turn = turn_of(source)
    far = (radius if source.random() < 0.8 else -radius) * (1.0 + gap_of(source))
    way = source.choice([0.0, math.pi / 4, source.uniform(0, math.pi / 2)])
    u, v = half[0] + far * math.cos(way), half[1] + far * math.sin(way)  # about a corner
    if source.random() < 0.5:
        u, v = source.choice([(half[0] + far, v * source.random()), (0.9 * u, half[1] + far)])
    u, v = source.choice([-1, 1]) * u, source.choice([-1, 1]) * v
    cosine, sine = math.cos(turn), math.sin(turn)
    place = x + cosine * u - sine * v, y + sine * u + cosine * v
    size = 2.0 * half[0], 2.0 * half[1]
    return Circle(place, radius), Polygon.box(*size, position=(x, y), angle=turn)


def turned(x: float, y: float, turn: float) -> Place:
    return math.cos(turn) * x - math.sin(turn) * y, math.sin(turn) * x + math.cos(turn) * y


def capsule(ends: Sequence[Place], turn: float, place: Place, radius: float) -> Capsule:
    """Return a capsule in its pose, its ends the other way round for every second radius."""
    (ax, ay), (bx, by) = (turned(*end, turn) for end in ends)
    (x, y) = place
    return Capsule((x + ax, y + ay), (x + bx, y + by), radius)


def facing(source: random.Random, apart: float) -> tuple[list[Place], list[Place]]:
    """Return the ends of two segments, of length about 1, that are so far apart.

    End to end, an end beside a line, side by side but for a small angle, or on one line.
    """
    kind = source.choice(["ends", "side", "parallel", "line"])
    long, other = (source.choice([1.0, 1e-3, source.uniform(0.1, 1)]) for _ in "ab")
    if kind == "ends":
        turn = source.uniform(-1.5, 1.5)
        return [(-long, 0.3 * long), (0.0, 0.0)], [
            (apart, 0.0),
            (apart + other * math.cos(turn), other * math.sin(turn)),
        ]
    if kind == "line":
        return [(-long, 0.0), (0.0, 0.0)], [(apart, 0.0), (apart + other, 0.0)]
    slope = source.uniform(0.1, 1.5) if kind == "side" else 10.0 ** source.uniform(-9, -3)
    start = source.uniform(-0.9, 0.9) * long
    end = (start + other * math.cos(slope), apart + other * math.sin(slope))
    return [(-long, 0.0), (long, 0.0)], [(start, apart), end]


def near_segments(source: random.Random, scale: float, offset: float) -> Pair:
    """Return capsules that nearly touch; some are segments, and meet or cross at the least step."""
    radii = [scale * source.choice([0.0, 0.0, 1e-3, source.uniform(0.1, 1)]) for _ in "ab"]
    reach = radii[0] + radii[1]
    ends = facing(source, (reach + (reach or scale) * gap_of(source)) / scale)
    turn = turn_of(source)
    x, y = place_of(source, scale, offset)
    a, b = (
        capsule([(scale * p, scale * q) for p, q in side], turn, (x, y), radius)
        for side, radius in zip(ends, radii, strict=True)
    )
    return shuffled(source, a, b)


def disc_by_segment(source: random.Random, scale: float, offset: float) -> Pair:
    """Return a disc and a capsule that nearly touch, at its side or at an end."""
    radii = [
        scale * source.choice([1e-4, source.uniform(0.05, 1)]),
        scale * source.choice([0, 0.5]),
    ]
    reach = (radii[0] + radii[1]) * (1.0 + gap_of(source))
    half = scale * source.choice([1e-3, source.uniform(0.1, 1.0)])
    way = source.choice([0.0, math.pi / 2, source.uniform(0, math.pi / 2)])
    x, y = place_of(source, scale, offset)
    turn = turn_of(source)
    place = half + reach * math.cos(way), reach * math.sin(way)
    if source.random() < 0.4:
        place = half * source.uniform(-1, 1), reach
    dx, dy = turned(*place, turn)
    return Circle((x + dx, y + dy), radii[0]), capsule(
        [(-half, 0.0), (half, 0.0)], turn, (x, y), radii[1]
    )


def near_rounded_boxes(source: random.Random, scale: float, offset: float) -> Pair:
    """Return rounded boxes that nearly touch, at a side or a corner of the first."""
    sizes = [size_of(source, scale) for _ in range(4)]
    radii = [size_of(source, scale) for _ in "ab"]
    turns = [turn_of(source) for _ in "ab"]
    if source.random() < 0.2:
        turns[1] = turns[0] + source.choice([0.0, 1e-6, -1e-4, math.pi / 2])
    x, y = place_of(source, scale, offset)
    way = source.choice([turns[0], turns[0] - math.pi / 2, source.uniform(-4, 4)])
    a = Polygon.box(*sizes[:2], position=(x, y), angle=turns[0], radius=radii[0])
    b = Polygon.box(*sizes[2:], position=(x, y), angle=turns[1], radius=radii[1])
    normal = np.array([math.cos(way), math.sin(way)])
    # From the farthest vertex along the normal to the least far one.
    corner, other = a.vertices[np.argmax(a.vertices @ normal)], b.vertices @ normal
    apart = sum(radii) * (1.0 + gap_of(source))
    b.move(*(corner - b.vertices[np.argmin(other)] + apart * normal))
    return shuffled(source, a, b)


NEAR: dict[str, Callable[[random.Random, float, float], Pair]] = {
    "boxes": near_boxes,
    "long boxes": long_boxes,
    "thin boxes": thin_boxes,
    "boxes on float32s": on_float32s,
    "boxes end to end": end_to_end,
    "polygons": near_polygons,
    "discs": near_discs,
    "disc and box": disc_by_box,
    "segments": near_segments,
    "disc and segment": disc_by_segment,
    "rounded boxes": near_rounded_boxes,
}
KINDS = ("boxes", "discs", "disc and box", "segments", "disc and segment", "rounded boxes")
CORES = ("segments", "disc and segment", "rounded boxes")  # that have records of rounded cores


def near_pairs(kind: str, seed: object, count: int, scale: float, offset: float) -> list[Pair]:
    """Return such pairs; where rounding leaves no segment, another one is drawn."""
    source = random.Random(f"{kind} {seed}")
    found: list[Pair] = []
    while len(found) < count:
        try:
            found.append(NEAR[kind](source, scale, offset))
        except ValueError:
            continue
    return found


# Verdicts of proxies, and answers of arrays -------------------------------------------


def run_proxies(
    level: str,
    a: levels._Side,
    b: levels._Side,
    kinds: tuple[str, str],
    out: Bytes,
) -> int:
    """Classify pairs that have proxies of these kinds; return how many are uncertain."""
    return levels._run("boxes" if kinds == ("boxes", "boxes") else "shapes", level, a, b, out)


def classify_at_levels(
    a: Floats,
    b: Floats,
    origins: tuple[Floats | None, Floats | None] = (None, None),
    index: tuple[Index | None, Index | None] = (None, None),
) -> list[Bytes]:
    """Classify pairs by proxies alone; return the verdicts of each level.

    Few enough are classified at once that none is left to records where the first ones are open.
    """
    i, j = (np.arange(len(a), dtype=np.intp) if rows is None else rows for rows in index)
    (of_a, origin_a), (of_b, origin_b) = proxies_of(a, origins[0]), proxies_of(b, origins[1])
    kinds = kind_of(a), kind_of(b)
    results = [np.full(len(i), 255, np.uint8) for _ in LEVELS]
    for level, found in zip(LEVELS, results, strict=True):
        for k in range(0, len(i), AT_ONCE):
            out, rows = found[k : k + AT_ONCE], (i[k : k + AT_ONCE], j[k : k + AT_ONCE])
            sides = [of_a[rows[0]], of_b[rows[1]]]
            if index[0] is not None:
                sides = [of_a, of_b]
            x, y = (np.full((len(side), 8), np.nan) for side in sides)
            one, other = rows if index[0] is not None else (None, None)
            uncertain_count = run_proxies(
                level,
                levels._Side(x, one, kinds[0], sides[0], origin_a),
                levels._Side(y, other, kinds[1], sides[1], origin_b),
                kinds,
                out,
            )
            assert uncertain_count == np.count_nonzero(out == UNCERTAIN)
    return results


def classify(
    a: Floats,
    b: Floats,
    origins: tuple[Floats | None, Floats | None] = (None, None),
    index: tuple[Index | None, Index | None] = (None, None),
) -> Bytes:
    """Classify pairs by proxies alone; return the verdicts that are certain at some level.

    Next to its error bound a pair may be open at one level and certain at another, which rounds a
    product and a sum once. That happens to next to none of the boxes here.
    """
    results = np.array(classify_at_levels(a, b, origins, index))
    certain: Bytes = np.where(results == UNCERTAIN, 0, results).max(0)
    certain[np.all(results == UNCERTAIN, 0)] = UNCERTAIN
    assert np.all((results == certain) | (results == UNCERTAIN))
    boxes = kind_of(a) == kind_of(b) == "boxes"
    assert np.count_nonzero(results != certain) <= (0.001 if boxes else 0.01) * results.size
    return certain


def classify_pairs(cases: Sequence[Pair]) -> Bytes:
    return classify(frames([a for a, _ in cases]), frames([b for _, b in cases]))


def check_truth(cases: Sequence[Pair], exact: int = 100) -> Bytes:
    """Verdicts of proxies alone are true, in either order, and arrays answer as single shapes do.

    The first so many pairs are also checked exactly. Some with cores are certain in one order of
    the shapes and open in the other: lines are nearest at a place found from one.
    """
    verdicts = classify_pairs(cases)
    one_way = 0.01 if any(has_core(frames(list(cases[0])))) else 0.001
    check_verdicts(verdicts, cases)
    back = classify_pairs(swapped(cases))
    assert np.all((back == verdicts) | (back == UNCERTAIN) | (verdicts == UNCERTAIN))
    assert np.count_nonzero(back != verdicts) <= one_way * len(cases)
    for verdict, pair in zip(verdicts[:exact].tolist(), cases, strict=False):
        if verdict != UNCERTAIN:
            assert Exact(*pair).side == (-1 if verdict == MEETS else 1), pair
    check_arrays(cases)
    check_arrays(swapped(cases))
    return verdicts


def check_arrays(cases: Sequence[Pair]) -> None:
    """Arrays answer as single shapes do, in every form."""
    sides = [list(side) for side in zip(*cases, strict=True)]
    a, b = (ShapeArray.from_shapes(side) for side in sides)
    one, other = sides[0][0], sides[1][0]
    backwards = np.arange(len(cases))[::-1].copy()
    for touching in (True, False):
        expected = [sepax.intersects(*pair, touching=touching) for pair in cases]
        assert sepax.intersects(a, b, touching=touching).tolist() == expected
        by_index = sepax.intersects(a, b, touching=touching, pairs=(backwards, backwards))
        assert by_index.tolist() == expected[::-1]
        to_many = [sepax.intersects(one, x, touching=touching) for x in sides[1]]
        from_many = [sepax.intersects(x, other, touching=touching) for x in sides[0]]
        assert sepax.intersects(a[0], b, touching=touching).tolist() == to_many
        assert sepax.intersects(b, a[0], touching=touching).tolist() == to_many
        assert sepax.intersects(a, b[0], touching=touching).tolist() == from_many
        assert sepax.intersects(b[0], a, touching=touching).tolist() == from_many


# Proxies of any numbers ---------------------------------------------------------------


def any_words(random: np.random.Generator, count: int) -> Proxies:
    """Return proxies of boxes with all kinds of words, also such as no box has."""
    side = random.normal(size=(count, 4)).astype(np.float32)
    side.view(np.uint32)[:, 2] = random.integers(0, 2**32, count, np.uint32)
    exponents = random.integers(124, 129, count, np.uint32)
    side.view(np.uint32)[:, SIZES] = exponents << 23 | random.integers(0, 2**23, count, np.uint32)
    return side


def any_proxies(random: np.random.Generator, count: int = 20_000) -> Proxies:
    """Return the same with numbers among them that are no places and no words."""
    special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, 1e-38, 3e38, 1e30], np.float32)
    side = any_words(random, count)
    places = random.random(side.shape) < 0.04
    side[places] = random.choice(special, np.count_nonzero(places))
    return side


def any_disc_proxies(random: np.random.Generator) -> Proxies:
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, 1e-38, 1e-22, 3e19, 3e38]
    side = random.normal(size=(20_000, 4)).astype(np.float32)
    places = random.random(side.shape) < 0.04
    side[places] = random.choice(special, np.count_nonzero(places))
    side[:, ERROR] = np.abs(side[:, ERROR])
    return side


# Scenes, and what makes arrays of them ------------------------------------------------


def scene(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    widths, heights = 0.2 + random.random((2, count))
    return ShapeArray.boxes(widths, heights, places, random.random(count))


def scene_of_discs(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    return ShapeArray.circles(places, 0.1 + 0.5 * random.random(count))


def scene_of_segments(
    count: int = ROWS, seed: int = 1, far: float = 0.0, radius: float = 0.2
) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    ways = random.normal(size=(count, 2))
    return ShapeArray.capsules(places, places + ways, radius * random.random(count))


def scene_of_rounded_boxes(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    widths, heights = 0.2 + random.random((2, count))
    radii = 0.01 + 0.5 * random.random(count)
    return ShapeArray.boxes(widths, heights, places, random.random(count), radii=radii)


def scene_of_polygons(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    source = random.Random(seed)
    sides = [3 + k % 15 for k in range(count)]  # some with more vertices than proxies have
    return ShapeArray.from_shapes(
        [
            Polygon.regular(n, 1.0, position=(source.uniform(0, 30) + far, source.uniform(0, 3)))
            for n in sides
        ]
    )


SCENES: dict[str, Callable[..., ShapeArray]] = {
    "boxes": scene,
    "discs": scene_of_discs,
    "segments": scene_of_segments,
    "rounded boxes": scene_of_rounded_boxes,
}


needs_counts = pytest.mark.skipif(
    levels._proxy_counts() is None,
    reason="built without SEPAX_BUILD=bounds, and so without a count of what proxies filter",
)
