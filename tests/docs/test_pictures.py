"""Notebook views: well-formed SVG and HTML that contain the right numbers."""

import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray
from sepax.pictures import svg
from sepax.pictures.colors import YELLOW
from sepax.pictures.marks import Arrow, Box, Text

SVG = "{http://www.w3.org/2000/svg}"
CUP = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]


def drawing(svg: str) -> ET.Element:
    """Parse a picture; it must have no NaN or infinity, and no text outside its borders."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title") is not None
    assert not re.search(r"\b(nan|inf)\b", re.sub(r">[^<]*<", "><", svg), re.IGNORECASE)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for text in root.iter(f"{SVG}text"):
        half = 0.27 * float(text.attrib["font-size"]) * len(text.text or "")
        x = float(text.attrib["x"])
        anchor = text.attrib.get("text-anchor", "start")
        x -= {"start": 0.0, "middle": half, "end": 2 * half}[anchor]
        assert -1.0 <= x <= x + 2 * half <= width + 1.0, text.text
        assert 0.0 <= float(text.attrib["y"]) <= height, text.text
    return root


def texts(root: ET.Element) -> str:
    return "\n".join(element.text or "" for element in root.iter())


def cells(html: str) -> list[list[str]]:
    """Return the rows of the table."""
    rows = ET.fromstring(html).findall(".//tbody/tr")
    return [[cell.text or "" for cell in row] for row in rows]


def corners(path: ET.Element) -> list[tuple[float, float]]:
    """Return the vertices of a path of straight lines."""
    numbers = re.findall(r"-?[\d.]+", path.attrib["d"])
    return list(zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True))


def shapes() -> list[Any]:
    return [
        Polygon.box(3, 1, angle=0.4, position=(7, 8)),
        Polygon([(0, 0), (3, 0), (0, 2)], radius=0.4),
        Circle((1, 2), 3),
        Capsule((0, 0), (2, 1), 0.5),
        Segment((0, 0), (4, 0)),
        Segment((0, 0), (0, 4)),
        Point((1, 2)),
        Polygon.regular(1000, 2),
        Compound.from_polygon(CUP, angle=0.3),
    ]


class TestShapes:
    @pytest.mark.parametrize("shape", shapes(), ids=repr)
    @pytest.mark.parametrize("scale", [1.0, 1e-200, 1e60])
    def test_every_kind_at_every_size(self, shape: Any, scale: float) -> None:
        if isinstance(shape, Compound):
            drawing(shape._repr_svg_())
            return
        corners, radius = scale * shape.vertices, scale * shape.radius
        made: Any = {1: Circle, 2: Capsule}.get(len(corners))
        resized = made(*corners, radius) if made else Polygon(corners, radius=radius)
        root = drawing(resized._repr_svg_())
        assert type(resized).__name__ in texts(root)

    def test_corners_are_where_they_are(self) -> None:
        shape = Polygon([(0, 0), (4, 0), (0, 3)], position=(1e6, 1e6))
        path = next(drawing(shape._repr_svg_()).iter(f"{SVG}path"))
        (x0, y0), (x1, y1), (x2, y2) = corners(path)
        assert (x1 - x0) / 4 == pytest.approx((y0 - y2) / 3, rel=1e-3)
        assert (x0, y1) == (x2, y0)

    def test_round_corners_are_arcs(self) -> None:
        box = Polygon.box(2, 2, radius=1)
        path = next(drawing(box._repr_svg_()).iter(f"{SVG}path")).attrib["d"]
        arcs = re.findall(r"A([\d.]+) ([\d.]+) 0 0 0 ([\d.]+) ([\d.]+)", path)
        assert len(arcs) == 4
        assert {(rx, ry) for rx, ry, *_ in arcs} == {(arcs[0][0], arcs[0][0])}
        circle = next(drawing(Circle((0, 0), 2)._repr_svg_()).iter(f"{SVG}circle"))
        assert float(circle.attrib["r"]) == pytest.approx(2 * float(arcs[0][0]), abs=0.1)

    def test_vertices_have_their_numbers(self) -> None:
        assert {"0", "1", "2", "3"} <= set(texts(drawing(Polygon.box(1, 1)._repr_svg_())).split())
        many = Polygon.regular(64, 1)._repr_svg_()
        assert "63" not in texts(drawing(many)).split()

    def test_a_large_polygon_is_drawn_by_some_corners(self) -> None:
        assert len(Polygon.regular(100_000, 1)._repr_svg_()) < 20_000

    def test_compounds_show_their_parts(self) -> None:
        cup = Compound.from_polygon(CUP)
        root = drawing(cup._repr_svg_())
        assert len(list(root.iter(f"{SVG}path"))) == len(cup.parts)

    def test_half_made(self) -> None:
        kinds: list[Any] = [Polygon, Circle, Compound]
        for kind in kinds:
            with pytest.raises(ValueError, match="never initialised"):
                kind.__new__(kind)._repr_svg_()


class TestArrays:
    def boxes(self, count: int) -> ShapeArray:
        places = np.random.default_rng(0).uniform(0, 100, (count, 2))
        return ShapeArray.boxes(2, 1, places, 0.4)

    @pytest.mark.parametrize("count", [0, 1, 10, 11, 500, 501, 3000])
    def test_so_many_are_drawn_and_listed(self, count: int) -> None:
        array = self.boxes(count)
        root = drawing(array._repr_svg_())
        assert len(list(root.iter(f"{SVG}path"))) == min(count, 500)
        assert ("the first 500 drawn" in texts(root)) == (count > 500)
        html = array._repr_html_()
        assert len(cells(html)) == min(count, 10)
        assert (f"and {count - 10} more" in html) == (count > 10)
        assert len(html) < 150_000

    def test_the_table(self) -> None:
        array = ShapeArray([Circle((1, 2), 3), Polygon.box(1, 1, position=(4, 5), angle=0.5)])
        assert cells(array._repr_html_()) == [
            ["0", "Circle (radius 3)", "(1, 2)", "0"],
            ["1", "Polygon (4 vertices)", "(4, 5)", "0.5"],
        ]


class TestIndex:
    def test_the_same_as_of_its_array(self) -> None:
        array = TestArrays().boxes(30)
        index = sepax.ShapeIndex(array)
        assert len(list(drawing(index._repr_svg_()).iter(f"{SVG}path"))) == 30
        assert "ShapeIndex: 30 shapes" in texts(drawing(index._repr_svg_()))
        assert cells(index._repr_html_()) == cells(array._repr_html_())

    def test_present_poses_without_a_refresh(self) -> None:
        array = ShapeArray.boxes(2, 2, [(0, 0), (9, 0)])
        index = sepax.ShapeIndex(array)
        array.set_poses(positions=[(0, 5)], where=[1])
        assert "(0, 5)" in index._repr_html_()

    def test_parts_of_compounds(self) -> None:
        index = sepax.ShapeIndex([Compound.from_polygon(CUP), Circle((9, 9), 1)])
        parts = len(index.array)
        assert parts > 2
        root = drawing(index._repr_svg_())
        assert f"ShapeIndex: 2 shapes in {parts} parts" in texts(root)
        assert len(list(root.iter(f"{SVG}path"))) == parts - 1  # and a circle

    def test_empty_and_half_made(self) -> None:
        assert "0 shapes" in texts(drawing(sepax.ShapeIndex(ShapeArray())._repr_svg_()))
        kind: Any = sepax.ShapeIndex
        with pytest.raises(ValueError, match="never initialised"):
            kind.__new__(kind)._repr_svg_()


class TestResults:
    def box(self) -> Polygon:
        return Polygon.box(2, 2)

    def contacts(self) -> list[Any]:
        box = self.box()
        return [
            box.collide(Circle((1.5, 0), 1)),
            box.collide(Polygon.box(2, 2, position=(2, 0.5))),
            box.collide(Circle((3, 0), 1), 5.0),
            box.collide(Polygon.box(8, 8)),
        ]

    def test_contacts(self) -> None:
        for contact in self.contacts():
            root = drawing(contact._repr_svg_())
            assert f"depth {contact.depth:.4g}" in texts(root)
            rows = dict(cells(contact._repr_html_()))
            assert list(rows) == [
                *("normal", "depth", "mtv", "points", "depths", "features", "a_in_b", "b_in_a")
            ]
            assert rows["a_in_b"] == str(contact.a_in_b)
        assert "a is in b" in texts(drawing(self.contacts()[3]._repr_svg_()))

    def test_impacts(self) -> None:
        ball, wall = Circle((0, 0), 1), Polygon.box(2, 8, position=(5, 0))
        impacts = [
            ball.sweep(wall, (10, 0)),
            ball.sweep(ball.copy(), (1, 0)),
            ball.sweep(ball.copy(), (0, 0)),
            ball.sweep(Circle((2, 0), 1), (-1, 0)),
        ]
        for impact in impacts:
            assert impact is not None
            assert f"time {impact.time:.4g}" in texts(drawing(impact._repr_svg_()))
            rows = dict(cells(impact._repr_html_()))
            assert rows["exit_time"] == f"{impact.exit_time:.4g}"

    def test_rays(self) -> None:
        for origin in [(-5, 0), (0, 0)]:
            hit = self.box().raycast(origin, (1, 0.25))
            assert hit is not None
            assert f"after {hit.distance:.4g}" in texts(drawing(hit._repr_svg_()))
            assert dict(cells(hit._repr_html_()))["index"] == "0"

    def many(self) -> Iterator[Any]:
        rng = np.random.default_rng(1)
        balls = ShapeArray.circles(rng.uniform(-3, 3, (1200, 2)), 1)
        yield balls.collide(self.box())
        yield balls.sweep(self.box(), (3, 1))
        yield sepax.raycast(balls, rng.uniform(-9, 9, (1200, 2)), (1, 0))
        yield sepax.raycast(balls, (-9, 0), (1, 0), all=True)

    def test_many(self) -> None:
        for results in self.many():
            hits = int(np.count_nonzero(results.hit))
            root = drawing(results._repr_svg_())
            dots = [c for c in root.iter(f"{SVG}circle") if c.attrib["fill"] == YELLOW]
            assert len(dots) == min(hits, 500)
            assert ("the first 500 drawn" in texts(root)) == (hits > 500)
            rows = cells(results._repr_html_())
            assert len(rows) == min(len(results), 10)
            assert rows[0][1] == str(results.hit[0])
            drawing(results[~results.hit]._repr_svg_())
            drawing(results[:0]._repr_html_().partition("<table>")[0].removeprefix("<div>"))

    def test_memory_that_was_never_written(self) -> None:
        for kind in (sepax.Contacts, sepax.Impacts, sepax.RayHits):
            results = kind.empty(5)
            for name in results._layout:
                array = getattr(results, name)
                array.view(np.uint8)[...] = 0xFF  # NaN, -1, and truth values of 255
            assert "nan" not in texts(drawing(results._repr_svg_()))
            ET.fromstring(results._repr_html_())


class TestElements:
    def test_numbers(self) -> None:
        values = [0.0, -0.0, 1.5, -2.004, 1e9, -math.inf, math.nan, 0.004, 100.0]
        written = ["0", "0", "1.5", "-2", "100000", "-100000", "0", "0", "100"]
        assert [svg.number(value) for value in values] == written

    def test_texts_are_escaped(self) -> None:
        sheet = svg.Sheet(100, 50, "<title> & more")
        sheet.write(Text((1, 2), "a < b & \"c\" > 'd'", color='"><script>'))
        root = ET.fromstring(sheet.svg())
        assert "<script>" not in sheet.svg()
        (text,) = root.iter(f"{SVG}text")
        assert (text.text, text.attrib["fill"]) == ("a < b & \"c\" > 'd'", '"><script>')
        assert "<title> & more" in texts(root)

    def test_a_place_is_seen_where_it_belongs(self) -> None:
        sheet = svg.Sheet(200, 100, "")
        sheet.look_at(Box(-1, -1, 3, 1), 0, 0, 200, 100)
        assert sheet.view.scale == 50.0
        assert sheet.view.spot((-1, 1)) == (0.0, 0.0)
        assert sheet.view.spot((3, -1)) == (200.0, 100.0)
        assert sheet.view.spot((3, -1, 4, 7)) == (204.0, 93.0)
        sheet.look_at(Box(5, 5, 5, 5), 0, 0, 200, 100)
        assert sheet.view.spot((5, 5)) == (100.0, 50.0)

    def test_a_short_arrow_is_a_dot(self) -> None:
        sheet = svg.Sheet(10, 10, "")
        sheet.write(Arrow([(1, 1), (1, 1)], "red"))
        assert sheet.elements[0].startswith("<circle")


def test_nothing_of_it_is_imported_early() -> None:
    code = (
        "import sys, sepax\n"
        "late = [name for name in sys.modules if name.startswith('sepax.pictures')]\n"
        "assert not late and 'html' not in sys.modules\n"
        "contact = sepax.collide(sepax.Circle((0, 0), 1), sepax.Circle((1, 0), 1))\n"
        "assert contact._repr_svg_().startswith('<svg')\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
