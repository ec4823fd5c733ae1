"""The swept test of shapes that turn: known motions, limits, starts in contact, and errors.

Whether answers keep the contract is judged in test_sweep_turning_contract.py.
"""

from __future__ import annotations

import math
import pickle
import random
import sys
from fractions import Fraction
from typing import Any

import pytest
from processes import output_of

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

# --- motions whose times are known ----------------------------------------------------------------


def test_a_bar_turns_into_a_point() -> None:
    bar = Segment((0, 0), (2, 0))
    for angle in (0.25, 1.0, 3.0, 6.0):
        spot = Point((math.cos(angle), math.sin(angle)))
        hit: Any = sepax.sweep(bar, spot, (0, 0), max_time=20, angular_velocity_a=0.5)
        assert hit.time == pytest.approx(2 * angle, abs=1e-12)
        assert hit.normal == pytest.approx((-math.sin(angle), math.cos(angle)), abs=1e-12)
        assert hit.point == pytest.approx(spot.position, abs=1e-12)
        back: Any = sepax.sweep(bar, spot, (0, 0), max_time=20, angular_velocity_a=-0.5)
        assert back.time == pytest.approx(2 * (2 * math.pi - angle), abs=1e-12)


def test_a_bar_turns_into_a_wall() -> None:
    bar = Polygon.box(4, 0.5)
    wall = Polygon.box(10, 2, position=(0, 2.5))
    reach, corner = math.hypot(2, 0.25), math.atan2(0.25, 2)
    hit: Any = bar.sweep(wall, (0, 0), max_time=9, angular_velocity_a=1.0)
    assert hit.time == pytest.approx(math.asin(1.5 / reach) - corner, abs=1e-12)
    assert hit.normal == (0.0, 1.0)
    assert math.isnan(hit.exit_time)
    assert not hit.initial
    assert bar.time_of_impact(wall, (0, 0), max_time=9, angular_velocity_a=1.0) == hit.time


def test_a_step_of_many_turns_is_not_missed() -> None:
    """At the end of the step the blade is where it began."""
    blade = Polygon([(0, -0.01), (3, -0.01), (3, 0.01), (0, 0.01)])
    fly = Circle((-2, 0), 0.05)
    for turns in (1, 10, 1000):
        rate = 2 * math.pi * turns
        time = sepax.time_of_impact(blade, fly, (0, 0), angular_velocity_a=rate)
        angle = math.pi - math.asin(0.06 / 2)
        assert time == pytest.approx(angle / rate, rel=1e-12)


def test_discs_about_their_centres_are_the_closed_form() -> None:
    source = random.Random("discs")
    for _ in range(60):
        a = Circle((source.uniform(-1, 1), 0), 0.5)
        b = Circle((source.uniform(2, 4), source.uniform(-1, 1)), 0.4)
        still: Any = {"velocity_a": (source.gauss(2, 1), source.gauss(0, 1)), "max_time": 3.0}
        rates: Any = {"angular_velocity_a": source.gauss(0, 9), "angular_velocity_b": 1e9 / 3}
        expected = sepax.sweep(a, b, **still)
        assert sepax.sweep(a, b, **still, **rates) == expected
        assert sepax.sweep(ShapeArray.from_shapes([a]), b, **still, **rates)[0] == expected
    disc, box = Circle((1.8, 0), 0.5), Polygon.box(2, 2)
    turn: Any = {"max_time": math.inf, "angular_velocity_a": 1.0}
    time = sepax.time_of_impact(box, disc, (0, 0), **turn, angular_velocity_b=2.0)
    assert time == sepax.time_of_impact(box, disc, (0, 0), **turn) < math.inf


# --- rates and times at the limits ----------------------------------------------------------------


def test_tiny_and_huge_rates() -> None:
    bar, wall = Segment((0, 0), (2, 0)), Point((0, 1))
    assert sepax.sweep(bar, wall, (0, 0), angular_velocity_a=1e-300) is None
    time = sepax.time_of_impact(bar, wall, (0, 0), max_time=2e300, angular_velocity_a=1e-300)
    assert time == pytest.approx(math.pi / 2 * 1e300, rel=1e-13)
    time = sepax.time_of_impact(bar, wall, (0, 0), max_time=2e-300, angular_velocity_a=1e300)
    assert time == pytest.approx(math.pi / 2 * 1e-300, rel=1e-13)


def test_no_end_of_time() -> None:
    bar, spot = Segment((0, 0), (2, 0)), Point((0, -1))
    forever: Any = {"max_time": math.inf}
    hit = sepax.time_of_impact(bar, spot, (0, 0), **forever, angular_velocity_a=2.0)
    assert hit == pytest.approx(0.75 * math.pi, abs=1e-12)
    far = Point((9, 9))
    for rates in ((2.0, 0.0), (0.0, 3.0), (2.0, -2.0), (1e300, 0.0)):
        named: Any = dict(zip(("angular_velocity_a", "angular_velocity_b"), rates, strict=True))
        assert sepax.sweep(bar, far, (0, 0), **forever, **named) is None
        assert sepax.sweep(bar, far, (-1, 0.5), **forever, angular_velocity_a=2.0) is None


