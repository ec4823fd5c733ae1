"""Relations between answers that need no judge: another cut, one part, other rows, other places.

Swapped shapes, exact translations of lattice pairs and equal spellings have their tests in
`test_symmetry` and `test_lattice_pairs`, groups one by one in `test_scene`.
"""

from __future__ import annotations

import random
from typing import Any

import aims
import lattice
import numpy as np
from exact_answers import bits
from families import Pair
from hypothesis import given
from hypothesis import strategies as st
from lattice import Figure
from machines import VELOCITIES, settings

import sepax
from sepax import Compound, CompoundArray, Polygon, ShapeArray

MOTION = ((0.0, 0.0), 4.0)
FIGURES = st.lists(st.integers(0, 2**32 - 1), min_size=2, max_size=7)


def figures(seeds: list[int]) -> list[Figure]:
    """Return figures on the lattice, of any kind."""
    kinds = list(lattice.KINDS)
    return [lattice.figure(random.Random(seed), kinds[seed % len(kinds)]) for seed in seeds]


def everything(a: Any, b: Any, velocity: Any) -> dict[str, Any]:
    """Return what all verbs say that do not depend on how a shape is written."""
    return {
        "intersects": a.intersects(b),
        "interiors": a.intersects(b, touching=False),
        "distance": a.distance(b),
        "area": a.overlap_area(b),
        "iou": a.iou(b),
        "covers": a.covers(b),
        "time": sepax.time_of_impact(a, b, velocity, *MOTION),
    }


@given(aims.near_pairs | aims.pairs, VELOCITIES)
@settings()
def test_a_compound_of_one_part_is_that_part(pair: Pair, velocity: Any) -> None:
    a, b = pair
    one, other = Compound([a]), Compound([b])
    part, other_part = one.parts[0], other.parts[0]
    expected = bits(everything(part, other_part, velocity))
    assert bits(everything(one, other_part, velocity)) == expected
    assert bits(everything(one, other, velocity)) == expected
    assert bits(everything(part, other, velocity)) == expected
    for verb in (sepax.mtv, sepax.sweep):
        options: tuple[Any, ...] = (velocity, *MOTION) if verb is sepax.sweep else ()
        assert (verb(one, other_part, *options) is None) == (
            verb(part, other_part, *options) is None
        )


def test_one_part_that_begins_at_another_vertex() -> None:
    """Its area may differ in the last bit, but not what it shares with the same outline."""
    ring = [(0.5, -1.0), (1.75, 0.5), (1.75, 1.0), (-1.75, 0.0), (-1.25, -1.25), (-0.5, -1.5)]
    a, b = (Compound([Polygon(ring[k:] + ring[:k], radius=0.5)]) for k in (0, 5))
    assert a.iou(b) == b.iou(a) == a.iou(b.parts[0]) == 1.0
    many = CompoundArray([a] * 20)
    assert np.all(many.iou(b) == 1.0)


CUTS = [
    [Figure(((0, 0), (4, 0), (4, 1), (0, 1))), Figure(((0, 1), (1, 1), (1, 3), (0, 3)))],
    [Figure(((0, 0), (1, 0), (1, 3), (0, 3))), Figure(((1, 0), (4, 0), (4, 1), (1, 1)))],
    [
        Figure(((0, 0), (4, 0), (4, 1), (1, 1))),
        Figure(((0, 0), (1, 1), (1, 3), (0, 3))),
    ],
    [Figure(((0, 0), (4, 0), (4, 1), (0, 1))), Figure(((0, 0), (1, 0), (1, 3), (0, 3)))],
    [
        Figure(((0, 0), (1, 0), (1, 1), (0, 1))),
        Figure(((1, 0), (4, 0), (4, 1), (1, 1))),
        Figure(((0, 1), (1, 1), (1, 3), (0, 3))),
    ],
]


