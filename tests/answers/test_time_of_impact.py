"""``time_of_impact``: the bits of the time of ``sweep``, inf where that is None."""

from __future__ import annotations

import math
from typing import Any

import pytest
from families import sweeps
from rounded import ALL_SWEEPS

import sepax


@pytest.mark.parametrize("rates", [{}, {"angular_velocity_a": 0.5, "angular_velocity_b": -1.0}])
@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_families(family: str, rates: Any) -> None:
    for sweep in sweeps(family)[:: 10 if rates else 1]:
        if rates and sweep.max_time > 2.0**31:  # more turns than are allowed
            continue
        impact = sepax.sweep(*sweep, **rates)
        time = math.inf if impact is None else impact.time
        for found in (sepax.time_of_impact(*sweep, **rates),
                      sweep.a.time_of_impact(*sweep[1:], **rates)):  # fmt: skip
            assert type(found) is float
            assert (found, math.copysign(1.0, found)) == (time, 1.0)
