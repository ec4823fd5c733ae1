"""Contacts and sweeps of every family have the same bits with every instruction set.

`answers/test_collide.py` and `answers/test_sweep.py` judge them in rational arithmetic, with the
highest one.
"""

from __future__ import annotations

from functools import cache

import golden
import pytest
from families import pairs, sweeps
from processes import output_of
from rounded import ALL_PAIRS, ALL_SWEEPS

import sepax
from sepax._core.simd import levels

PROGRAM = "import test_contacts_and_sweeps; print(*test_contacts_and_sweeps.hashed(), sep='\\n')"


@cache
def hashed() -> list[str]:
    """Return a line for each verb and family: the number of answers, and the hash of their bits."""
    hashes = golden.Hashes()
    for family in ALL_PAIRS:
        for a, b in pairs(family):
            hashes.add(f"collide {family}", (sepax.collide(a, b), sepax.collide(b, a)))
    for family in ALL_SWEEPS:
        for a, b, velocity_a, velocity_b, max_time in sweeps(family):
            forth = (a, b, velocity_a, velocity_b, max_time)
            back = (b, a, velocity_b, velocity_a, max_time)
            grazing = sepax.sweep(*forth, touching=False)
            answers = (sepax.sweep(*forth), sepax.sweep(*back), grazing)
            hashes.add(f"sweep {family}", answers)
    return hashes.lines()


@pytest.mark.parametrize("level", levels._levels()[:-1])
def test_every_instruction_set_gives_the_same_bits(level: str) -> None:
    assert output_of(PROGRAM, level).splitlines() == hashed()
