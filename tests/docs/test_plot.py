"""`sepax.plot`: the artists, not the pixels, stand at the right places."""

import io
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray, plot

pytest.importorskip("matplotlib")

import matplotlib as mpl
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

CUP = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
RED, YELLOW = "#d55e00", "#f0e442"


@pytest.fixture(name="ax")
def axes() -> Any:
    return Figure().subplots()


def bounds(collection: Any, k: int = 0) -> tuple[float, float, float, float]:
    box = collection.get_paths()[k].get_extents()
    return box.x0, box.y0, box.x1, box.y1


def by_gid(ax: Any, gid: str) -> Any:
    (found,) = [artist for artist in ax.collections if artist.get_gid() == gid]
    return found


def lines(ax: Any, label: str) -> list[list[list[float]]]:
    """Return the data of all lines with a label, proxies of the legend left out."""
    found = [np.asarray(x.get_xydata()).tolist() for x in ax.get_lines() if x.get_label() == label]
    return [line for line in found if line]


def arrows(ax: Any) -> list[tuple[Any, Any]]:
    """Return start and end of all arrows."""
    return [(t.xyann, t.xy) for t in ax.texts if getattr(t, "arrow_patch", None) is not None]


def colors(ax: Any, label: str) -> set[str]:
    return {to_hex(x.get_color()) for x in ax.get_lines() if x.get_label() == label}


def near(found: Any, expected: Any) -> bool:
    return bool(np.allclose(found, expected, atol=1e-9))


def rendered(ax: Any) -> None:
    """Render the figure: no warning, no error, and every text inside the figure."""
    ax.figure.savefig(io.BytesIO(), format="png")
    width, height = ax.figure.canvas.get_width_height()
    for text in [*ax.texts, ax.title]:
        if text.get_text():
            box = text.get_window_extent()
            assert -1 <= box.x0 <= box.x1 <= width + 1, text
            assert -1 <= box.y0 <= box.y1 <= height + 1, text


class TestShapes:
    @pytest.mark.parametrize(
        "shape",
        [
            Polygon.box(4, 2, position=(10, 5), angle=0.3),
            Polygon([(0, 0), (3, 0), (0, 2)], radius=0.5),
            Circle((-3, 1), 2),
            Capsule((0, 0), (2, 1), 0.5),
            Segment((0, 0), (2, 1)),
        ],
        ids=lambda shape: type(shape).__name__,
    )
    def test_a_shape(self, ax: Any, shape: sepax.Shape) -> None:
        assert plot.plot_shape(shape, ax, label="it") is ax
        (collection,) = ax.collections
        assert bounds(collection) == pytest.approx(shape.bounds, abs=2e-3)
        assert collection.get_label() == "it"
        assert ax.get_aspect() == 1.0
        rendered(ax)

    def test_many_and_those_that_collide(self, ax: Any) -> None:
        places = np.random.default_rng(3).uniform(0, 60, (3000, 2))
        boxes = ShapeArray.boxes(1, 0.5, places, 0.3)
        plot.plot_shapes(boxes, ax)
        hit = np.zeros(3000, bool)
        hit[sepax.find_pairs(boxes)] = True
        others, colliding = ax.collections
        assert len(others.get_paths()) == np.count_nonzero(~hit)
        assert len(colliding.get_paths()) == np.count_nonzero(hit)
        assert colliding.get_label() == "colliding"
        assert to_hex(colliding.get_facecolor()[0]) == RED
        for collection, rows in ((others, ~hit), (colliding, hit)):
            found = [bounds(collection, k) for k in range(len(collection.get_paths()))]
            assert near(found, boxes.bounds[rows])
        ax.legend(loc="upper right")
        rendered(ax)

    def test_single_marks(self, ax: Any) -> None:
        shape, cup = Polygon.regular(5, 2, position=(1e3, 5)), Compound.from_polygon(CUP)
        for each in (shape, cup):
            plot.plot_shape(each, ax)
        plot.plot_shape(Point((1, 2)), ax, label="it")
        path, *parts = [path for each in ax.collections for path in each.get_paths()]
        assert path.vertices.tolist() == [*shape.vertices.tolist(), shape.vertices[0].tolist()]
        assert len(parts) == len(cup.parts)
        assert lines(ax, "it") == [[[1.0, 2.0]]]

    def test_other_highlights(self) -> None:
        shapes: list[Any] = [Circle((x, 0), 1) for x in (0, 1, 5)]
        cup = Compound.from_polygon(CUP)
        among = [cup, Circle((2.5, 3), 0.5), Circle((2.5, 0.5), 0.25)]
        for some, highlight, counts in [
            (shapes, "colliding", [1, 2]),
            (shapes, None, [3]),
            (shapes, [False, False, True], [2, 1]),
            (shapes, [2, 0], [1, 2]),
            (shapes, [], [3]),
            (shapes, [False] * 3, [3]),
            (among, "colliding", [1, len(cup.parts) + 1]),
            ([], "colliding", []),
        ]:
            ax = Figure().subplots()
            plot.plot_shapes(iter(some), ax, highlight=highlight)
            assert [len(each.get_paths()) for each in ax.collections if each.get_paths()] == counts
        plot.plot_shapes(ShapeArray(), ax)
        rendered(ax)

    def test_what_cannot_stand_out(self, ax: Any) -> None:
        shapes = [Circle((0, 0), 1)]
        with pytest.raises(ValueError, match="highlight must be 'colliding'"):
            plot.plot_shapes(shapes, ax, highlight="touching")
        with pytest.raises(ValueError, match=r"highlight must be \(1,\) bool, got \(2,\)"):
            plot.plot_shapes(shapes, ax, highlight=[True, False])
        with pytest.raises(IndexError):
            plot.plot_shapes(shapes, ax, highlight=[1])
        assert not ax.collections

    def test_what_is_no_shape(self, ax: Any) -> None:
        stranger: Any = "abc"
        with pytest.raises(TypeError, match=r"shape must be a shape .* got str"):
            plot.plot_shape(stranger, ax)
        with pytest.raises(TypeError, match=r"shapes\[1\] must be a shape .* got str"):
            plot.plot_shapes([Circle((0, 0), 1), stranger], ax)


