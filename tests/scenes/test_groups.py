"""Groups of parts by their trees: the same answers as of all parts of one with all of the other."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import outlines
import pytest

import sepax
from sepax import Circle, Compound, Point, Polygon, Segment, ShapeArray
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.sides import RowSide


def sized(count: int, seed: int) -> Any:
    """Return a compound of about so many parts, or a shape."""
    if count == 1:
        return Polygon.regular(5, 0.4)
    return Compound.from_polygon(outlines.star(2 * count, seed))


def parts_of(item: Any) -> ShapeArray:
    return item.parts if isinstance(item, Compound) else ShapeArray([item])


class TestRows:
    def test_rows_of_blocks_and_lists(self) -> None:
        scene: list[Any] = [sized(40, 1), Circle((9, 9), 1), sized(5, 2), Segment((3, 0), (9, 0))]
        balls = ShapeArray.circles(np.random.default_rng(1).uniform(-4, 9, (30, 2)), 0.7)
        i, j = np.indices((4, 30)).reshape(2, -1)
        hit = sepax.intersects(scene, balls, pairs=(i, j), workers=2)
        apart = sepax.distance(scene, balls, pairs=(i, j))
        of_a, of_b = sepax.nearest_points(scene, balls, pairs=(i, j))
        for k in range(len(i)):
            parts = parts_of(scene[i[k]])
            assert hit[k] == parts.intersects(balls[j[k]]).any()
            assert apart[k] == parts.distance(balls[j[k]]).min()
            assert np.hypot(*(of_a[k] - of_b[k])) == pytest.approx(apart[k], abs=1e-14)
            assert parts.contains(of_a[k] + 1e-12 * (of_a[k] - of_b[k])).any() or apart[k] >= 0
        assert (hit == (apart == 0.0)).all()

    def test_what_is_refused(self) -> None:
        side = RowSide([sized(5, 1), Point((0, 0))])
        inside = np.zeros(2, np.intp), np.arange(2)
        plan = RowPairs(side, side, *inside)
        assert plan.count == side.count == 2
        with pytest.raises(IndexError, match="no range"):
            plan.answer(0, 3, "intersects", (np.empty(2, np.uint8),))
        with pytest.raises(ValueError, match="2"):
            plan.answer(0, 2, "distance", (np.empty(1),))
        with pytest.raises(IndexError, match="out of range"):
            RowPairs(side, side, inside[0], np.array([0, 2]))
        with pytest.raises(ValueError, match="as many"):
            RowPairs(side, side, inside[0], np.array([0]))
        with pytest.raises(IndexError, match="out of range"):
            RowPairs(side, np.zeros((1, 2)), *inside)
        with pytest.raises(ValueError, match="two columns"):
            RowPairs(side, np.zeros((2, 3)), *inside)
        with pytest.raises(TypeError, match="distance is not about places"):
            RowPairs(side, np.zeros((2, 2)), *inside).answer(0, 2, "distance", (np.empty(2),))
        with pytest.raises(TypeError, match="project is not about two rows"):
            plan.answer(0, 2, "project", (np.empty(2), np.empty(2)))
        with pytest.raises(TypeError, match="item 1 is no shape"):
            RowSide([sized(5, 1), 3])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="never initialised"):
            RowSide([Compound.__new__(Compound)])

    def test_parts_are_set_once(self) -> None:
        cup: Any = sized(5, 1)
        with pytest.raises(AttributeError):
            cup._rows = None
        with pytest.raises(AttributeError):
            del cup._tree_of_parts
        with pytest.raises(TypeError, match="has its parts"):
            cup._hold(cup._rows)
        with pytest.raises(TypeError, match="has its parts"):
            cup.__init__([Point((0, 0))])

    def test_what_is_not_single(self) -> None:
        cup = sized(5, 1)
        assert sepax.intersects(cup, [cup]).tolist() == [True]
        with pytest.raises(ValueError, match="never initialised"):
            sepax.intersects(Compound.__new__(Compound), cup)
        union = Compound(cup.parts)
        for whole in (cup, union):  # a point might lie in a seam of the union
            assert sepax.intersects(whole, Point((99, 0)), touching=False) is False
            assert sepax.intersects(whole, Point((99, 0))) is False

    def test_threads(self) -> None:
        a, b, stop = sized(60, 1), sized(60, 2), threading.Event()

        def turn() -> None:
            while not stop.is_set():
                b.rotate(0.1)

        thread = threading.Thread(target=turn)
        thread.start()
        for _ in range(300):
            a.intersects(b)
            a.distance(b)
            a.time_of_impact(b, (1, 0))
        stop.set()
        thread.join()
