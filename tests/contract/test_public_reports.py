"""Public reports of wrong answers of other libraries: the same questions, asked of sepax.

The inputs are those of the reports. The expected answers were derived without sepax: by hand, in
rational arithmetic, or with 60 digits. Where a report leaves a number open, it is chosen here. The
table of docs/reports.md shows the same cases; after a change of them run

    PYTHONPATH=src:tests python tests/contract/test_public_reports.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from oracle import EPSILON, dot, minus, vector

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reports.md"
BEGIN = "<!-- made by tests/contract/test_public_reports.py: begin -->\n\n"
END = "\n<!-- made by tests/contract/test_public_reports.py: end -->"
BOUND = 16 * float(EPSILON)  # times the size of the scene


class Report(NamedTuple):
    source: str
    question: str
    reported: str  # the wrong answer
    right: str
    check: Callable[[], None]


near = partial(pytest.approx, rel=0.0)


def corners(low: Any, high: Any) -> Polygon:
    return Polygon([low, (high[0], low[1]), high, (low[0], high[1])])


def block(x: float, y: float, width: float, height: float, angle: float = 0.0) -> Polygon:
    return Polygon.box(width, height, position=(x, y), angle=angle)


def meet(a: Any, b: Any, *, touching: bool = True) -> bool:
    """`intersects`, of two shapes in either order and of an array of them."""
    answer = sepax.intersects(a, b, touching=touching)
    assert sepax.intersects(b, a, touching=touching) is answer
    row = ShapeArray([a]) if not isinstance(a, Compound) else sepax.CompoundArray([a])
    assert sepax.intersects(row, b, touching=touching).tolist() == [answer]
    return bool(answer)


def moves(a: Any, b: Any, tolerance: float) -> Any:
    """`mtv`, which leaves a gap and an overlap of at most a tolerance, and `collide` agrees."""
    move = sepax.mtv(a, b)
    contact = sepax.collide(a, b)
    assert contact is not None
    assert contact.depth == near(math.hypot(*move), abs=tolerance)
    free = a.copy()
    free.move(*move)
    assert abs(sepax.signed_distance(free, b)) <= tolerance
    return move


def struck(shape: Any, start: Any, way: Any, radius: float = 0.0) -> Any:
    """Where a ray hits, by itself and as one of many."""
    hit = sepax.raycast([shape], start, way, radius=radius)
    assert hit is not None
    many = sepax.raycast(ShapeArray([shape]), [start] * 20, [way] * 20, radius=radius)
    assert (many.point == hit.point).all()
    assert (many.distance == hit.distance).all()
    return hit


# --- the shortest move ---------------------------------------------------------------------------


def capsule_in_a_triangle() -> None:
    capsule = Capsule((0, 0), (0, 3), 0.4)
    triangle = Polygon([(0.1, 2.5), (-0.9, 2.5), (1.1, 0.5)])
    assert math.hypot(*moves(capsule, triangle, 1e-14)) == near(1.3, abs=1e-14)


def diamonds_at_their_tips() -> None:
    def diamond(x: float, y: float) -> Polygon:
        return Polygon([(x + 10, y), (x, y + 10), (x - 10, y), (x, y - 10)])

    centre = diamond(40, 40)
    others = [diamond(*at) for at in [(40, 58), (58, 40), (40, 22), (22, 40), (40, 61)]]
    assert [meet(centre, other) for other in others] == [True] * 4 + [False]
    for other in others[:4]:
        assert math.hypot(*moves(centre, other, 1e-13)) == near(math.sqrt(2), abs=1e-14)
    assert sepax.distance(centre, others[4]) == near(1.0, abs=1e-14)


def car_in_the_rim_of_a_box() -> None:
    car = Polygon([(-0.05, -1.04), (0.05, -1.04), (0.05, -0.94), (-0.05, -0.94)])
    assert meet(car, block(0, 0, 2, 2), touching=False)
    assert moves(car, block(0, 0, 2, 2), 1e-15) == near((0.0, -0.06000000000000005), abs=1e-15)


def ball_about_a_corner() -> None:
    contact = sepax.collide(Circle((1, 1), 1), block(0, 0, 2, 2))
    assert contact is not None
    assert contact.depth == 1.0


def block_beside_a_slanted_one() -> None:
    ring = [(0, 0), (1, 4), (2, 4), (1, 0)]
    for slanted in (Polygon(ring), Polygon(ring[::-1])):
        for x, y, sign in [(0, 0, -1), (1, 3, 1)]:
            move = moves(corners((x, y), (x + 1, y + 1)), slanted, 1e-14)
            assert move == near((sign * 16 / 17, -sign * 4 / 17), abs=1e-14)


# --- do they meet, and how far apart are they? ---------------------------------------------------


def edges_on_one_line() -> None:
    quad = Polygon([(334, 320), (344, 332), (364, 332), (364, 320)])
    box = corners((320, 320), (352, 352))
    assert meet(box, quad, touching=False)
    assert sepax.overlap_area(box, quad) == near(156.0, abs=1e-9)


def boxes_apart_along_one_axis() -> None:
    assert sepax.distance(block(0, 4, 1, 1), block(0, 0, 1, 1)) == 3.0


def point_in_a_hexagon() -> None:
    hexagon = Polygon([(2, 1), (2, 2), (1, 3), (0, 2), (0, 1), (1, 0)])
    assert hexagon.contains((1, 1.1))
    assert meet(hexagon, Point((1, 1.1)))


def disc_beside_a_clockwise_triangle() -> None:
    disc, ring = Circle((444, 571), 67), [(1, -70), (-60, 46), (60, 46)]
    for points in (ring, ring[::-1]):
        triangle = Polygon(points, position=(750, 294), angle=2.7173982456860264)
        assert not meet(disc, triangle)
        assert sepax.distance(disc, triangle) == near(307.9194895180117, abs=1e-10)


def disc_beside_a_small_box() -> None:
    disc = Circle((479.665222, 509.737244), 37.6882935)
    box = corners((438.420929, 493.709167), (443.420929, 498.709167))
    assert not meet(disc, box)
    assert sepax.distance(disc, box) == near(0.19662774035339572, abs=BOUND * 120)


def bow_tie_beside_a_triangle() -> None:
    quad = [(100, 750), (200, 750), (100, 150), (200, 150)]
    triangle = Polygon([(77, 695), (91, 695), (84, 681)])
    with pytest.raises(ValueError, match="cross"):
        Polygon(quad)
    assert not meet(Polygon.hull(quad), triangle)
    assert sepax.distance(Polygon.hull(quad), triangle) == 9.0


def segment_that_ends_on_another() -> None:
    a = Segment((-29796.696826656284, 138522.76848210802), (-29804.3911369969, 138519.3504205817))
    b = Segment((-29802.795222153436, 138520.05937757515), (-29802.23305474065, 138518.7938969792))
    assert meet(a, b)
    assert sepax.distance(a, b) == 0.0


def box_of_no_size() -> None:
    none = ShapeArray.from_rotated_boxes([(2, 2, 0, 0, 0)], "xywhd", invalid="hull")[0]
    for nothing in (none, Point((2, 2))):
        assert not meet(nothing, block(50, 50, 4, 4))
        assert sepax.overlap_area(nothing, block(50, 50, 4, 4)) == 0.0


def line_of_sight_over_boxes() -> None:
    sight = Segment((21.015, 41.359), (17.321, 90.1746))
    boxes = [corners((18, 82), (22, 86)), corners((14, 82), (18, 86))]
    assert [meet(sight, box) for box in boxes] == [False, True]


def thin_goal_line() -> None:
    disc = Circle((0, -55), 0.115)
    line = [(1.56, -54.96), (1.56, -55.04), (-1.56, -55.04), (-1.56, -54.96)]
    assert meet(disc, Polygon(line))
    assert not meet(disc, Polygon(line, position=(0, -55)))


def nearest_point_of_a_line() -> None:
    start, end, place = (1.327, 1.476), (2.745, 2.435), (2.746, 1.467)
    line, point = Segment(start, end), Point(place)
    assert sepax.distance(line, point) == near(0.8024003027094456, abs=BOUND * 1.5)
    on_line = vector(sepax.nearest_points(line, point)[0])
    along = minus(vector(end), vector(start))
    share = dot(minus(on_line, vector(start)), along) / dot(along, along)
    foot = tuple(Fraction(p) + share * q for p, q in zip(start, along, strict=True))
    gap = minus(on_line, (foot[0], foot[1]))
    assert 0 <= share <= 1
    assert dot(gap, gap) <= Fraction(BOUND * 1.5) ** 2


def point_in_a_sliver() -> None:
    sliver = Polygon(
        [
            (-90.7937622070313, 30.4214403721742),
            (-89.5001220703125, 29.6439011074573),
            (-90.0274658203125, 29.5674849779702),
        ]
    )
    place = (-90.21896375277, 30.004926101619)
    assert sliver.contains(place)
    assert sepax.covers(sliver, Point(place))
    with pytest.raises(ValueError, match="same point"):
        Segment(place, place)
    lines = ShapeArray.segments([place], [place], invalid="hull")
    assert sepax.covers(sliver, lines).tolist() == [True]


# --- motion and rays -----------------------------------------------------------------------------


def place_of_an_impact() -> None:
    box = corners((0, 0), (100, 100))
    for start, way, time, point in [
        ((50, 200), (0, -100), 0.99, (50, 100)),
        ((25, -25), (0, 100), 0.24, (25, 0)),
    ]:
        impact = sepax.sweep(Circle(start, 1), box, way)
        assert impact is not None
        assert impact.time == near(time, abs=1e-12)
        assert impact.point == near(point, abs=1e-12)


def ball_on_a_wide_box() -> None:
    box = block(0, -500, 1000, 1000)
    for x in (-499.0, -123.456, 0.0, 0.1, 333.3, 498.9):
        ball = Circle((x, 10), 0.5166)
        time = sepax.time_of_impact(ball, box, (0, -1), max_time=100)
        assert time == near(9.4834, abs=BOUND * 1010)
        hit = struck(box, (x, 10), (0, -1), 0.5166)
        assert hit.distance == near(9.4834, abs=BOUND * 1010)
        assert hit.point[1] == 0.0


def slanted_cast_at_a_bar() -> None:
    bar, start, way = block(884.5, 188.5, 489, 1), (380, 241), (624, -104)
    ray = struck(bar, start, way)
    assert ray.distance / math.hypot(*way) == near(0.5, abs=1e-13)
    assert ray.point == (near(692, abs=1e-10), 189.0)
    assert sepax.time_of_impact(Circle(start, 1), bar, way) == near(51 / 104, abs=1e-13)
    disc = struck(bar, start, way, 1.0)
    assert disc.distance / math.hypot(*way) == near(51 / 104, abs=1e-13)
    assert disc.point == (near(686, abs=1e-10), 189.0)


def box_that_turns_past_a_bar() -> None:
    bar = block(24, -60, 50, 10, 2.95)
    box = block(53.474274, -50.252514, 5, 5, 4.428750118453536)
    way, turn = (1.1212039999999988, -0.830959), 0.2610499999999547
    assert sepax.sweep(box, bar, way, angular_velocity_a=turn) is None
    end = box.copy()
    end.move(*way)
    end.rotate(turn)
    assert sepax.distance(end, bar) == near(6.8184, abs=5e-5)


def cast_far_from_the_origin() -> None:
    body, caster = block(8000, 8050, 100, 100), block(8000, 7989.75, 20, 20)
    impact = sepax.sweep(caster, body, (0, 1))
    assert impact is not None
    assert impact.time == near(0.25, abs=1e-12)
    assert impact.normal == (0.0, 1.0)
    assert impact.point[1] == 8000.0


def lines_through_a_box() -> None:
    box = corners((100, 50), (150, 90))
    lines = {
        ((120, 0), (120, 200)): ((120.0, 50.0), (120.0, 90.0)),
        ((0, 70), (300, 70)): ((100.0, 70.0), (150.0, 70.0)),
    }
    for (start, end), (first, last) in lines.items():
        way = (end[0] - start[0], end[1] - start[1])
        assert struck(box, start, way).point == first
        assert struck(box, end, (-way[0], -way[1])).point == last


# --- shared areas --------------------------------------------------------------------------------


def u_shape_and_a_box_in_its_mouth() -> None:
    ring = [(0, 0), (0, 200), (310, 200), (310, 0), (210, 0), (210, 100), (100, 100), (100, 0)]
    letter, box = Compound.from_polygon(ring), corners((94.5, 0), (189, 63))
    assert meet(letter, box, touching=False)
    assert sepax.overlap_area(letter, box) == near(346.5, abs=1e-9)


def shared_area(a: Any, b: Any, area: float, tolerance: float) -> None:
    boxes = ShapeArray.from_rotated_boxes([a, b], "xywhd")
    assert sepax.overlap_area(boxes[0], boxes[1]) == near(area, abs=tolerance)


def ratio(a: Any, b: Any, form: str, right: float, tolerance: float) -> None:
    """The IoU of two boxes, in either order, and in a matrix."""
    boxes = ShapeArray.from_rotated_boxes([a, b], form)
    shares = {sepax.iou(boxes[0], boxes[1]), sepax.iou(boxes[1], boxes[0])}
    matrix = sepax.iou_matrix(boxes[:1], boxes[1:])
    assert shares == {float(matrix[0, 0])}
    assert shares.pop() == near(right, abs=tolerance)
    assert 0.0 <= float(matrix[0, 0]) <= 1.0


def same(box: Any, form: str) -> Callable[[], None]:
    return partial(ratio, box, box, form, 1.0, 0.0)


ALMOST_A = (
    296.6620178222656,
    458.73883056640625,
    23.515729904174805,
    47.677001953125,
    0.08795166015625,
)
ALMOST_B = (296.66201, 458.73882000000003, 23.51573, 47.67702, 0.087951)
LONG_A = (
    2563.74462890625,
    1436.7901611328125,
    2174.703369140625,
    214.09500122070312,
    115.11834716796875,
)
LONG_B = (
    2563.74462890625,
    1436.790283203125,
    2174.702880859375,
    214.09495544433594,
    115.11835479736328,
)
SLIM_A = (1010.5, 860.00012207, 12.20655537, 48.82622528, 55.00798035)
SLIM_B = (1022.0, 870.49993896, 10.81665134, 43.26660919, 56.30992889)
STRIP_A = (135.07, 406.72, 7.9445e-07, 1971.1, 1.7708)
STRIP_B = (151.008, 436.2173, 302.0159, 313.7347, 3.1184)
LINE_A = (824.6421183672817, 280.28737007069833, 565.0, 140.0, -177.80506896972656)
LINE_B = (567.3310438828003, 270.42527355719545, 275.0, 50.0, 92.19493103027344)


def slim_boxes_of_both_directions() -> None:
    """The format says in which direction angles count, and that decides."""
    ratio(SLIM_A, SLIM_B, "xywh-d", 0.3687586573454642, 1e-9)
    ratio(SLIM_A, SLIM_B, "xywhd", 0.0, 0.0)


# --- the table -----------------------------------------------------------------------------------

REPORTS = [
    Report("RandyGaul/cute_headers#158", "the move that frees a capsule deep in a triangle",
           "along another axis", "1.3 long", capsule_in_a_triangle),
    Report("RandyGaul/cute_headers#256", "a diamond and five others near its tips",
           "one of four overlaps is missed", "four overlaps √2 deep, one gap of 1",
           diamonds_at_their_tips),
    Report("RandyGaul/cute_headers#366", "the move that frees a small box in the rim of a big one",
           "no contact", "0.06 down", car_in_the_rim_of_a_box),
    Report("dimforge/parry#34", "a ball about the corner of a box", "no contact",
           "a contact 1 deep", ball_about_a_corner),
    Report("libgdx/libgdx#1898", "the moves that free a block on either side of a slanted one",
           "the same for both sides", "(-16, 4)/17, and (16, -4)/17",
           block_beside_a_slanted_one),
    Report("RandyGaul/cute_headers#404", "a box and a quadrilateral with edges on one line",
           "apart", "they share an area of 156", edges_on_one_line),
    Report("flexible-collision-library/fcl#508", "the distance of two unit boxes",
           "3.16228", "3", boxes_apart_along_one_axis),
    Report("jriecken/sat-js#41", "a point inside of a hexagon", "outside", "inside",
           point_in_a_hexagon),
    Report("jriecken/sat-js#44", "a disc and a clockwise triangle far from it", "they collide",
           "307.92 apart", disc_beside_a_clockwise_triangle),
    Report("juj/MathGeoLib#55", "an upright capsule beside a box, seen from above",
           "a failed assertion", "0.1966 apart", disc_beside_a_small_box),
    Report("libgdx/libgdx#1635", "four corners in the order of a bow tie, and a triangle",
           "they overlap", "an error; its hull is 9 away", bow_tie_beside_a_triangle),
    Report("libgeos/geos#565", "a segment that ends just beyond another one",
           "apart, but prepared they meet", "they meet", segment_that_ends_on_another),
    Report("opencv/opencv#18520", "a rectangle of size 0 far from another one",
           "it lies inside", "apart", box_of_no_size),
    Report("pygame-community/pygame-ce#3047", "a line of sight over two boxes", "it meets none",
           "it meets the second", line_of_sight_over_boxes),
    Report("robertcorponoi/collider2d#12", "a ball on a goal line given in world coordinates",
           "no goal", "a goal; none if the offset is added twice", thin_goal_line),
    Report("shapely/shapely#2123", "the nearest point of a line", "not on the line",
           "within 16 eps L of it", nearest_point_of_a_line),
    Report("shapely/shapely#2205", "a line without length inside of a triangle",
           "not covered, but prepared it is", "covered, as the point is", point_in_a_sliver),
    Report("RandyGaul/cute_headers#357", "where a ball hits the face of a box", "at a far corner",
           "(50, 100), and (25, 0)", place_of_an_impact),
    Report("dimforge/parry#429", "when a ball lands on a wide box", "0.139 early", "at 9.4834",
           ball_on_a_wide_box),
    Report("dimforge/rapier.js#258", "a slanted cast at a thin bar",
           "the ray hits, the shape misses", "ray at 1/2, disc of radius 1 at 51/104",
           slanted_cast_at_a_bar),
    Report("erincatto/box2d#115", "a box that turns past the end of a bar", "they touch",
           "they stay 6.818 apart", box_that_turns_past_a_bar),
    Report("godotengine/godot#103123", "a cast by 1 at a body 1/4 away, at (8000, 8000)",
           "a fraction without a contact", "a contact at 1/4", cast_far_from_the_origin),
    Report("pygame-community/pygame-ce#3945", "where lines leave a box that ends at 90 and 150",
           "at 89 and 149", "at 90 and 150", lines_through_a_box),
    Report("libgdx/libgdx#7228", "what a U and a box in its mouth share", "5953.5, in part",
           "346.5", u_shape_and_a_box_in_its_mouth),
    Report("opencv/opencv#23546", "the area that two boxes with edges on one line share",
           "about 3500", "7000", partial(shared_area, LINE_A, LINE_B, 7000.0, 1e-6)),
    Report("facebookresearch/detectron2#2154", "IoU of boxes equal but for last digits",
           "0.600", "0.999999",
           partial(ratio, ALMOST_A, ALMOST_B, "xywh-d", 0.9999988923489036, 1e-9)),
    Report("facebookresearch/detectron2#2167", "IoU of long boxes equal but for last digits",
           "0.585", "0.999999",
           partial(ratio, LONG_A, LONG_B, "xywh-d", 0.999998995667983, 1e-9)),
    Report("facebookresearch/detectron2#4961", "IoU of two slim boxes beside each other",
           "0.3688, called wrong", "0.3688 with angles counter-clockwise, 0 with clockwise ones",
           slim_boxes_of_both_directions),
    Report("lilanxiao/Rotated_IoU#38", "IoU of a square at 45 degrees with itself", "0", "1",
           same((0.0, 0.0, 2.0, 2.0, 0.7853981633974483), "xywhr")),
    Report("mrlooi/rotated_maskrcnn#46", "IoU of a long box with itself", "0.333", "1",
           same((672.4067, 290.7776, 791.0275, 38.9333, 34.1454), "xywhd")),
    Report("open-mmlab/mmcv#2621", "IoU of a box with itself", "0.333", "1",
           same((0.0, 0.0, 180.6422271729, 136.3633728027, 0.9559648633), "xywhr")),
    Report("open-mmlab/mmcv#2952", "IoU of a box of almost no width with a large one",
           "-12,128,368", "2.6e-9",
           partial(ratio, STRIP_A, STRIP_B, "xywhr", 2.596644957011718e-09, 1e-15)),
    Report("mjq11302010044/RRPN#44", "IoU of two boxes across each other", "1.35", "0.8548",
           partial(ratio, (46.83, 44.03, 3.9, 1.63, 0), (46.83, 44.03, 1.63, 3.9, 1.45), "xywhr",
                   0.8548336708818455, 1e-14)),
    Report("roboflow/supervision#2278", "IoU of boxes of 4 by 1, crossed", "0", "1/7",
           partial(ratio, (0, 0, 4, 1, 0), (0, 0, 4, 1, 90), "xywhd", 1 / 7, 1e-15)),
    Report("roboflow/supervision#2317", "IoU of a box and a quarter of it", "0.357, from pixels",
           "0.25", partial(ratio, (0, 0, 2, 2, 0), (0, 0, 1, 1, 0), "xywhd", 0.25, 0.0)),
]  # fmt: skip


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.source)
def test_right_answers(report: Report) -> None:
    report.check()


def table() -> str:
    lines = ["| report | question | reported answer | right answer |", "|---|---|---|---|"]
    for report in REPORTS:
        address = "https://github.com/" + report.source.replace("#", "/issues/")
        lines.append(
            f"| [{report.source}]({address}) | {report.question} | {report.reported} "
            f"| {report.right} |"
        )
    return "\n".join(lines) + "\n"


def with_table(page: str) -> str:
    """The page with the table of these cases in place of its own."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


def test_the_page_shows_these_cases() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page)
    assert len({report.source for report in REPORTS}) == len(REPORTS)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
