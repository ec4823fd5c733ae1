"""The same bits of 200,000 answers everywhere: tests/golden.py, which asks the questions."""

import argparse
import math

import golden
import pytest

import sepax

COMMITTED = golden.COMMITTED.read_text(encoding="utf-8").splitlines()


@pytest.mark.simd_levels
@pytest.mark.parametrize("single", [False, True], ids=["arrays", "single"])
def test_bits(single: bool) -> None:
    found = golden.hashed(argparse.Namespace(single=single, workers=2))
    assert found == COMMITTED
    assert sum(int(line.split(": ")[1].split()[0]) for line in found) >= 200_000


def test_one_bit_is_noticed() -> None:
    hashes, others = golden.Hashes(), golden.Hashes()
    impact = sepax.sweep(sepax.Circle((0, 0), 1), sepax.Circle((5, 0), 1), (1, 0), max_time=9)
    assert impact is not None
    for answers in ([0.1, None, (1.0, 0.0), impact], [math.nan, True, ((1.0, 2.0), (3.0, 4.0))]):
        hashes.add("same", answers)
        others.add("same", answers)
    assert hashes.lines() == others.lines()
    hashes.add("near", [0.1])
    others.add("near", [math.nextafter(0.1, 1.0)])
    hashes.add("zero", [0.0])
    others.add("zero", [-0.0])
    hashes.add("shape", [(1.0, 2.0), (3.0,)])
    others.add("shape", [(1.0,), (2.0, 3.0)])
    pairs = list(zip(hashes.lines(), others.lines(), strict=True))
    assert [a == b for a, b in pairs] == [True, False, False, False]
