"""`explain` and `plot_sweep` of shapes that turn: where the shapes are drawn, and which axes."""

import math
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Capsule, Circle, Polygon, explain

SVG = "{http://www.w3.org/2000/svg}"
BAR, POST = Polygon.box(4, 0.2), Circle((0, 1.5), 0.1)


def posed(shape: Any, velocity: Any, rate: float, time: float) -> Any:
    """Return the shape at a time, by its own methods."""
    moved = shape.copy()
    moved.move(velocity[0] * time, velocity[1] * time)
    moved.rotate(rate * time)
    return moved


def motions(count: int) -> list[tuple[Any, Any, Any]]:
    """Return pairs and their motions, about half of which end in an impact."""
    source = np.random.default_rng(37)
    found = []
    for k in range(count):
        x, y = source.uniform(-4, 4, 2).tolist()
        a: Any = Polygon.box(3, 0.4, position=(0, 0), angle=source.uniform(0, 3))
        b: Any = Polygon.regular(3 + k % 4, 0.7, position=(x, y))
        if k % 3 == 0:
            b = Capsule((x, y), (x + 1, y), 0.3)
        motion = {
            "velocity_a": tuple(source.uniform(-2, 2, 2).tolist()),
            "velocity_b": tuple(source.uniform(-2, 2, 2).tolist()),
            "angular_velocity_a": source.uniform(-6, 6),
            "angular_velocity_b": source.uniform(-6, 6),
        }
        found.append((a, b, motion))
    return found


class TestExplanation:
    def test_rows_are_those_of_the_shapes_at_that_time(self) -> None:
        hits = 0
        for a, b, motion in motions(40):
            found = explain(a, b, **motion)
            assert repr(found.impact) == repr(
                sepax.sweep(a, b, **motion)
            )  # nan is unequal to itself
            assert found.intersects == sepax.intersects(a, b)
            time = found.axes_time
            assert time is not None
            hits += found.impact is not None and time > 0.0
            then = explain(
                posed(a, motion["velocity_a"], motion["angular_velocity_a"], time),
                posed(b, motion["velocity_b"], motion["angular_velocity_b"], time),
            )
            # At an impact a row counts as touching that is so within the error bound.
            assert [(x.of_a, x.of_b) for x in found.axes] == [(x.of_a, x.of_b) for x in then.axes]
            for row, other in zip(found.axes, then.axes, strict=True):
                assert row.separation == pytest.approx(other.separation, abs=1e-9)
                assert row.shadow_a == pytest.approx(other.shadow_a, abs=1e-9)
                assert row.shadow_b == pytest.approx(other.shadow_b, abs=1e-9)
        assert 6 < hits < 34

    def test_an_impact(self) -> None:
        found = explain(BAR, POST, angular_velocity_a=6.0)
        assert found.impact is not None
        assert found.axes_time == found.impact.time == pytest.approx(0.23951, abs=1e-5)
        assert (found.angular_velocity_a, found.angular_velocity_b) == (6.0, 0.0)
        assert (found.pivot_a, found.pivot_b) == ((0.0, 0.0), (0.0, 1.5))
        assert found.impact_axis == 0
        assert [row.verdict for row in found.axes] == ["touching", "overlap", "overlap"]
        assert found.verdict == "they meet at time 0.2395, where the shadows touch on axis 0"
        assert all(row.enter is None for row in found.axes)
        assert "overlap in time" not in str(found)

    def test_a_miss_is_told_where_the_shapes_are_nearest(self) -> None:
        misses = 0
        for a, b, motion in motions(40):
            found = explain(a, b, **motion)
            if found.impact is not None:
                continue
            misses += 1
            velocities = motion["velocity_a"], motion["velocity_b"]
            rates = motion["angular_velocity_a"], motion["angular_velocity_b"]

            def away(
                time: float, a: Any = a, b: Any = b, v: Any = velocities, w: Any = rates
            ) -> Any:
                return posed(a, v[0], w[0], time).distance(posed(b, v[1], w[1], time))

            time = found.axes_time
            assert time is not None
            assert 0.0 <= time <= 1.0
            least = min(away(k / 997) for k in range(998))
            assert away(time) <= least + 1e-9
            assert found.stop is not None
            assert found.axes[found.stop].separation <= least + 1e-9
            assert found.verdict.startswith("they miss each other: even at time")
        assert misses > 8

    def test_rates_of_0_change_nothing(self) -> None:
        a, b = Polygon.box(1, 1), Polygon.box(1, 1, position=(4, 0.5))
        found = explain(a, b, velocity_a=(5, 0), angular_velocity_a=0.0, angular_velocity_b=0)
        same = explain(a, b, velocity_a=(5, 0))
        assert str(found) == str(same)
        assert found._repr_svg_() == same._repr_svg_()
        assert found.axes_time is None
        assert explain(a, b, angular_velocity_a=0.0).velocity_a is None

    def test_at_the_start(self) -> None:
        found = explain(BAR, Circle((1, 0), 0.5), angular_velocity_b=1.0, velocity_b=(1, 0))
        assert found.axes_time == 0.0
        assert found.verdict.startswith("at the start overlapping")

    @pytest.mark.parametrize(
        ("a", "b", "motion"),
        [
            (BAR, Circle((0, 9), 1), {"velocity_b": (0, -1)}),
            (BAR, Circle((0, 9), 1), {"velocity_b": (0, 1)}),
            (BAR, Circle((0, 9), 1), {}),
            (BAR, Polygon.box(1, 1, position=(0, 9)), {"angular_velocity_b": 3.0}),
        ],
    )
    def test_motions_without_an_end(self, a: Any, b: Any, motion: Any) -> None:
        found = explain(a, b, angular_velocity_a=3.0, max_time=math.inf, **motion)
        assert (found.impact is None) == (motion.get("velocity_b") != (0, -1))
        assert found.axes_time is not None
        assert math.isfinite(found.axes_time)
        found._repr_svg_()

    def test_what_is_no_rate(self) -> None:
        stranger: Any = "fast"
        with pytest.raises(TypeError, match="angular_velocity_a"):
            explain(BAR, POST, angular_velocity_a=stranger)
        with pytest.raises(ValueError, match="angular_velocity_b must be finite"):
            explain(BAR, POST, angular_velocity_b=math.inf)
        with pytest.raises(TypeError, match="max_time is the end of a motion"):
            explain(BAR, POST, max_time=2.0)