@given(aims.seeds, VELOCITIES, st.integers(0, 3))
@settings()
def test_another_cut_of_an_outline_is_the_same_shape(
    seed: int, velocity: Any, quarters: int
) -> None:
    """Also one whose parts overlap. Areas are sums, so they are within rounding."""
    (figure,) = figures([seed])
    other = figure.shape()
    answers = []
    for cut in CUTS:
        whole = lattice.compound([part.turned(quarters) for part in cut])
        found = everything(whole, other, velocity)
        areas, time = (found.pop("area"), found.pop("iou")), found.pop("time")
        answers.append((found, areas, time, whole.contains(figure.points[0])))
    for found, areas, time, held in answers[1:]:
        assert bits(found) == bits(answers[0][0])
        assert np.allclose(areas, answers[0][1], rtol=1e-11, atol=1e-12)
        # By edges of different parts: each within 16 eps L, with an L of less than 60.
        assert np.isclose(time, answers[0][2], rtol=0.0, atol=2.2e-13)
        assert held is answers[0][3]


def rows_as_sets(array: ShapeArray, rows: list[int], labels: list[int], velocity: Any) -> Any:
    """Return what scenes of permuted rows say, by the numbers that rows had before."""
    number = np.array(rows)
    scene = array[rows]
    groups = np.array(labels)[rows]
    pairs = np.sort(number[sepax.find_pairs(scene, groups=groups)], axis=1)
    swept, impacts = sepax.sweep_pairs(scene, None, velocity, groups=groups)
    back = np.argsort(number)
    hit = sepax.intersects_any(scene, groups=groups)[back]
    distances = sepax.nearest(scene, k=2, groups=groups)[1][back]
    order = np.lexsort(np.sort(number[swept], axis=1).T[::-1])
    return (
        sorted(map(tuple, pairs.tolist())),
        hit,
        distances,
        np.sort(number[swept], axis=1)[order],
        len(impacts),
    )


@given(FIGURES, st.randoms(use_true_random=False), VELOCITIES)
@settings()
def test_permuted_rows_have_permuted_answers(
    seeds: list[int], source: random.Random, velocity: Any
) -> None:
    array = ShapeArray([one.shape() for one in figures(seeds)])
    labels = [seed & 1 for seed in seeds]
    rows = list(range(len(array)))
    shuffled = source.sample(rows, len(rows))
    before = rows_as_sets(array, rows, labels, velocity)
    assert bits(rows_as_sets(array, shuffled, labels, velocity)) == bits(before)


@given(FIGURES, FIGURES, VELOCITIES, st.booleans())
@settings()
def test_merged_groups_answer_as_separate_calls(
    seeds: list[int], others: list[int], velocity: Any, turns: bool
) -> None:
    a, b = (ShapeArray([one.shape() for one in figures(each)]) for each in (seeds, others))
    rate = {"angular_velocity_a": 0.5} if turns else {}
    merged = ShapeArray.concatenate([a, b])
    labels = [0] * len(a) + [1] * len(b)
    parts = [(a, 0), (b, len(a))]
    found, impacts = sepax.sweep_pairs(merged, None, velocity, **rate, groups=labels)  # type: ignore[arg-type]
    alone = [sepax.sweep_pairs(one, None, velocity, **rate) for one, _ in parts]  # type: ignore[arg-type]
    shifted = [rows + first for (rows, _), (_, first) in zip(alone, parts, strict=True)]
    np.testing.assert_array_equal(found, np.concatenate(shifted))
    assert bits(impacts.time) == bits(np.concatenate([each.time for _, each in alone]))
    rows, distances = sepax.nearest(merged, groups=labels)
    nearest = [sepax.nearest(one) for one, _ in parts]
    assert bits(distances) == bits(np.concatenate([each for _, each in nearest]))
    moved = [
        np.where(each < 0, each, each + first)
        for (each, _), (_, first) in zip(nearest, parts, strict=True)
    ]
    np.testing.assert_array_equal(rows, np.concatenate(moved))


@given(FIGURES, st.sampled_from([2.0**20, -(2.0**30), 2.0**40]), VELOCITIES)
@settings()
def test_dyadic_translations_keep_scenes(seeds: list[int], offset: float, velocity: Any) -> None:
    """Truths are the same; distances and times are those of differences, which are exact."""
    shapes = [one.shape() for one in figures(seeds)]
    there = [one.moved(offset, -2.0 * offset).shape() for one in figures(seeds)]
    here, far = ShapeArray(shapes), ShapeArray(there)
    np.testing.assert_array_equal(sepax.find_pairs(far), sepax.find_pairs(here))
    np.testing.assert_array_equal(
        sepax.find_pairs(far, touching=False), sepax.find_pairs(here, touching=False)
    )
    assert bits(sepax.intersects_any(far)) == bits(sepax.intersects_any(here))
