"""Paths of poses, against `sweep` of every piece, and against dense sampling."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scene_kinds import off_centre as outlines
from test_sweep_turning_compounds import mixed, tile

import sepax
from sepax import Circle, Compound, Point, Polygon, ShapeArray, ShapeIndex, paths
from sepax._rows.sides import RowList

Rng = np.random.Generator
Floats = npt.NDArray[np.float64]


def random_paths(rng: Rng, count: int, poses: int, spread: float) -> Floats:
    """Return paths that go on and turn, some of them straight, some of them still for a while."""
    steps = rng.normal(0.0, spread, (count, poses, 3))
    steps[..., 2] = rng.normal(0.0, 1.0, (count, poses)) * rng.choice([0.0, 0.1, 3.0], (count, 1))
    steps *= rng.choice([0.0, 1.0], (count, poses, 1), p=[0.1, 0.9])
    steps[:, 0] = rng.uniform(-9.0, 9.0, (count, 3))
    found: Floats = np.cumsum(steps, axis=1)
    return found


def one_by_one(shape: Any, scene: list[Any], poses: Floats) -> tuple[int, float]:
    """Return what a path does by `sweep` of each piece with each shape of a scene."""
    twin = shape.copy()
    for k, ((x, y, angle), (to_x, to_y, to_angle)) in enumerate(
        zip(poses[:-1].tolist(), poses[1:].tolist(), strict=True)
    ):
        twin.set_pose(x, y, angle)
        times = [
            sepax.time_of_impact(
                twin, other, (to_x - x, to_y - y), angular_velocity_a=to_angle - angle
            )
            for other in scene
        ]
        if min(times, default=math.inf) < math.inf:
            return k, min(times)
    twin.set_pose(*poses[-1].tolist())
    if any(twin.intersects(other) for other in scene):
        return max(len(poses) - 2, 0), float(len(poses) > 1)
    return -1, math.inf


def assert_is(found: tuple[Any, Floats], expected: list[tuple[int, float]]) -> None:
    piece, time = found
    assert piece.dtype == np.intp
    assert time.dtype == np.float64
    assert list(zip(piece.tolist(), time.tolist(), strict=True)) == expected


KINDS: dict[str, Any] = {
    "box": lambda rng: Polygon.box(2.0, 0.5),
    "rounded": lambda rng: Polygon([(0, 0), (2, 0), (1, 1)], radius=0.1),
    "disc": lambda rng: Circle((3.0, 2.0), 0.7),
    "point": lambda rng: Point((1.0, 1.0)),
    "compound": lambda rng: tile(rng, 3.0),
    "compound with discs": lambda rng: mixed(rng, 3.0),
    "compound of one disc": lambda rng: Compound([Circle((0.5, 1.0), 0.4)]),
}


def scenes(rng: Rng) -> dict[str, Any]:
    shapes = outlines(rng, 25, 12.0)
    return {
        "array": shapes,
        "index": ShapeIndex(shapes),
        "list": [*shapes[:9], tile(rng, 9.0), mixed(rng, 9.0)],
        "compound": Compound(shapes[:12], position=(1.0, 2.0), angle=0.3),
        "shape": Polygon.box(5.0, 3.0, position=(4.0, 4.0)),
        "index of compounds": ShapeIndex([tile(rng, 9.0), mixed(rng, 9.0), *shapes[:3]]),
    }


def items(scene: Any) -> list[Any]:
    if isinstance(scene, ShapeIndex):
        groups = scene._indexed.scene.rows
        return groups.items if isinstance(groups, RowList) else list(scene.array)
    return [scene] if isinstance(scene, (Compound, sepax.Shape)) else list(scene)


@pytest.mark.parametrize("kind", KINDS)
def test_paths_of_one_shape(kind: str) -> None:
    rng = np.random.default_rng([len(kind), 1])
    for scene, poses in product(scenes(rng).values(), (1, 2, 3, 14)):
        shape = KINDS[kind](rng)
        before = repr(shape)
        many = random_paths(rng, 12, poses, 1.0)
        expected = [one_by_one(shape, items(scene), path) for path in many]
        assert_is(sepax.sweep_path(shape, scene, many), expected)
        assert_is(sepax.sweep_path(shape, scene, many[0]), expected[:1])
        assert_is(sepax.sweep_path(shape, scene, many[:1].tolist(), workers=2), expected[:1])
        assert repr(shape) == before


@pytest.mark.parametrize("poses", [1, 2, 9, 40])
def test_paths_of_many_shapes(poses: int) -> None:
    rng = np.random.default_rng([poses, 2])
    scene = outlines(rng, 12, 20.0)
    shapes: list[Any] = [*outlines(rng, 12, 1.0), tile(rng, 1.0), mixed(rng, 1.0), mixed(rng, 9.0)]
    many = random_paths(rng, len(shapes), poses, 0.7)
    for rows in (shapes, ShapeArray(shapes[:12])):
        given = many[: len(rows)]
        expected = [
            one_by_one(shape, list(scene), path) for shape, path in zip(rows, given, strict=True)
        ]
        assert_is(sepax.sweep_path(rows, scene, given), expected)
        alike = [one_by_one(shape, list(scene), many[0]) for shape in rows]
        assert_is(sepax.sweep_path(rows, scene, many[0]), alike)
        assert_is(sepax.sweep_path(rows, scene, many[:1]), alike)
    assert len({piece for piece, _ in expected}) > 1


def test_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    scene = outlines(rng, 60, 30.0)
    many = random_paths(rng, 400, 30, 0.5)
    for shape in (Polygon.box(1.0, 0.4), mixed(rng, 1.0)):
        piece, time = sepax.sweep_path(shape, scene, many)
        assert len(set(piece.tolist())) > 9
        again = sepax.sweep_path(shape, scene, many, workers=2)
        for rows in (1, 64, 700):
            with monkeypatch.context() as patch:
                patch.setattr(paths, "_ROWS", rows)
                some = slice(40) if rows == 1 else slice(None)
                other = sepax.sweep_path(shape, scene, many[some])
            assert other[0].tolist() == piece[some].tolist()
            assert other[1].tobytes() == time[some].tobytes()
        assert (again[0].tobytes(), again[1].tobytes()) == (piece.tobytes(), time.tobytes())


@pytest.mark.parametrize("kind", KINDS)
def test_against_dense_sampling(kind: str) -> None:
    """Exactly nothing meets at any pose before the time, and at the time they are very near."""
    rng = np.random.default_rng([len(kind), 4])
    scene = outlines(rng, 12, 12.0)
    hits = 0
    for path in random_paths(rng, 30, 8, 1.0):
        shape = KINDS[kind](rng)
        (piece,), (time,) = sepax.sweep_path(shape, scene, path)
        for k in range(7 if piece < 0 else piece + 1):
            for t in np.linspace(0.0, 1.0, 12).tolist():
                shape.set_pose(*(path[k] + t * (path[k + 1] - path[k])).tolist())
                if (k, t) < ((piece, time - 1e-7) if piece >= 0 else (9, 0.0)):
                    assert not sepax.intersects_any(shape, scene)[0]
        if piece >= 0:
            hits += 1
            shape.set_pose(*(path[piece] + time * (path[piece + 1] - path[piece])).tolist())
            assert sepax.nearest(shape, scene)[1][0, 0] < 1e-12
    assert hits > 3


def test_a_path_that_hits_ends_there() -> None:
    """Poses beyond the first meeting are not even taken: at some of them no shape could be."""
    needle = Polygon([(0.0, 0.0), (1.0, 0.0), (0.0, 1e-6)])
    wall = Polygon.box(1.0, 9.0, position=(3.0, 0.0))
    path = np.zeros((100, 3))
    path[1:, 0] = 9.0
    path[60:, 0] = 2.0**60
    beside = path.copy()
    beside[:, 1] = 99.0
    piece, time = sepax.sweep_path(needle, wall, path)
    assert (piece[0], time[0]) == (0, pytest.approx(1.5 / 9.0))
    with pytest.raises(ValueError, match=r"^poses\[60\]: at position .* the vertices round"):
        sepax.sweep_path(needle, wall, beside)
    with pytest.raises(ValueError, match=r"^poses\[1, 60\]: at position .* the vertices round"):
        sepax.sweep_path(needle, wall, np.stack([path, beside]))


def test_turns_between_poses_are_not_missed() -> None:
    """A bar that turns all round, or most of it, between two poses that are free."""
    bar, post = Polygon.box(4.0, 0.1), Circle((0.0, 1.5), 0.1)
    assert_is(sepax.sweep_path(bar, post, [(0, 0, 0), (0, 0, 0)]), [(-1, math.inf)])
    for angle in (2.0 * math.pi, -2.0 * math.pi, 4.0, 1e6):
        piece, time = sepax.sweep_path(bar, post, [(0.0, 0.0, 0.0), (0.0, 0.0, angle)])
        assert piece[0] == 0
        bar.set_pose(0.0, 0.0, time[0] * angle)
        assert 0.0 <= bar.distance(post) < 1e-9
        assert 1.3 < abs(time[0] * angle) < math.pi / 2.0


def test_straight_paths_are_the_sweep_that_stands() -> None:
    rng = np.random.default_rng(5)
    boxes = ShapeArray.boxes(1.0, 0.5, rng.uniform(-9, 9, (200, 2)), rng.uniform(-3, 3, 200))
    scene = outlines(rng, 40, 15.0)
    path = np.zeros((200, 2, 3))
    path[:, 0, :2], path[:, 0, 2] = boxes.positions, boxes.angles
    path[:, 1] = path[:, 0]
    path[:, 1, :2] += rng.normal(0.0, 9.0, (200, 2))
    piece, time = sepax.sweep_path(boxes, scene, path)
    rows, impacts = sepax.first_impacts(boxes, scene, path[:, 1, :2] - path[:, 0, :2])
    assert ((rows >= 0) == (piece == 0)).all()
    assert time.tobytes() == impacts.time.tobytes()
    assert (piece == -1).any()


def test_a_meeting_at_the_last_pose_alone() -> None:
    """There the test is exact: a corner that touches counts, and a gap of one rounding does not."""
    box, wall = Polygon.box(2.0, 2.0), Polygon.box(2.0, 2.0, position=(5.0, 0.0))
    for start in (0.1, 0.3, -7.7):
        at_wall = [(start, 0.0, 0.0), (3.0, 0.0, 0.0)]
        assert_is(sepax.sweep_path(box, wall, at_wall), [(0, 1.0)])
        piece, time = sepax.sweep_path(box, wall, [(start, 9.0, 1.0), (start, 0.0, 0.0), *at_wall])
        assert (piece[0], time[0]) == (2, 1.0)
    assert_is(sepax.sweep_path(box, wall, [(3.0, 0.0, 0.0)]), [(0, 0.0)])
    assert_is(sepax.sweep_path(box, wall, [(math.nextafter(3.0, 0.0), 0.0, 0.0)]), [(-1, math.inf)])


def test_nothing() -> None:
    none, box = ShapeArray([]), Polygon.box(1.0, 1.0)
    assert_is(sepax.sweep_path(box, none, np.zeros((3, 4, 3))), [(-1, math.inf)] * 3)
    assert_is(sepax.sweep_path(box, box, np.zeros((0, 4, 3))), [])
    assert_is(sepax.sweep_path(none, box, np.zeros((0, 4, 3))), [])
    assert_is(sepax.sweep_path(none, box, np.zeros((4, 3))), [])
    assert_is(sepax.sweep_path(none, none, np.zeros((1, 1, 3))), [])


PATH = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "no poses": (np.zeros((0, 3)), ValueError, "at least one pose in each path"),
    "no poses in paths": (np.zeros((2, 0, 3)), ValueError, "at least one pose in each path"),
    "pairs": ([(0.0, 0.0)], ValueError, r"must have the shape \(m, 3\) or, of many paths"),
    "one pose": ((0.0, 0.0, 0.0), ValueError, r"must have the shape \(m, 3\) or, of many paths"),
    "four axes": (np.zeros((1, 1, 1, 3)), ValueError, r"must have the shape \(m, 3\)"),
    "number": (1.0, ValueError, r"must have the shape \(m, 3\)"),
    "text": ("poses", TypeError, "poses must be real numbers"),
    "truths": ([[True, False, True]], TypeError, "poses must be real numbers"),
    "ragged": ([[[0.0, 0.0, 0.0]], [[0.0, 0.0]]], ValueError, "poses"),
    "nan": ([*PATH, [0.0, math.nan, 0.0]], ValueError, r"poses\[2\]: x and y must be finite"),
    "far": ([PATH, [PATH[0], [0.0, 2.0**241, 0.0]]], ValueError, r"poses\[1, 1\]: x and y must be"),
    "angle": ([*PATH, [0.0, 0.0, math.inf]], ValueError, r"poses\[2\]: the angle must be finite"),
    "large angle": ([[0.0, 0.0, 2.0**32]], ValueError, r"poses\[0\]: the angle must be .* 2\*\*31"),
    "turn": (
        [*PATH, [0.0, 0.0, -(2.0**31)], [0.0, 0.0, 2.0**31]],
        ValueError,
        r"poses\[2\]: the next pose must be within 2\*\*240 and 2\*\*31 radians",
    ),
    "way": (
        [[2.0**240, 0.0, 0.0], [-(2.0**240), 0.0, 0.0]],
        ValueError,
        r"poses\[0\]: the next pose must be within",
    ),
    "paths": ([PATH] * 3, ValueError, "one path for all 2 shapes or one each, got 3 paths"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    poses, kind, words = REFUSED[name]
    pair = ShapeArray.boxes(1.0, 1.0, [(0.0, 0.0), (5.0, 0.0)])
    with pytest.raises(kind, match=words):
        sepax.sweep_path(pair, pair, poses)


def test_refused_shapes_and_workers() -> None:
    box = Polygon.box(1.0, 1.0)
    with pytest.raises(TypeError, match="shape must be a shape"):
        sepax.sweep_path(3, box, PATH)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"scene\[1\] must be a shape"):
        sepax.sweep_path(box, [box, None], PATH)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="workers"):
        sepax.sweep_path(box, box, PATH, workers=0)
    index = ShapeIndex(ShapeArray([box]))
    index.array.set_poses([(1.0, 0.0)], [0.0])
    with pytest.raises(ValueError, match="scene is a ShapeIndex of an array whose poses were set"):
        sepax.sweep_path(box, index, PATH)
