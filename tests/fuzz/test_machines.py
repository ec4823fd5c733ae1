"""State machines: arrays, indexes and compounds whose poses change, asked in between.

Arrays must say, to the bit, what single shapes say, and exact arithmetic judges these. The profiles
`ci` and `deep` are in tests/conftest.py.
"""

from __future__ import annotations

import math
import re
from typing import Any

import aims
import numpy as np
import oracle
import pytest
from exact_answers import is_convex, judge
from families import Pair, Sweep
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from lattice import QUARTER
from machines import ANGLES, PLACES, VELOCITIES, Rows, same, settings
from motion_judges import ExactSweep, judge_sweep
from outlines import L_TILE, T_TILE, U_TILE
from questions import QUESTIONS, in_rows
from turning_exact import of_shapes
from turning_oracle import judge_turning
from verdicts import JUDGES

import sepax
from sepax import Compound, CompoundArray, ShapeArray

verbs = st.sampled_from(list(JUDGES))  # those without a motion


class Shapes(Rows):
    """An array of convex shapes of all kinds."""

    @initialize(
        pairs=st.lists(aims.near_pairs | aims.pairs, min_size=1, max_size=3), seed=aims.seeds
    )
    def start(self, pairs: list[Pair], seed: int) -> None:
        singles = [shape.copy() for pair in pairs for shape in pair]
        self.hold(ShapeArray(singles), singles, [seed >> k & 1 for k in range(len(singles))])

    @invariant()
    def holds_what_the_single_shapes_hold(self) -> None:
        same(
            self.array.vertices, np.concatenate([one.vertices for one in self.singles]), "vertices"
        )
        same(self.array.radii, np.array([float(one.radius) for one in self.singles]), "radii")
        same(self.array.positions, np.array([one.position for one in self.singles]), "positions")

    @rule(data=st.data())
    def assign(self, data: st.DataObject) -> None:
        row = data.draw(st.integers(0, len(self.singles) - 1))
        shape = self.singles[row].copy()
        try:
            shape.set_pose(*self.place(data, row), data.draw(ANGLES))
        except ValueError:
            return
        self.array[row] = self.singles[row] = shape
        self.is_stale = True

    @rule(pair=aims.near_pairs)
    def join(self, pair: Pair) -> None:
        if len(self.singles) < 8:
            more = [shape.copy() for shape in pair]
            joined = ShapeArray.concatenate([self.array, ShapeArray(more)])
            self.hold(joined, self.singles + more, [*self.labels, 0, 1])

    @rule(verb=verbs, data=st.data())
    def ask_pairs(self, verb: str, data: st.DataObject) -> None:
        count = len(self.singles)
        rows = st.lists(st.integers(0, count - 1), min_size=3, max_size=3)
        i, j = data.draw(rows), data.draw(rows)
        answers = QUESTIONS[verb](self.array, self.array, pairs=(i, j))
        same(QUESTIONS[verb](self.array[i], self.array[j]), answers, "rows")
        for k, pair in enumerate(zip(i, j, strict=True)):
            a, b = (self.singles[row] for row in pair)
            expected = QUESTIONS[verb](a, b)
            same(in_rows(answers)[k], expected, (verb, a, b))
            assert judge(verb, a, b, expected) is None

    @rule(verb=verbs, data=st.data())
    def ask_one_to_all(self, verb: str, data: st.DataObject) -> None:
        row = data.draw(st.integers(0, len(self.singles) - 1))
        one = self.singles[row]
        for k, other in enumerate(self.singles):
            same(
                in_rows(QUESTIONS[verb](one, self.array))[k],
                QUESTIONS[verb](one, other),
                (verb, one, other),
            )
            same(
                in_rows(QUESTIONS[verb](self.array, one))[k],
                QUESTIONS[verb](other, one),
                (verb, other, one),
            )

    @rule(velocity=VELOCITIES, data=st.data())
    def sweep(self, velocity: Any, data: st.DataObject) -> None:
        i, j = (data.draw(st.integers(0, len(self.singles) - 1)) for _ in "ab")
        a, b = self.singles[i], self.singles[j]
        motion = (velocity, (0.0, 0.0), 4.0)
        impacts = sepax.sweep(self.array, b, *motion)
        for k, one in enumerate(self.singles):
            same(impacts[k], sepax.sweep(one, b, *motion), (one, b, motion))
        if is_convex(a) and is_convex(b):
            assert judge_sweep(ExactSweep(Sweep(a, b, *motion)), impacts[i]) is None

    @rule(velocity=VELOCITIES, rates=PLACES, data=st.data())
    def turn(self, velocity: Any, rates: Any, data: st.DataObject) -> None:
        i, j = (data.draw(st.integers(0, len(self.singles) - 1)) for _ in "ab")
        options = {"angular_velocity_a": rates[0], "angular_velocity_b": rates[1]}
        b = self.singles[j]
        impacts = sepax.sweep(self.array, b, velocity, max_time=1.0, **options)
        for k, one in enumerate(self.singles):
            expected = sepax.sweep(one, b, velocity, max_time=1.0, **options)
            same(impacts[k], expected, (one, b, velocity, options))
        a = self.singles[i]
        turns = any(rate and len(one.vertices) > 1 for rate, one in zip(rates, (a, b), strict=True))
        if turns and is_convex(a) and is_convex(b):
            case = of_shapes(a, b, velocity, **options)
            assert not case.is_in_range or judge_turning(case, impacts[i]) == []

    @rule(
        grouped=st.booleans(),
        touching=st.booleans(),
        within=st.sampled_from([0.0, 0.0, QUARTER, 3.0]),
        data=st.data(),
    )
    def find_pairs(self, grouped: bool, touching: bool, within: float, data: st.DataObject) -> None:
        groups = self.labels if grouped else None
        found = sepax.find_pairs(self.scene(data), None, touching, within, groups=groups)
        count = len(self.singles)
        near = [
            (i, j)
            for i in range(count)
            for j in range(i + 1, count)
            if self.see(i, j, grouped) and self._are_near(i, j, touching, within)
        ]
        assert list(map(tuple, found.tolist())) == near

    def _are_near(self, i: int, j: int, touching: bool, within: float) -> bool:
        a, b = self.singles[i], self.singles[j]
        if within == 0.0:
            return bool(a.intersects(b, touching=touching))
        apart: float = a.distance(b)
        return apart <= within if touching else apart < within

    @rule(grouped=st.booleans(), k=st.integers(1, 3), data=st.data())
    def nearest(self, grouped: bool, k: int, data: st.DataObject) -> None:
        groups = self.labels if grouped else None
        rows, distances = sepax.nearest(self.scene(data), k=k, groups=groups)
        for i, one in enumerate(self.singles):
            others = [
                (one.distance(other), j)
                for j, other in enumerate(self.singles)
                if j != i and self.see(i, j, grouped)
            ]
            expected = sorted(others)[:k] + [(math.inf, -1)] * (k - len(others))
            assert list(zip(distances[i].tolist(), rows[i].tolist(), strict=True)) == expected

    @rule(grouped=st.booleans(), data=st.data())
    def intersects_any(self, grouped: bool, data: st.DataObject) -> None:
        count = len(self.singles)
        ignored = data.draw(st.lists(st.integers(-1, count - 1), min_size=count, max_size=count))
        groups = self.labels if grouped else None
        here = self.scene(data)
        options: dict[str, Any] = {"groups": groups, "groups_b": groups, "ignore": ignored}
        hit = sepax.intersects_any(self.array.copy(), here, **options)
        rows, distances = sepax.nearest(self.array.copy(), here, **options)
        for i, one in enumerate(self.singles):
            seen = [j for j in range(count) if j != ignored[i] and self.see(i, j, grouped)]
            assert hit[i] == any(one.intersects(self.singles[j]) for j in seen)
            apart = sorted((one.distance(self.singles[j]), j) for j in seen)
            assert (distances[i, 0], rows[i, 0]) == (apart[0] if apart else (math.inf, -1))

    @rule(grouped=st.booleans(), velocity=VELOCITIES, data=st.data())
    def first_impacts(self, grouped: bool, velocity: Any, data: st.DataObject) -> None:
        groups = self.labels if grouped else None
        here = self.scene(data)
        motion = (velocity, (0.0, 0.0), 4.0)
        rows, impacts = sepax.first_impacts(
            self.array.copy(), here, *motion, groups=groups, groups_b=groups
        )
        for i, one in enumerate(self.singles):
            seen = [j for j in range(len(self.singles)) if self.see(i, j, grouped)]
            times = {j: sepax.time_of_impact(one, self.singles[j], *motion) for j in seen}
            first = min(times.values())
            assert (rows[i] < 0) == (first == math.inf)
            if rows[i] >= 0:
                assert times[int(rows[i])] == first
                same(impacts[i], sepax.sweep(one, self.singles[rows[i]], *motion), (one, motion))

    @rule(
        origin=PLACES, direction=VELOCITIES, radius=st.sampled_from([0.0, QUARTER]), data=st.data()
    )
    def raycast(self, origin: Any, direction: Any, radius: float, data: st.DataObject) -> None:
        if direction == (0.0, 0.0):
            return
        here = self.scene(data)
        hit = sepax.raycast(here, origin, direction, radius=radius)
        hits = [sepax.raycast(one, origin, direction, radius=radius) for one in self.singles]
        first = min((each.distance for each in hits if each), default=math.inf)
        assert first == (hit.distance if hit else math.inf)
        if hit is not None:
            same(hit.normal, hits[hit.index].normal, hit)
        holders = [k for k, one in enumerate(self.singles) if one.contains(origin)]
        assert sepax.contains(self.array, origin).nonzero()[0].tolist() == holders
        if here is self.index:
            assert sepax.contains(self.index, origin).tolist() == holders
        for one in self.singles[:2]:
            if is_convex(one):
                place = oracle.vector(origin)
                assert one.contains(origin) is oracle.contains(oracle.body(one), place)

    @rule()
    def ask_a_stale_index(self) -> None:
        if self.is_stale:
            with pytest.raises(ValueError, match="refresh"):
                sepax.find_pairs(self.index)


