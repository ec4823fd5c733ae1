"""Outlines with parts that a pose rounds away."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from regions_exact import Relation
from test_outlines import rings_of

import sepax
from sepax import Compound, CompoundArray, Polygon, ShapeIndex

# Two vertices are a last bit apart.
NEEDLE = [(441.9, 156.1), (427, 159), (456, 229), (441.9, 156.10000000000002)]
# A slit of a last bit, and a box around most of it: the parts beside the slit are whole.
SLIT = [(0, 0), (10, 0), (10, 5), (4, 5), (10, 5 + 1e-15), (10, 10), (0, 10)]
SHELF = [(0, 0), (9, 0), (9, 3), (6, 1e-15), (3, 3), (0, 3)]
THIN: dict[str, Sequence[tuple[float, float]]] = {"needle": NEEDLE, "slit": SLIT, "shelf": SHELF}


def far_poses(count: int, seed: int) -> list[tuple[float, float, float]]:
    rng = np.random.default_rng(seed)
    scales = 10.0 ** rng.uniform(0, 9, count)
    places = rng.uniform(-1, 1, (count, 2)) * scales[:, None]
    return [(*place, k / 100) for k, place in enumerate(places.tolist())]


@pytest.mark.parametrize("name", THIN)
def test_they_can_be_posed_wherever_their_rings_have_an_area(name: str) -> None:
    shape = Compound.from_polygon(THIN[name])
    for pose in far_poses(300, 1):
        shape.set_pose(*pose)
        assert shape.area >= 0.0
    rows = CompoundArray([shape] * 300)
    poses = np.array(far_poses(300, 1))
    rows.set_poses(poses[:, :2], poses[:, 2])
    assert rows.intersects(shape)[-1]


@pytest.mark.parametrize("name", THIN)
def test_answers_are_those_of_the_rings(name: str) -> None:
    shape = Compound.from_polygon(THIN[name])
    for k, pose in enumerate(far_poses(40, 2)):
        shape.set_pose(*pose)
        corner = shape.exterior[k % len(shape.exterior)]
        box = Polygon.box(1, 2, position=corner, angle=pose[2])
        exact = Relation(rings_of(shape), rings_of(box))
        assert shape.intersects(box) is box.intersects(shape) is exact.touch()
        assert shape.intersects(box, touching=False) is exact.overlap()
        assert shape.covers(box) is exact.covers()
        assert (shape.distance(box) == 0.0) is exact.touch()
        if exact.overlap():
            parted = box.copy()
            parted.push_out_of(shape)
            assert not parted.intersects(shape, touching=False)


@pytest.mark.parametrize("name", THIN)
def test_every_way_to_ask_has_the_same_bits(name: str) -> None:
    """Queries of one pair pose parts one by one; scenes pose all of them at once."""
    shape = Compound.from_polygon(THIN[name])
    rows, index = CompoundArray([shape]), ShapeIndex(CompoundArray([shape]))
    for pose in (*far_poses(20, 3), (0.0, 0.0, 0.0), (1.0, 2.0, 0.5)):
        shape.set_pose(*pose)
        rows.set_poses([pose[:2]], [pose[2]])
        index = ShapeIndex(rows)
        box = Polygon.box(1, 2, position=shape.exterior[0], angle=0.2)
        assert rows.mtv(box)[0].tolist() == [list(shape.mtv(box) or ())]
        contact, contacts = shape.collide(box), rows.collide(box)
        assert (contact is not None) == contacts.hit[0]
        assert rows.overlap_area(box)[0] == shape.overlap_area(box)
        hit = sepax.raycast(shape, (0.0, 0.0), (1.0, 0.3))
        assert sepax.raycast(index, (0.0, 0.0), (1.0, 0.3)) == hit
        fresh = Compound.from_polygon(THIN[name], position=pose[:2], angle=pose[2])
        assert all(
            p.vertices.tolist() == q.vertices.tolist()
            for p, q in itertools.zip_longest(fresh.parts, shape.parts)
        )


def test_a_safe_pose_brings_the_parts_back() -> None:
    """More vertices than an array stores compactly, and symmetric: the part is a body."""
    angles = [2 * math.pi * k / 20 for k in range(20)]
    lens = [(math.cos(a), 1e-12 * math.sin(a)) for a in angles]
    shape = Compound.from_polygon([*lens, (4, -3)])
    before = [part.vertices.tolist() for part in shape.parts]
    first = shape.mtv(Polygon.box(1, 1))
    shape.set_pose(1e7, 1e7, 0.3)
    sepax.raycast(shape, (0, 0), (1, 1))
    shape.mtv(Polygon.box(1, 1, position=shape.exterior[0]))
    shape.set_pose(0, 0, 0)
    assert [part.vertices.tolist() for part in shape.parts] == before
    assert shape.mtv(Polygon.box(1, 1)) == first


def test_a_ring_that_is_rounded_away_is_refused() -> None:
    hole = [(1, 1), (1, 2), (1 + 1e-13, 1)]
    frame = Compound.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [hole])
    before = frame.exterior.tolist()
    with pytest.raises(ValueError, match=r"^ring 1: at position \(10000000000\.0, 0\.0\)"):
        frame.set_pose(1e10, 0.0, 0.0)
    assert frame.exterior.tolist() == before
    rows = CompoundArray([frame, frame])
    with pytest.raises(ValueError, match=r"^compound 1: ring 1: at position"):
        rows.set_poses([(0, 0), (1e10, 0)], [0, 0])
    assert rows.positions.tolist() == [[0, 0], [0, 0]]
    with pytest.raises(ValueError, match="2\\*\\*240"):
        frame.set_pose(2.0**240, 0.0, 0.0)