def shadow_pairs() -> Iterator[tuple[Any, Any]]:
    yield Polygon.box(2, 1, angle=0.3), Polygon.regular(3, 1, position=(2, 1.2))
    yield Polygon.regular(6, 1), Polygon.regular(3, 1.2, position=(1.3, 0.5), angle=0.2)
    yield Polygon.box(2, 2), Circle((2, 2), 1)
    yield Polygon.box(2, 2), Polygon.box(2, 2, position=(2, 0.5))
    yield Point((0, 0)), Point((1, 1))
    yield Point((0, 0)), Point((0, 0))
    yield Segment((0, 0), (1, 0)), Segment((3, 0), (4, 0))
    yield Capsule((0, 0), (1, 0), 0.2), Circle((0, 0), 3)
    yield Polygon.regular(12, 1), Polygon.regular(11, 1, position=(1.9, 0))
    yield Compound.from_polygon(CUP), Circle((2.5, 3), 1)
    yield Polygon.box(2, 1, position=(1e9, 1e9)), Polygon.box(2, 1, position=(1e9 + 1, 1e9))


class TestShadows:
    @pytest.mark.parametrize(("a", "b"), list(shadow_pairs()))
    def test_every_axis(self, ax: Any, a: Any, b: Any) -> None:
        assert plot.plot_shadows(a, b, ax) is ax
        explanation = sepax.explain(a, b)
        rows = [row for k, row in enumerate(explanation.axes) if f"{k}: " in self.labels(ax)]
        assert len(rows) == min(len(explanation.axes), 8)
        if explanation.a.area:
            assert np.allclose(bounds(by_gid(ax, "a")), explanation.a.bounds, atol=1e-3)
        for name, projections in (
            ("a", [row.shadow_a for row in rows]),
            ("b", [row.shadow_b for row in rows]),
        ):
            drawn = lines(ax, f"shadow of {name}")
            for line, row, projection in zip(drawn, rows, projections, strict=True):
                # The scalar product of each end with the axis is the end of the projection.
                assert near(np.dot(line, row.axis), projection), row
                slack = 1e-9 * (1.0 + max(map(abs, projection)))
                across = np.dot(line, (-row.axis[1], row.axis[0]))
                assert abs(across[0] - across[1]) <= slack
        assert ax.get_title().replace("\n", " ") == explanation.verdict
        rendered(ax)

    def labels(self, ax: Any) -> str:
        return "\n".join(text.get_text() for text in ax.texts)

    def test_extremes_and_the_gap(self, ax: Any) -> None:
        plot.plot_shadows(Polygon.box(2, 2), Polygon.box(2, 2, position=(3, 0)), ax, rows=[1])
        assert colors(ax, "lowest point") == {YELLOW}
        assert colors(ax, "highest point") == {RED}
        (a, b), gap = lines(ax, "lowest point"), lines(ax, "gap")
        assert a[1] == [-1.0, -1.0]  # the first is the projection, the second the vertex
        assert b[1] == [2.0, -1.0]
        ((start, end),) = gap
        assert (start[0], end[0]) == (1.0, 2.0)
        assert colors(ax, "gap") == {GREEN}
        assert not lines(ax, "overlap")
        assert "1: gap 1" in self.labels(ax)
        for name, color in (("a", BLUE), ("b", ORANGE)):
            assert colors(ax, f"shadow of {name}") == {color}

    @pytest.mark.parametrize(("x", "drawn"), [(1.5, ["overlap"] * 2), (2, [])])
    def test_overlap_and_touching(self, ax: Any, x: float, drawn: list[str]) -> None:
        plot.plot_shadows(Polygon.box(2, 2), Polygon.box(2, 2, position=(x, 0)), ax)
        assert len(lines(ax, "overlap")) == (2 if drawn else 1)  # on the other axis, always
        assert colors(ax, "overlap") == {PURPLE}
        assert not lines(ax, "gap")
        assert ("1: touching (exactly)" in self.labels(ax)) == (not drawn)

    def test_lines_do_not_cross(self, ax: Any) -> None:
        plot.plot_shadows(Polygon.regular(7, 1), Polygon.regular(5, 1, position=(2.1, 0.3)), ax)
        bars = [Segment(*line) for line in lines(ax, "shadow of a") + lines(ax, "shadow of b")]
        assert len(bars) == 16
        assert len(sepax.find_pairs(bars)) == 0
        shapes = [Polygon.regular(7, 1), Polygon.regular(5, 1, position=(2.1, 0.3))]
        assert not sepax.intersects_any(bars, shapes).any()

    def test_rows(self, ax: Any) -> None:
        a, b = Polygon.regular(7, 1), Polygon.regular(5, 1, position=(2.1, 0.3))
        plot.plot_shadows(a, b, ax, rows=[3, -1])
        assert self.labels(ax).count(": ") == 2
        with pytest.raises(IndexError):
            plot.plot_shadows(a, b, ax, rows=[99])


