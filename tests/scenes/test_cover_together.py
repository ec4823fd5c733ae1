"""`covers` of unions against a judge that cuts nothing off.

Between the places where edges begin, end or meet, nothing changes: one line in the middle decides.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable
from fractions import Fraction

import lattice
import numpy as np
import pytest
from outlines import FRAME
from regions_exact import OUT, Edge, Spot, along, edges_of, place, shares, spots
from test_compound import compound

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape, ShapeArray

Ring = list[Spot]


def rings_of(shape: Shape | Compound) -> list[Ring]:
    parts = shape.parts if isinstance(shape, Compound) else [shape]
    return [spots(part.vertices.tolist()) for part in parts]


def are_near(ring: Ring, other: Ring) -> bool:
    """Whether the boxes around two rings meet."""
    boxes = [[(min(row), max(row)) for row in zip(*one, strict=True)] for one in (ring, other)]
    return all(p[0] <= q[1] and q[0] <= p[1] for p, q in zip(*boxes, strict=True))


def middles(numbers: Iterable[Fraction]) -> list[Fraction]:
    return [(low + high) / 2 for low, high in itertools.pairwise(sorted(set(numbers)))]


def heights(ring: Ring, x: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return from where to where an upright line is in a ring."""
    ends = sorted(
        a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1])
        for a, b in edges_of([ring])
        if (a[0] < x) != (b[0] < x)
    )
    return list(zip(ends[::2], ends[1::2], strict=True))


def is_filled(span: tuple[Fraction, Fraction], others: Iterable[tuple[Fraction, Fraction]]) -> bool:
    reached = span[0]
    for low, high in sorted(others):
        if low <= reached:
            reached = max(reached, high)
    return reached >= span[1]


def area_is_covered(ring: Ring, others: list[Ring]) -> bool:
    edges = edges_of([ring, *others])
    meets = {along(edge, k)[0] for edge, other in itertools.combinations(edges, 2)
             for k in shares(edge, other)}  # fmt: skip
    lines = middles(meets | {x for x, _ in itertools.chain(ring, *others)})
    return all(
        is_filled(span, [other for ring in others for other in heights(ring, x)])
        for x in lines
        for span in heights(ring, x)
    )


def segment_is_covered(segment: Edge, others: list[Ring]) -> bool:
    meets = {Fraction(0), Fraction(1)}
    if segment[0] != segment[1]:
        meets.update(k for other in edges_of(others) for k in shares(segment, other))
    return all(
        any(place(edges_of([ring]), along(segment, k)) != OUT for ring in others)
        for k in [*meets, *middles(meets)]
    )


def is_covered(ring: Ring, others: list[Ring]) -> bool:
    others = [other for other in others if are_near(ring, other)]
    if len(ring) > 2:
        return area_is_covered(ring, [other for other in others if len(other) > 2])
    return segment_is_covered((ring[0], ring[-1]), others)


def judge(a: Compound, b: Shape | Compound) -> bool:
    expected = all(is_covered(ring, rings_of(a)) for ring in rings_of(b))
    assert sepax.covers(a, b) == expected, (a, b)
    return expected


def test_parts_on_a_lattice() -> None:
    """Polygons and segments that overlap, share edges, or end on edges."""
    source, answers = random.Random(31), []
    for _ in range(35):
        kinds = ("box", "polygon", "box", "segment")
        figures = [lattice.figure(source, source.choice(kinds)) for _ in range(2)]
        while len(figures) < source.randint(3, 9):
            other = lattice.figure(source, source.choice(kinds))
            figures.append(lattice.beside(source, source.choice(figures), other))
        whole = lattice.compound(figures)
        (x, y), *_ = source.choice(figures).points
        width, height = source.choice((0.25, 0.5, 1.0)), source.choice((0.25, 1.0, 2.0))
        inners: list[Shape | Compound] = [
            Polygon.box(width, height, position=(x + 0.25, y - 0.25)),
            Segment((x, y), (x + width, y + source.choice((0, height)))),
            lattice.figure(source, source.choice((*kinds, "point"))).shape(),
        ]
        inners.append(lattice.compound([*figures[:1], source.choice(figures)]))
        inners.append(Compound([Polygon.box(0.5, 0.5, position=(x + k, y)) for k in (0, 0.5)]))
        answers += [judge(whole, inner) for inner in inners]
    assert 40 < sum(answers) < len(answers) - 40