FORM = Polygon.box(1, 1), Polygon.box(1, 1, position=(5, 0))
BAD_RATES: list[Any] = [
    (rate, ValueError, "must be finite") for rate in (math.nan, math.inf, -math.inf)
]
BAD_RATES += [(rate, TypeError, "") for rate in ("1", True, None, 1j, [1.0], (1.0, 2.0))]


@pytest.mark.parametrize(("rate", "kind", "words"), BAD_RATES)
@pytest.mark.parametrize("name", ["angular_velocity_a", "angular_velocity_b"])
def test_rates_are_finite_numbers(rate: Any, kind: Any, words: str, name: str) -> None:
    (a, b), one = FORM, {name: rate}
    for c in (b, Compound([b])):
        for verb in (sepax.sweep, sepax.time_of_impact):
            with pytest.raises(kind, match=f"{name}.*{words}"):
                verb(a, c, (1, 0), **one)
    if kind is ValueError:
        many: Any = {name: [0.0, rate]}
        with pytest.raises(kind, match=rf"{name}\[1\] must be finite, got"):
            sepax.sweep(ShapeArray([a, a]), b, (1, 0), **many)


ENDLESS = "max_time must be finite"
TOO_FAR = r"\* max_time must be at most 2\*\*31 radians"
REFUSED: list[tuple[tuple[float, float], float, Any, str]] = [  # velocity, max_time, rates, message
    ((0, 0), 2.0, (2.0**30 + 1, 0.0), rf"angular_velocity_a {TOO_FAR}"),
    ((1, 1), 1.0, (0.0, 2.0**32), rf"angular_velocity_b {TOO_FAR}"),
    ((0, 0), math.inf, (2.0, 3.0), ENDLESS),
    # So slow that they turn by more than 2**31 radians before they are out of reach.
    ((1e-9, 0), math.inf, (9e12, 0.0), f"{ENDLESS}.*they are out of reach"),
]


@pytest.mark.parametrize(("velocity", "end", "rates", "words"), REFUSED)
def test_motions_that_are_refused(velocity: Any, end: float, rates: Any, words: str) -> None:
    a, b = FORM
    turns: Any = dict(zip(("angular_velocity_a", "angular_velocity_b"), rates, strict=True))
    for one, other in ((a, b), (Compound([a]), b), (a, Compound([b, b]))):
        for verb in (sepax.sweep, sepax.time_of_impact):
            with pytest.raises(ValueError, match=words):
                verb(one, other, velocity, (0, 0), end, **turns)
    rows: Any = {name: [0.0, rate] for name, rate in turns.items()}
    at = words.replace(" ", r"\[1\] ", 1) if TOO_FAR in words else f"{ENDLESS}.*for pair 1"
    with pytest.raises(ValueError, match=at):
        sepax.sweep(ShapeArray([a, a]), b, velocity, (0, 0), end, **rows)


def test_motions_that_are_not_refused() -> None:
    a, b = FORM
    named: Any = {"angular_velocity_a": 2.0, "angular_velocity_b": 3.0}
    assert sepax.sweep(a, b, (0, 0), max_time=2.0, angular_velocity_a=2.0**30) is None
    assert not sepax.sweep(ShapeArray([a]), b, (-1, 0), (0, 0), math.inf, **named).hit.any()
    message = "angular_velocity_a must be one for all pairs or 3, got 2"
    with pytest.raises(ValueError, match=message):
        sepax.sweep(ShapeArray([a, a, a]), b, (1, 0), angular_velocity_a=[1.0, 2.0])
    assert len(sepax.sweep(ShapeArray(), a, (1, 0), angular_velocity_b=1.0)) == 0


# --- large rings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [16, 17, 60, 500])
def test_large_rings(sides: int) -> None:
    """A pointer turns to a ring that is nearly a disc; memory is taken above 16 points each."""
    ring = Polygon.regular(sides, 1.0, position=(0, 3))
    pointer = Segment((0, 0), (2.5, 0))
    time = sepax.time_of_impact(pointer, ring, (0, 0), max_time=2.0, angular_velocity_a=1.0)
    disc = sepax.time_of_impact(
        pointer, Circle((0, 3), 1.0), (0, 0), max_time=2.0, angular_velocity_a=1.0
    )
    sagitta = 1.0 - math.cos(math.pi / sides)
    assert disc <= time + 1e-13
    assert time == pytest.approx(disc, abs=4 * sagitta)
    other = Polygon.regular(sides, 1.0, position=(2.5, 3.0))
    both: Any = sepax.sweep(
        ring, other, (1, 0), angular_velocity_a=7.0, angular_velocity_b=-3.0, max_time=4
    )
    assert both.time == pytest.approx(0.5, abs=2 * sagitta + 1e-13)