class TestContact:
    def test_overlap(self, ax: Any) -> None:
        a, b = Polygon.box(2, 2), Polygon.box(2, 2, position=(1.5, 0.5))
        plot.plot_contact(a, b, ax)
        contact = a.collide(b)
        assert contact is not None
        shape, other, ghost = ax.collections
        assert bounds(shape) == a.bounds
        assert bounds(other) == b.bounds
        assert bounds(ghost) == (-1.5, -1.0, 0.5, 1.0)
        mtv, *normals = arrows(ax)
        assert near(mtv, ((0, 0), contact.mtv))
        assert len(normals) == len(contact.points) == 2
        for (start, end), point in zip(normals, contact.points, strict=True):
            assert near(start, point)
            way = np.subtract(end, start)
            assert near(way / np.hypot(*way), contact.normal)
        assert near(lines(ax, "points of contact"), [contact.points])
        rendered(ax)

    @pytest.mark.parametrize(
        ("x", "radius", "options", "title", "outlines"),
        [
            (2, 1, {}, "depth 0", 2),  # touching has no ghost
            (3, 1, {}, "apart, by 1", 2),
            (3, 1, {"margin": 2}, "depth -1", 3),
            (0, 2, {}, "depth 3 (a is in b)", 3),
        ],
    )
    def test_circles(
        self, ax: Any, x: float, radius: float, options: Any, title: str, outlines: int
    ) -> None:
        plot.plot_contact(Circle((0, 0), 1), Circle((x, 0), radius), ax, **options)
        assert (ax.get_title(), len(ax.collections)) == (title, outlines)
        apart = title.startswith("apart")
        assert lines(ax, "distance") == ([[[1.0, 0.0], [2.0, 0.0]]] if apart else [])
        if options:
            assert bounds(ax.collections[2]) == pytest.approx((0, -1, 2, 1))

    def test_compounds(self, ax: Any) -> None:
        cup, ball = Compound.from_polygon(CUP), Circle((2.5, 1.5), 1)
        plot.plot_contact(ball, cup, ax)
        assert bounds(ax.collections[2]) == pytest.approx((1.5, 1.0, 3.5, 3.0))
        assert ax.get_title() == "depth 0.5"
        assert near(arrows(ax), [((2.5, 1.5), (2.5, 2.0))])
        ax = Figure().subplots()
        plot.plot_sweep(cup, Circle((2.5, 6), 1), (0, 8), ax=ax)
        assert ax.get_title() == "impact at time 0.5"
        assert len(ax.collections[1].get_paths()) == len(cup.parts)