@pytest.mark.parametrize("spot", [(0.0, 0.0), (1e8, 0.1), (2.0**200, 1.0)])
def test_parts_with_rounded_vertices(spot: tuple[float, float]) -> None:
    """Posed tiles, whole or cut, and what spans several of them: seams open by a last bit."""
    source, answers = random.Random(32), set()
    size = max(1.0, spot[0] * 2.0**-47)
    for _ in range(8):
        spots = [(x, y) for x in range(3) for y in range(2) if source.random() < 0.9] or [(0, 0)]
        cells = lattice.cells([*spots, (0, 0)], size, source.randrange(3))
        width = size * source.choice((0.5, 1.0, 2.0))
        x, y = source.choice(spots)
        inner = lattice.cells([(x, y), (x, 0)], width, source.randrange(3))
        angle = source.choice((0.0, 0.3, 1.0, 2.5))
        both = [
            Compound([one.shape() for one in some], position=spot, angle=angle)
            for some in (cells, inner)
        ]
        answers |= {judge(*both), judge(both[0], both[1].parts[0])}
        corners = both[1].parts[0].vertices
        answers.add(judge(both[0], Segment(corners[0], corners[2])))
    assert answers == {True, False}


def test_slivers() -> None:
    """Triangles as flat as a last bit, whose sides cross each other at small angles."""
    source, answers = random.Random(33), set()
    for _ in range(30):
        unit = source.choice((1.0, 2.0**-300, 2.0**180, 1e-7))
        shapes: list[Polygon] = []
        while len(shapes) < 6:
            x, y, wide = (source.randint(low, 4) for low in (0, 0, 1))
            thin = 1 + source.choice((1.0, 0.25, 2.0**-20, 2.0**-48))
            ring = np.array([(x, y), (x + wide, y + source.randint(0, 1)), (x + 1, y + thin)])
            shapes.append(Polygon(ring * unit))
        inner = shapes.pop()
        middle = inner.vertices[1:].mean(axis=0)
        whole = Compound([*shapes, *(Polygon([*inner.vertices[[0, k]], middle]) for k in (1, 2))])
        answers |= {judge(whole, inner), judge(Compound(shapes), inner)}
    assert answers == {True, False}


def test_polygons_of_many_corners() -> None:
    """Two halves of a ring cover it, to the bit; one without its last corner does not."""
    ring = Polygon.regular(300, 5.0, position=(3, 1), angle=0.1).vertices
    halves = [Polygon(ring[:151]), Polygon([*ring[150:], ring[0]])]
    assert Compound(halves).covers(Polygon(ring))
    assert Compound([*halves, Polygon.box(1, 1)]).covers(Polygon(ring[::7]))
    assert not Compound([halves[0], Polygon(ring[150:])]).covers(Polygon(ring))
    discs = [Circle((3, 1), radius) for radius in (4.9, 5.0)]
    assert [Compound(halves).covers(disc) for disc in discs] == [True, False]


def test_discs_that_do_not_reach() -> None:
    """What they cannot cover is not covered; where they may, it cannot be told."""
    tiles = [Polygon.box(1, 1, position=(x, 0)) for x in (0, 2)]
    for shape, disc in (
        (Segment((0, 0), (2, 0)), Circle((1, 3), 2.5)),
        (Polygon.box(2, 0.5, position=(1, 0)), Circle((1, 2), 1.75)),  # which only touches
        (Polygon.box(2, 0.5, position=(1, 0)), Circle((4, 0), 1.75)),
    ):
        assert not Compound([*tiles, disc]).covers(shape)
        with pytest.raises(TypeError, match="cannot tell"):
            Compound([*tiles, Circle((1, 0), 0.75)]).covers(shape)
    # A segment holds the centre of the disc, but covers nothing around it.
    parts = [Segment((0, 0), (3, 0)), Circle((1, 0), 1), Polygon.box(1, 1)]
    assert not Compound(parts).covers(Circle((2.5, 0), 1))


