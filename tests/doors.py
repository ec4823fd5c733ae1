"""Where numbers, pairs, points and whole numbers go in: a call for each argument that takes them.

The first word of each name is the argument's, with which messages begin. `refuses` demands that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from questions import MOVING

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray, raw

Call = Callable[[Any], Any]
SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
TRIANGLE = [(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]
BIG = [(-1.0, -1.0), (9.0, -1.0), (9.0, 9.0), (-1.0, 9.0)]
QUADS = [[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)], [(1, 1), (4, 1), (4, 2), (1, 2)]]
TILES = [(1.0, 1.0, 2.0, 3.0, 1.0), (2.0, 1.0, 3.0, 2.0, 0.0)]
BALL = Circle((5, 0), 1)


def box() -> Polygon:
    return Polygon.box(2, 2, position=(1, 0), angle=0.5)


def boxes(count: int = 3) -> ShapeArray:
    return ShapeArray.boxes(2, [2, 3, 4], [(0, 0), (1, 0), (9, 0)])[:count]


def four() -> ShapeArray:
    return ShapeArray.boxes(2, [1] * 4, [(0, 0), (1, 0), (0, 1), (9, 0)])


def after(change: Callable[[Any], object], thing: Any = None) -> Any:
    """Return a shape or an array after a change."""
    thing = box() if thing is None else thing
    change(thing)
    return thing


def plain(answer: Any) -> Any:
    """Return an answer as numbers that can be compared."""
    if isinstance(answer, ShapeArray):
        return answer.vertices.tolist(), answer.radii.tolist(), answer.angles.tolist()
    if isinstance(answer, (sepax.Contacts, sepax.Impacts, sepax.RayHits)):
        return [getattr(answer, name).tolist() for name in answer._layout]
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    return [plain(part) for part in answer] if isinstance(answer, tuple) else repr(answer)


# Each takes a number where 2.0 would do.
OF_A_NUMBER: dict[str, Call] = {
    "radius": lambda x: Circle((0, 0), x),
    "radius of regular": lambda x: Polygon.regular(5, x),
    "width": lambda x: Polygon.box(x, 1),
    "height": lambda x: Polygon.box(1, x),
    "angle": lambda x: Polygon(SQUARE, angle=x),
    "angle of a circle": lambda x: Circle((0, 0), 1, angle=x),
    "angle of a box": lambda x: Polygon.box(1, 1, angle=x),
    "angle of regular": lambda x: Polygon.regular(5, 1, angle=x),
    "angle of a hull": lambda x: Polygon.hull(SQUARE, angle=x),
    "angle that is set": lambda x: after(lambda s: setattr(s, "angle", x)),
    "angle of rotate": lambda x: after(lambda s: s.rotate(x)),
    "angle of a pose": lambda x: after(lambda s: s.set_pose(0, 0, x)),
    "dx": lambda x: after(lambda s: s.move(x, 0)),
    "dy": lambda x: after(lambda s: s.move(0, x)),
    "x": lambda x: after(lambda s: s.set_pose(x, 0, 0)),
    "y": lambda x: after(lambda s: s.set_pose(0, x, 0)),
}
# The same, and arrays of numbers besides.
OF_NUMBERS: dict[str, Call] = {
    "widths": lambda x: ShapeArray.boxes(x, 1),
    "heights": lambda x: ShapeArray.boxes(1, x),
    "radii": lambda x: ShapeArray.circles((0, 0), x),
    "radii of regular": lambda x: ShapeArray.regular(5, x),
    "radii of boxes": lambda x: ShapeArray.boxes(1, 1, radii=x),
    "radii of capsules": lambda x: ShapeArray.capsules((0, 0), (1, 0), x),
    "radii of polygons": lambda x: ShapeArray.polygons([SQUARE] * 2, radii=x),
    "angles of boxes": lambda x: ShapeArray.boxes(1, 1, angles=x),
    "angles of regular": lambda x: ShapeArray.regular(5, 1, angles=x),
    "angles of polygons": lambda x: ShapeArray.polygons([SQUARE] * 2, angles=x),
    "angles": lambda x: after(lambda a: a.set_poses(angles=x), boxes(2)),
}
# Arguments that may be infinite.
OF_A_TIME: dict[str, Call] = {
    "max_time": lambda x: sepax.sweep(box(), BALL, (1, 0), max_time=x),
    "max_time of method": lambda x: box().sweep(BALL, (1, 0), max_time=x),
    "max_time of time": lambda x: sepax.time_of_impact(box(), BALL, (1, 0), max_time=x),
    "max_time of raw": lambda x: raw.sweep(SQUARE, TRIANGLE, (1, 0), max_time=x),
    "max_time of sweep_pairs": lambda x: sepax.sweep_pairs(boxes(), box(), (1, 0), (0, 0), x),
    "max_distance of nearest": lambda x: sepax.nearest(boxes(), box(), 1, x),
    "max_time of first_impacts": lambda x: sepax.first_impacts(boxes(), box(), (1, 0), max_time=x),
}
OF_TIMES: dict[str, Call] = {
    "max_distance": lambda x: sepax.raycast([box()], (-5, 0), (1, 0), x),
    "max_time of arrays": lambda x: sepax.sweep(box(), [BALL, BALL], (1, 0), (0, 0), x),
}
LISTS_OF_NUMBERS = OF_NUMBERS | OF_TIMES
EVERY_NUMBER = OF_A_NUMBER | OF_A_TIME | LISTS_OF_NUMBERS
OF_SIDES: dict[str, Call] = {
    "sides": lambda n: Polygon.regular(n, 1),
    "sides in an array": lambda n: ShapeArray.regular(n, 1),
}

# Each takes one pair where (1, 2) would do.
OF_A_PAIR: dict[str, Call] = {
    "center": lambda p: Circle(p, 1),
    "position": lambda p: Polygon(SQUARE, position=p),
    "position of a box": lambda p: Polygon.box(1, 1, position=p),
    "position of regular": lambda p: Polygon.regular(5, 1, position=p),
    "position of a hull": lambda p: Polygon.hull(SQUARE, position=p),
    "position that is set": lambda p: after(lambda s: setattr(s, "position", p)),
    "position as a center": lambda p: after(lambda s: setattr(s, "center", p), Circle((0, 0), 1)),
    "velocity_a": lambda p: sepax.sweep(box(), BALL, p),
    "velocity_b": lambda p: sepax.sweep(box(), BALL, (1, 0), p),
    "velocity_a of method": lambda p: box().sweep(BALL, p),
    "motion": lambda p: sepax.move_and_slide(BALL.copy(), box(), p),
    "velocity_a of time": lambda p: sepax.time_of_impact(box(), BALL, p),
    "velocity_b of time": lambda p: box().time_of_impact(BALL, (1, 0), p),
    "velocity_a of approach": lambda p: sepax.closest_approach(box(), BALL, p),
    "velocity_b of approach": lambda p: box().closest_approach(BALL, (1, 0), p),
    "velocity_a of raw approach": lambda p: raw.closest_approach(SQUARE, TRIANGLE, p),
    "velocity_a of raw": lambda p: raw.sweep(SQUARE, TRIANGLE, p),
    "velocity_b of raw": lambda p: raw.sweep(SQUARE, TRIANGLE, (1, 0), p),
    "axis of raw": lambda p: raw.project(SQUARE, p),
    "point of raw": lambda p: raw.contains(SQUARE, p),
}
# The same, and (n, 2) arrays besides.
OF_PAIRS: dict[str, Call] = {
    "axis": lambda p: sepax.project(box(), p),
    "axis of method": lambda p: Circle((1, 2), 3).project(p),
    "axis of array": lambda p: boxes(2).project(p),
    "point": lambda p: sepax.contains(box(), p),
    "point of method": lambda p: Circle((1, 2), 3).contains(p),
    "point of array": lambda p: boxes(2).contains(p),
    "point of index": lambda p: sepax.contains(sepax.ShapeIndex(boxes()), p),
    "centers": lambda p: ShapeArray.circles(p, 1),
    "starts": lambda p: ShapeArray.segments(p, (5, 5)),
    "ends": lambda p: ShapeArray.capsules((5, 5), p, 1),
    "positions": lambda p: ShapeArray.boxes(1, 1, p),
    "positions of points": ShapeArray.points,
    "positions of regular": lambda p: ShapeArray.regular(5, [1, 2], p),
    "positions of polygons": lambda p: ShapeArray.polygons([SQUARE] * 2, positions=p),
    "positions that are set": lambda p: after(lambda a: a.set_poses(p), boxes(2)),
    "velocity_a of array": lambda p: boxes(2).sweep(box(), p),
    "velocity_a of times": lambda p: boxes(2).time_of_impact(box(), p, p),
    "velocity_a of approaches": lambda p: boxes(2).closest_approach(box(), p, p),
    "velocity_b of array": lambda p: boxes(2).sweep(box(), (1, 0), p),
    "origin": lambda p: sepax.raycast(box(), p, (1, 0)),
    "origin of array": lambda p: sepax.raycast(boxes(), p, (1, 0)),
    "direction": lambda p: box().raycast((0, 0), p),
    "direction of array": lambda p: sepax.raycast(boxes(), (0, 0), p),
    "velocity_a of pairs": lambda p: sepax.sweep_pairs(boxes(2), box(), p),
    "velocity_b of pairs": lambda p: sepax.sweep_pairs(box(), boxes(2), (1, 0), p),
    "velocity_a of first": lambda p: sepax.first_impacts(boxes(2), box(), p),
    "velocity_b of first": lambda p: sepax.first_impacts(box(), boxes(2), (1, 0), p),
}
EVERY_PAIR = OF_A_PAIR | OF_PAIRS


def of_raw(name: str) -> Call:
    """Return a call of a verb of `sepax.raw` on a ring."""
    others: dict[str, tuple[Any, ...]] = {
        "contains": ((1, 1),),
        "project": ((1, 2),),
        "raycast": ((-5, 1), (1, 0)),
        **dict.fromkeys(MOVING, (TRIANGLE, (1, 2))),
    }
    return lambda ring: getattr(raw, name)(ring, *others.get(name, (TRIANGLE,)))


# Each takes a ring where SQUARE would do, or as many points.
OF_RINGS: dict[str, Call] = {
    "vertices": Polygon,
    "points of a hull": Polygon.hull,
    **{f"vertices of raw.{name}": of_raw(name) for name in raw.__all__},
    "vertices of raw, second": lambda ring: raw.mtv(TRIANGLE, ring),
}
OF_POINTS: dict[str, Call] = OF_RINGS | {
    "vertices of polygons": lambda ring: ShapeArray.polygons(ring, [0, 4]),
    "centers": lambda ring: ShapeArray.circles(ring, 1),
    "positions": lambda ring: ShapeArray.boxes(1, 1, ring),
    "positions that are set": lambda ring: after(lambda a: a.set_poses(ring), four()),
    "points": lambda ring: box().contains(ring),
    "points of array": lambda ring: four().contains(ring),
    "velocity_a": lambda ring: four().sweep(box(), ring),
}
# Other arguments, each with an array of float64 that it is called with.
OTHER_REALS: dict[str, tuple[Call, Any]] = {
    "exterior": (lambda ring: Compound.from_polygon(ring).area, SQUARE),
    "hole": (lambda ring: Compound.from_polygon(BIG, [ring]).area, SQUARE),
    "convex_parts": (sepax.convex_parts, SQUARE),
    "from_outlines": (lambda ring: CompoundArray.from_outlines(ring, [0, 4]).areas, SQUARE),
    "places": (lambda p: CompoundArray.at(Compound([box()]), p, [0] * 4).bounds, SQUARE),
    "starts": (lambda starts: ShapeArray.segments(starts, (9, 9)), SQUARE),
    "ends": (lambda ends: ShapeArray.capsules((9, 9), ends, 1), SQUARE),
    "hulls": (lambda cloud: ShapeArray.hulls(cloud, [0, 4]), SQUARE),
    "rings": (ShapeArray.polygons, QUADS),
    "from_quads": (ShapeArray.from_quads, QUADS),
    "from_rotated_boxes": (ShapeArray.from_rotated_boxes, TILES),
    "origins": (lambda p: sepax.raycast_distances(boxes(), p, (1, 0)), SQUARE),
    "lidar": (lambda p: sepax.lidar(boxes(), p, [0] * 4, 3, 9), SQUARE),
    "beams": (lambda angles: sepax.lidar(boxes(), (0, 0), 0, angles, 9), [0, 1, 2]),
    "poses": (lambda poses: sepax.sweep_path(box(), boxes(), poses), [(0, 0, 0), (9, 0, 1)]),
    "motions": (lambda m: sepax.move_and_slide(boxes(2), box(), m).position, [(1, 2), (3, 4)]),
    "angles set": (lambda a: after(lambda s: s.set_poses(angles=a), boxes()), [1, 2, 3]),
    "rates": (lambda w: sepax.time_of_impact(four(), BALL, (1, 0), angular_velocity_a=w), [1] * 4),
    "scores": (lambda scores: sepax.nms(four(), scores, 0.1), [1, 3, 2, 4]),
}
OF_REALS: dict[str, tuple[Call, Any]] = OTHER_REALS | {
    **{name: (call, SQUARE) for name, call in OF_POINTS.items()},
    **{f"{name}, pair": (call, (1, 2)) for name, call in EVERY_PAIR.items()},
    **{f"{name}, numbers": (call, [2.0]) for name, call in LISTS_OF_NUMBERS.items()},
}
OF_INTEGERS: dict[str, tuple[Call, Any]] = {
    "classes": (lambda kinds: sepax.nms(four(), [1, 3, 2, 4], 0.1, classes=kinds), [1, 1, 2, 2]),
    "offsets": (lambda rows: ShapeArray.polygons(SQUARE, rows), [0, 4]),
    "pairs": (lambda rows: sepax.intersects(boxes(), boxes(), pairs=rows), [(0, 1), (0, 2)]),
    "columns": (lambda rows: sepax.intersects(boxes(), boxes(), pairs=(rows, rows)), [0, 2]),
    "rows": (lambda rows: boxes()[rows], [2, 0]),
    "rows of results": (lambda rows: sepax.collide(boxes(), box())[rows], [2, 0]),
    "where": (lambda rows: after(lambda s: s.set_poses(angles=1, where=rows), boxes()), [2, 0]),
    "sides": (lambda sides: ShapeArray.regular(sides, 1), [3, 5]),
    "groups": (lambda groups: sepax.find_pairs(four(), groups=groups), [1, 1, 2, 2]),
    "owner": (lambda owner: sepax.intersects_any(four(), box(), owner=owner), [0, 0, 1, 1]),
    "ignored": (lambda rows: sepax.raycast_distances(four(), SQUARE, (1, 0), ignore=rows), [0] * 4),
}

# Where a message names the argument otherwise than by its name.
NAMES = {
    "vertices": "vert(ex|ices)",
    "radii": "radi(us|i)",
    "heights": "(heights|width and height)",
    **{name: f"({name}|position)" for name in ("dx", "dy", "x", "y", "centers")},
}


def refuses(
    name: str, call: Call, values: Iterable[Any], kind: type[Exception], words: str
) -> None:
    """Demand an error of each value, which begins with the shape and the argument."""
    argument = name.partition(" ")[0]
    named = NAMES.get(argument, argument.rstrip("s") + "s?")
    for value in values:
        if value is None and name in ("angles", "positions that are set"):
            continue  # keeps them
        with pytest.raises(kind, match=rf"^(shape \d: )?{named}\b.*({words})"):
            pytest.fail(f"{value} gives {call(value)}")