class TestSweep:
    def test_impact(self, ax: Any) -> None:
        ball, wall = Circle((0, 0), 1), Polygon.box(2, 4, position=(9, 0))
        plot.plot_sweep(ball, wall, (10, 0), (-4, 0), 2, ax)
        assert ax.get_title() == "impact at time 0.5"
        start_a, ghost_a, start_b, ghost_b = ax.collections
        assert bounds(start_a) == pytest.approx((-1, -1, 1, 1))
        assert bounds(ghost_a) == pytest.approx((4, -1, 6, 1))
        assert bounds(start_b) == (8.0, -2.0, 10.0, 2.0)
        assert bounds(ghost_b) == (6.0, -2.0, 8.0, 2.0)
        path_a, path_b, normal = arrows(ax)
        assert near(path_a, ((0, 0), (5, 0)))
        assert near(path_b, ((9, 0), (7, 0)))
        assert near(normal[0], (6, 0))
        assert normal[1][0] > 6
        assert near(lines(ax, "point of contact"), [[(6, 0)]])
        rendered(ax)

    @pytest.mark.parametrize(
        ("place", "end", "title"),
        [
            ((9, 9), 1.0, "no impact until time 1"),
            ((9, 9), math.inf, "no impact until time inf"),
            ((9, 9), 0.0, "no impact until time 0"),
            ((1, 0), 1.0, "impact at time 0, at the start"),
        ],
    )
    def test_other_ends(self, ax: Any, place: Any, end: float, title: str) -> None:
        plot.plot_contact(Circle((0, 0), 1), Circle((3, 0), 1), ax)
        before = len(ax.collections)
        plot.plot_sweep(Circle((0, 0), 1), Circle(place, 1), (3, 0), max_time=end, ax=ax)
        assert ax.get_title() == title
        if title.endswith("1"):
            assert bounds(ax.collections[before + 1]) == pytest.approx((2, -1, 4, 1))
            assert ax.get_ylim()[1] > 10  # wide enough for both pictures


class TestRays:
    def scene(self) -> ShapeArray:
        return ShapeArray.boxes(2, 2, [(0, 0), (6, 0)])

    def rays(self, ax: Any) -> list[Any]:
        return [c for c in ax.collections if isinstance(c, LineCollection)]

    def test_hits_and_misses(self, ax: Any) -> None:
        plot.plot_rays(self.scene(), (3, 0), [(2, 0), (0, 1), (-1, 0)], ax=ax)
        hit, miss, normals = self.rays(ax)
        assert near(hit.get_segments(), [[(3, 0), (5, 0)], [(3, 0), (1, 0)]])
        ((start, end),) = miss.get_segments()
        assert near(start, (3, 0))
        assert end[0] == 3
        assert end[1] > 1
        for (foot, tip), point, way in zip(
            normals.get_segments(), [(5, 0), (1, 0)], [(-1, 0), (1, 0)], strict=True
        ):
            assert near(foot, point)
            assert near(np.subtract(tip, foot) / math.dist(tip, foot), way)
        assert near(lines(ax, "hit"), [[(5, 0), (1, 0)]])
        assert lines(ax, "start") == [[[3.0, 0.0]]]
        assert ax.get_title() == "2 of 3 rays hit"
        rendered(ax)

    def test_an_end_and_an_index(self) -> None:
        first, second = Figure().subplots(1, 2)
        plot.plot_rays(self.scene(), [(3, 0), (3, 5)], (1, 0), [1.5, 1.0], first)
        (miss,) = self.rays(first)
        assert near(miss.get_segments(), [[(3, 0), (4.5, 0)], [(3, 5), (4, 5)]])
        plot.plot_rays(sepax.ShapeIndex(self.scene()), (3, 0), (1, 0), ax=second)
        drawn = [bounds(second.collections[0], k) for k in range(2)]
        assert drawn == [(-1, -1, 1, 1), (5, -1, 7, 1)]
        assert near(lines(second, "hit"), [[(5, 0)]])

    def test_scenes(self) -> None:
        ball, cup = Circle((5, 0), 1), Compound.from_polygon(CUP)
        for scene, hits in [
            (ball, 1),
            ([ball], 1),
            (cup, 1),
            (ShapeArray(), 0),
            (sepax.ShapeIndex(ShapeArray([ball])), 1),
            (sepax.ShapeIndex([cup, Circle((9, 0), 1)]), 1),
        ]:
            ax = Figure().subplots()
            plot.plot_rays(scene, (-3, 0.5), (1, 0), ax=ax)
            assert ax.get_title() == f"{hits} of 1 rays hit"
            rendered(ax)


