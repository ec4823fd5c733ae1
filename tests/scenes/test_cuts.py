"""An outline is exactly the region within its posed rings, however it was cut into parts.

The answers must be the same for several cuts of the same rings, and those of the exact regions.
"""

from __future__ import annotations

import functools
import hashlib
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest
from other_cuts import cuts_of
from processes import output_of
from regions_exact import Relation, edges_of, place, spots
from test_outlines import CORNER, HOLE, ISLAND, SLOT, SQUARE, T_ROOM, rings_of

import sepax
from sepax import Compound, CompoundArray, ShapeArray, ShapeIndex
from sepax._core.simd import levels

PINCHED = [(0, 0), (2, 0), (2, 2), (4, 2), (4, 4), (2, 4), (2, 2), (0, 2)]
OUTLINES: dict[str, tuple[Any, ...]] = {
    "room": (T_ROOM,),
    "corner": (CORNER,),
    "slot": (SLOT,),
    "frame": (SQUARE, HOLE),
    "island": (ISLAND,),
    "star": (outlines.star(11, scale=4.0),),
    "gear": (outlines.gear(6, 3.0), outlines.gear(3, 1.0)),
    "hole at a corner": (SQUARE, [(0, 0), (3, 1), (1, 3)]),
    "hole at an edge": (SQUARE, [(3, 0), (4, 2), (2, 2)]),
    "pinched": (PINCHED,),
}
NAMES = list(OUTLINES)
BAR = [(0, 0), (1, 0), (1, 2), (0, 2)]
CHIP = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
SMALL = {"bar": (BAR,), "chip": (CHIP,)}  # fit into others, across seams


@functools.cache
def made(name: str) -> tuple[Compound, ...]:
    exterior, *holes = (OUTLINES | SMALL)[name]
    return tuple(cuts_of(exterior, tuple(holes)).values())[:6]


def cuts(name: str) -> list[Compound]:
    return [shape.copy() for shape in made(name)]


def pose_of(k: int) -> tuple[float, float, float]:
    """Poses at angles k / 100, on the lattice and far from the origin."""
    far = (1.0, 1.0, 1e3, 1e7)[k % 4]
    return (k * 37 % 11 - 5) * far, (k * 53 % 11 - 5) * far, (k * 97 % 629) / 100


