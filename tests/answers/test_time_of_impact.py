"""``time_of_impact``: the bits of the time of ``sweep``, inf where that is None.

`verdicts.judge_motion` demands that of each sweep of test_sweep.py; here shapes turn as well.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from families import sweeps
from rounded import ALL_SWEEPS

import sepax

RATES: Any = {"angular_velocity_a": 0.5, "angular_velocity_b": -1.0}


@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_families(family: str) -> None:
    for sweep in sweeps(family)[::8]:
        if sweep.max_time > 1e4:  # thousands of turns take their time
            continue
        impact = sepax.sweep(*sweep, **RATES)
        time = math.inf if impact is None else impact.time
        for found in (sepax.time_of_impact(*sweep, **RATES),
                      sweep.a.time_of_impact(*sweep[1:], **RATES)):  # fmt: skip
            assert type(found) is float
            assert (found, math.copysign(1.0, found)) == (time, 1.0)
