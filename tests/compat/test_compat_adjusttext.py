"""adjustText on sepax: the same bits of every shift, and of every position of a label.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("adjustText", reason="adjustText is not installed")
import adjustText

from sepax.compat import adjusttext as drop_in

Array = NDArray[Any]
Random = np.random.Generator

FULL = os.environ.get("SEPAX_PROOF") == "full"
CASES, DRAWINGS = (20_000, 200) if FULL else (1_000, 10)

stock_texts = adjustText.get_shifts_texts
stock_extra = adjustText.get_shifts_extra
stock_crossings = adjustText.remove_crossings


# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


@pytest.fixture(autouse=True)
def _enabled() -> Iterator[None]:
    with drop_in.enabled():
        yield


def same_bits(one: Any, other: Any) -> bool:
    return all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(one, other, strict=True)
    )


# Rectangles -----------------------------------------------------------------------------


def scattered(random: Random, n: int) -> Array:
    """Labels as they are: some overlap."""
    center, half = random.uniform(0, 300, (n, 2)), random.uniform((9, 4), (40, 9), (n, 2))
    return np.stack((center - half, center + half), axis=2).reshape(n, 4)


def on_a_lattice(random: Random, n: int) -> Array:
    """Whole numbers: equal starts and ends, rectangles without width, and equal ones."""
    start = random.integers(0, 6, (n, 2))
    return np.stack((start, start + random.integers(0, 4, (n, 2))), axis=2).reshape(n, 4) * 1.0


def turned_inside_out(random: Random, n: int) -> Array:
    """As of a negative expansion: the end lies before the start."""
    return on_a_lattice(random, n)[:, [1, 0, 3, 2]]


def far_away(random: Random, n: int) -> Array:
    return scattered(random, n) * 1e-9 + 1e7


def tiny(random: Random, n: int) -> Array:
    return on_a_lattice(random, n) * 1e-20


def off_by_a_bit(random: Random, n: int) -> Array:
    some: Array = np.nextafter(on_a_lattice(random, n), random.choice([-9, 9], (n, 4)))
    return some


def of_single_precision(random: Random, n: int) -> Array:
    return off_by_a_bit(random, n).astype(np.float32)


def of_whole_numbers(random: Random, n: int) -> Array:
    return on_a_lattice(random, n).astype(np.int64)


def without_limits(random: Random, n: int) -> Array:
    """Numbers that no box has: the host's own functions get them."""
    some = on_a_lattice(random, n)
    some[random.random(some.shape) < 0.1] = random.choice([np.nan, np.inf, -np.inf, 1e200])
    return some


def zeros(random: Random, n: int) -> Array:
    return np.zeros((n, 4))


KINDS = (
    *(scattered, on_a_lattice, turned_inside_out, far_away, tiny, off_by_a_bit),
    *(of_single_precision, of_whole_numbers, without_limits, zeros),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # the host subtracts infinities
def test_shifts_have_the_bits_of_the_host(kind: Callable[[Random, int], Array]) -> None:
    random = np.random.default_rng(41)
    moved = 0
    for _ in range(CASES // 10):
        n, m = random.integers(1, 25, 2)
        labels = kind(random, n)
        others = KINDS[random.integers(len(KINDS))](random, m) if m % 2 else kind(random, m)
        others[::3, 1], others[::3, 3] = others[::3, 0], others[::3, 2]  # points
        texts, extra = stock_texts(labels.copy()), stock_extra(labels.copy(), others.copy())
        moved += any(np.any(each) for each in (*texts, *extra))
        assert same_bits(adjustText.get_shifts_texts(labels), texts)
        assert same_bits(adjustText.get_shifts_extra(labels, others), extra)
    assert moved > 5 or kind is zeros


def test_sums_depend_on_the_order_and_have_it() -> None:
    """A label among many others, with shifts of many sizes: most orders give another sum."""
    random = np.random.default_rng(5)
    for _ in range(10):
        center = random.uniform(-1, 1, (25, 2)) * 10.0 ** random.integers(-6, 1, (25, 1))
        some = np.stack((center - 1, center + 1.5), axis=2).reshape(-1, 4)
        assert same_bits(adjustText.get_shifts_texts(some), stock_texts(some))
        assert same_bits(
            adjustText.get_shifts_extra(some, some[::-1]), stock_extra(some, some[::-1])
        )


def test_a_label_that_starts_where_another_ends_is_not_moved() -> None:
    labels = np.array([(0, 2, 0, 1), (2, 4, 0, 1)], float)
    assert not np.any(adjustText.get_shifts_texts(labels))
    ends, starts = np.array([(2, 2, 0.5, 0.5)]), np.array([(0, 0, 0.5, 0.5)])
    assert not np.any(adjustText.get_shifts_extra(labels[:1], ends))
    assert np.any(adjustText.get_shifts_extra(labels[:1], starts))


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 3), (3, 0)])
def test_none(n: int, m: int) -> None:
    labels, others = np.ones((n, 4)), np.ones((m, 4))
    assert same_bits(adjustText.get_shifts_texts(labels), stock_texts(labels))
    assert same_bits(adjustText.get_shifts_extra(labels, others), stock_extra(labels, others))
    found = adjustText.remove_crossings(labels.copy(), labels[:, :2], 1)
    assert same_bits([found], [stock_crossings(labels.copy(), labels[:, :2], 1)])