def dashed(svg: str) -> list[np.ndarray[Any, Any]]:
    """Return the corners of all dashed outlines of polygons, in pixels."""
    found = []
    for path in ET.fromstring(svg).iter(f"{SVG}path"):
        if path.attrib.get("stroke-dasharray") == "5 3" and "A" not in path.attrib["d"]:
            spots = path.attrib["d"].strip("MZ").split("L")
            found.append(np.array([[float(x) for x in spot.split()] for spot in spots]))
    return found


class TestPictures:
    def test_the_outline_at_the_impact_touches_the_post(self) -> None:
        found = explain(BAR, POST, angular_velocity_a=6.0)
        (outline,) = dashed(found._repr_svg_())
        first, second = outline[1] - outline[0], outline[2] - outline[1]
        assert np.hypot(*first) / np.hypot(*second) == pytest.approx(20.0, rel=1e-2)
        angle = math.atan2(-first[1], first[0]) % math.pi  # y points down in pixels
        assert angle == pytest.approx(6.0 * found.impact.time % math.pi, abs=1e-2)  # type: ignore[union-attr]

    def test_an_impact_without_an_exit_time(self) -> None:
        impact = BAR.sweep(POST, (0, 0), angular_velocity_a=6.0)
        assert impact is not None
        svg = impact._repr_svg_()
        words = [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]
        assert "time 0.2395" in words
        assert "nan" not in svg
        assert "nan" in impact._repr_html_()

    def test_ghosts_on_the_way(self) -> None:
        svg = explain(BAR, POST, angular_velocity_a=6.0)._repr_svg_()
        ghosts = [x for x in ET.fromstring(svg).iter() if x.attrib.get("stroke-width") == "0.9"]
        assert len(ghosts) == 5  # of 82 degrees, 15 apart
        many = explain(BAR, Circle((9, 0), 1), angular_velocity_a=600.0)._repr_svg_()
        ghosts = [x for x in ET.fromstring(many).iter() if x.attrib.get("stroke-width") == "0.9"]
        assert len(ghosts) == 11

    def test_matplotlib(self) -> None:
        figure: Any = pytest.importorskip("matplotlib.figure")
        ax = figure.Figure().subplots()
        arm = Polygon([(0, 0), (3, 0), (3, 0.2), (0, 0.2)])
        wall = Polygon.box(1, 1, position=(0, 2.5))
        sepax.plot.plot_sweep(arm, wall, (0, 0), max_time=2, ax=ax, angular_velocity_a=1.5)
        impact = arm.sweep(wall, (0, 0), max_time=2, angular_velocity_a=1.5)
        assert impact is not None
        assert ax.get_title() == f"impact at time {impact.time:.4g}"
        start, *on_the_way, ghost, _ = ax.collections
        assert start.get_label() == "a"
        assert ghost.get_label() == "a at the impact"
        corners = ghost.get_paths()[0].vertices[:-1]
        assert np.allclose(corners, posed(arm, (0, 0), 1.5, impact.time).vertices)
        assert len(on_the_way) == 4
        for k, outline in enumerate(on_the_way, 1):
            then = posed(arm, (0, 0), 1.5, impact.time * k / 5)
            assert np.allclose(outline.get_paths()[0].vertices[:-1], then.vertices)
        (path,) = [line for line in ax.get_lines() if line.get_label() == "_path"]
        assert np.allclose(np.hypot(*np.transpose(path.get_xydata())), math.hypot(3, 0.2))
        ax.figure.draw_without_rendering()
