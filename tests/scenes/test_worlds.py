"""Groups and ignored rows: the answers, to the bit, of asking each group by itself."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import sepax
from sepax import Capsule, Circle, Compound, Polygon, Segment, ShapeArray, ShapeIndex

Rows = npt.NDArray[np.intp]
Array = npt.NDArray[np.float64]
Random = np.random.Generator
LARGEST = 2**63 - 1


def mixed(random: Random, n: int, side: float = 6.0) -> ShapeArray:
    """Return shapes of several kinds within a small square, so that many of them meet."""
    at = random.uniform(0.0, side, (n, 2))
    angle = random.uniform(0.0, 6.0, n)
    kinds: list[Any] = [
        lambda k: Polygon.box(1.0, 0.5, position=at[k], angle=float(angle[k])),
        lambda k: Circle(at[k], 0.4),
        lambda k: Segment(at[k], at[k] + 0.7),
        lambda k: Capsule(at[k], at[k] + (0.5, -0.2), 0.2),
        lambda k: Polygon.regular(5, 0.5, position=at[k], angle=float(angle[k])),
    ]
    return ShapeArray.from_shapes([kinds[k % 5](k) for k in range(n)])


def boxes(random: Random, n: int, side: float = 6.0) -> ShapeArray:
    at = random.uniform(0.0, side, (n, 2))
    return ShapeArray.boxes(1.0, 0.5, at, random.uniform(0.0, 6.0, n))


def labels_of(random: Random, n: int, form: str) -> Rows:
    """Return labels in order, in disorder, with gaps or far apart; some rows are alone."""
    if form == "in order":
        return np.sort(random.integers(0, max(n // 8, 1), n))
    if form == "in disorder":
        return random.integers(-3, max(n // 8, 1), n)
    if form == "far apart":
        return random.choice([-(2**63), -5, 0, 7, 2**40, LARGEST], n)
    if form == "one":
        return np.full(n, 3)
    return np.arange(n) * 5  # each alone


FORMS = ["in order", "in disorder", "far apart", "one", "alone"]


def rows_of(labels: Rows) -> dict[int, Rows]:
    return {int(label): np.flatnonzero(labels == label) for label in np.unique(labels)}


def sorted_pairs(pairs: Any) -> Rows:
    joined = np.concatenate([np.empty((0, 2), np.intp), *pairs])
    return joined[np.lexsort((joined[:, 1], joined[:, 0]))]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", [mixed, boxes])
@pytest.mark.parametrize("within", [0.0, 0.3])
@pytest.mark.parametrize("touching", [True, False])
def test_pairs_within_groups_are_those_of_each_group(
    make: Any, form: str, within: float, touching: bool
) -> None:
    random = np.random.default_rng(1)
    for n in (0, 1, 2, 60, 700):
        scene, labels = make(random, n), labels_of(random, n, form)
        found = sepax.find_pairs(scene, None, touching, within, groups=labels)
        expected = sorted_pairs(
            rows[sepax.find_pairs(scene[rows], None, touching, within)]
            for rows in rows_of(labels).values()
        )
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", [mixed, boxes])
@pytest.mark.parametrize("prepared", [False, True])
def test_pairs_of_two_scenes_are_those_of_each_group(make: Any, form: str, prepared: bool) -> None:
    random = np.random.default_rng(2)
    for n, m in ((0, 5), (5, 0), (40, 60), (3, 500), (500, 400)):
        a, b = make(random, n), make(random, m)
        of_a, of_b = labels_of(random, n, form), labels_of(random, m, form)
        if n:
            of_a[random.integers(n)] = 123456  # which no row of b has
        expected = sorted_pairs(
            np.column_stack((rows[pairs[:, 0]], others[pairs[:, 1]]))
            for label, rows in rows_of(of_a).items()
            for others in [np.flatnonzero(of_b == label)]
            for pairs in [sepax.find_pairs(a[rows], b[others])]
        )
        if prepared:
            found = sepax.find_pairs(a, ShapeIndex(b, of_b), groups=of_a)
        else:
            found = sepax.find_pairs(a, b, groups=of_a, groups_b=of_b)
        np.testing.assert_array_equal(found, expected)


def test_a_group_with_many_rows_has_strips_of_its_own() -> None:
    random = np.random.default_rng(3)
    scene = boxes(random, 3000, 60.0)
    labels = random.choice([0, 0, 0, 1], 3000)
    found = sepax.find_pairs(scene, groups=labels)
    pairs = sepax.find_pairs(scene)
    np.testing.assert_array_equal(found, pairs[labels[pairs[:, 0]] == labels[pairs[:, 1]]])
    other = boxes(random, 2000, 60.0)
    of_b = random.choice([0, 0, 1, 7], 2000)
    pairs = sepax.find_pairs(scene, other)
    np.testing.assert_array_equal(
        sepax.find_pairs(scene, other, groups=labels, groups_b=of_b),
        pairs[labels[pairs[:, 0]] == of_b[pairs[:, 1]]],
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("turning", [0.0, 1.5])
def test_sweeps_within_groups_are_those_of_each_group(form: str, turning: float) -> None:
    random = np.random.default_rng(4)
    for n in (1, 60, 300):
        scene, labels = mixed(random, n), labels_of(random, n, form)
        velocity = random.normal(size=(n, 2))
        rate = turning * random.normal(size=n)
        pairs, impacts = sepax.sweep_pairs(
            scene, None, velocity, angular_velocity_a=rate, groups=labels
        )
        every, all_impacts = sepax.sweep_pairs(scene, None, velocity, angular_velocity_a=rate)
        same = labels[every[:, 0]] == labels[every[:, 1]]
        np.testing.assert_array_equal(pairs, every[same])
        np.testing.assert_array_equal(impacts.time, all_impacts.time[same])


def by_groups(a: ShapeArray, b: ShapeArray, of_a: Rows, of_b: Rows, query: Any) -> list[Any]:
    """Return what a query of one shape answers for each row of a, with the rows of b by number."""
    answers = []
    for k in range(len(a)):
        rows = np.flatnonzero(of_b == of_a[k])
        answers.append(query(a[[k]], b[rows], rows))
    return answers


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [5, 20, 90])
@pytest.mark.parametrize("prepared", [False, True])
def test_nearest_in_groups_is_that_of_each_group(form: str, count: int, prepared: bool) -> None:
    random = np.random.default_rng(count)
    for m in (0, 3, 150, 700):
        a, b = mixed(random, count), mixed(random, m)
        of_a, of_b = labels_of(random, count, form), labels_of(random, m, form)
        scene = ShapeIndex(b, of_b) if prepared else b
        labels: Any = {"groups": of_a} if prepared else {"groups": of_a, "groups_b": of_b}
        rows, distances = sepax.nearest(a, scene, 3, 2.0, **labels)

        def query(one: ShapeArray, others: ShapeArray, numbers: Rows) -> tuple[Rows, Array]:
            found, apart = sepax.nearest(one, others, 3, 2.0)
            return np.append(numbers, -1)[found[0]], apart[0]

        for k, (found, apart) in enumerate(by_groups(a, b, of_a, of_b, query)):
            np.testing.assert_array_equal(rows[k], found)
            np.testing.assert_array_equal(distances[k], apart)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [5, 90])
@pytest.mark.parametrize("prepared", [False, True])
@pytest.mark.parametrize("motion", ["together", "apart", "turning"])
def test_first_impacts_in_groups_are_those_of_each_group(
    form: str, count: int, prepared: bool, motion: str
) -> None:
    random = np.random.default_rng(count)
    for m in (0, 3, 150, 700):
        a, b = mixed(random, count), mixed(random, m)
        of_a, of_b = labels_of(random, count, form), labels_of(random, m, form)
        velocity_a = random.normal(size=(count, 2))
        velocity_b = random.normal(size=(m, 2)) if motion == "apart" else np.ones((1, 2))
        rate_b = 2.0 * random.normal(size=m) if motion == "turning" else np.zeros(m)
        scene = ShapeIndex(b, of_b) if prepared else b
        labels: Any = {"groups": of_a} if prepared else {"groups": of_a, "groups_b": of_b}
        rows, impacts = sepax.first_impacts(
            a, scene, velocity_a, velocity_b, 3.0, angular_velocity_b=rate_b, **labels
        )
        for k in range(count):
            others = np.flatnonzero(of_b == of_a[k])
            of_others = velocity_b if len(velocity_b) == 1 else velocity_b[others]
            if len(others) == 0:
                assert rows[k] == -1
                continue
            found, impact = sepax.first_impacts(
                a[[k]],
                b[others],
                velocity_a[[k]],
                of_others,
                3.0,
                angular_velocity_b=rate_b[others],
            )
            assert rows[k] == (others[found[0]] if found[0] >= 0 else -1)
            assert impacts.time[k] == impact.time[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [5, 90])
@pytest.mark.parametrize("owned", [False, True])
def test_intersects_any_in_groups_is_that_of_each_group(form: str, count: int, owned: bool) -> None:
    random = np.random.default_rng(count)
    for m in (0, 3, 150, 700):
        a, b = mixed(random, count, 12.0), mixed(random, m, 12.0)
        of_a, of_b = labels_of(random, count, form), labels_of(random, m, form)
        meets = sepax.find_pairs(a, b)
        meets = meets[of_a[meets[:, 0]] == of_b[meets[:, 1]]]
        hit = np.zeros(count, np.bool_)
        hit[meets[:, 0]] = True
        owner = random.integers(0, 4, count) if owned else None
        if owner is not None:
            hit = np.bincount(owner[hit], minlength=owner.max() + 1) > 0
        scenes: list[Any] = [
            (b, {"groups": of_a, "groups_b": of_b}),
            (ShapeIndex(b, of_b), {"groups": of_a}),
        ]
        for scene, labels in scenes:
            found = sepax.intersects_any(a, scene, owner=owner, **labels)
            np.testing.assert_array_equal(found, hit)


@pytest.mark.parametrize("count", [1, 7, 20, 90])
def test_a_scene_about_itself_leaves_each_row_out(count: int) -> None:
    random = np.random.default_rng(count)
    scene = mixed(random, count)
    labels = labels_of(random, count, "in disorder")
    velocity = random.normal(size=(count, 2))
    own, twin = np.arange(count), scene.copy()
    cases: list[Any] = [{}, {"groups": labels, "groups_b": labels}]
    for given in cases:
        within: Any = {"groups": labels} if given else {}
        rows, distances = sepax.nearest(scene, k=2, **within)
        expected = sepax.nearest(scene, twin, 2, ignore=own, **given)
        np.testing.assert_array_equal(rows, expected[0])
        np.testing.assert_array_equal(distances, expected[1])
        assert not (rows == own[:, None]).any()
        first, impacts = sepax.first_impacts(scene, velocity_a=velocity, **within)
        second, others = sepax.first_impacts(scene, twin, velocity, velocity, ignore=own, **given)
        np.testing.assert_array_equal(first, second)
        np.testing.assert_array_equal(impacts.time, others.time)
        pairs = sepax.find_pairs(scene, **within)
        hit = np.zeros(count, np.bool_)
        hit[pairs] = True
        np.testing.assert_array_equal(sepax.intersects_any(scene, **within), hit)


@pytest.mark.parametrize("count", [5, 90])
@pytest.mark.parametrize("columns", [0, 1, 3])
def test_ignored_rows_are_as_if_they_were_not_there(count: int, columns: int) -> None:
    random = np.random.default_rng(columns)
    a, b = mixed(random, count), mixed(random, 200)
    ignore = random.integers(-1, 200, (count, columns))
    nearest = sepax.nearest(a, b, 1)[0][:, 0]
    if columns:
        ignore[:, -1] = nearest  # so that it counts
    rows, distances = sepax.nearest(a, b, 4, ignore=ignore)
    first, impacts = sepax.first_impacts(a, b, (3.0, 1.0), ignore=ignore)
    hit = sepax.intersects_any(a, b, ignore=ignore)
    for k in range(count):
        seen = np.setdiff1d(np.arange(200), ignore[k])
        found, apart = sepax.nearest(a[[k]], b[seen], 4)
        np.testing.assert_array_equal(rows[k], seen[found[0]])
        np.testing.assert_array_equal(distances[k], apart[0])
        met, impact = sepax.first_impacts(a[[k]], b[seen], (3.0, 1.0))
        assert first[k] == (seen[met[0]] if met[0] >= 0 else -1)
        assert impacts.time[k] == impact.time[0]
        assert hit[k] == sepax.intersects_any(a[[k]], b[seen])[0]


def test_rows_are_ignored_wherever_they_are_in_a_large_scene() -> None:
    """Without a tree, intersects_any tests it in pieces of 1024 rows."""
    scene = ShapeArray.circles([(3.0 * k, 0.0) for k in range(1500)], 1.0)
    for ignored in (1100, 1100 - 1024):
        hit = sepax.intersects_any(scene[[1100]], scene, ignore=[[ignored]])
        assert hit.tolist() == [ignored != 1100]


def some_compounds(random: Random, n: int) -> list[Any]:
    """Return L-shaped compounds, and single shapes among them."""
    at = random.uniform(0.0, 12.0, (n, 2))
    angle = random.uniform(0.0, 6.0, n)
    outline = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    return [
        Polygon.box(1.0, 1.0, position=at[k], angle=angle[k])
        if k % 3 == 0
        else Compound.from_polygon(outline, position=at[k], angle=angle[k])
        for k in range(n)
    ]


@pytest.mark.parametrize("prepared", [False, True])
def test_compounds_have_groups_and_ignore_each_other(prepared: bool) -> None:
    random = np.random.default_rng(6)
    a, b = some_compounds(random, 15), some_compounds(random, 40)
    of_a, of_b = random.integers(0, 3, 15), random.integers(0, 3, 40)
    ignore = random.integers(-1, 40, (15, 2))
    scene: Any = ShapeIndex(b, of_b) if prepared else b
    labels: Any = {"groups": of_a} if prepared else {"groups": of_a, "groups_b": of_b}
    pairs = sepax.find_pairs(a, b)
    same = of_a[pairs[:, 0]] == of_b[pairs[:, 1]]
    np.testing.assert_array_equal(sepax.find_pairs(a, scene, **labels), pairs[same])
    rows, distances = sepax.nearest(a, scene, 2, ignore=ignore, **labels)
    first, impacts = sepax.first_impacts(a, scene, (2.0, 3.0), ignore=ignore, **labels)
    hit = sepax.intersects_any(a, scene, ignore=ignore, **labels)
    for k, shape in enumerate(a):
        seen = np.setdiff1d(np.flatnonzero(of_b == of_a[k]), ignore[k])
        others = [b[row] for row in seen]
        found, apart = sepax.nearest([shape], others, 2)
        np.testing.assert_array_equal(rows[k], seen[found[0]])
        np.testing.assert_array_equal(distances[k], apart[0])
        met, impact = sepax.first_impacts([shape], others, (2.0, 3.0))
        assert first[k] == (seen[met[0]] if met[0] >= 0 else -1)
        assert impacts.time[k] == impact.time[0]
        assert hit[k] == sepax.intersects_any([shape], others)[0]


def test_compounds_of_one_scene_leave_themselves_out() -> None:
    random = np.random.default_rng(7)
    scene = some_compounds(random, 30)
    labels = random.integers(0, 4, 30)
    rows, distances = sepax.nearest(scene, groups=labels)
    hit = sepax.intersects_any(scene, groups=labels)
    first, impacts = sepax.first_impacts(scene, velocity_a=(0.0, 0.0), groups=labels)
    for k, shape in enumerate(scene):
        seen = np.setdiff1d(np.flatnonzero(labels == labels[k]), [k])
        others = [scene[row] for row in seen]
        found, apart = sepax.nearest([shape], others)
        assert rows[k, 0] == seen[found[0, 0]]
        assert distances[k, 0] == apart[0, 0]
        assert hit[k] == (apart[0, 0] == 0.0)
        assert (first[k] >= 0) == hit[k]
        assert impacts.hit[k] == hit[k]


def test_copies_of_a_compound_have_groups() -> None:
    random = np.random.default_rng(8)
    robot = Compound.from_polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
    poses = robot.at(random.uniform(0.0, 12.0, (30, 2)), random.uniform(0.0, 6.0, 30))
    walls = boxes(random, 40, 12.0)
    of_a, of_b = random.integers(0, 3, 30), random.integers(0, 3, 40)
    hit = sepax.intersects_any(poses, walls, groups=of_a, groups_b=of_b)
    for k, pose in enumerate(poses):
        assert hit[k] == sepax.intersects_any([pose], walls[of_b == of_a[k]])[0]
    with pytest.raises(ValueError, match="groups_b without groups"):
        sepax.intersects_any(poses, ShapeIndex(walls, of_b))


def test_iou_of_different_groups_is_zero() -> None:
    random = np.random.default_rng(9)
    a, b = boxes(random, 80), boxes(random, 60)
    of_a, of_b = random.integers(0, 5, 80), random.integers(0, 5, 60)
    whole = sepax.iou_matrix(a, b)
    whole[of_a[:, None] != of_b] = 0.0
    np.testing.assert_array_equal(sepax.iou_matrix(a, b, groups=of_a, groups_b=of_b), whole)
    pairs, shares = sepax.iou_matrix(a, b, 0.1, sparse=True, groups=of_a, groups_b=of_b)
    np.testing.assert_array_equal(pairs, np.argwhere(whole > 0.1))
    np.testing.assert_array_equal(shares, whole[whole > 0.1])


def test_an_index_keeps_its_groups() -> None:
    random = np.random.default_rng(10)
    walls, labels = boxes(random, 90), random.choice([4, -9, LARGEST], 90)
    cars, of_cars = boxes(random, 50), random.choice([4, -9, 0], 50)
    index = pickle.loads(pickle.dumps(ShapeIndex(walls, labels)))
    walls = index.array
    expected = sepax.nearest(cars, walls, groups=of_cars, groups_b=labels)
    np.testing.assert_array_equal(sepax.nearest(cars, index, groups=of_cars)[0], expected[0])
    walls.set_poses(random.uniform(0.0, 6.0, (90, 2)))
    index.refresh()
    expected = sepax.nearest(cars, walls, groups=of_cars, groups_b=labels)
    np.testing.assert_array_equal(sepax.nearest(cars, index, groups=of_cars)[0], expected[0])
    other = random.integers(0, 2, 90)  # labels of the call replace those of the index
    of_cars %= 2
    expected = sepax.nearest(cars, walls, groups=of_cars, groups_b=other)
    found = sepax.nearest(cars, index, groups=of_cars, groups_b=other)
    np.testing.assert_array_equal(found[0], expected[0])
    pairs = sepax.find_pairs(walls, groups=labels)
    np.testing.assert_array_equal(sepax.find_pairs(index), pairs)
    few = pickle.loads(pickle.dumps(ShapeIndex(some_compounds(random, 6), [1, 1, 2, 2, 3, 3])))
    assert set(sepax.find_pairs(few).ravel().tolist()) <= set(range(6))


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_change_no_answer(workers: int) -> None:
    random = np.random.default_rng(11)
    scene = boxes(random, 20_000, 300.0)
    labels = np.repeat(np.arange(1000), 20)
    rows, distances = sepax.nearest(scene, groups=labels, workers=workers)
    apart = sepax.distance(scene, scene, pairs=(np.arange(20_000), rows[:, 0]))
    np.testing.assert_array_equal(distances[:, 0], apart)
    assert (labels[rows[:, 0]] == labels).all()


def touching_boxes() -> tuple[ShapeArray, Rows]:
    """Return boxes of one size on a grid, in four groups of a square each: neighbours touch."""
    places = np.array([(x, y) for y in range(6) for x in range(6)], float)
    return ShapeArray.boxes(1.0, 1.0, places), (places // 3 @ (1, 2)).astype(np.intp)


def test_boxes_that_touch_in_a_group_meet() -> None:
    scene, labels = touching_boxes()
    assert sepax.intersects_any(scene, groups=labels).all()
    assert (sepax.nearest(scene, groups=labels)[1] == 0.0).all()
    first, impacts = sepax.first_impacts(scene, groups=labels)
    assert (impacts.time == 0.0).all()
    lowest = [np.flatnonzero(labels == labels[k]) for k in range(36)]
    apart = sepax.distance(scene[0], scene)
    assert apart[1] == 0.0
    for k, rows in enumerate(lowest):
        meets = rows[(sepax.distance(scene[k], scene[rows]) == 0.0) & (rows != k)]
        assert first[k] == meets[0]
        np.testing.assert_array_equal(sepax.nearest(scene, k=2, groups=labels)[0][k], meets[:2])
    pairs = sepax.find_pairs(scene, groups=labels)
    every = sepax.find_pairs(scene)
    np.testing.assert_array_equal(pairs, every[labels[every[:, 0]] == labels[every[:, 1]]])
    assert len(sepax.find_pairs(scene, touching=False, groups=labels)) == 0


@pytest.mark.parametrize("scale", [1e-160, 1e-75, 1e60])
@pytest.mark.parametrize("k", [1, 3])
def test_scans_hold_at_all_scales(scale: float, k: int) -> None:
    random = np.random.default_rng(12)
    n = 200
    at = scale * random.uniform(0.0, 6.0, (n, 2))
    width, height = scale * random.uniform(0.1, 1.0, (2, n))
    scene = ShapeArray.boxes(width, height, at, random.uniform(0.0, 6.0, n))
    labels = np.repeat(np.arange(10), 20)
    velocity = scale * random.normal(size=(n, 2))
    rows, distances = sepax.nearest(scene, k=k, groups=labels)
    first, impacts = sepax.first_impacts(scene, velocity_a=velocity, groups=labels, max_time=9.0)
    hit = sepax.intersects_any(scene, groups=labels)
    for j in range(n):
        seen = np.setdiff1d(np.flatnonzero(labels == labels[j]), [j])
        found, apart = sepax.nearest(scene[[j]], scene[seen], k)
        np.testing.assert_array_equal(rows[j], seen[found[0]])
        np.testing.assert_array_equal(distances[j], apart[0])
        met, impact = sepax.first_impacts(
            scene[[j]], scene[seen], velocity[[j]], velocity[seen], 9.0
        )
        assert first[j] == (seen[met[0]] if met[0] >= 0 else -1)
        assert impacts.time[j] == impact.time[0]
        assert hit[j] == (apart[0, 0] == 0.0)


@pytest.mark.parametrize("count", [1, 9, 20])
def test_speeds_whose_squares_are_lost_still_lead_to_impacts(count: int) -> None:
    labels: Any = {"groups": [0], "groups_b": np.zeros(count, int)}
    for size, speed, end in ((1.0, 1e-170, 1e200), (1e-80, 1e-300, np.inf), (1.0, 1e-300, np.inf)):
        a = ShapeArray.boxes(size, size, [(0, 0)])
        b = ShapeArray.boxes(size, size, [(5 * size * (k + 1), 0) for k in range(count)])
        velocity = (speed, 0.0)
        expected, impacts = sepax.first_impacts(a, b, velocity, max_time=end)
        assert expected[0] == 0
        found, others = sepax.first_impacts(a, b, velocity, max_time=end, **labels)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(others.time, impacts.time)


def test_a_scene_without_shapes_is_met_by_none() -> None:
    outline = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    shapes: list[Any] = [Compound.from_polygon(outline), Circle((9, 9), 1)]
    cases: list[Any] = [(ShapeArray.circles([], 1), {}), ([], {"groups": [0, 0], "groups_b": []})]
    for scene, labels in cases:
        rows, impacts = sepax.first_impacts(shapes, scene, (1, 0), **labels)
        assert rows.tolist() == [-1, -1]
        assert impacts.hit.tolist() == [False, False]


# Unsigned labels ----------------------------------------------------------------------------

SIGNED = np.array([-(2**63), -1, 0, 5, LARGEST])
UNSIGNED = np.array([2**63, 2**64 - 1, 0, 5, LARGEST], np.uint64)


def answers_by_labels(a: Any, b: Any, own: Any, others: Any) -> list[Any]:
    """Return what every verb says that takes labels of two sides."""
    rays = {"groups": others, "ray_groups": own}
    at, ahead = np.zeros((len(own), 2)), (1.0, 0.5)
    two = {"groups": own, "groups_b": others}
    found = [
        sepax.find_pairs(a, b, **two),
        sepax.nearest(a, b, 2, **two),
        sepax.intersects_any(a, b, **two),
        sepax.first_impacts(a, b, ahead, **two),
        sepax.sweep_pairs(a, b, ahead, **two),
        sepax.raycast(b, at, ahead, **rays),
        sepax.raycast_distances(b, at, ahead, **rays),
        sepax.lidar(b, at, 0.0, 8, 9.0, **rays),
        sepax.find_pairs(a, groups=own),
        sepax.find_pairs(a, ShapeIndex(b, others), groups=own),
        sepax.find_pairs(ShapeIndex(a, own), pickle.loads(pickle.dumps(ShapeIndex(b, others)))),
    ]
    if isinstance(a, ShapeArray) and isinstance(b, ShapeArray):
        scores = np.arange(float(len(a)))
        found += [
            sepax.iou_matrix(a, b, **two),
            sepax.match(a, b, 0.01, classes=(own, others)),
            sepax.nms(a, scores, 0.01, classes=own),
            sepax.nms_groups(a, scores, 0.01, classes=own),
        ]
    return found


def bytes_of(answer: Any) -> bytes:
    return pickle.dumps(answer)


@pytest.mark.parametrize("pools", [(0, 1), (1, 0), (1, 1)], ids=["int, uint", "uint, int", "uint"])
@pytest.mark.parametrize("of_compounds", [False, True])
def test_unsigned_labels_are_compared_by_value(pools: tuple[int, int], of_compounds: bool) -> None:
    random = np.random.default_rng(7)
    scenes: list[Any] = [boxes(random, 40), mixed(random, 50)]
    if of_compounds:
        scenes = [
            [Compound([shape, Circle(shape.position, 0.6)]) for shape in scene] for scene in scenes
        ]
    own, others = (
        random.choice((SIGNED, UNSIGNED)[pool], len(scene))
        for pool, scene in zip(pools, scenes, strict=True)
    )
    numbers = {label: k for k, label in enumerate({*SIGNED.tolist(), *UNSIGNED.tolist()})}
    plain = [np.array([numbers[label] for label in side.tolist()]) for side in (own, others)]
    truth = answers_by_labels(scenes[0], scenes[1], plain[0], plain[1])
    for form in (np.asarray, list, lambda side: side.astype(object)):
        got = answers_by_labels(scenes[0], scenes[1], form(own), form(others))
        assert [*map(bytes_of, got)] == [*map(bytes_of, truth)]
    assert len(truth[0])


def test_one_label_for_all_rays_may_be_unsigned() -> None:
    scene = ShapeArray.circles([(3, 0), (6, 0)], 1)
    labels = np.array([2**64 - 1, 2**64 - 2], np.uint64)
    found = sepax.raycast(scene, (0, 0), (1, 0), groups=labels, ray_groups=2**64 - 2)
    assert found is not None
    assert found.index == 1
    assert sepax.raycast(scene, (0, 0), (1, 0), groups=labels, ray_groups=-1) is None


# Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"groups": [0, 1]}, ValueError, "groups without groups_b"),
        ({"groups_b": [0, 1, 2]}, ValueError, "groups_b without groups"),
        ({"groups": [0], "groups_b": [0, 1, 2]}, ValueError, "groups must be one integer"),
        ({"groups": [0, 1], "groups_b": [0, 1]}, ValueError, "groups_b must be one integer"),
        ({"groups": [[0], [1]], "groups_b": [0, 1, 2]}, ValueError, "one integer for each of 2"),
        ({"groups": [0.5, 1.0], "groups_b": [0, 1, 2]}, TypeError, "groups must be integers"),
        ({"groups": [2**70, 1], "groups_b": [0, 1, 2]}, ValueError, "at most 64 bits"),
        ({"groups": [2**63, -1], "groups_b": [0, 1, 2]}, ValueError, "none negative; got -1 to"),
        ({"ignore": [0]}, ValueError, r"\(2,\) or \(2, k\)"),
        ({"ignore": 0}, ValueError, r"\(2,\) or \(2, k\)"),
        ({"ignore": [0, 3]}, IndexError, r"ignore\[1\] must be a row of the scene, from 0 to 2"),
        ({"ignore": [0, -2]}, IndexError, r"ignore\[1\]"),
        ({"ignore": [2**70, 0]}, IndexError, "beyond any index"),
        ({"ignore": [0.0, 1.5]}, TypeError, "ignore must be integers"),
    ],
)
def test_errors_name_the_argument(keywords: Any, error: type[Exception], message: str) -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    b = ShapeArray.circles([(0, 0), (5, 0), (9, 9)], 1)
    verbs: list[Any] = [sepax.nearest, sepax.intersects_any, sepax.first_impacts]
    if "ignore" not in keywords:
        verbs += [sepax.find_pairs, sepax.sweep_pairs, sepax.iou_matrix]
    for verb in verbs:
        with pytest.raises(error, match=message):
            verb(a, b, **keywords)


@pytest.mark.parametrize("row", [2**70, -(2**70), 2**64 - 1, 2**63])
def test_rows_to_ignore_beyond_any_index(row: int) -> None:
    """Of rays, too, one for all or one for each."""
    scene = ShapeArray.circles([(0, 0), (5, 0)], 1)
    at = [(0, 0), (1, 0)]
    calls: list[Any] = [
        lambda rows: sepax.raycast(scene, at, (1, 0), ignore=rows),
        lambda rows: sepax.raycast_distances(scene, at, (1, 0), ignore=rows),
        lambda rows: sepax.lidar(scene, at, 0.0, 8, 9.0, ignore=rows),
        lambda rows: sepax.move_and_slide(scene, scene, (1, 0), ignore=rows),
    ]
    for call in calls:
        for rows in (row, [0, row]):
            with pytest.raises(IndexError, match="ignore holds numbers beyond any index"):
                call(rows)


def test_groups_b_need_a_second_scene() -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    verbs: list[Any] = [sepax.find_pairs, sepax.nearest, sepax.intersects_any, sepax.first_impacts]
    for verb in verbs:
        with pytest.raises(ValueError, match="groups_b is that of shapes of b"):
            verb(a, groups=[0, 0], groups_b=[0, 0])


def test_an_index_needs_a_label_for_each_row() -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    with pytest.raises(ValueError, match="groups must be one integer for each of 2 rows"):
        ShapeIndex(a, [0, 1, 2])
    with pytest.raises(ValueError, match="groups_b without groups"):
        sepax.nearest(a.copy(), ShapeIndex(a, [0, 1]))