OUTLINES = [L_TILE, T_TILE, U_TILE]


class Compounds(Rows):
    """An array of compounds, whose answers are those of their parts."""

    @initialize(kinds=st.lists(st.integers(0, 3), min_size=1, max_size=3), pair=aims.near_pairs)
    def start(self, kinds: list[int], pair: Pair) -> None:
        made = [
            Compound(list(pair)) if kind == 3 else Compound.from_polygon(OUTLINES[kind])
            for kind in kinds
        ]
        self.hold(CompoundArray(made), made, [kind & 1 for kind in kinds])

    @invariant()
    def holds_what_the_single_compounds_hold(self) -> None:
        parts = np.concatenate([one.parts.vertices for one in self.singles])
        same(self.array.parts.vertices, parts, "vertices")

    @rule(verb=verbs, data=st.data())
    def ask_pairs(self, verb: str, data: st.DataObject) -> None:
        rows = st.lists(st.integers(0, len(self.singles) - 1), min_size=2, max_size=2)
        i, j = data.draw(rows), data.draw(rows)
        pairs = [(self.singles[a], self.singles[b]) for a, b in zip(i, j, strict=True)]
        try:
            expected = [QUESTIONS[verb](a, b) for a, b in pairs]
        except TypeError as error:  # of parts with a radius
            assert verb in ("covers", "separating_axis")
            with pytest.raises(TypeError, match=re.escape(str(error))):
                QUESTIONS[verb](self.array, self.array, pairs=(i, j))
            return
        answers = QUESTIONS[verb](self.array, self.array, pairs=(i, j))
        for k, pair in enumerate(pairs):
            same(in_rows(answers)[k], expected[k], (verb, *pair))

    @rule(pair=aims.near_pairs, velocity=VELOCITIES, data=st.data())
    def ask_parts(self, pair: Pair, velocity: Any, data: st.DataObject) -> None:
        """Against a single shape, what the union does follows from what its parts do."""
        other = pair[0]
        motion = (velocity, (0.0, 0.0), 4.0)
        whole = self.singles[data.draw(st.integers(0, len(self.singles) - 1))]
        parts = list(whole.parts)
        for verb in ("intersects", "distance"):
            for part in parts:
                assert judge(verb, part, other, QUESTIONS[verb](part, other)) is None
        assert whole.intersects(other) is any(part.intersects(other) for part in parts)
        same(whole.distance(other), min(part.distance(other) for part in parts), "distance")
        times = [sepax.time_of_impact(part, other, *motion) for part in parts]
        same(sepax.time_of_impact(whole, other, *motion), min(times), (whole, other, motion))
        if whole.intersects(other, touching=False) is False:
            assert not any(part.intersects(other, touching=False) for part in parts)

    @rule(grouped=st.booleans(), data=st.data())
    def find_pairs(self, grouped: bool, data: st.DataObject) -> None:
        groups = self.labels if grouped else None
        found = sepax.find_pairs(self.scene(data), groups=groups)
        count = len(self.singles)
        expected = [
            (i, j)
            for i in range(count)
            for j in range(i + 1, count)
            if self.see(i, j, grouped) and self.singles[i].intersects(self.singles[j])
        ]
        assert list(map(tuple, found.tolist())) == expected
        rows, distances = sepax.nearest(self.scene(data), groups=groups)
        for i, one in enumerate(self.singles):
            apart = [
                (one.distance(other), j)
                for j, other in enumerate(self.singles)
                if j != i and self.see(i, j, grouped)
            ]
            expected_row = min(apart, default=(math.inf, -1))
            assert (distances[i, 0], rows[i, 0]) == expected_row

    @rule(origin=PLACES, direction=VELOCITIES, data=st.data())
    def raycast(self, origin: Any, direction: Any, data: st.DataObject) -> None:
        if direction == (0.0, 0.0):
            return
        hit = sepax.raycast(self.scene(data), origin, direction)
        hits = [sepax.raycast(one, origin, direction) for one in self.singles]
        first = min((each.distance for each in hits if each), default=math.inf)
        assert first == (hit.distance if hit else math.inf)


TestShapes = Shapes.TestCase
TestShapes.settings = settings()
TestCompounds = Compounds.TestCase
TestCompounds.settings = settings(share=2)
