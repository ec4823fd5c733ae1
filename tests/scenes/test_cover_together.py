"""`covers` of unions against a judge that cuts nothing off.

Between the places where edges begin, end or meet, nothing changes: one line in the middle decides.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from fractions import Fraction

import lattice
import numpy as np
import pytest
from regions_exact import OUT, Edge, Spot, along, edges_of, place, shares, spots

import sepax
from sepax import Circle, Compound, Polygon, Segment, Shape

Ring = list[Spot]


def rings_of(shape: Shape | Compound) -> list[Ring]:
    parts = shape.parts if isinstance(shape, Compound) else [shape]
    return [spots(part.vertices.tolist()) for part in parts]


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
    for _ in range(80):
        kinds = ("box", "polygon", "box", "segment")
        figures = [lattice.figure(source, source.choice(kinds)) for _ in range(2)]
        while len(figures) < source.randint(3, 9):
            other = lattice.figure(source, source.choice(kinds))
            figures.append(lattice.beside(source, source.choice(figures), other))
        whole = lattice.compound(figures)
        (x, y), *_ = source.choice(figures).points
        width, height = source.choice((0.25, 0.5, 1.0)), source.choice((0.25, 1.0, 2.0))
        for inner in (
            Polygon.box(width, height, position=(x + 0.25, y - 0.25)),
            Segment((x, y), (x + width, y + source.choice((0, height)))),
            lattice.figure(source, source.choice((*kinds, "point"))).shape(),
        ):
            answers.append(judge(whole, inner))
    assert 40 < sum(answers) < 200


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