@pytest.mark.parametrize("sides", range(28, 44))
def test_repeated_vertices(sides: int) -> None:
    """A ring so far away that rounding joins some of its vertices is posed as it is."""
    ring = Polygon.regular(sides, 3.0, position=(1e15 + 4, -3e15 + 1))
    spot = Point((1e15 + 3, -3e15))
    contact: Any = sepax.collide(ring, spot)
    hit: Any = sepax.sweep(ring, spot, (1e12, 2e12), angular_velocity_a=-0.5)
    assert hit.initial
    assert hit.normal == contact.normal


# --- interrupts -----------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="alarm signals")
@pytest.mark.parametrize("form", ["single", "array"])
def test_interrupts_are_heard(form: str) -> None:
    """Two blades that mesh 300 million times without a touch: minutes of work."""
    program = f"""
import signal, sepax
blade = sepax.Segment((-1, 0), (1, 0))
other = sepax.Segment((0, -1), (0, 1), position=(1.5, 0))
blade = sepax.ShapeArray.from_shapes([blade]) if {form!r} == "array" else blade
def stop(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    rates = dict(angular_velocity_a=1.9, angular_velocity_b=-1.9)
    sepax.sweep(blade, other, (1e-12, 0), (0, 0), 2.0**30, **rates)
except KeyboardInterrupt:
    print("heard")
"""
    assert output_of(program, sepax.simd_level()).strip() == "heard"


# --- impacts at the start -------------------------------------------------------------------------


def test_points_have_no_depth() -> None:
    """A point crosses a bar, and two bars fall onto each other: touching alone."""
    bar = Segment((0, 0), (2, 0))
    spot = Point((0, 1))
    turn: Any = {"max_time": 4.0, "angular_velocity_a": 1.0}
    assert sepax.sweep(bar, spot, (0, 0), **turn) is not None
    assert sepax.sweep(bar, spot, (0, 0), **turn, touching=False) is None
    crossing: Any = sepax.sweep(bar, Segment((-1, 1), (1, 1)), (0, 0), **turn, touching=False)
    assert Fraction(crossing.time) > Fraction(math.pi / 6) - Fraction(1, 10**14)


def test_impacts_are_equal_without_an_exit_time() -> None:
    bar, spot = Segment((0, 0), (2, 0)), Point((0, 1))
    first, second = (
        sepax.sweep(bar, spot, (0, 0), max_time=9, angular_velocity_a=1.0) for _ in range(2)
    )
    assert first == second
    assert hash(first) == hash(second)
    assert first != sepax.sweep(bar, spot, (0, 0), max_time=9, angular_velocity_a=2.0)
    assert pickle.loads(pickle.dumps(first)) == first


def test_tiny_shapes_are_scaled() -> None:
    """Squares of their lengths underflow: nothing is found at 1e-162 that is not found at 1."""
    for scale in (2.0**-400, 2.0**-540, 2.0**-880):
        blade = Polygon.box(4 * scale, scale / 4)
        disc = Circle((0, 1.5 * scale), scale / 8)
        time = sepax.time_of_impact(blade, disc, (0, 0), angular_velocity_a=6.0)
        assert time == sepax.time_of_impact(
            Polygon.box(4, 0.25), Circle((0, 1.5), 0.125), (0, 0), angular_velocity_a=6.0
        )
        tiny = Polygon.box(scale / 2, scale / 2, position=(0, 1.5 * scale))
        assert sepax.sweep(blade, tiny, (scale, 0), angular_velocity_a=6.0) is not None
        fast = sepax.sweep(blade, tiny, (0, 2.0**200), angular_velocity_a=6.0)
        assert fast is not None


@pytest.mark.parametrize("length", [1e-15, 1e-22, 1e-30, 1e-100])
def test_cores_that_rounding_leaves_without_edges(length: float) -> None:
    """Far from its position a segment is turned onto one point."""
    disc = Circle((0, 1e-6), 1e-6)
    ends: Any = ((0, 0), (0, length))
    for far in (Segment(*ends, position=(1, 0)), Capsule(ends[0], ends[1], 1e-6, position=(1, 0))):
        hit: Any = sepax.sweep(disc, far, (1, 0), angular_velocity_b=1.0)
        back: Any = sepax.sweep(far, disc, (0, 0), (1, 0), angular_velocity_a=1.0)
        assert math.hypot(*hit.normal) == pytest.approx(1.0, abs=1e-15)
        assert hit.normal == pytest.approx((-back.normal[0], -back.normal[1]), abs=1e-4)


def test_leaving_looks_at_the_acceleration() -> None:
    """The depth of a point on a face that turns about its foot grows as the square of the time."""
    cases: Any = (
        (Point((0, 1)), {"angular_velocity_b": 1.0}),
        (
            Polygon.box(2, 2, position=(-2, 0)),
            {"angular_velocity_a": 1.0, "angular_velocity_b": 1.0},
        ),
    )
    for a, rates in cases:
        hit: Any = sepax.sweep(a, Polygon.box(2, 2), (0, 0), **rates)
        assert (hit.initial, hit.leaving) == (True, False)
    rolling: Any = sepax.sweep(
        Circle((0, 1.5), 0.5), Polygon.box(9, 2), (1, 0), angular_velocity_b=0.0
    )
    assert rolling.leaving
