"""Queries of scenes: what the verbs for two shapes say of every pair of rows, to the bit.

One sweep: each query about scenes of each kind, in all forms, of rows that see all others or only
those of their group, and of all motions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from questions import assert_same_bits
from scene_judges import Sight, Table, all_pairs
from scene_kinds import KINDS, SHAPES, draw, gather, places, rates, velocities

import sepax
from sepax import Circle, Impacts, Point, Polygon, ShapeArray, ShapeIndex
from sepax._core.arrays.broadphase import candidate_pairs, classified_pairs
from sepax._core.arrays.index import ShapeTree
from sepax._rows.candidates import wide_bounds

Array = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]
every_kind = pytest.mark.parametrize("kind", KINDS)

# The sweep ----------------------------------------------------------------------------------

PAIRED = ((0, 5), (5, 0), (1, 1), (3, 500), (300, 3), (20, 90), (90, 500))
ALONE = (0, 1, 2, 9, 65, 400)
FEWER = (
    (0, 4),
    (4, 0),
    (1, 9),
    (3, 40),
    (40, 3),
    (12, 15),
    (70, 20),
    (9, None),
    (30, None),
)  # compounds
LABELS: dict[str, Callable[[np.random.Generator, int], Rows]] = {
    "in order": lambda random, n: np.sort(random.integers(0, max(n // 8, 1), n)),
    "in disorder": lambda random, n: random.integers(-3, max(n // 8, 1), n),
    "far apart": lambda random, n: random.choice([-(2**63), -5, 0, 7, 2**40, 2**63 - 1], n),
    "one": lambda _, n: np.full(n, 3),
    "alone": lambda _, n: np.arange(n) * 5,
}
SIGHTS = ["all", *LABELS, "ignoring", "ignoring in groups"]


SWEPT: tuple[Callable[..., Any], ...] = (sepax.first_impacts, sepax.sweep_pairs)


class Case(NamedTuple):
    """Two sides, or one; what the verbs say of them; and ways to ask."""

    table: Table
    sight: Sight
    asked: list[tuple[tuple[Any, ...], dict[str, Any]]]  # in turn

    def ask(self, query: Callable[..., Any], k: int, *given: Any, **options: Any) -> Any:
        """Ask in the k-th way."""
        sides, labels = self.asked[k % len(self.asked)]
        a, b = (*sides, None)[:2]
        return query(a, b, *given, **options, **labels, workers=1 + k % 3)


@cache
def table_of(kind: str, n: int, m: int | None) -> Table:
    """Return pairs of rows of a kind, or of that and of all kinds of shapes."""
    if m is None:
        return Table(gather(kind, n))
    if kind in SHAPES:
        return Table(draw(kind, n), draw("mixed" if n % 2 and kind != "far" else kind, m, 2))
    return Table(draw("rounded", n) if n == 70 else gather(kind, n),
                 draw("mixed", m, 2) if n == 1 else gather(kind, m, 2))  # fmt: skip


def sight_of(name: str, table: Table, seed: int) -> Sight:
    random, (n, m) = np.random.default_rng(seed), table.shape
    seen = ~np.eye(n, dtype=np.bool_) if table.alone else np.ones((n, m), np.bool_)
    of_a = of_b = ignore = None
    if name in LABELS or name == "ignoring in groups":
        of_a = LABELS.get(name, LABELS["far apart"])(random, n)
        of_b = of_a if table.alone else LABELS.get(name, LABELS["far apart"])(random, m)
        if n and not table.alone:
            of_a[random.integers(n)] = 123456  # which no row of b has
        seen = seen & (of_a[:, None] == of_b)
    if name.startswith("ignoring"):
        ignore = random.integers(-1, m, (n, seed % 4))
        if m and seed % 4:
            ignore[:, -1] = np.where(seen, table.distances, math.inf).argmin(axis=1)
        seen = seen & ~(ignore[:, :, None] == np.arange(m)).any(axis=1)
    return Sight(seen, of_a, of_b, ignore)


def cases(kind: str, sights: list[str], share: int, first: int = 0) -> Iterator[tuple[int, Case]]:
    """Yield a share of all cases, each with a number, by which ways to ask take turns.

    With several sights, rows that see all others are asked about in all sizes.
    """
    sizes = [*PAIRED, *((n, None) for n in ALONE)] if kind in SHAPES else FEWER
    for k, (name, (n, m)) in enumerate(product(sights, sizes)):
        if (name != "all" or sights == ["all"]) and (k // len(sizes) + k + first) % share:
            continue
        table = table_of(kind, n, m)
        sight = sight_of(name, table, k)
        ways = [((a,), labels) for a, labels in table.forms(0, sight.groups)]
        if not table.alone:
            there = table.forms(1, sight.groups_b)
            ways = [
                ((*a, b), {**labels, **others}) for (a, labels), (b, others) in product(ways, there)
            ]
        yield k, Case(table, sight, ways)


@every_kind
def test_find_pairs(kind: str) -> None:
    """A distance of a pair is within itself, and the next one below is not."""
    for seed, case in cases(kind, SIGHTS[:-2], 3):
        apart = np.sort(case.table.distances[case.table.distances > 0.0])
        low, middle = (float(apart[len(apart) // k]) if len(apart) else 1.0 for k in (9, 2))
        ways = product((True, False), (0.0, low, math.nextafter(low, 0.0), middle, 5e-324))
        for k, (touching, within) in enumerate(ways):
            expected = case.table.find_pairs(case.sight, touching, within)
            assert_same_bits(case.ask(sepax.find_pairs, seed + k, touching, within), expected)


def seeing(case: Case) -> dict[str, Any]:
    return {} if case.sight.ignore is None else {"ignore": case.sight.ignore}


@every_kind
def test_nearest(kind: str) -> None:
    for seed, case in cases(kind, SIGHTS, 3):
        for k, (count, most) in enumerate(
            ((1, math.inf), (3, 0.4), (2, 0.0), (case.table.shape[1] + 2, math.inf), (4, 2.0))
        ):
            for signed in (False, True):
                found = case.ask(
                    sepax.nearest, seed + k, count, most, signed=signed, **seeing(case)
                )
                assert_same_bits(found, case.table.nearest(case.sight, count, most, signed))


def owners(n: int, seed: int) -> list[Any]:
    random, rows = np.random.default_rng(seed), np.arange(n)
    return [
        *(None, rows // 7, random.integers(0, 90, n), (n - rows).tolist(), np.zeros(n, np.uint16)),
        *(np.where(rows < n // 2, 3, 1000), np.repeat(rows[::-1] // 5 * 2, 2)[::2]),
    ]


@every_kind
def test_intersects_any(kind: str) -> None:
    for seed, case in cases(kind, SIGHTS, 3):
        for k, owner in enumerate([None, *owners(case.table.shape[0], seed)]):
            expected = case.table.intersects_any(case.sight, owner)
            found = case.ask(sepax.intersects_any, seed + k, owner=owner, **seeing(case))
            assert_same_bits(found, expected)


def one(x: float, y: float) -> Callable[[int, int], Any]:
    return lambda n, seed: (x, y)


def slow(n: int, seed: int) -> Array:
    found: Array = np.random.default_rng(seed).normal(0.0, 2.0, (n, 2))
    return found


Drawn = Callable[[int, int], Any]
REST = one(0.0, 0.0)
MOTIONS: dict[str, tuple[Drawn, Drawn, float]] = {
    "one velocity": (one(3.0, 1.0), REST, 1.0),
    "along an axis": (one(0.0, -2.0), one(0.0, 0.5), 2.0),
    "together": (one(1e9, 1e9), one(1e9, 1e9 + 1.0), 1.0),
    "at rest": (REST, REST, 1.0),
    "each its own": (velocities, one(0.3, 0.1), 1.0),
    "those of the scene": (one(0.3, 0.1), velocities, 1.0),
    "all their own": (velocities, velocities, 0.5),
    "for ever": (velocities, REST, np.inf),
    "all for ever": (velocities, velocities, np.inf),
    "no time": (velocities, velocities, 0.0),
    "tiny": (one(1e-200, 2e-310), REST, 1e200),
    "denormal": (one(5e-324, 0.0), REST, np.inf),
    "huge": (one(1e72, -1e72), velocities, 1e-72),
}
TURNS: dict[str, tuple[Drawn, Drawn, float, Drawn, Drawn]] = {
    "all turn": (slow, slow, 2.0, lambda n, s: rates(np.random.default_rng(s), n), lambda m, s: 0),
    "both sides turn": (slow, one(0.3, -1.0), 0.5, lambda n, _: 2.5, lambda m, s: slow(m, s)[:, 0]),
    "the scene turns": (one(1.0, 0.5), slow, 9.0, lambda n, _: 0.0, lambda m, s: slow(m, s)[:, 0]),
    "turning for ever": (slow, REST, np.inf, lambda n, s: slow(n, s)[:, 0], lambda m, _: 0.0),
}


def motion_of(motion: str, table: Table) -> tuple[Impacts, dict[str, Any]]:
    """Return what `sweep` says of all pairs, and the arguments of the motion."""
    (n, m), (of_a, of_b, end, *turns) = table.shape, (MOTIONS | TURNS)[motion]
    moving = [of_a(n, 3), of_b(m, 4)]
    turning = [turns[0](n, 5), turns[1](m, 6)] if turns else [0.0, 0.0]
    if table.alone:
        moving[1], turning[1] = moving[0], turning[0]
    names = ("velocity_a", "velocity_b", "angular_velocity_a", "angular_velocity_b")
    given = dict(zip(names, (*moving, *turning), strict=True))
    if table.alone:
        given = {name: value for name, value in given.items() if name.endswith("_a")}
    return table.sweep(moving[0], moving[1], end, turning), {**given, "max_time": end}


@pytest.mark.parametrize("motion", [*MOTIONS, *TURNS])
def test_motions(motion: str) -> None:
    for (first, kind), sights in product(enumerate(KINDS), (["all"], SIGHTS[1:])):
        share = 4 if len(sights) == 1 else 23
        for seed, case in cases(kind, sights, share, first):
            if case.table.pairs.size > 16_000 or (motion in TURNS and kind == "clouds"):
                continue
            swept, motions = motion_of(motion, case.table)
            expected = case.table.first_impacts(case.sight, swept)
            found = case.ask(sepax.first_impacts, seed + first, **motions, **seeing(case))
            assert_same_bits(found, expected)
            if case.sight.ignore is None:
                expected = case.table.sweep_pairs(case.sight, swept)
                assert_same_bits(case.ask(sepax.sweep_pairs, seed + first, **motions), expected)


# Lanes --------------------------------------------------------------------------------------


def boxes_or_circles(kind: str, n: int, lattice: bool, seed: int) -> ShapeArray:
    """Draw shapes that meet some others each; on a lattice they touch, exactly."""
    random = np.random.default_rng(seed)
    spots = places(random, n)
    if lattice:
        spots = random.integers(0, 1.5 * np.sqrt(n), (n, 2)).astype(np.float64)
    if kind == "circles":
        return ShapeArray.circles(spots, 0.5 if lattice else random.uniform(0.1, 1.0, n))
    angles = 0.0 if lattice else random.uniform(0.0, 3.0, n)
    return ShapeArray.boxes(1.0, 1.0 if lattice else random.uniform(0.1, 2.0, n), spots, angles)


@pytest.mark.parametrize("lattice", [False, True])
@pytest.mark.parametrize("kinds", ["boxes", "circles", "boxes circles", "circles boxes"])
def test_pairs_classified_as_they_are_found(kinds: str, lattice: bool) -> None:
    """Lanes drop only pairs that lie apart; the rest is tested if any pair is uncertain."""
    first, last = kinds.split()[0], kinds.split()[-1]
    a = boxes_or_circles(first, 9000, lattice, seed=1)
    b = boxes_or_circles(last, 3000, lattice, seed=2) if " " in kinds else None
    other = a if b is None else b
    rows = [(one._block, wide_bounds(one._block, 0.0, 0.0)) for one in (a, other)]
    near = np.asarray(candidate_pairs(rows[0][1], None if b is None else rows[1][1]))
    for touching in (True, False):
        hit = sepax.intersects(a, other, pairs=near, touching=touching)
        assert np.count_nonzero(hit) > 1000
        assert np.array_equal(sepax.find_pairs(a, b, touching), near[hit])
        kept, all_meet = classified_pairs(touching, *rows[0], *(rows[1] if b is not None else ()))
        assert all_meet == (not lattice)
        assert not all_meet or np.array_equal(np.asarray(kept), near[hit])
        assert len(kept) < len(near) or lattice
    with pytest.raises(ValueError, match="bounds for each"):
        classified_pairs(True, a._block, rows[0][1][1:])


def test_bounds_that_surely_hold_circles() -> None:
    """Rounded, and then a step outwards: from either zero, too, and from the least numbers."""
    places = [0.0, -0.0, 1.0, -1.0, 3.7, -1e60, 1e-300, 5e-324]
    for radius in (1.0, 0.3, 1e-300, 5e-324):
        centres = np.array([(x, y) for x in places for y in places])
        low = np.nextafter(centres - radius, -np.inf)
        high = np.nextafter(centres + radius, np.inf)
        wide = wide_bounds(ShapeArray.circles(centres, radius)._block, 0.0, 0.0)
        assert wide.tobytes() == np.hstack([low, high]).tobytes()


@pytest.mark.parametrize("kind", ["boxes", "circles"])
def test_few_pairs_are_uncertain(kind: str) -> None:
    """Some that touch exactly, among many that lanes can classify."""
    loose, lattice = (boxes_or_circles(kind, n, n < 100, seed=3) for n in (9000, 60))
    shapes = ShapeArray.concatenate([loose, lattice])
    near = np.asarray(candidate_pairs(wide_bounds(shapes._block, 0.0, 0.0)))
    for touching in (True, False):
        hit = sepax.intersects(shapes, shapes, pairs=near, touching=touching)
        kept, all_meet = classified_pairs(
            touching, shapes._block, wide_bounds(shapes._block, 0.0, 0.0)
        )
        assert all_meet
        assert np.array_equal(np.asarray(kept), near[hit])


# Points of an index -------------------------------------------------------------------------


@every_kind
def test_contains_of_an_index(kind: str) -> None:
    for n in (0, 1, 9, 65, 300) if kind in SHAPES else (1, 9, 30):
        rows = gather(kind, n)
        index, drawn = ShapeIndex(rows), places(np.random.default_rng(4), 100)
        corners = index.array.vertices[:200]
        points = np.concatenate((drawn, corners, index.array.centroids[:200], drawn + 1e6))
        expected = sepax.contains(rows, points, pairs=all_pairs(n, len(points)))
        expected = expected.reshape(n, len(points))
        assert_same_bits(sepax.contains(index, points, workers=2), np.argwhere(expected))
        for k in range(0, len(points), 17):
            found = sepax.contains(index, tuple(points[k].tolist()))
            assert_same_bits(found, np.flatnonzero(expected[:, k]))


@pytest.mark.parametrize("far", [0.0, 1e12])
def test_contains_of_many_points_in_many_shapes(far: float) -> None:
    """So many points are taken by cells; a shape and a point far away spoil these, no answer."""
    rng = np.random.default_rng(5)
    spots = rng.uniform(0, 150, (20_000, 2))
    spots[7] += far
    array = ShapeArray.boxes(1.5, 0.7, spots, rng.uniform(0, 3, len(spots)))
    points = np.concatenate((rng.uniform(-9, 159, (5000, 2)), array.vertices[:999], spots[5:9]))
    points = points[rng.permutation(len(points))]
    found = sepax.contains(ShapeIndex(array), points)
    assert np.array_equal(found, sepax.find_pairs(array, ShapeArray.points(points)))
    labels = np.arange(len(array)) % 3
    assert np.array_equal(sepax.contains(ShapeIndex(array, groups=labels), points), found)
    points[-1] = np.nan
    with pytest.raises(ValueError, match=rf"points\[{len(points) - 1}\] must be finite"):
        sepax.contains(ShapeIndex(array), points)


def test_points_of_contains() -> None:
    index = ShapeIndex(draw("touching", 20))
    assert sepax.contains(index, np.empty((0, 2))).shape == (0, 2)
    assert sepax.contains(index, []).shape == (0, 2)
    assert sepax.contains(index, [(0.5, 0.5)]).shape[1] == 2
    assert sepax.contains(index, (90, 90)).shape == (0,)
    for wrong in ((1, 2, 3), [[[1, 2]]]):
        with pytest.raises(ValueError, match="point"):
            sepax.contains(index, wrong)
    with pytest.raises(ValueError, match=r"points\[1\] must be finite"):
        sepax.contains(index, [(0, 0), (np.nan, 0)])
    with pytest.raises(TypeError, match="no pairs, no out"):
        sepax.contains(index, (0, 0), pairs=([0], [0]))  # type: ignore[call-overload]  # on purpose
    with pytest.raises(TypeError, match="no pairs, no out"):
        sepax.contains(index, (0, 0), out=np.empty(1, np.bool_))  # type: ignore[call-overload]


# Where one case is enough --------------------------------------------------------------------


def test_single_shapes_and_iterables() -> None:
    box, ball = Polygon.box(2, 2), Circle((4, 0), 1)
    for a, b in ((box, ball), ([box], iter([ball])), (iter([box]), ball), (box, ShapeIndex(ball))):
        rows, distances = sepax.nearest(a, b)
        assert (rows.tolist(), distances.tolist()) == ([[0]], [[2.0]])
    assert sepax.find_pairs(box, ball, within=2.0).tolist() == [[0, 0]]
    assert sepax.intersects_any(ball, Circle((6, 0), 1)).tolist() == [True]
    assert sepax.first_impacts(box, iter([ball]), (4, 0))[1].time.tolist() == [0.5]
    assert sepax.sweep_pairs(iter([box]), ball, (4, 0))[0].tolist() == [[0, 0]]
    rows, _ = sepax.nearest([box, Point((9, 0))], [ball, Point((8, 0))], k=2)
    assert rows.tolist() == [[0, 1], [1, 0]]


def test_one_owner_of_very_many_candidates() -> None:
    """More rows without a candidate, and more candidates of a row, than are looked at in one go."""
    away = ShapeArray.boxes(1.0, 1.0, np.column_stack((np.arange(3000.0), np.full(3000, -50.0))))
    # Their bounds meet that of the diagonal, they do not.
    below = ShapeArray.boxes(
        0.1, 0.1, np.column_stack((np.arange(3000.0) + 9.0, np.arange(3000.0)))
    )
    diagonal = ShapeArray.boxes(9000.0, 0.1, (1500.0, 1500.0), np.pi / 4)
    queried = ShapeArray.concatenate([away, diagonal])
    owner = np.zeros(len(queried), np.intp)
    assert sepax.intersects_any(queried, below, owner=owner).tolist() == [False]
    hit = ShapeArray.concatenate([below, ShapeArray.circles((1500.0, 1500.0), 0.0)])
    assert sepax.intersects_any(queried, hit, owner=owner).tolist() == [True]


def test_bounds_of_motions_are_wide_enough() -> None:
    """Tips that pass each other within rounding, where the kernel says that they meet."""
    random = np.random.default_rng(8)
    n, passing, wrong = 600, 0, []
    for k in range(n):
        r, s = random.uniform(0.5, 2.0, 2)
        rhombs = [[(x, 0), (0, 1), (-x, 0), (0, -1)] for x in random.uniform(0.1, 3.0, 2)]
        place, away = random.uniform(-10.0, 10.0, 2), random.uniform(5.0, 50.0)
        gap = (r + s) * (1.0 + random.choice([0.0, 1.0, 3.0, 8.0]) * 2.0**-52)
        a = Polygon(r * np.array(rhombs[0]), position=place)
        beside = (place[0] + away, place[1] + gap)
        b = Polygon(s * np.array(rhombs[1]), position=beside)
        velocity = (random.uniform(1.0, 9.0), 0.0)
        expected = a.sweep(b, velocity, max_time=100.0) is not None
        passing += expected and b.bounds[1] > a.bounds[3]
        pairs, _ = sepax.sweep_pairs(a, b, velocity, max_time=100.0)
        rows, _ = sepax.first_impacts(a, b, velocity, max_time=100.0)
        if not (len(pairs) == 1) == (rows[0] == 0) == expected:
            wrong.append(k)
    assert passing > 5
    assert wrong == []


def test_pairs_in_several_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    array, velocity = draw("mixed", 60), velocities(60, 3)
    whole = sepax.sweep_pairs(array, None, velocity)
    monkeypatch.setattr("sepax.scene._SWEPT", 7)
    assert_same_bits(sepax.sweep_pairs(array, None, velocity), whole)


def test_threads_and_workers_change_nothing() -> None:
    """So many rows that threads share them."""
    a, b = draw("mixed", 3000), draw("off centre", 2000, 2)
    index, velocity, owner = ShapeIndex(b), velocities(3000, 3), np.arange(3000) // 3
    turning = {"angular_velocity_a": rates(np.random.default_rng(7), 3000)}

    def answers(workers: int) -> tuple[Any, ...]:
        return (
            sepax.find_pairs(a, index, within=0.1, workers=workers),
            sepax.nearest(a, index, 3, workers=workers),
            sepax.nearest(a, index, groups=owner, groups_b=owner[:2000], workers=workers),
            sepax.intersects_any(a, index, owner=owner, workers=workers),
            sepax.first_impacts(a, index, velocity, workers=workers),
            *(verb(a, b, (2, 1), **turning, workers=workers) for verb in SWEPT),
        )

    alone = answers(1)
    assert_same_bits(answers(3), alone)
    with ThreadPoolExecutor(3) as pool:
        for together in pool.map(answers, [1] * 3):
            assert_same_bits(together, alone)


# What is refused ----------------------------------------------------------------------------

BAD_OWNERS: dict[str, tuple[Any, type[Exception], str]] = {
    "negative": ([0, -1, 2], ValueError, r"owner\[1\] must not be negative, got -1"),
    "negative last": ([0, 1, -2], ValueError, r"owner\[2\] must not be negative, got -2"),
    "too few": ([0, 1], ValueError, r"owner must have one number for each of 3 shapes, got 2"),
    "too many": ([0] * 4, ValueError, "owner must have one number for each of 3 shapes, got 4"),
    "a matrix": ([[0, 1, 2]], ValueError, "owner must have the shape"),
    "a number": (0, ValueError, "owner must have the shape"),
    "fractions": ([0.0, 1.0, 2.0], TypeError, "owner must be integers"),
    "truths": ([True, False, True], TypeError, "owner must be integers"),
    "beyond integers": ([0, 1, 2**70], IndexError, "owner"),
    "too large": ([0, 1, 2**62], MemoryError, "answers for so many owners"),
    "too large, unsorted": ([0, 2**63 - 1, 1], MemoryError, "answers for so many owners"),
    "text": ("012", TypeError, "owner must be integers"),
}


@pytest.mark.parametrize("name", BAD_OWNERS)
def test_bad_owners(name: str) -> None:
    owner, error, message = BAD_OWNERS[name]
    shapes = draw("boxes", 3)
    with pytest.raises(error, match=message):
        sepax.intersects_any(shapes, shapes.copy(), owner=owner)


BAD_MOTIONS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "a velocity too many": ({"velocity_a": np.zeros((4, 2))}, ValueError, "velocity_a must be one"),
    "no velocity": ({"velocity_a": []}, ValueError, "velocity_a must be one for all 3 shapes"),
    "one of b": ({"velocity_b": np.zeros((2, 2))}, ValueError, "velocity_b must be one for all 3"),
    "not finite": ({"velocity_a": (np.inf, 0)}, ValueError, r"velocity_a\[0\] must be finite"),
    "not a number": ({"velocity_b": (np.nan, 0)}, ValueError, r"velocity_b\[0\] must be finite"),
    "too fast": ({"velocity_a": (1e80, 0)}, ValueError, r"velocity_a\[0\] must be finite"),
    "text": ({"velocity_a": "ab"}, TypeError, "velocity_a must be real numbers"),
    "a triple": ({"velocity_a": (1, 2, 3)}, ValueError, "velocity_a must be a pair"),
    "a negative time": ({"max_time": -1.0}, ValueError, "max_time must not be negative or NaN"),
    "no time": ({"max_time": np.nan}, ValueError, "max_time must not be negative or NaN"),
    "times": ({"max_time": [1.0, 2.0, 3.0]}, TypeError, "max_time must be a real number"),
    "None": ({"max_time": None}, TypeError, "max_time must be a real number"),
    "no workers": ({"workers": 0}, ValueError, "workers must be at least 1"),
}


@pytest.mark.parametrize("name", BAD_MOTIONS)
def test_bad_motions(name: str) -> None:
    options, error, message = BAD_MOTIONS[name]
    shapes = draw("boxes", 3)
    for query in SWEPT:
        with pytest.raises(error, match=message):
            query(shapes, shapes.copy(), **{"velocity_a": (1, 0), **options})


def test_what_is_no_scene() -> None:
    shapes = draw("boxes", 3)
    calls: list[Callable[[Any, Any], object]] = [
        sepax.find_pairs,
        sepax.intersects_any,
        lambda a, b: sepax.sweep_pairs(a, b, (1, 0)),
        lambda a, b: sepax.first_impacts(a, b, (1, 0)),
    ]
    for call in calls:
        for thing in (3, "ab", {1: 2}, object(), ShapeTree(shapes._block), ShapeIndex):
            with pytest.raises(TypeError, match="a must be a shape"):
                call(thing, shapes)
            with pytest.raises(TypeError, match="b must be a shape"):
                call(shapes, thing)
        with pytest.raises(TypeError, match=r"b\[0\] must be a shape"):
            call(shapes, [(0, 0)])
    with pytest.raises(ValueError, match="without b, give velocity_a alone"):
        sepax.sweep_pairs(shapes, None, (1, 0), (0, 1))
    with pytest.raises(ValueError, match="workers must be at least 1"):
        sepax.intersects_any(shapes, shapes, workers=0)
    with pytest.raises(ValueError, match="workers must be at least 1"):
        sepax.find_pairs(shapes, workers=0)
