"""The contract of the swept test of shapes that turn, by an oracle that shares nothing with it.

`TURNING_CASES` in the environment is the number of cases of a family, 100 by default.
"""

from __future__ import annotations

import math
import os
from typing import Any

import pytest
from turning_cases import FAMILIES, KNOWN, keywords, known, shapes_of, turnings
from turning_exact import Mover, Turning
from turning_oracle import judge_turning

import sepax
from sepax import ShapeArray

COUNT = int(os.environ.get("TURNING_CASES", "100"))
OPTIONS: dict[str, dict[str, Any]] = {
    "touching": {},
    "overlapping": {"touching": False},
    "skipping": {"skip_leaving": True},
}


def is_turned(mover: Mover) -> bool:
    """Whether its rate changes anything: a disc about its centre has the closed form."""
    return mover.rate != 0.0 and list(mover.points) != [mover.pivot]


def cases_of(family: str, count: int = COUNT) -> list[tuple[Any, Any, Turning]]:
    made = [shapes_of(case) for case in turnings(family, count)]
    return [one for one in made if one is not None and (is_turned(one[2].a) or is_turned(one[2].b))]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_contract(family: str, options: str) -> None:
    chosen = OPTIONS[options]
    for a, b, case in cases_of(family):
        answer = sepax.sweep(a, b, **keywords(case), **chosen)
        assert judge_turning(case, answer, **chosen) == [], case
        if not chosen:
            time = sepax.time_of_impact(a, b, **keywords(case))
            assert time == (math.inf if answer is None else answer.time)


@pytest.mark.parametrize("family", FAMILIES)
def test_swapped_shapes(family: str) -> None:
    for a, b, case in cases_of(family)[::3]:
        swapped = case.swapped()
        answer = sepax.sweep(b, a, **keywords(swapped))
        assert judge_turning(swapped, answer) == [], swapped


@pytest.mark.parametrize("family", FAMILIES)
def test_raw_rings(family: str) -> None:
    """Pivots wherever they are, also of discs beside them."""
    for case in turnings(family, COUNT)[::2]:
        if len(case.a.points) < 3 or len(case.b.points) < 3 or case.a.radius or case.b.radius:
            continue
        answer = sepax.raw.sweep(
            list(case.a.points), list(case.b.points), **keywords(case, raw=True)
        )
        assert judge_turning(case, answer) == [], case


@pytest.mark.parametrize("family", KNOWN)
def test_grazes_of_known_depth(family: str) -> None:
    """Gaps and depths from 1e-2 to 1e-12, known by construction."""
    for case, least in known(family, COUNT):
        made = shapes_of(case)
        if made is None:
            continue
        time = sepax.time_of_impact(made[0], made[1], **keywords(made[2]))
        slack = 5 * 16 * 2.0**-53 * case.length(case.max_time) + 1e-15
        if least > slack:
            assert time == math.inf
        elif least < -slack:
            assert time < math.inf


@pytest.mark.parametrize("family", FAMILIES)
def test_arrays(family: str) -> None:
    cases = cases_of(family, 40)
    if not cases:
        return
    a = ShapeArray.from_shapes([one for one, _, _ in cases])
    b = ShapeArray.from_shapes([other for _, other, _ in cases])
    given = [keywords(case) for _, _, case in cases]
    motion: Any = {name: [one[name] for one in given] for name in given[0]}
    times = sepax.time_of_impact(a, b, **motion)
    for k, (one, other, _) in enumerate(cases):
        assert times[k] == sepax.time_of_impact(one, other, **given[k])
