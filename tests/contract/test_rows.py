"""Arrays answer with the bits of single shapes: each verb, of all kinds of pairs, in all forms.

A family or a crowd goes into an array row by row, by index, against one shape, and swapped. Rows
are more than are classified at once. What pairs say by themselves is judged in tests/answers.
"""

from __future__ import annotations

import hashlib
import itertools
from functools import cache
from typing import Any

import lattice
import numpy as np
import pytest
from crowds import CROWDS, SPREAD, crowd, spread
from families import Pair, pairs, sweeps
from lattice import FRAMED, TWO_KINDS
from processes import output_of
from questions import (
    QUESTIONS,
    arrays_of,
    assert_same_bits,
    check_rows,
    impacts_of,
    taken,
)
from rounded import ALL_PAIRS, ALL_SWEEPS, NEW, NEW_SWEEPS

import sepax
from sepax import ShapeArray
from sepax._core.simd import levels

ROWS = 1100  # more than lanes classify at once
OTHER_KINDS = [
    ("boxes", "discs"), ("boxes", "strokes"), ("discs", "strokes"), ("boxes", "rounded boxes"),
    ("discs on a lattice", "strokes on a lattice"), ("all kinds", "boxes"),
    ("boxes on a lattice", "discs on a lattice"), ("polygons", "boxes"), ("all kinds", "strokes"),
    ("boxes of all sizes", "discs of all sizes"), ("rounded boxes", "discs"),
]  # fmt: skip
SCENES = {name: (name, name) for name in CROWDS} | {
    f"{one} and {other}": (one, other) for one, other in OTHER_KINDS
}
every_question = pytest.mark.parametrize("question", QUESTIONS)


@every_question
@pytest.mark.parametrize("family", [*ALL_PAIRS, *FRAMED])
def test_families(family: str, question: str) -> None:
    check_rows(QUESTIONS[question], pairs(family)[::2])


@cache
def cases_of(scene: str) -> list[Pair]:
    count = ROWS if scene in CROWDS else ROWS // 2
    one, other = (crowd(name, count, seed) for seed, name in enumerate(SCENES[scene], 1))
    return list(zip(one, other, strict=True))


@every_question
@pytest.mark.parametrize("scene", SCENES)
def test_crowds(scene: str, question: str) -> None:
    check_rows(QUESTIONS[question], cases_of(scene))


@every_question
@pytest.mark.parametrize("kind", SPREAD)
def test_where_few_meet_and_where_many_do(kind: str, question: str) -> None:
    """The order of the tests depends on the block of pairs before, and no answer does."""
    ask = QUESTIONS[question]
    sides = [
        [shape for k, reach in enumerate((12.0, 0.3, 12.0, 2.0, 0.3))
         for shape in spread(kind, reach, ROWS // 2, 2 * k + side)]
        for side in range(2)
    ]  # fmt: skip
    a, b = map(ShapeArray, sides)
    expected = ask.one_by_one(list(zip(*sides, strict=True)))
    assert_same_bits(ask(a, b), expected)
    assert_same_bits(ask(a, b, workers=2), expected)
    backwards = np.arange(len(a))[::-1].copy()
    found = ask(a, b, pairs=(backwards, backwards))
    assert_same_bits(found, taken(expected, backwards))


def mixed_rows() -> list[Pair]:
    """Return pairs of every two kinds, side by side."""
    rows = [pair for one, other in TWO_KINDS for pair in pairs(f"lattice, {one} and {other}")[:8]]
    order = np.random.default_rng(3).permutation(len(rows))
    return [rows[k] for k in order]


@every_question
def test_mixed_kinds(question: str) -> None:
    check_rows(QUESTIONS[question], mixed_rows(), 3)


@pytest.mark.parametrize("family", [*ALL_SWEEPS, *FRAMED])
def test_families_of_sweeps(family: str) -> None:
    cases = sweeps(family)
    a, b = ShapeArray([case.a for case in cases]), ShapeArray([case.b for case in cases])
    columns = [np.array(column) for column in list(zip(*cases, strict=True))[2:]]
    order = np.random.default_rng(0).permutation(len(cases))
    shuffled, motion = [column[order] for column in columns], cases[0][2:]
    for skip, touching in itertools.product((False, True), repeat=2):
        options: dict[str, Any] = {"skip_leaving": skip, "touching": touching}
        expected = impacts_of([sepax.sweep(*case, **options) for case in cases])
        assert_same_bits(sepax.sweep(a, b, *columns, **options), expected)
        found = sepax.sweep(a, b, *shuffled, pairs=(order, order), **options)
        assert_same_bits(found, expected[order])
        single = impacts_of([sepax.sweep(a[0], case.b, *motion, **options) for case in cases])
        assert_same_bits(sepax.sweep(a[0], b, *motion, **options), single)
    times = np.array([sepax.time_of_impact(*case) for case in cases])
    assert_same_bits(sepax.time_of_impact(a, b, *columns), times)
    assert_same_bits(sepax.time_of_impact(a, b, *shuffled, pairs=(order, order)), times[order])
    back = np.array([sepax.time_of_impact(case.a, cases[0].b, *motion) for case in cases])
    assert_same_bits(sepax.time_of_impact(a, b[0], *motion), back)


# Instruction sets -----------------------------------------------------------------------


@cache
def digest() -> str:
    """Return a hash of what arrays say of families and crowds."""
    found = hashlib.sha256()
    some = [*NEW, *lattice.NAMES[::5], *FRAMED[::3]]
    for cases in (*map(pairs, some), *(cases_of(scene)[::2] for scene in SCENES)):
        a, b = map(ShapeArray, zip(*cases, strict=True))
        answers = [ask(*sides) for ask in QUESTIONS.values() for sides in ((a, b), (a[0], b))]
        for array in (*arrays_of(tuple(answers)), b.areas, b.centroids, b.bounds, b.vertices):
            found.update(array.tobytes())
    for name in [*NEW_SWEEPS, *lattice.NAMES[::5], *FRAMED[::3]]:
        one, other, *motion = zip(*sweeps(name), strict=True)
        columns = [np.array(column) for column in motion]
        for skip, touching in itertools.product((False, True), repeat=2):
            options: dict[str, Any] = {"skip_leaving": skip, "touching": touching}
            impacts = sepax.sweep(ShapeArray(one), ShapeArray(other), *columns, **options)
            for array in arrays_of(impacts):
                found.update(array.tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("level", levels._levels())
def test_every_instruction_set_gives_the_same_bits(level: str) -> None:
    assert output_of("import test_rows; print(test_rows.digest())", level).split() == [digest()]