@pytest.mark.parametrize("diagonal", [0, 1, 2])
def test_covers_whatever_the_cut(diagonal: int) -> None:
    """Cells, whole or cut, against others of them: of another size, and moved by half of it."""
    source, answers = random.Random(22 + diagonal), set()
    for _ in range(4):
        spots = [(x, y) for x, y in itertools.product(range(4), repeat=2) if source.random() < 0.85]
        whole = lattice.compound(lattice.cells(spots, 1.0, diagonal))
        some = [(x, y) for x, y in itertools.product(range(7), repeat=2) if source.random() < 0.1]
        small = lattice.cells(some or [(0, 0)], 0.5, source.randrange(3))
        large = [figure.moved(0.5, source.choice((0, 0.5))) for figure in lattice.cells([(1, 1)])]
        for other in (small, large, [figure.moved(0.25, 0.25) for figure in small]):
            answers.add(judge(whole, lattice.compound(other)))
            answers.add(judge(lattice.compound(small + large), lattice.compound(other)))
    assert answers == {True, False}


@pytest.mark.parametrize("place", [(0.0, 0.0), (1e9, -3e8)])
def test_covers_pinholes(place: tuple[float, float]) -> None:
    """Triangles that overlap around a place, but for a hole as large as `gap`."""
    answers = set()
    for turn in range(3):
        for gap in (1e-3, 1e-9, 1e-15, 1e-17, 0.0, -1e-16, -1e-9, -1e-3):
            parts = []
            for k in range(3):
                angle = 0.1 + turn + 2 * np.pi * k / 3
                along, out = (
                    np.array([-np.sin(angle), np.cos(angle)]),
                    np.array([np.cos(angle), np.sin(angle)]),
                )
                base = np.array(place) + gap * out
                parts.append(Polygon([base + 4 * along, base - 4 * along, base + 9 * out]))
            middle = Polygon.regular(7, 0.5, position=place, angle=turn)
            answers.add(judge(Compound(parts), middle))
            answers.add(judge(Compound([*parts, *parts[:1]]), middle))
    assert answers == {True, False}


@pytest.mark.thread_unsafe(reason="time is counted for all threads")
def test_covers_by_thousands_of_parts() -> None:
    """In time that grows with their number: only neighbours are compared."""
    began, places = time.process_time(), list(itertools.product(range(60), repeat=2))
    for step in (0.5, 1.0):
        boxes = [Polygon.box(1, 1, position=(x * step, y * step)) for x, y in places]
        side, middle = 59 * step + 1, 29.5 * step
        around = Polygon.box(side, side, position=(middle, middle))
        assert Compound(boxes).covers(around)
        assert not Compound(boxes).covers(Polygon.box(side, side + 0.25, position=(middle, middle)))
        del boxes[60 * 30 + 30]
        assert Compound(boxes).covers(around) == (step == 0.5)
    assert time.process_time() - began < 10.0


def test_what_covers_a_hole_does_not() -> None:
    frame = compound(FRAME)
    assert not frame.covers(Polygon.box(12, 12, position=(6, 6)))
    assert not frame.covers(Polygon.box(0.5, 0.5, position=(6, 6)))
    assert not frame.covers(Polygon(FRAME[1]))  # which only touches, though with all vertices
    assert Polygon.box(12, 12, position=(6, 6)).covers(frame)
    assert not Polygon.box(12, 11.9, position=(6, 6)).covers(frame)
    twice = Compound([*frame.parts, *frame.parts])
    assert not twice.covers(Polygon.box(12, 12, position=(6, 6)))
    assert twice.covers(frame)
    assert frame.covers(Polygon.box(12, 1, position=(6, 0.5)))
    assert not frame.covers(Polygon.box(12, np.nextafter(1, 2), position=(6, 0.5)))


def test_covers_rounded_shapes() -> None:
    tiles = Compound([Polygon.box(2, 2, position=(x, y)) for x in (1, 3) for y in (1, 3)])
    for shape, expected in (
        (Circle((2, 2), 2), True),
        (Circle((2, 2), np.nextafter(2, 3)), False),
        (Circle((1.5, 2), 1.5), True),
        (Circle((1.5, 2), np.nextafter(1.5, 3)), False),
        (Capsule((1, 1), (3, 3), 1), True),
        (Capsule((1, 1), (3, 3), np.nextafter(1, 2)), False),
        (Polygon.box(2, 2, position=(2, 2), radius=1), True),
        (Polygon.box(2, 2, position=(2, 2), radius=1.01), False),
        (Circle((5, 2), 1), False),
        (Circle((3, 4), 1), False),
    ):  # fmt: skip
        assert tiles.covers(shape) == expected, shape
    holed = compound(FRAME)
    assert not holed.covers(Circle((6, 6), 5.5))
    assert not holed.covers(Circle((6, 6), 2))
    assert not holed.covers(Capsule((0.5, 0.5), (11.5, 11.5), 0.25))
    assert holed.covers(Capsule((0.5, 0.5), (0.5, 11.5), 0.5))
    notched = Compound([Polygon.box(4, 4), Polygon([(2, -2), (4, -2), (2, 0)]),
                        Polygon([(2, 2), (2, 0), (4, 2)])])  # fmt: skip
    assert notched.covers(Circle((1, 0), 0.7))
    assert not notched.covers(Circle((1.5, 0), 0.6))