def label_boxes(ax: Any) -> list[Polygon]:
    """Return the rectangles of all rotated labels, in pixels."""
    boxes = []
    for text in (text for text in ax.texts if ": " in text.get_text()):
        x, y = ax.transData.transform(text.get_position())
        angle = math.radians(text.get_rotation())
        text.set_rotation(0.0)
        box = text.get_window_extent()
        boxes.append(Polygon.box(box.width, 0.8 * box.height, position=(x, y), angle=angle))
    return boxes


SIZES = [(6.4, 4.8), (3.2, 2.4), (8.0, 3.0)]  # inches


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("a", "b"), list(shadow_pairs())[:4])
def test_labels_keep_apart_at_every_size(a: Any, b: Any, size: tuple[float, float]) -> None:
    ax = Figure(size).subplots()
    plot.plot_shadows(a, b, ax)
    rendered(ax)
    boxes = label_boxes(ax)
    assert boxes
    assert len(sepax.find_pairs(boxes)) == 0
    shapes = [Polygon(ax.transData.transform(plot.outline(s))) for s in (a, b) if s.area]
    assert not shapes or not sepax.intersects_any(boxes, shapes).any()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("height", [1, 20])
def test_legends_cover_nothing(size: tuple[float, float], height: float) -> None:
    ball, wall = Circle((0, 0), 1), Polygon.box(2, height, position=(9, 3))
    calls: list[Any] = [
        lambda ax: plot.plot_sweep(ball, wall, (10, 1), (-4, 0), 2, ax),
        lambda ax: plot.plot_contact(ball, wall, ax, margin=20),
        lambda ax: plot.plot_rays([ball, wall], (4, 0), [(1, 0), (0, 1), (-1, 0)], ax=ax),
        lambda ax: plot.plot_shadows(ball, wall, ax),
    ]
    for call in calls:
        ax = Figure(size).subplots()
        call(ax)
        rendered(ax)
        known: Any = ax.get_legend()
        legend, frame = known.get_window_extent(), ax.get_window_extent()
        assert frame.x0 - 1 <= legend.x0 < legend.x1 <= frame.x1 + 1
        assert ax.transData.transform(ax.dataLim.max)[1] <= legend.y0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Polygon.box(1e-300, 1e-300), Polygon.box(1e60, 1e60)),
        (Circle((2.0**239, 0), 2.0**239), Circle((-(2.0**239), 0), 2.0**239)),
        (Point((5e-324, 0)), Point((0, 0))),
        (Circle((0, 0), 5e-324), Point((5e-324, 0))),
        (Polygon.regular(3, 1e-160), Circle((1e-160, 0), 1e-170)),
        (Polygon.box(1, 1, position=(2.0**52, 0)), Circle((2.0**52, 0), 1)),
    ],
)
def test_extremes_are_drawn(a: Any, b: Any) -> None:
    calls: list[Any] = [
        lambda ax: plot.plot_shapes([a, b], ax),
        lambda ax: plot.plot_shadows(a, b, ax),
        lambda ax: plot.plot_contact(a, b, ax),
        lambda ax: plot.plot_sweep(a, b, (1, 0), ax=ax),
        lambda ax: plot.plot_rays([a, b], (1, 0), (0, 1), ax=ax),
    ]
    for call in calls:
        call(Figure().subplots())


def test_the_current_axes_by_default() -> None:
    mpl.use("agg")
    from matplotlib import pyplot

    try:
        ax = plot.plot_shape(Circle((0, 0), 1))
        assert ax is pyplot.gca()
        assert plot.plot_contact(Circle((0, 0), 1), Circle((1, 0), 1)) is ax
        figure, (left, right) = pyplot.subplots(1, 2)
        assert plot.plot_shadows(Circle((0, 0), 1), Circle((1, 0), 1), left) is left
        assert plot.plot_rays(Circle((0, 0), 1), (3, 0), (-1, 0)) is right
        assert len(figure.axes) == 2
    finally:
        pyplot.close("all")


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    ball = Circle((0, 0), 1)
    calls: list[Any] = [
        lambda: plot.plot_shape(ball),
        lambda: plot.plot_shapes([ball]),
        lambda: plot.plot_shadows(ball, ball),
        lambda: plot.plot_contact(ball, ball),
        lambda: plot.plot_sweep(ball, ball, (1, 0)),
        lambda: plot.plot_rays(ball, (5, 5), (1, 0)),
    ]
    for call in calls:
        with pytest.raises(ImportError, match=r'pip install "sepax\[plot\]"'):
            call()