def test_strides_do_not_matter() -> None:
    labels = scattered(np.random.default_rng(3), 40)
    reversed_rows, columns = labels[::-1], np.asfortranarray(labels)
    for some in (reversed_rows, columns):
        assert same_bits(adjustText.get_shifts_texts(some), stock_texts(some))
        assert same_bits(adjustText.get_shifts_extra(some, labels), stock_extra(some, labels))


# Crossings ------------------------------------------------------------------------------


def targets(random: Random, n: int, kind: int) -> Array:
    spots: Array = random.uniform(0, 300, (n, 2))
    if kind == 0:  # parallel lines, and points
        spots = random.integers(0, 4, (n, 2)) * 1.0
    elif kind == 1:  # nearly on one line
        spots[:, 1] = spots[:, 0] * 0.1
    elif kind == 2:
        spots[:1] = np.nan
    return spots


@pytest.mark.filterwarnings("ignore")  # the host warns of overflow where ours does not
def test_crossings_swap_the_same_labels() -> None:
    random = np.random.default_rng(7)
    swapped = 0
    for case in range(CASES // 10):
        n = int(random.integers(1, 16))
        kind = case % 5
        labels = (on_a_lattice if kind == 0 else scattered)(random, n)
        if kind == 1:
            labels[:, 2:] = labels[:, :2] * 0.1
        aims = targets(random, n, kind) * (1e200 if kind == 3 else 1.0)
        expected = stock_crossings(labels.copy(), aims, 1)
        found = labels.copy()
        assert adjustText.remove_crossings(found, aims, 1) is found  # changed in place
        assert found.tobytes() == expected.tobytes()
        swapped += bool(np.any(found != labels))
    assert swapped > 20


def test_crossings_of_more_lines_than_a_block_has() -> None:
    random = np.random.default_rng(8)
    labels, aims = scattered(random, 150), random.uniform(0, 300, (150, 2))
    expected = stock_crossings(labels.copy(), aims, 1)
    assert adjustText.remove_crossings(labels, aims, 1).tobytes() == expected.tobytes()


# Whole labellings -----------------------------------------------------------------------


def drawing(seed: int) -> dict[str, Any]:
    """Label points of a new figure, with options drawn at random; return where labels end."""
    random = np.random.default_rng(seed)
    figure, axes = plt.subplots(figsize=(4, 3))
    try:
        spots = random.normal(size=(int(random.integers(2, 20)), 2))
        if seed % 3 == 0:
            spots = spots.round()  # equal points, whose labels are shifted at random
        texts = [axes.text(x, y, f"label {i}") for i, (x, y) in enumerate(spots)]
        options: dict[str, Any] = {"iter_lim": int(random.integers(1, 9)), "ax": axes}
        if seed % 2:
            options |= dict(zip("xy", random.normal(size=(2, 30)), strict=True))
        if seed % 5 == 1:
            options["objects"] = axes.scatter([0, 1], [0, 1], s=90)
        options["only_move"] = str(random.choice(["xy", "x+y", "y-", "x"]))
        options["prevent_crossings"] = bool(random.integers(2))
        options["avoid_self"] = bool(random.integers(2))
        options["expand"] = tuple(random.uniform(1, 2, 2))
        options["force_text"] = tuple(random.uniform(0.05, 1, 2))
        options["arrowprops"] = {"arrowstyle": "-"}
        _, arrows = adjustText.adjust_text(texts, **options)
        return {"texts": [text.get_position() for text in texts], "arrows": len(arrows)}
    finally:
        plt.close(figure)


@pytest.mark.parametrize("seed", range(DRAWINGS))
def test_labels_end_at_the_same_positions(seed: int) -> None:
    found = drawing(seed)
    with drop_in.enabled():
        drop_in.disable()
        assert adjustText.get_shifts_texts is stock_texts
        assert found == drawing(seed)


def test_more_labels_than_the_host_has_memory_for() -> None:
    """The host compares every overlap in x with every overlap in y: here 10^13 bytes."""
    random = np.random.default_rng(2)
    low = random.uniform(0, (1000, 2000), (3000, 2))
    labels = np.stack((low, low + np.array([900, 9])), axis=2).reshape(-1, 4)
    spots = random.uniform(0, 2000, (9000, 2))[:, [0, 0, 1, 1]]
    with pytest.raises(MemoryError):
        stock_extra(labels, spots)
    x, _ = adjustText.get_shifts_extra(labels, spots)
    row = 1234
    assert labels[row, 3] < 2000
    inside = (labels[row, [0, 2]] <= spots[:, [0, 2]]) & (spots[:, [0, 2]] < labels[row, [1, 3]])
    near = spots[inside.all(axis=1)]
    left, right = labels[row, 0] - near[:, 0], labels[row, 1] - near[:, 0]
    assert len(near) > 10
    assert x[row] == pytest.approx(np.where(np.abs(left) < np.abs(right), left, right).sum())


def test_wrong_arguments_raise_what_they_raise_in_the_host() -> None:
    for wrong in ([[0, 1, 0, 1]], None, np.zeros(4)):
        with pytest.raises(Exception) as expected:  # noqa: PT011 - compared below
            stock_texts(wrong)
        with pytest.raises(type(expected.value)):
            adjustText.get_shifts_texts(wrong)