def test_covers_points_and_segments() -> None:
    tiles = Compound([Polygon.box(2, 2, position=(1, 1)), Polygon.box(2, 2, position=(3, 2))])
    assert tiles.covers(Point((2, 0)))
    assert not tiles.covers(Point((2, -0.1)))
    for p, q, expected in (
        ((0, 0), (2, 0), True), ((0, 0), (2.1, 0), False), ((0, 1), (4, 1), True),
        ((0, 2), (4, 2), True), ((0, 0), (4, 2), True), ((2, 0), (2, 3), True),
        ((0, 2), (4, 3), False), ((2, -1), (2, 3), False), ((0, 2), (2, 3), False),
    ):  # fmt: skip
        assert tiles.covers(Segment(p, q)) == expected, (p, q)
    line = Compound([Segment((0, 0), (2, 0)), Segment((1, 0), (5, 0)), Segment((3, 0), (3, 3))])
    assert line.covers(Segment((0.5, 0), (4, 0)))
    assert line.covers(line)
    assert not line.covers(Segment((0.5, 0), (5.5, 0)))
    assert not line.covers(Segment((3, 0), (4, 1)))
    assert not line.covers(Polygon.box(1, 1, position=(3, 0)))
    cross = Compound([Segment((-1, -1), (1, 1)), Segment((-1, 1), (1, -1))])
    assert not cross.covers(Polygon.box(2, 2))
    gap = Compound([Segment((0, 0), (2, 0)), Segment((np.nextafter(2, 3), 0), (5, 0))])
    assert not gap.covers(Segment((0.5, 0), (4, 0)))


def test_rounded_parts_cover_alone() -> None:
    balls = Compound([Circle((0, 0), 2), Circle((3, 0), 2), Polygon.box(1, 1, position=(9, 9))])
    assert balls.covers(Polygon.box(1, 1))
    assert balls.covers(Compound([Circle((0, 0), 2), Circle((3, 1), 0.5)]))
    assert not balls.covers(Polygon.box(9, 1))
    assert not balls.covers(Polygon.box(1, 1, position=(20, 0)))
    with pytest.raises(TypeError, match="covers cannot tell whether parts with a radius"):
        balls.covers(Polygon.box(3, 0.5, position=(1.5, 0)))
    with pytest.raises(TypeError, match="covers cannot tell"):
        balls.covers(Segment((0, 0), (3, 0)))
    mixed = Compound([*tiles(2), Circle((1, 1), 0.5)])
    assert mixed.covers(Polygon.box(2, 1, position=(1, 1)))


def tiles(count: int, size: float = 1.0) -> list[Polygon]:
    return [
        Polygon.box(size, size, position=((x + 0.5) * size, (y + 0.5) * size))
        for x, y in itertools.product(range(count), repeat=2)
    ]


def test_covers_in_rows() -> None:
    whole = Compound(tiles(3))
    boxes = ShapeArray.boxes(1, 1, [(1, 1), (0, 0), (2.5, 1)])
    assert sepax.covers(whole, boxes).tolist() == [True, False, True]
    assert sepax.covers(boxes, whole).tolist() == [False] * 3
    assert sepax.covers([whole, boxes[0]], boxes[0]).tolist() == [True, True]
    assert sepax.covers([whole], boxes, pairs=[(0, 2), (0, 1)]).tolist() == [True, False]
    out = np.empty(3, np.bool_)
    assert whole.covers(boxes, out=out, workers=2) is out
    assert whole.covers(boxes[0]) is True
    assert boxes[0].covers(whole) is False
