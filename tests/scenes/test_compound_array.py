"""CompoundArray answers, bit for bit, as single compounds do that are made from scratch."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from compound_rows import FAMILIES, Rows, asked, forms, frozen, mixed, scratch
from outlines import FRAME, L_TILE, T_TILE, U_TILE, comb, star

import sepax
from sepax import (
    Circle,
    Compound,
    CompoundArray,
    Polygon,
    ShapeArray,
    ShapeIndex,
)

# --- the queries --------------------------------------------------------------------------


def pairs_with(array: Any) -> Any:
    """Return pairs of rows with rows of the five on the other side."""
    rows = np.arange(40) % len(array)
    return rows, np.arange(40) * 7 // 3 % 5


def velocity(rows: Rows, count: int) -> Any:
    return np.random.default_rng(7).normal(size=(count, 2)) * 8 * rows.size


Query = Callable[[Any, Any, Rows], Any]
PAIRWISE = """
    intersects separating_axis distance nearest_points mtv collide overlap_area iou covers
"""


def every_way(name: str) -> Query:
    """Return a query by a verb of two: of pairs, one and many on either side, row by row."""
    verb = getattr(sepax, name)
    return lambda x, y, _: (
        verb(x, y, pairs=pairs_with(x)),
        verb(x, y[2], workers=2),
        verb(y[1], x),
        verb(x, x),
    )


VERBS: dict[str, Query] = {name: every_way(name) for name in PAIRWISE.split()}
VERBS |= {
    "interiors meet": lambda x, y, rows: sepax.intersects(x, y, False, pairs=pairs_with(x)),
    "margin": lambda x, y, rows: sepax.collide(x, y, rows.size, pairs=pairs_with(x)),
    "sweep": lambda x, y, rows: [
        sepax.sweep(x, y, velocity(rows, 40), touching=on, skip_leaving=skip, pairs=pairs_with(x))
        for on, skip in ((True, False), (True, True), (False, False))
    ],
    "times": lambda x, y, rows: (
        sepax.time_of_impact(x, y, velocity(rows, 40), pairs=pairs_with(x), workers=3),
        sepax.time_of_impact(y[0], x, (rows.size, 0), angular_velocity_b=0.5),
    ),
    "contains": lambda x, y, rows: (
        sepax.contains(x, rows.positions), sepax.contains(x, tuple(rows.positions[0].tolist())),
    ),
    "extents": lambda x, y, rows: (
        sepax.project(x, [(1, 2)]), sepax.support_point(x, [(1, 2), (-3, 1)] * len(x), pairs=(
            np.repeat(np.arange(len(x)), 2), np.arange(2 * len(x)),
        )),
    ),
}  # fmt: skip


def labels(array: Any) -> Any:
    return np.arange(len(array)) % 3


SCENES: dict[str, Query] = {
    "find_pairs": lambda x, y, rows: (
        sepax.find_pairs(x), sepax.find_pairs(x, y, workers=2), sepax.find_pairs(y, x),
        sepax.find_pairs(x, y, touching=False), sepax.find_pairs(x, None, False),
    ),
    "within": lambda x, y, rows: (
        sepax.find_pairs(x, y, within=rows.size), sepax.find_pairs(x, within=rows.size),
    ),
    "nearest": lambda x, y, rows: (
        sepax.nearest(x, y, k=2, workers=2), sepax.nearest(y, x, k=3), sepax.nearest(x),
        sepax.nearest(x, y, max_distance=rows.size),
    ),
    "intersects_any": lambda x, y, rows: (
        sepax.intersects_any(x, y), sepax.intersects_any(y, x, workers=2), sepax.intersects_any(x),
        sepax.intersects_any(x, y, owner=labels(x)[::-1]),
    ),
    "first_impacts": lambda x, y, rows: (
        sepax.first_impacts(x, y, velocity(rows, len(x))),
        sepax.first_impacts(y, x, (1, rows.size)),
        sepax.first_impacts(x, velocity_a=velocity(rows, len(x))),
    ),
    "sweep_pairs": lambda x, y, rows: (
        sepax.sweep_pairs(x, y, velocity(rows, len(x))), sepax.sweep_pairs(y, x, (rows.size, 0)),
    ),
    "raycast": lambda x, y, rows: (
        sepax.raycast(x, 2 * rows.positions, rows.positions[::-1] - 2 * rows.positions),
        sepax.raycast(x, 3 * rows.positions, -rows.positions, radius=0.1 * rows.size),
        sepax.raycast_distances(x, 3 * rows.positions, -rows.positions, workers=2),
        sepax.lidar(x, rows.positions * 1.1, 0.1, 12, 30 * rows.size),
    ),
}  # fmt: skip
WORLDS: dict[str, Query] = {
    "groups": lambda x, y, rows: (
        sepax.find_pairs(x, y, groups=labels(x), groups_b=labels(y)),
        sepax.nearest(x, y, groups=labels(x), groups_b=labels(y)),
        sepax.intersects_any(x, groups=labels(x)),
        sepax.raycast(
            x, 3 * rows.positions, -rows.positions, groups=labels(x), ray_groups=labels(x)
        ),
    ),
    "ignore": lambda x, y, rows: (
        sepax.intersects_any(x, y, ignore=np.arange(len(x)) % 4),
        sepax.intersects_any(x, y, owner=labels(x), ignore=np.arange(len(x)) % 4 - 1),
        sepax.nearest(x, ignore=(np.arange(len(x)) + 1) % len(x)),
    ),
    "nms": lambda x, y, rows: sepax.nms(x, np.cos(np.arange(len(x))), 0.02),
    "iou_matrix": lambda x, y, rows: (
        sepax.iou_matrix(x, y), sepax.iou_matrix(x, x, 0.01, sparse=True), sepax.match(x, y, 0.01),
    ),
    "slide": lambda x, y, rows: sepax.move_and_slide(
        Circle(tuple((rows.positions[0] + 9 * rows.size).tolist()), rows.size), x,
        (-18 * rows.size, -17 * rows.size),
    ),
    "path": lambda x, y, rows: sepax.sweep_path(
        Polygon.box(rows.size, rows.size), x,
        np.column_stack([rows.positions[[0, -1, 0]] * 1.5, [0.0, 1.0, 2.0]]),
    ),
}  # fmt: skip
QUERIES = VERBS | SCENES | WORLDS


def others(rows: Rows) -> list[Any]:
    """Return five rows for the other side: compounds, or shapes among them."""
    singles = scratch(rows)
    alike = [singles[k % len(singles)].copy() for k in range(3)]
    for k, single in enumerate(alike):
        x, y = single.position
        single.set_pose(x + (k - 1) * rows.size, y + 0.5 * rows.size, 0.5 * k)
    x, y = rows.positions[0].tolist()
    return [*alike, Circle((x, y), rows.size), Polygon.box(rows.size, rows.size, position=(x, y))]


class TestAnswers:
    @pytest.mark.parametrize("query", QUERIES)
    @pytest.mark.parametrize("family", FAMILIES)
    def test_are_those_of_single_compounds(self, family: str, query: str) -> None:
        rows = FAMILIES[family]
        ask, other = QUERIES[query], others(rows)
        expected = asked(ask, scratch(rows), other, rows)
        made = forms(rows)
        for name, array in {**made, "list": list(made["unpickled"])}.items():
            assert asked(ask, array, other, rows) == expected, name

    @pytest.mark.quick
    @pytest.mark.parametrize("query", SCENES)
    @pytest.mark.parametrize("family", ["shared", "many parts", "one row", "outlines"])
    def test_of_an_index_are_those_of_the_array(self, family: str, query: str) -> None:
        rows = FAMILIES[family]
        ask, other = SCENES[query], others(rows)
        expected = asked(ask, scratch(rows), other, rows)
        array = forms(rows)["of compounds"]
        array.set_poses(rows.positions + 2 * rows.size, 0.0)
        index = ShapeIndex(array)
        assert len(index) == len(array)
        array.set_poses(rows.positions, rows.angles)
        with pytest.raises(ValueError, match="call its refresh"):
            sepax.find_pairs(index)
        array.parts  # noqa: B018  takes up the poses: the index is stale all the same
        with pytest.raises(ValueError, match="call its refresh"):
            ask(index, other, rows)
        index.refresh()
        array.set_poses(np.empty((0, 2)), where=[])
        with pytest.raises(ValueError, match=r"^(compound 0: )?position must be finite"):
            array.set_poses((np.nan, 0.0))
        assert asked(ask, index, other, rows) == expected
        assert asked(ask, pickle.loads(pickle.dumps(index)), other, rows) == expected

    def test_on_both_sides(self) -> None:
        one, two = FAMILIES["outlines"], mixed(count=5, most_parts=12)
        a, b = CompoundArray(scratch(one)), CompoundArray(scratch(two))
        for name, ask in (VERBS | SCENES).items():
            expected = asked(ask, scratch(one), scratch(two), one)
            assert asked(ask, a, b, one) == expected, name

    @pytest.mark.quick
    @pytest.mark.parametrize("family", FAMILIES)
    def test_contents(self, family: str) -> None:
        rows = FAMILIES[family]
        singles = scratch(rows)
        for name, array in forms(rows).items():
            for column, of_one in (
                ("bounds", "bounds"), ("areas", "area"), ("centroids", "centroid"),
                ("positions", "position"), ("angles", "angle"),
            ):  # fmt: skip
                values = getattr(array, column)
                expected = np.array([getattr(each, of_one) for each in singles])
                assert frozen(values) == frozen(expected), (name, column)
                assert not values.flags.writeable
            whole = ShapeArray.concatenate([each.parts for each in singles])
            assert frozen(array.parts) == frozen(whole), name
            counts = np.cumsum([0, *(len(each.parts) for each in singles)])
            assert array.part_offsets.tolist() == counts.tolist()
            assert repr(array) == f"<CompoundArray: {len(singles)} compounds, {counts[-1]} parts>"
            for one, single in zip(array, singles, strict=True):
                assert type(one) is Compound
                assert one.same_as(single)

    @pytest.mark.parametrize("family", ["mixed", "many parts", "outlines"])
    @pytest.mark.parametrize("query", QUERIES)
    def test_of_a_compound_right_after_its_pose(self, family: str, query: str) -> None:
        """Its parts are posed only when something asks."""
        rows = FAMILIES[family]
        ask, other = QUERIES[query], others(rows)
        expected = asked(ask, scratch(rows), other, rows)
        moved = scratch(rows._replace(positions=rows.positions + 1, angles=rows.angles + 1))
        for k, single in enumerate(moved):
            if k % 2:  # in some the parts were posed before
                assert len(single.vertices)
            x, y = rows.positions[k].tolist()
            single.set_pose(x, y, rows.angles[k].item())
        assert asked(ask, moved, other, rows) == expected

    def test_of_one_compound_asked_over_and_over(self) -> None:
        """After some queries all parts are posed at once."""
        rng = np.random.default_rng(11)
        parts = FAMILIES["many parts"].parts[0] * 2
        single, ball = Compound(parts), Circle((3, 1), 0.5)
        for _ in range(20):
            x, y, angle = rng.normal(size=3).tolist()
            single.set_pose(x, y, angle)
            anew = Compound(parts, position=(x, y), angle=angle)
            expected = frozen(anew.nearest_points(ball)), anew.intersects(ball)
            for _ in range(12):
                assert (frozen(single.nearest_points(ball)), single.intersects(ball)) == expected
            assert frozen(single.parts) == frozen(anew.parts)


# --- how arrays are made ------------------------------------------------------------------


@pytest.mark.quick
class TestConstructors:
    def test_from_outlines(self) -> None:
        outlines = [[L_TILE], FRAME, [T_TILE], [star(30, 1)], [comb(6)]] * 3
        rings = list(itertools.chain(*outlines))
        vertices = np.concatenate(rings)
        offsets = np.cumsum([0, *map(len, rings)])
        polygons = np.cumsum([0, *map(len, outlines)])
        singles = [Compound.from_polygon(rings[0], rings[1:]) for rings in outlines]
        for workers in (1, 2, 3):
            array = CompoundArray.from_outlines(vertices, offsets, polygons, workers=workers)
            for one, single in zip(array, singles, strict=True):
                assert one.same_as(single)
            assert frozen(array.areas) == frozen(np.array([each.area for each in singles]))
            assert frozen(sepax.find_pairs(array)) == frozen(sepax.find_pairs(singles))

    def test_from_invalid_outlines(self) -> None:
        bow, good = [(0, 0), (2, 2), (2, 0), (0, 2)], np.asarray(L_TILE, float)
        vertices = np.concatenate([good, bow, good + 9])
        offsets = np.cumsum([0, len(good), 4, len(good)])
        with pytest.raises(ValueError, match=r"outline 1: .*cross"):
            CompoundArray.from_outlines(vertices, offsets)
        array, kept = CompoundArray.from_outlines(vertices, offsets, invalid="skip")
        assert kept.tolist() == [True, False, True]
        assert array[1].same_as(Compound.from_polygon(good + 9))
        none, kept = CompoundArray.from_outlines(bow, [0, 4], invalid="skip")
        assert (len(none), kept.tolist()) == (0, [False])
        with pytest.raises(ValueError, match="invalid must be"):
            CompoundArray.from_outlines(bow, [0, 4], invalid="hull")  # type: ignore[call-overload]

    def test_arrays_without_rows(self) -> None:
        nothing = np.empty((0, 2))
        cup = Compound.from_polygon(U_TILE)
        for array in (
            CompoundArray(), CompoundArray.from_outlines(nothing, [0]), cup.at(nothing),
            cup.at((0, 0))[:0], CompoundArray.concatenate([]), copy.copy(CompoundArray()),
            pickle.loads(pickle.dumps(cup.at(nothing))), CompoundArray([cup])[[False]],
        ):  # fmt: skip
            assert len(array) == 0
            assert list(array) == []
            assert repr(array) == "<CompoundArray: 0 compounds, 0 parts>"
            assert array.bounds.shape == (0, 4)
            assert array.centroids.shape == array.positions.shape == (0, 2)
            assert len(array.parts) == len(array.areas) == len(array.angles) == 0
            array.set_poses(nothing, [])
            array.set_poses((1, 2), 3)
            for ask in (sepax.find_pairs, sepax.intersects_any, sepax.distance):
                assert len(ask(array, cup)) == 0
            assert sepax.nearest(cup, array)[0].tolist() == [[-1]]
            assert sepax.raycast(array, (0, 0), (1, 0)) is None
            assert len(sepax.find_pairs(ShapeIndex(array))) == 0
            assert len(CompoundArray.concatenate([array, cup.at((1, 1))])) == 1

    def test_copies_are_independent_and_share_geometry(self) -> None:
        rows = FAMILIES["shared"]
        array = CompoundArray(scratch(rows))
        before = frozen(array.parts)
        for twin in (array.copy(), copy.copy(array), copy.deepcopy(array), array[:], CompoundArray(
            array), CompoundArray.concatenate([array])):  # fmt: skip
            twin.set_poses((0, 0), 1.0)
            assert frozen(array.parts) == before
            assert frozen(twin.parts) != before
        pair = Compound(rows.parts[0])
        more = pair.at([(0, 0)] * 1000).nbytes - pair.at([(0, 0)]).nbytes
        assert 40 < more / 999 < 60  # a pose and the number of its geometry
        assert CompoundArray([pair, pair.copy()]).nbytes < CompoundArray([pair]).nbytes + 200

    @pytest.mark.parametrize("family", ["mixed", "shared", "outlines"])
    @pytest.mark.parametrize("is_posed", [False, True])
    def test_rows_that_are_taken(self, family: str, is_posed: bool) -> None:
        rows = FAMILIES[family]
        array = CompoundArray([Compound(parts) for parts in rows.parts])
        if is_posed:
            array.set_poses(rows.positions, rows.angles)
        for chosen in ([6, 0, 6, 5], [], [3], list(range(len(array)))[::-1]):
            taken = array.take(chosen)
            for column in ("areas", "bounds", "centroids", "positions", "angles"):
                assert frozen(getattr(taken, column)) == frozen(getattr(array, column)[chosen])
            singles = [array[k] for k in chosen]
            assert frozen(sepax.find_pairs(taken)) == frozen(sepax.find_pairs(singles))

    def test_subclasses(self) -> None:
        class Parcels(CompoundArray):
            __slots__ = ()

        class Land(Compound):
            """With attributes of its own."""

        land = Land.from_polygon(L_TILE, position=(3, 4), angle=0.5)
        land.owner = "Ada"  # type: ignore[attr-defined]
        parcels = Parcels([land, land.copy()])
        for array in (parcels, parcels[1:], parcels.copy(), parcels.take([0]), Parcels.at(
            land, (1, 1)), Parcels.concatenate([parcels])):  # fmt: skip
            assert type(array) is Parcels
            assert type(array[0]) is Compound
        assert parcels[0].same_as(land)

    def test_what_is_refused(self) -> None:
        cup = Compound.from_polygon(U_TILE)
        array, never = cup.at([(0, 0), (9, 0)]), Compound.__new__(Compound)
        for given, error, message in (
            ([cup, Circle((0, 0), 1)], TypeError, r"compounds\[1\] must be a Compound"),
            (cup, TypeError, "got a Compound"),
            (7, TypeError, "not iterable"),
            ([never], ValueError, "never initialised"),
        ):
            with pytest.raises(error, match=message):
                CompoundArray(given)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="never initialised"):
            CompoundArray.at(never, (0, 0))
        with pytest.raises(TypeError, match=r"arrays\[1\] must be a CompoundArray, got Compound"):
            CompoundArray.concatenate([array, cup])  # type: ignore[list-item]
        wrong: list[Any] = [2, -3, [5], (0, 1), True, [[0]], [0.5], [True], 1.5, "a", None]
        for k, key in enumerate(wrong):
            with pytest.raises(IndexError if k < 8 else TypeError):
                array[key]


# --- poses --------------------------------------------------------------------------------


@pytest.mark.quick
class TestPoses:
    @pytest.mark.parametrize("pose", [
        (np.nan, 0, 0), (0, np.inf, 0), (0, 0, np.nan), (0, 0, 2.0**32), (2.0**241, 0, 0),
        (1e17, 0, 0.5),
    ])  # fmt: skip
    def test_that_are_refused_change_nothing(self, pose: tuple[float, float, float]) -> None:
        single = Compound(FAMILIES["mixed"].parts[0] + [Polygon.regular(40, 1)])
        array = single.at([(0, 0), (9, 0), (0, 9)], [0, 1, 2])
        one, before = array[1], frozen(array.parts)
        before_one = frozen(one.parts)
        places, angles = array.positions.copy(), array.angles.copy()
        places[2], angles[2] = pose[:2], pose[2]
        changes: list[Callable[[], None]] = [
            lambda: array.set_poses(places, angles),
            lambda: array.set_poses(places[1:], angles[1:], where=[1, 2]),
            lambda: one.set_pose(*pose),
            lambda: array[:1].set_poses(pose[:2], pose[2]),
        ]
        for change in changes:
            with pytest.raises(ValueError, match=r"finite|round to a ring"):
                change()
        assert frozen(array.parts) == before
        assert frozen(one.parts) == before_one
        assert frozen(array.bounds) == frozen(array.copy().bounds)
        assert one.angle == 1.0

    def test_of_some_rows(self) -> None:
        rows = FAMILIES["shared"]
        array = CompoundArray([Compound(parts) for parts in rows.parts])
        ends = [0, 7, 2]
        array.set_poses(rows.positions[ends], rows.angles[ends], where=ends)
        mask = np.isin(np.arange(len(array)), ends)
        array.set_poses(rows.positions[~mask], where=~mask)
        array.set_poses(angles=rows.angles[~mask], where=~mask)
        assert frozen(array.parts) == frozen(CompoundArray(scratch(rows)).parts)
        array.set_poses([(1, 1), (2, 2)], where=[3, 3])
        assert array.positions[3].tolist() == [2, 2]
        wrong: list[dict[str, Any]] = [
            {"positions": [(0, 0)] * 2}, {"angles": [1, 2, 3]}, {"positions": [1, 2, 3]},
            {"angles": 1.0, "where": [99]}, {"angles": "a"},
        ]  # fmt: skip
        for bad in wrong:
            with pytest.raises((ValueError, IndexError, TypeError)):
                array.set_poses(**bad)

    def test_negative_zeros_are_zeros_of_angles(self) -> None:
        single = Compound([Circle((1, 0), 1)], angle=-0.0)
        array = single.at([(0, 0)], -0.0)
        single.set_pose(0, 0, -0.0)
        assert str(single.angle) == str(array.angles[0]) == str(array[0].angle) == "0.0"


# --- pickles that nobody would make --------------------------------------------------------

SPOILED: dict[int, list[Any]] = {
    0: [None, "x", np.zeros((0, 2)), np.full((24, 2), np.nan), np.zeros((24, 2))],
    1: [None, [], [0], [0, 1, 5], [25, 5, 1, 0], [0, -5, 3, 25], [0, 10**18], [0.0, 1, 5, 25]],
    2: [None, [], [1.0, -1.0, 0.0], [np.nan] * 3, [np.inf] * 3],
    3: [None, [], [0], [0, 10**17], [0, -1, 3], [1, 3], [3, 0], [0, 3, 3], [0, 4], [0, 100, 3]],
    4: [[], [True, False], None, [[True], [False]]],
    5: [[0, 1, 0], [-1, 0, 0], [10**18, 0, 0], [], [0], [0.0, 0, 0]],
    6: [None, np.zeros((0, 2)), np.full((3, 2), np.nan), np.full((3, 2), 1e300), np.zeros((3, 3))],
    7: [None, [], [0.0], [np.nan] * 3, [1e10] * 3],
}


@pytest.mark.parametrize("field", SPOILED)
def test_spoiled_pickles_are_refused(field: int) -> None:
    single = Compound([Circle((0, 0), 1), Polygon.box(2, 1), Polygon.regular(20, 1)])
    array = single.at([(0, 0), (9, 0), (0, 9)], [0, 1, 2])
    make, arguments, state = array.__reduce__()
    for value in SPOILED[field]:
        if field == 4 and value is None:  # one truth value: false
            continue
        spoiled = (*state[:field], value, *state[field + 1 :])
        with pytest.raises((TypeError, ValueError, IndexError, MemoryError)):
            make(*arguments).__setstate__(spoiled)
    with pytest.raises(TypeError, match="has its compounds"):
        array.__setstate__(state)


def test_arrays_keep_alive_what_they_refer_to() -> None:
    rows = FAMILIES["many parts"]
    array = CompoundArray(scratch(rows))
    index, row, parts = ShapeIndex(array), array[2], array.parts
    expected = frozen((array.parts, array[2].parts))
    del array
    gc.collect()
    assert frozen((parts, row.parts)) == expected
    assert len(sepax.find_pairs(index)) >= 0
