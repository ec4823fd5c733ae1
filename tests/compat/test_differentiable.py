"""`sepax.torch` and `sepax.jax`: signed distances that they differentiate by the poses.

JAX starts threads, after which a process must not fork. Other tests do, so those of JAX run in a
process of their own.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray
from sepax._posed import signed_distances

SQUARE = Polygon.box(2, 2)
CUP = Compound.from_polygon([(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)])
BARS = ShapeArray.boxes([1, 2, 3], 0.5, angles=[0.5, 1, 2])
CUPS = CompoundArray.at(CUP, [(0, 0), (1, 1), (2, 5)])
Values = np.ndarray[Any, np.dtype[np.float64]]
# What gives distances, and their derivatives by all poses: of a, and of b unless they are None.
Asked = tuple[Values, Values, Values | None]
Door = Callable[[Any, Any, Any, Any], Asked]


def by_arrays(shapes_a: Any, poses_a: Any, shapes_b: Any, poses_b: Any) -> Asked:
    """What both doors call."""
    found, *gradients = signed_distances(shapes_a, poses_a, shapes_b, poses_b)
    for k, poses in enumerate((poses_a, poses_b)):
        if poses is not None and len(poses) == 1:
            gradients[k] = gradients[k].sum(0, keepdims=True)
    return found, gradients[0], gradients[1] if poses_b is not None else None


def by_torch(shapes_a: Any, poses_a: Any, shapes_b: Any, poses_b: Any) -> Asked:
    torch: Any = pytest.importorskip("torch")
    door = importlib.import_module("sepax.torch")
    given = [
        None if poses is None else torch.tensor(poses, dtype=torch.float64, requires_grad=True)
        for poses in (poses_a, poses_b)
    ]
    found = door.signed_distance(shapes_a, given[0], shapes_b, given[1])
    found.sum().backward()
    grads: list[Any] = [None if each is None else each.grad.numpy() for each in given]
    return found.detach().numpy(), grads[0], grads[1]


def by_jax(shapes_a: Any, poses_a: Any, shapes_b: Any, poses_b: Any) -> Asked:
    jax: Any = pytest.importorskip("jax")
    door = importlib.import_module("sepax.jax")
    with jax.enable_x64(True):
        given = [None if poses is None else jax.numpy.array(poses) for poses in (poses_a, poses_b)]

        def total(one: Any, other: Any) -> Any:
            return door.signed_distance(shapes_a, one, shapes_b, other).sum()

        found = door.signed_distance(shapes_a, given[0], shapes_b, given[1])
        which = (0,) if poses_b is None else (0, 1)
        grads = [np.asarray(each) for each in jax.grad(total, which)(*given)]
    return np.asarray(found), grads[0], grads[1] if poses_b is not None else None


OF_JAX = "SEPAX_TEST_JAX" in os.environ
DOORS = pytest.mark.parametrize("door", [by_jax] if OF_JAX else [by_arrays, by_torch])


@pytest.mark.skipif(OF_JAX, reason="this is that process")
def test_those_of_jax() -> None:
    if importlib.util.find_spec("jax") is None:
        pytest.skip("jax is not installed")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    env = os.environ | {"SEPAX_TEST_JAX": "1", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@DOORS
@pytest.mark.parametrize(
    ("shapes_a", "shapes_b", "rows"),
    [
        (SQUARE, SQUARE, (3, 3)),
        (SQUARE, SQUARE, (3, 1)),
        (SQUARE, SQUARE, (1, 3)),
        (BARS, SQUARE, (3, 0)),
        (BARS, BARS, (3, 3)),
        (CUP, BARS, (1, 3)),
        (CUP, BARS, (3, 0)),
        (CUPS, Circle((0, 0), 1), (3, 1)),
    ],
)
def test_gives_the_clearance_and_its_gradients(
    door: Door, shapes_a: Any, shapes_b: Any, rows: tuple[int, int]
) -> None:
    source = np.random.default_rng(5)
    poses = [source.uniform(-4, 4, (count, 3)) if count else None for count in rows]
    found, of_a, of_b = door(shapes_a, poses[0], shapes_b, poses[1])
    expected = [
        sepax.clearance(moved(shapes_a, poses[0], k), moved(shapes_b, poses[1], k))
        for k in range(3)
    ]
    assert found.tolist() == [each.distance for each in expected]
    for gradient, name, count in ((of_a, "gradient_a", rows[0]), (of_b, "gradient_b", rows[1])):
        if gradient is not None:
            each = np.array([getattr(one, name) for one in expected])
            each = each.sum(0, keepdims=True) if count == 1 else each
            np.testing.assert_allclose(gradient, each, rtol=1e-12, atol=1e-12)


def moved(shapes: Any, poses: Values | None, row: int) -> Any:
    """Return one shape at its pose."""
    one = shapes[row] if hasattr(shapes, "__len__") else shapes.copy()
    if poses is not None:
        one.set_pose(*poses[row if len(poses) > 1 else 0])
    return one


@DOORS
@pytest.mark.parametrize(
    ("shapes", "poses", "words"),
    [
        (SQUARE, [[0.0, 1.0]], r"poses_a must have the shape \(n, 3\).*got \(1, 2\)"),
        (SQUARE, [[0.0, 1.0, np.nan]], r"poses_a\[0\] is \[0.0, 1.0, nan\]: not finite"),
        (BARS, [[0.0, 1.0, 2.0]] * 2, "3 shapes_a have 2 poses_a"),
    ],
)
def test_bad_poses_are_named(door: Door, shapes: Any, poses: Any, words: str) -> None:
    with pytest.raises(Exception, match=words):  # JAX raises its own, which quotes the ValueError
        door(shapes, np.array(poses), SQUARE, None)


@DOORS
def test_what_is_no_shape_is_refused(door: Door) -> None:
    with pytest.raises(Exception, match="shapes_b must be a shape, a Compound or an array"):
        door(SQUARE, np.zeros((1, 3)), [1.0], None)


@DOORS
def test_shapes_stay_where_they_are(door: Door) -> None:
    before = BARS.positions.copy()
    door(BARS, np.ones((3, 3)), SQUARE, None)
    assert np.array_equal(BARS.positions, before)


@pytest.mark.skipif(OF_JAX, reason="needs no JAX")
def test_gradcheck_of_torch() -> None:
    torch: Any = pytest.importorskip("torch")
    door = importlib.import_module("sepax.torch")
    given = [torch.randn(3, 3, dtype=torch.float64, requires_grad=True) for _ in range(2)]

    def distances(one: Any, other: Any) -> Any:
        return door.signed_distance(BARS, 3 * one, SQUARE, other)

    assert torch.autograd.gradcheck(distances, given, eps=1e-7, atol=1e-5)


@pytest.mark.skipif(OF_JAX, reason="needs no JAX")
def test_dtype_of_torch_is_that_of_the_poses() -> None:
    torch: Any = pytest.importorskip("torch")
    door = importlib.import_module("sepax.torch")
    poses = torch.tensor([[4.0, 0.0, 0.5]], requires_grad=True)
    found = door.signed_distance(SQUARE, poses, SQUARE)
    found.sum().backward()
    assert found.dtype == poses.grad.dtype == torch.float32
    assert found.item() == np.float32(1.6429918995054242)


@pytest.mark.skipif(not OF_JAX, reason="runs in the process of JAX")
def test_example_of_jax() -> None:
    names = {"sepax": sepax}
    done = doctest.testmod(importlib.import_module("sepax.jax"), extraglobs=names)
    assert done.failed == 0 < done.attempted


@pytest.mark.skipif(not OF_JAX, reason="runs in the process of JAX")
def test_jit_and_vmap_of_jax() -> None:
    jax: Any = pytest.importorskip("jax")
    door = importlib.import_module("sepax.jax")

    def distance(pose: Any) -> Any:
        return door.signed_distance(SQUARE, pose[None], SQUARE)[0]

    poses = jax.numpy.array([[4.0, 0.0, 0.5], [0.5, 3.0, 1.0]])
    found = jax.jit(jax.vmap(jax.value_and_grad(distance)))(poses)
    for k, pose in enumerate(poses):
        value, gradient = jax.value_and_grad(distance)(pose)
        assert found[0][k] == value
        assert np.array_equal(found[1][k], gradient)


@pytest.mark.skipif(OF_JAX, reason="needs no JAX")
def test_importing_sepax_imports_neither() -> None:
    code = "import sys, sepax; sepax.clearance(*[sepax.Circle((0, 0), 1)] * 2); print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {"torch", "jax", "sepax.torch", "sepax.jax"} & set(names.stdout.split())
