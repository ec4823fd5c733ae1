"""Motions at vertices, along edges and past corners, and with turns: new cases of all families."""

from __future__ import annotations

import random
from typing import Any

import aims
from exact_answers import bits
from families import Sweep
from hypothesis import assume, given
from hypothesis import strategies as st
from judges import first_fault
from machines import settings
from motion_judges import ExactSweep, judge_grazes, judge_sweep
from turning_cases import FAMILIES, keywords, shapes_of
from turning_oracle import judge_turning

import sepax
from sepax import ShapeArray


@given(aims.sweeps)
@settings()
def test_sweeps(sweep: Sweep) -> None:
    case = ExactSweep(sweep)
    impact = sepax.sweep(*sweep)
    strict = sepax.sweep(*sweep, touching=False)
    assert first_fault([judge_sweep(case, impact), judge_grazes(case, impact, strict)]) is None
    assert sepax.time_of_impact(*sweep) == (impact.time if impact else float("inf"))


@given(st.sampled_from(sorted(FAMILIES)), aims.seeds)
@settings()
def test_turns(family: str, seed: int) -> None:
    made = shapes_of(FAMILIES[family](random.Random(seed)))
    assume(made is not None)
    assert made is not None
    a, b, case = made
    turning = [m.rate != 0.0 and list(m.points) != [m.pivot] for m in (case.a, case.b)]
    assume(any(turning))
    for options in ({}, {"touching": False}, {"skip_leaving": True}):
        chosen: Any = options
        answer = sepax.sweep(a, b, **keywords(case), **chosen)
        assert judge_turning(case, answer, **chosen) == []
        rows = sepax.sweep(ShapeArray([a, a]), ShapeArray([b, b]), **keywords(case), **chosen)
        assert bits([rows[0], rows[1]]) == bits([answer, answer])
