"""Pictures of the API reference, one for each function, drawn from the results of sepax.

``python docs/pictures.py FOLDER`` writes all of them as files.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

import sepax
from sepax import Circle, Point, Polygon, Shape, ShapeArray
from sepax.pictures.colors import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, RED, YELLOW
from sepax.pictures.marks import Arrow, Box, Dots, Line, Look, Outline, Text
from sepax.pictures.svg import Sheet

Place = tuple[float, float]

WIDTH, MARGIN = 520.0, 26.0


class Picture(Sheet):
    """A picture of a part of the world; all arguments are world coordinates."""

    def __init__(self, title: str, left: float, bottom: float, right: float, top: float) -> None:
        room = WIDTH - 2 * MARGIN
        height = room / (right - left) * (top - bottom)
        super().__init__(WIDTH, height + 2 * MARGIN, title)
        self.look_at(Box(left, bottom, right, top), MARGIN, MARGIN, room, height)

    def _repr_svg_(self) -> str:
        return self.svg()

    def shape(self, shape: Shape, color: str = FAINT, label: str = "", depth: float = 0.25) -> None:
        """Draw a shape, with a label in its middle."""
        self.draw(Outline([shape], Look(color, 2.0, fill=color, fill_opacity=depth)))
        if label:
            self.text(shape.centroid, label, anchor="middle", bold=True, size=15.0)

    def ghost(self, shape: Shape, color: str = PURPLE, by: Place = (0.0, 0.0)) -> None:
        """Draw the dashed outline of a shape, moved by a vector."""
        self.draw(Outline([shape], Look(color, 1.6, "6 4"), by))

    def faint(self, shape: Shape) -> None:
        """Draw the thin outline of a shape."""
        self.draw(Outline([shape], Look(FAINT, 0.8)))

    def line(
        self, start: Place, end: Place, color: str = INK, dashed: bool = False, width: float = 1.6
    ) -> None:
        """Draw a line."""
        self.draw(Line([start, end], Look(color, width, "4 4" if dashed else None)))

    def arrow(self, start: Place, way: Place, color: str = INK) -> None:
        """Draw an arrow."""
        self.draw(Arrow([start, (start[0] + way[0], start[1] + way[1])], color, 2.6))

    def dots(self, points: Iterable[Place], color: str = YELLOW) -> None:
        """Draw points."""
        self.draw(Dots(points, color, 5.0))

    def text(
        self, place: Place, words: str, dy: float = 5.0, size: float = 13.0, **style: Any
    ) -> None:
        """Write at a place, `dy` pixels below it."""
        self.draw(Text((*place, 0.0, 0.34 * size - dy), words, size, **style))


def intersects() -> Picture:
    """Apart, touching and overlapping."""
    picture = Picture("Apart, touching, overlapping", -1.2, -1.6, 11.2, 1.2)
    for x, gap in ((0.0, 0.5), (4.5, 0.0), (9.0, -0.5)):
        box, disc = Polygon.box(2, 2, position=(x, 0)), Circle((x + 1.75 + gap, 0.25), 0.75)
        both = box.intersects(disc), box.intersects(disc, touching=False)
        picture.shape(box, BLUE)
        picture.shape(disc, RED if both[0] else ORANGE)
        picture.text((x - 1, -1.25), f"intersects: {both[0]}")
        picture.text((x - 1, -1.25), f"touching=False: {both[1]}", dy=21.0, size=11.5)
    return picture


def separating_axis() -> Picture:
    """A separating axis, and the edges of the gap."""
    a, b = Polygon.regular(6, 1.3), Polygon.regular(3, 1.3, position=(3.1, 0.6), angle=0.4)
    axis = a.separating_axis(b)
    assert axis is not None
    picture = Picture("A separating axis, and the gap along it", -1.6, -1.9, 5, 2.2)
    picture.shape(a, BLUE, "a")
    picture.shape(b, ORANGE, "b")
    for low in (a.project(axis)[1], b.project(axis)[0]):
        foot = low * axis[0], low * axis[1]
        across = -axis[1], axis[0]
        ends = [(foot[0] + s * across[0], foot[1] + s * across[1]) for s in (-2.6, 2.6)]
        picture.line(ends[0], ends[1], GREEN, dashed=True)
    picture.arrow((1.0, -1.6), axis, GREEN)
    picture.text((1.1 + axis[0], -1.65 + axis[1]), f"({axis[0]:.3g}, {axis[1]:.3g})")
    return picture


def contains() -> Picture:
    """Points inside, on the boundary and outside."""
    shape = Polygon.box(4, 2, radius=0.4)
    points = [(0.5, 0.5), (2.4, 0.2), (-1.5, -0.9), (2.35, 1.35), (-3.0, 0.4)]
    picture = Picture("Points in a shape, on its boundary, and outside", -3.6, -1.6, 3.8, 1.6)
    picture.shape(shape, BLUE)
    for point, inside in zip(points, sepax.contains(shape, points).tolist(), strict=True):
        picture.dots([point], GREEN if inside else "#ffffff")
        picture.text((point[0] + 0.12, point[1]), str(inside))
    return picture


def covers() -> Picture:
    """A shape inside another, and one that is not."""
    a, picture = Polygon.box(6, 3), Picture("a covers one of them", -3.4, -1.9, 4.4, 1.9)
    picture.shape(a, BLUE)
    picture.text((-2.9, 1.15), "a", bold=True, size=15.0)
    for b in (Polygon.regular(5, 0.9, position=(-1.4, -0.2)), Circle((2.6, 0.2), 1.0)):
        picture.shape(b, GREEN if a.covers(b) else ORANGE)
        picture.text(b.centroid, str(a.covers(b)), anchor="middle")
    return picture


def project() -> Picture:
    """The shadow of a shape on an axis."""
    shape = Polygon.regular(5, 1.2, position=(2.5, 1.6), angle=0.3)
    low, high = shape.project((1, 0))
    picture = Picture("The shadow of a shape on the axis (1, 0)", 0, -0.9, 5.4, 3)
    picture.shape(shape, BLUE)
    picture.arrow((0.2, 0), (5.0, 0), FAINT)
    for end in (low, high):
        corner = min(shape.vertices.tolist(), key=lambda vertex: abs(vertex[0] - end))
        picture.line((end, 0), (end, corner[1]), FAINT, dashed=True)
        picture.text((end, -0.12), f"{end:.3g}", dy=18.0, anchor="middle")
    picture.line((low, 0), (high, 0), BLUE, width=7.0)
    picture.dots([(low, 0)], YELLOW)
    picture.dots([(high, 0)], RED)
    return picture


def mtv() -> Picture:
    """The shortest move of a that separates the shapes."""
    a, b = Polygon.regular(6, 1.1, position=(2.1, 1.2), angle=0.1), Polygon.box(4, 2.2)
    vector = a.mtv(b)
    assert vector is not None
    picture = Picture("The minimum translation vector of a, and a moved by it", -2.4, -1.4, 4.2, 3)
    picture.shape(b, ORANGE, "b")
    picture.shape(a, BLUE)
    picture.ghost(a, PURPLE, vector)
    picture.arrow(a.position, vector, PURPLE)
    picture.text(a.position, "a  ", anchor="end", bold=True, size=15.0)
    words = f"({vector[0]:.3g}, {vector[1]:.3g})"
    picture.text((3.1, 0.6), words, color=PURPLE, bold=True)
    return picture


def collide() -> Picture:
    """The normal, the points and the depth of a contact."""
    a, b = Polygon.box(2.4, 1.6, position=(0.2, 1.35), angle=0.08), Polygon.box(5, 1.6)
    contact = a.collide(b)
    assert contact is not None
    picture = Picture("Points, normal and depth of a contact", -2.8, -1.1, 3.8, 2.5)
    picture.shape(b, ORANGE)
    picture.shape(a, BLUE)
    picture.text((-2.2, -0.4), "b", bold=True, size=15.0)
    picture.text((0.2, 1.5), "a", bold=True, size=15.0)
    for point, depth in zip(contact.points, contact.depths, strict=True):
        picture.arrow(point, (0.8 * contact.normal[0], 0.8 * contact.normal[1]))
        picture.text((point[0] + 0.1, point[1]), f"depth {depth:.2g}", dy=22.0)
    picture.dots(contact.points)
    return picture


def distance() -> Picture:
    """The distance of two shapes."""
    return _nearest("The distance of two shapes", points=False)


def nearest_points() -> Picture:
    """The nearest points of two shapes."""
    return _nearest("The nearest points of two shapes", points=True)


def _nearest(title: str, points: bool) -> Picture:
    a, b = (
        sepax.Capsule((-1, -0.4), (0.2, 0.5), 0.5),
        Polygon.regular(5, 1.1, position=(3.2, 0.6), angle=0.7),
    )
    start, end = a.nearest_points(b)
    picture = Picture(title, -1.8, -1.2, 4.6, 1.9)
    picture.shape(a, BLUE, "a")
    picture.shape(b, ORANGE, "b")
    picture.line(start, end, dashed=points)
    middle = 0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1])
    if points:
        picture.dots([start, end])
        picture.text((start[0], start[1] - 0.15), f"({start[0]:.2f}, {start[1]:.2f})", dy=18.0)
        picture.text((end[0], end[1] + 0.15), f"({end[0]:.2f}, {end[1]:.2f})", anchor="end")
    else:
        picture.text(middle, f"{a.distance(b):.3g}", dy=-8.0, anchor="middle")
    return picture


SHIPS = Polygon.box(3.6, 1.6, position=(0, 0.1), angle=0.2), Polygon.box(3, 2, position=(1.2, 0.5))


def overlap() -> Picture:
    """The intersection of two polygons."""
    return _shared("The intersection of two shapes", lambda a, b: "")


def overlap_area() -> Picture:
    """The area of the intersection."""
    return _shared(
        "The area of the intersection of two shapes", lambda a, b: f"{a.overlap_area(b):.3g}"
    )


def iou() -> Picture:
    """The area of the intersection divided by the area of the union."""
    return _shared("Intersection over union of two shapes", lambda a, b: f"{a.iou(b):.2f}")


def _shared(title: str, words: Callable[[Polygon, Polygon], str]) -> Picture:
    a, b = SHIPS
    common = sepax.overlap(a, b)
    assert common is not None
    picture = Picture(title, -2.6, -1.5, 3.6, 1.8)
    picture.shape(a, BLUE)
    picture.shape(b, ORANGE)
    picture.shape(common, PURPLE, words(a, b), depth=0.6)
    return picture


def sweep() -> Picture:
    """A moving shape at its first impact."""
    a, b = Circle((-3, -0.5), 0.5), Polygon.regular(4, 1.2, position=(2, 0.2), angle=0.2)
    velocity = (8.0, 0.6)
    impact = a.sweep(b, velocity)
    assert impact is not None
    way = velocity[0] * impact.time, velocity[1] * impact.time
    picture = Picture("The first impact of a moving shape", -3.8, -1.3, 5.8, 1.6)
    picture.shape(b, ORANGE)
    picture.shape(a, BLUE)
    picture.line(a.position, (a.position[0] + velocity[0], a.position[1] + velocity[1]), FAINT)
    picture.ghost(a, FAINT, velocity)
    picture.ghost(a, GREEN, way)
    picture.arrow(impact.point, impact.normal)
    picture.dots([impact.point])
    picture.text((a.position[0] + way[0], 0.75), f"time {impact.time:.3g}", anchor="middle")
    picture.text((5.0, 0.85), "end: time 1", anchor="middle", color=FAINT)
    return picture


def time_of_impact() -> Picture:
    """Impact times of discs that fly side by side."""
    balls = ShapeArray.circles([(-3, y) for y in (1.5, 0.75, 0, -0.75, -1.5)], 0.25)
    wall = Polygon([(1, -2), (2.5, -1.2), (2.2, 0.4), (0.2, 0)])
    picture = Picture("Impact times of discs that fly side by side", -3.6, -2.2, 5.4, 2)
    picture.shape(wall, ORANGE)
    times = sepax.time_of_impact(balls, wall, (8, 0)).tolist()
    for ball, time in zip(balls, times, strict=True):
        assert isinstance(ball, Circle)
        picture.shape(ball, BLUE)
        reached = 8 * min(time, 1.0)
        picture.line(ball.position, (ball.position[0] + reached, ball.position[1]), FAINT)
        picture.ghost(ball, GREEN if time < math.inf else FAINT, (reached, 0))
        beside = ball.position[0] + reached - 0.45, ball.position[1]
        picture.text(beside, f"{time:.3g}", dy=-5.0, anchor="end")
    return picture


CROWD = [(0, 0), (1.6, 0.5), (4.4, 0.1), (5.4, 1.0), (7.4, -0.2)]


def _crowd(picture: Picture) -> ShapeArray:
    crowd = ShapeArray.boxes(1.8, 1.2, CROWD, [0.2, 0.5, 0.0, 0.9, -0.3])
    for row, box in enumerate(crowd):
        picture.shape(box, BLUE, str(row))
    return crowd


def find_pairs() -> Picture:
    """Pairs of an array that intersect."""
    picture = Picture(
        "The pairs of an array that intersect: (0, 1) and (2, 3)", -1.2, -1.2, 8.6, 2.0
    )
    pairs = sepax.find_pairs(_crowd(picture)).tolist()
    for i, j in pairs:
        picture.line(CROWD[i], CROWD[j], RED)
    picture.text((-1.1, 1.7), f"find_pairs(boxes): {[tuple(pair) for pair in pairs]}")
    return picture


def nearest() -> Picture:
    """The two shapes that are nearest to a point."""
    picture = Picture(
        "The two shapes of an array that are nearest to a point", -1.2, -1.9, 8.6, 1.8
    )
    crowd, point = _crowd(picture), Point((3.2, -1.2))
    rows, distances = sepax.nearest(point, crowd, k=2)
    for row, length in zip(rows[0].tolist(), distances[0].tolist(), strict=True):
        start, end = point.nearest_points(crowd[row])
        picture.line(start, end)
        picture.text(end, f"{length:.2f}", dy=18.0, anchor="middle")
    picture.dots([point.position])
    return picture


def intersects_any() -> Picture:
    """Probes that intersect any shape of an array."""
    picture = Picture("Probes that intersect any shape of an array", -1.2, -1.4, 8.6, 2.0)
    crowd = _crowd(picture)
    probes = ShapeArray.circles([(-0.6, 1.2), (3.1, 0.6), (5.0, 0.3), (6.6, 0.9)], 0.45)
    for probe, hit in zip(probes, sepax.intersects_any(probes, crowd).tolist(), strict=True):
        picture.shape(probe, RED if hit else GREEN, "", depth=0.45)
        picture.text(probe.centroid, str(hit), dy=-22.0, anchor="middle")
    return picture


def raycast() -> Picture:
    """The first hits of rays."""
    picture = Picture("The first hits of rays, and the normals there", -1.2, -1.6, 8.6, 2.6)
    crowd, eye = _crowd(picture), (3.0, 2.3)
    angles = np.radians([205, 232, 262, 295, 318, 345])
    ways = np.column_stack((np.cos(angles), np.sin(angles)))
    hits = sepax.raycast(crowd, eye, ways, max_distance=4.2)
    for hit, way in zip(hits, ways.tolist(), strict=True):
        end = (eye[0] + 4.2 * way[0], eye[1] + 4.2 * way[1])
        picture.line(eye, end if hit is None else hit.point, FAINT if hit is None else GREEN)
        if hit is not None:
            picture.arrow(hit.point, (0.5 * hit.normal[0], 0.5 * hit.normal[1]))
            picture.dots([hit.point])
    picture.dots([eye], GREEN)
    return picture


def sweep_pairs() -> Picture:
    """Pairs of moving shapes that meet."""
    picture = Picture(
        "Pairs of moving shapes that meet, and the points of impact", -4, -1.4, 5, 1.8
    )
    balls = ShapeArray.circles([(-3, -0.6), (2.6, 1.0), (3.6, -0.8)], 0.45)
    velocities = np.array([(5.5, 1.0), (-3.0, -0.6), (0.5, 1.0)])
    pairs, impacts = sepax.sweep_pairs(balls, None, velocities)
    for row, ball in enumerate(balls):
        picture.shape(ball, BLUE, str(row))
        picture.arrow(ball.centroid, tuple(velocities[row].tolist()), FAINT)
    for pair, impact in zip(pairs.tolist(), impacts, strict=True):
        assert impact is not None
        for row in pair:
            picture.ghost(balls[row], GREEN, tuple((velocities[row] * impact.time).tolist()))
        picture.dots([impact.point])
        words = f"pair {tuple(pair)}, time {impact.time:.3g}"
        picture.text((impact.point[0], 1.3), words, anchor="middle")
    return picture


def first_impacts() -> Picture:
    """The first impact of each bullet."""
    picture = Picture("The first impact of each bullet", -3.6, -1.4, 8.6, 2.2)
    crowd = _crowd(picture)
    bullets = ShapeArray.circles([(-3, 1.8), (-3, 0.7), (-3, -0.9)], 0.15)
    ways = np.array([(11.0, -0.4), (11.0, 0.1), (11.0, 0.4)])
    rows, impacts = sepax.first_impacts(bullets, crowd, ways)
    found = zip(bullets, rows.tolist(), impacts.time.tolist(), ways, strict=True)
    for bullet, row, time, way in found:
        picture.shape(bullet, BLUE, depth=0.9)
        flown = tuple((way * min(time, 1.0)).tolist())
        picture.arrow(bullet.centroid, flown, GREEN if row >= 0 else FAINT)
        picture.text(bullet.centroid, f"row {row}", dy=-8.0, anchor="middle")
    return picture


def move_and_slide() -> Picture:
    """A shape that slides along walls."""
    walls = [Polygon.box(7, 0.8, position=(1.5, -1.4)), Polygon.box(1, 4, position=(5.5, 0.2))]
    hero = Circle((-1.5, 1.2), 0.5)
    picture = Picture("A motion that slides along the walls", -2.8, -2, 7.2, 2.4)
    for wall in walls:
        picture.shape(wall)
    motion = (5.0, -4.2)
    picture.shape(hero, BLUE)
    picture.arrow(hero.position, motion, FAINT)
    start = hero.position
    slide = sepax.move_and_slide(hero, walls, motion, skin=0.05)
    first = slide.impacts[0].time
    turn = start[0] + motion[0] * first, start[1] + motion[1] * first
    picture.line(start, turn, GREEN)
    picture.arrow(turn, (slide.position[0] - turn[0], slide.position[1] - turn[1]), GREEN)
    picture.ghost(hero, GREEN)
    picture.dots([slide.impacts[0].point])
    return picture


def convex_parts() -> Picture:
    """A concave outline with a hole, and its parts."""
    outline = [(0, 0), (6, 0), (6, 3), (4.4, 3), (4.4, 1.4), (3, 2.6), (1.4, 1.6), (0, 3)]
    parts = sepax.convex_parts(outline, [[(0.8, 0.5), (2.6, 0.5), (1.8, 1.2)]])
    title = f"An outline with a hole, in {len(parts)} convex parts"
    picture = Picture(title, -0.4, -0.3, 6.4, 3.3)
    colors = [BLUE, ORANGE, GREEN, PURPLE, RED]
    for row, part in enumerate(parts):
        picture.shape(part, colors[row % len(colors)], str(row))
    return picture


def nms() -> Picture:
    """The detections that are kept."""
    boxes = [(1, 1, 3.4, 1.2, 0.4), (1.2, 1.1, 3.4, 1.2, 0.5), (1.1, 1, 3.2, 1.1, 2.0)]
    shapes = ShapeArray.from_rotated_boxes(np.array([*boxes, (5.0, 1.2, 2.6, 0.9, -0.3)]))
    scores = [0.8, 0.9, 0.7, 0.6]
    kept = set(sepax.nms(shapes, scores, 0.5).tolist())
    picture = Picture("The best of several detections of one object is kept", -1, -0.8, 7, 2.8)
    for row, shape in enumerate(shapes):
        if row in kept:
            picture.shape(shape, GREEN)
        else:
            picture.ghost(shape, RED)
        side = 0 if row in kept else 2  # the vertex beside which the score is written
        x, y = shape.vertices[side].tolist()
        words = f"{scores[row]}" if row in kept else f"{scores[row]}, suppressed"
        picture.text((x, y), words, dy=-14.0 if side else 16.0, anchor="middle")
    return picture


def iou_matrix() -> Picture:
    """The IoU of detections with the ground truth."""
    truth = ShapeArray.boxes([3.2, 2.6], [1.4, 1.0], [(0, 0), (4.6, 0.3)], [0.3, -0.2])
    found = ShapeArray.boxes([3.0, 2.6], [1.3, 0.9], [(0.3, 0.1), (4.5, 0.6)], [0.45, 0.0])
    picture = Picture("Detections (green), the ground truth, and their IoU", -2.2, -1.3, 6.6, 1.9)
    for shape in truth:
        picture.shape(shape, FAINT)
    values = sepax.iou_matrix(found, truth)
    for row, shape in enumerate(found):
        picture.shape(shape, GREEN, f"{values[row, row]:.2f}")
    picture.text((1.2, 1.6), f"{values.round(2).tolist()}")
    return picture


def explain() -> sepax.Explanation:
    """The picture of an explanation."""
    triangle = Polygon.regular(3, 1.2, position=(2.5, 0.6))
    return sepax.explain(Polygon.box(2, 2), triangle)


PICTURES: dict[str, Callable[[], Picture | sepax.Explanation]] = {
    draw.__name__: draw
    for draw in (
        *(intersects, separating_axis, contains, covers, project, mtv, collide),
        *(distance, nearest_points, overlap, overlap_area, iou, sweep, time_of_impact),
        *(find_pairs, nearest, intersects_any, raycast, sweep_pairs, first_impacts),
        *(move_and_slide, convex_parts, nms, iou_matrix, explain),
    )
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(draw()._repr_svg_(), encoding="utf-8")