def pair_of(name: str, k: int) -> tuple[list[Compound], list[Compound]]:
    """Return the cuts of two outlines on one lattice, whose edges are flush but for rounding."""
    first, (x, y, angle) = cuts(name), pose_of(k)
    second = cuts((NAMES[k // 6 % len(NAMES)], "bar", "chip")[0 if k % 6 == 0 else 1 + k % 2])
    dx, dy = np.random.default_rng(k).integers(-2 if k % 6 == 0 else 0, 5, 2).tolist()
    for shape in first:
        shape.set_pose(x, y, angle)
    cosine, sine = math.cos(angle), math.sin(angle)
    for shape in second:
        shape.set_pose(x + cosine * dx - sine * dy, y + sine * dx + cosine * dy, angle)
    return first, second


def verbs(a: Any, b: Any, **form: Any) -> dict[str, list[Any]]:
    """Return what two sides are to each other: in one form of a call, both ways round."""
    back = {"pairs": form["pairs"][::-1]} if "pairs" in form else {}
    touch = [sepax.intersects(a, b, **form), sepax.intersects(b, a, **back)]
    touch += [sepax.distance(a, b, **form) == 0.0, sepax.distance(b, a, **back) == 0.0]
    overlap = [sepax.intersects(a, b, touching=False, **form)]
    overlap += [sepax.intersects(b, a, touching=False, **back)]
    covers = {"covers": [sepax.covers(a, b, **form)], "covered": [sepax.covers(b, a, **back)]}
    return {"touch": touch, "overlap": overlap, **covers}


def contacts(a: Any, b: Any) -> dict[str, list[Any]]:
    """Return the flags of a contact, both ways round, as `verbs` names them."""
    one, back = sepax.collide(a, b), sepax.collide(b, a)
    assert (one is None) == (back is None)
    if one is None or back is None:
        return {}
    return {"covers": [one.b_in_a, back.a_in_b], "covered": [one.a_in_b, back.b_in_a]}


def all_answers(first: list[Compound], second: list[Compound]) -> dict[str, npt.NDArray[np.bool_]]:
    """Return the answers about all pairs of cuts, in all forms; all of one kind must be one."""
    a, b = CompoundArray(first), CompoundArray(second)
    i, j = (grid.ravel() for grid in np.indices((len(a), len(b))))
    last = first[-1], second[-1]
    rows = [verbs(a, b, pairs=(i, j)), verbs(a[i], b[j]), verbs(last[0], b), verbs(a, last[1])]
    rows += [verbs(p, q) for p, q in zip(first[1:], reversed(second), strict=False)]
    found = {kind: [np.ravel(one) for row in rows for one in row[kind]] for kind in rows[0]}
    for one, other in ((a, b), (ShapeIndex(a), second), (first, ShapeIndex(b))):
        count = len(sepax.find_pairs(one, other))
        found["touch"] += [np.array([count > 0, count == len(i)])]
        if not isinstance(one, ShapeIndex):
            found["touch"].append(sepax.intersects_any(one, other))
            found["touch"].append(sepax.nearest(one, other)[1][:, 0] == 0.0)
    return {kind: np.concatenate(answers) for kind, answers in found.items()}


@pytest.mark.parametrize("name", NAMES)
def test_verbs_do_not_depend_on_the_cut(name: str) -> None:
    for k in range(22):
        first, second = pair_of(name, k)
        answers = all_answers(first, second)
        for kind, found in answers.items():
            assert (found == found[0]).all(), (kind, k)
        if k % 7 == 0:
            for a, b in zip(first, second, strict=False):
                for kind, flags in contacts(a, b).items():
                    assert flags == [answers[kind][0]] * 2, (kind, k)
            exact = Relation(rings_of(first[0]), rings_of(second[0]))
            swapped = Relation(rings_of(second[0]), rings_of(first[0]))
            assert answers["touch"][0] == exact.touch(), k
            assert answers["overlap"][0] == exact.overlap(), k
            assert answers["covers"][0] == exact.covers(), k
            assert answers["covered"][0] == swapped.covers(), k


def spots_of(shape: Compound) -> npt.NDArray[np.float64]:
    """Return vertices, and places on the lines between them: on seams of some cut or other."""
    ring = np.concatenate((shape.exterior, *shape.holes))
    i, j = np.triu_indices(len(ring), 1)
    middles = 0.5 * ring[i] + 0.5 * ring[j]
    return np.unique(np.concatenate((ring, middles[:: 1 + len(middles) // 40])), axis=0)


@pytest.mark.parametrize("name", NAMES)
def test_points_and_segments_do_not_depend_on_the_cut(name: str) -> None:
    for k in range(11):
        shapes = cuts(name)
        for shape in shapes:
            shape.set_pose(*pose_of(k))
        there = spots_of(shapes[0])
        edges = edges_of(rings_of(shapes[0]))
        held = [shapes[0].contains(spot) for spot in there.tolist()]
        if k % 10 == 0:
            assert held == [place(edges, spot) >= 0 for spot in spots(there.tolist())]
        array, points = CompoundArray(shapes), ShapeArray.points(there)
        lines, index = ShapeArray.segments(there[:-1], there[1:]), ShapeIndex(array)
        assert sepax.intersects_any(points, array).tolist() == held
        everywhere = np.argwhere(np.tile(held, (len(array), 1)))
        assert sepax.contains(index, there).tolist() == everywhere.tolist()
        ways = [
            [shape.intersects(lines, touching=touching).tolist() for touching in (True, False)]
            + [shape.covers(lines).tolist(), (shape.distance(lines) == 0.0).tolist()]
            for shape in shapes
        ]
        for shape, way in zip(shapes, ways, strict=True):
            assert sepax.contains(shape, there).tolist() == held
            assert shape.covers(points).tolist() == held
            assert sepax.intersects(points, shape).tolist() == held
            assert (shape.distance(points) == 0.0).tolist() == held
            assert way == ways[0]
        number, far = sepax.nearest(points, index)
        assert (far[:, 0] == 0.0).tolist() == held
        assert not number[held].any()


def test_the_nearest_outline_does_not_depend_on_the_cut() -> None:
    """Of several outlines in a row; where two are as near but for rounding, either may be first."""
    rng = np.random.default_rng(3)
    points = ShapeArray.points(rng.uniform(-5, 60, (200, 2)) * (1.0, 0.2))
    for k in range(12):
        scenes = [[made(name)[c % len(made(name))].copy() for name in NAMES] for c in range(6)]
        for scene in scenes:
            for i, shape in enumerate(scene):
                shape.set_pose(5.5 * i, 0.0, (k * 97 % 629) / 100 + i)
        number, far = sepax.nearest(points, scenes[0], 2)
        clear = (far[:, 0] == 0.0) | (far[:, 1] - far[:, 0] > 1e-9)
        assert clear.mean() > 0.9
        for scene in scenes:
            for asked in (scene, CompoundArray(scene), ShapeIndex(scene)):
                found, apart = sepax.nearest(points, asked)
                assert found[clear, 0].tolist() == number[clear, 0].tolist()
                assert ((apart[:, 0] == 0.0) == (far[:, 0] == 0.0)).all()
                assert (sepax.find_pairs(asked) == sepax.find_pairs(scenes[0])).all()


def digest() -> str:
    """Return a number for answers about all cuts; the bits of distances are not among them."""
    seen = hashlib.sha256()
    for k in range(7):
        for answers in all_answers(*pair_of(NAMES[k * 3 % len(NAMES)], k)).values():
            seen.update(answers.tobytes())
    return seen.hexdigest()


@pytest.mark.parametrize("level", levels._levels())
def test_instruction_sets_do_not_depend_on_the_cut(level: str) -> None:
    program = "import test_cuts as test; print(test.digest())"
    assert output_of(program, level).strip() == digest()


@pytest.mark.parametrize("name", ["frame", "star", "gear", "hole at an edge"])
def test_what_describes_the_same_rings_makes_the_same_outline(name: str) -> None:
    """Another start, another winding, another order of holes, vertices within edges."""
    exterior, *holes = (np.array(ring, float) for ring in OUTLINES[name])
    if name == "frame":
        holes = [holes[0] * 0.25 + at for at in ((0.5, 0.5), (3.0, 0.5), (0.5, 3.0))]
    plain = Compound.from_polygon(exterior, holes)
    rng = np.random.default_rng(5)
    for k in range(12):
        rings = [np.roll(ring, rng.integers(9), 0)[:: rng.choice([-1, 1])] for ring in holes]
        outer = np.roll(exterior, k, 0)[:: -1 if k % 2 else 1]
        if name == "frame":  # where vertices can be exactly on edges
            after = np.roll(outer, -1, 0)
            outer = np.stack((outer, 0.5 * outer + 0.5 * after, after), 1).reshape(-1, 2)
        other = Compound.from_polygon(outer, [rings[i] for i in rng.permutation(len(rings))])
        plain.set_pose(0.0, 0.0, 0.0)
        assert np.array_equal(other.parts.vertices, plain.parts.vertices)
        assert {*map(tuple, other.exterior)} == {*map(tuple, plain.exterior)}
        for shape in (plain, other):
            shape.set_pose(*pose_of(k))
        box = Compound.from_polygon(HOLE, angle=k / 100)
        assert verbs(plain, box) == verbs(other, box)


@pytest.mark.parametrize("name", NAMES)
def test_an_outline_covers_itself(name: str) -> None:
    """Also where rings touch, which can cross by a last bit once they are posed."""
    array = CompoundArray(cuts(name))
    i, j = (grid.ravel() for grid in np.indices((len(array), len(array))))
    for x, y, angle in map(pose_of, range(25)):
        array.set_poses((x, y), angle)
        assert sepax.covers(array, array, pairs=(i, j)).all()
        assert sepax.intersects(array, array, pairs=(i, j), touching=False).all()
    assert contacts(array[0], array[1]) == {"covers": [True] * 2, "covered": [True] * 2}


def test_other_cuts_are_cuts() -> None:
    """Each outline has several cuts, whose parts have its vertices, its area and no overlaps."""
    for name in NAMES:
        shapes = cuts(name)
        assert len({shape.parts.vertices.tobytes() for shape in shapes}) == len(shapes) >= 4
        corners = np.concatenate((shapes[0].exterior, *shapes[0].holes))
        for shape in shapes:
            assert {*map(tuple, shape.vertices)} == {*map(tuple, corners)}
            assert shape.area == pytest.approx(shapes[0].area, rel=1e-9)
            assert not sepax.find_pairs(shape.parts, touching=False).size
