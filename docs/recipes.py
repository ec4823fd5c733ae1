"""A picture of each recipe of the cookbook, drawn from the results of its code.

``python docs/recipes.py FOLDER`` writes all of them as files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
from pictures import Picture

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray
from sepax.pictures.colors import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, RED


def bullets() -> Picture:
    """Three fast bullets and two thin walls."""
    walls = ShapeArray.boxes(0.1, 8, positions=[(10, 0), (12, 0)])
    starts = np.array([(0.0, 0.0), (0.0, 6.0), (9.0, -1.0)])
    velocities = np.array([(900.0, 0.0), (900.0, -60.0), (-900.0, 0.0)])
    rounds = ShapeArray.circles(starts, 0.05)
    first, impacts = sepax.first_impacts(rounds, walls, velocities, max_time=1 / 60)
    stops = starts + velocities * np.minimum(impacts.time, 1 / 60)[:, None]
    picture = Picture("Bullets that stop at the first wall", -7, -4.6, 16, 6.8)
    for wall in walls:
        picture.shape(wall, ORANGE)
    for start, stop, row in zip(starts.tolist(), stops.tolist(), first.tolist(), strict=True):
        picture.arrow(start, (stop[0] - start[0], stop[1] - start[1]), RED if row >= 0 else FAINT)
        picture.dots([start], BLUE)
    picture.dots([impact.point for impact in impacts if impact is not None], RED)
    picture.text((9.6, 0), "hit", dy=-8.0, anchor="end")
    picture.text((15.0, 5.0), "one frame", dy=-8.0, anchor="end", color=FAINT)
    return picture


def slide() -> Picture:
    """A hero that slides along a wall, and one that ends in the corner."""
    walls = [Polygon.box(2, 14, position=(12, 6)), Polygon.box(14, 2, position=(4, 12))]
    hero = Capsule((0, -0.5), (0, 0.5), 0.5)
    picture = Picture("A motion that continues along the walls", -3, -1.6, 13.2, 13.2)
    for wall in walls:
        picture.shape(wall)
    picture.shape(hero, BLUE)
    for motion in ((15, 4), (3, 30)):
        start = hero.position
        result = sepax.move_and_slide(hero, walls, motion, skin=0.01)
        time = result.impacts[0].time
        turn = start[0] + motion[0] * time, start[1] + motion[1] * time
        picture.line(start, turn, GREEN)
        picture.arrow(turn, (result.position[0] - turn[0], result.position[1] - turn[1]), GREEN)
        picture.ghost(hero, GREEN)
        picture.dots([result.impacts[0].point])
    return picture


def sight() -> Picture:
    """Three guards, a thief, and two crates between them."""
    crates = ShapeArray.boxes(2, 2, positions=[(4, 0), (4, 6.5)])
    guards = np.array([(0.0, 0.0), (0.0, 6.0), (8.0, 8.0)])
    thief = np.array((8.0, 0.0))
    hits = sepax.raycast(crates, guards, thief - guards, np.hypot(*(thief - guards).T))
    picture = Picture("Which guards see the thief", -1.6, -1.4, 9.6, 8.8)
    for crate in crates:
        picture.shape(crate)
    for guard, hit in zip(guards.tolist(), hits, strict=True):
        end = (8.0, 0.0) if hit is None else hit.point
        picture.line(tuple(guard), end, GREEN if hit is None else RED)
        picture.dots([guard], BLUE)
        if hit is not None:
            picture.dots([hit.point], RED)
            picture.text(hit.point, "blocked", dy=-9.0, anchor="end")
    picture.dots([(8.0, 0.0)], ORANGE)
    picture.text((8.2, 0.0), "thief", dy=5.0)
    return picture


def picking() -> Picture:
    """Cards, a pointer on two of them, and one beside a third."""
    cards = ShapeArray.boxes(2, 3, positions=[(0, 0), (1, 0.5), (5, 0)], angles=[0, 0.3, 0])
    pointer, beside = (0.8, 0.5), Point((3.4, 0))
    top = int(sepax.contains(cards, pointer).max(initial=-1))
    rows, _ = sepax.nearest(beside, cards, max_distance=0.75)
    picture = Picture("The card under the pointer, and the nearest card", -1.6, -2, 6.6, 2.8)
    for row, card in enumerate(cards):
        picture.shape(card, {top: GREEN, int(rows[0, 0]): ORANGE}.get(row, BLUE), depth=0.35)
    picture.line(*beside.nearest_points(cards[int(rows[0, 0])]), dashed=True)
    picture.dots([pointer, beside.position])
    picture.text((0.95, 0.5), f"row {top}", dy=4.0)
    picture.text((3.4, 0.0), "nearest", dy=20.0, anchor="middle")
    return picture


def trajectories() -> Picture:
    """Nine candidate trajectories of a car, and two parked cars."""
    obstacles = ShapeArray.boxes(4.5, 1.8, positions=[(18, 1), (18, -7)])
    curvatures = np.linspace(-0.06, 0.06, 9)
    travelled = 10.0 * np.linspace(0.0, 2.2, 23)
    angles = curvatures[:, None] * travelled
    chord = np.sinc(angles / (2 * np.pi)) * travelled
    positions = np.stack((chord * np.cos(angles / 2), chord * np.sin(angles / 2)), axis=-1)
    poses = np.concatenate((positions, angles[:, :, None]), axis=-1)
    car = Polygon.box(4.5, 1.8)
    pieces, times = sepax.sweep_path(car, obstacles, poses)
    picture = Picture("Trajectories that are free (green) and blocked (red)", -3, -14, 25, 14)
    for obstacle in obstacles:
        picture.shape(obstacle, ORANGE, depth=0.6)
    picture.shape(car, BLUE, depth=0.6)
    for path, piece, time in zip(poses, pieces.tolist(), times.tolist(), strict=True):
        color = GREEN if piece < 0 else RED
        end = path[-1] if piece < 0 else path[piece] + time * (path[piece + 1] - path[piece])
        for start, stop in pairwise(path[:, :2].tolist()):
            picture.line(start, stop, color)
        car.set_pose(*end.tolist())
        picture.ghost(car, color)
    return picture


def gate() -> Picture:
    """Three paths of a car through a gate."""
    posts = ShapeArray.boxes(0.4, 0.4, positions=[(6.8, -6.8), (4.7, -4.7)])
    turn, radii = np.pi / 24, np.array([7.0, 8.0, 9.0])
    headings = turn * np.arange(13)
    places = radii[:, None, None] * np.stack((np.sin(headings), -np.cos(headings)), axis=-1)
    picture = Picture("Paths of a car through a gate: one is free", -4.2, -9.9, 12.8, 2.5)
    for path in places:
        cars = ShapeArray.boxes(4.5, 1.8, path[:-1], headings[:-1])
        ways = np.diff(path, axis=0)
        _, impacts = sepax.first_impacts(cars, posts, ways, angular_velocity_a=turn)
        stop = int(np.argmax(impacts.hit)) if impacts.hit.any() else 11
        time = min(float(impacts.time[stop]), 1.0)
        color = RED if impacts.hit.any() else GREEN
        for start, end in pairwise(path.tolist()):
            picture.line(start, end, color)
        last = cars[stop]
        last.move(*(time * ways[stop]).tolist())
        last.rotate(time * turn)
        picture.ghost(last, color)
        picture.dots([impacts[stop].point] if impacts.hit.any() else [], RED)
    picture.shape(Polygon.box(4.5, 1.8, position=(0, -8)), BLUE, depth=0.6)
    for post in posts:
        picture.shape(post, ORANGE, depth=0.9)
    return picture


def traffic() -> Picture:
    """A car among others: where they come nearer than 2 m, and where two crash."""
    places = [(14, -14.5), (52, 3.5), (40, 14), (30, -14), (56, -14)]
    headings = np.radians([90, 180, -90, 90, 90])
    speeds = np.array([7.0, 13.0, 4.0, 3.0, 2.4])
    ways = speeds[:, None] * np.stack((np.cos(headings), np.sin(headings)), axis=1)
    others = ShapeArray.boxes([4.5] * 4 + [1.8], [1.8] * 4 + [0.6], places, headings)
    car, way = Polygon.box(4.5, 1.8), (12.0, 0.0)
    found = sepax.closest_approach(car, others, way, ways, max_time=5.0)
    picture = Picture("Which of them come nearer than 2 m", -3, -17.2, 63, 16.8)
    picture.shape(car, BLUE, depth=0.6)
    picture.arrow((0.0, 0.0), (7.2, 0.0), BLUE)
    for row, (other, near) in enumerate(zip(others, found, strict=True)):
        assert near is not None
        color = RED if near.distance == 0.0 else ORANGE if near.distance < 2.0 else FAINT
        picture.shape(other, color, depth=0.6)
        picture.arrow(other.position, tuple((0.6 * ways[row]).tolist()), color)
        picture.ghost(car, BLUE, (way[0] * near.time, way[1] * near.time))
        picture.ghost(other, color, tuple((ways[row] * near.time).tolist()))
        picture.line(near.point_a, near.point_b, color, width=3.0)
        picture.dots([near.point_b] if near.distance == 0.0 else [], RED)
        other.move(*(ways[row] * near.time).tolist())
        picture.text((other.bounds[2] + 0.6, other.position[1]), f"{near.distance:.2f} m", dy=6.0)
    return picture


def parking() -> Picture:
    """A car that parks: its start, the pose it should take, and the nearest one with room."""
    places = [(-5.2, 0), (5.4, 0.1), (0, -2.7)]
    boxes = ShapeArray.boxes([4.4, 4.4, 24.0], [1.8, 1.8, 3.0], places, [0.0, 0.04, 0.0])
    posts = ShapeArray.circles([(-1.5, 4.5), (6, 4)], 0.15)
    picture = Picture("The nearest pose to the goal that keeps its distance", -7.6, -2.2, 7.8, 5.0)
    for shape in [*boxes, *posts]:
        picture.shape(shape, ORANGE)
    start = Polygon.box(4.5, 1.8, position=(2.5, 3.1), angle=0.2)
    goal = Polygon.box(4.5, 1.8, position=(0.6, -0.5))
    picture.shape(start, BLUE)
    picture.ghost(goal, RED)
    # Only the pavement is too near, so one step along its gradient leads to the pose.
    parked, blocked = goal.copy(), goal.clearance(boxes[2])
    room = 0.2 - blocked.distance
    parked.move(room * blocked.gradient_a[0], room * blocked.gradient_a[1])
    picture.shape(parked, GREEN)
    picture.arrow((2.0, 1.9), (-0.8, -0.8), GREEN)
    for shape, dx, dy in zip(boxes, (0.7, 0.0, -0.6), (-10.0, -10.0, 18.0), strict=True):
        near = parked.clearance(shape)
        picture.line(near.point_a, near.point_b, INK, width=2.4)
        place = near.point_b[0] + dx, near.point_b[1]
        picture.text(place, f"{near.distance:.2f}", dy=dy, anchor="middle")
    picture.text(start.position, "start", anchor="middle")
    picture.text((0.6, -1.75), "goal", dy=5.0, color=RED, anchor="middle")
    return picture


def door() -> Picture:
    """A door that swings until it meets a foot."""
    leaf = Polygon([(0, -0.02), (0.9, -0.02), (0.9, 0.02), (0, 0.02)])
    foot = Capsule((0.66, 0.62), (0.82, 0.74), 0.05)
    impact = leaf.sweep(foot, (0, 0), angular_velocity_a=1.6, max_time=np.pi / 2 / 1.6)
    assert impact is not None
    picture = Picture("A door that swings until it meets a foot", -0.75, -0.12, 1.65, 1.06)
    picture.shape(Polygon.box(0.5, 0.12, position=(-0.25, 0)))
    picture.shape(Polygon.box(0.6, 0.12, position=(1.24, 0)))
    for k in range(8):
        swung = leaf.copy()
        swung.rotate(1.6 * impact.time * k / 8)
        picture.faint(swung)
    picture.shape(leaf, BLUE, depth=0.6)
    picture.shape(foot, ORANGE, depth=0.6)
    swung = leaf.copy()
    swung.rotate(1.6 * impact.time)
    picture.shape(swung, GREEN)
    picture.dots([impact.point])
    picture.arrow(impact.point, (0.2 * impact.normal[0], 0.2 * impact.normal[1]))
    picture.text((0.98, 0.75), "foot")
    picture.text((0.45, -0.1), "closed", anchor="middle")
    return picture


def particles() -> Picture:
    """Seven particles that bounce off a wedge."""
    wedge = Polygon.regular(3, 1.0, angle=np.pi)
    places = np.column_stack((np.full(7, -4.0), np.linspace(-1.2, 1.2, 7)))
    velocities, left = np.tile((2.0, 0.0), (7, 1)), np.full(7, 3.2)
    picture = Picture("Particles that bounce off a wedge", -4.4, -3.4, 3.2, 3.4)
    picture.shape(wedge, ORANGE)
    for _ in range(3):
        balls = ShapeArray.circles(places, 0.05)
        impacts = sepax.sweep(balls, wedge, velocities, max_time=left, skip_leaving=True)
        time = np.minimum(impacts.time, left)
        ends = places + velocities * time[:, None]
        for start, end in zip(places.tolist(), ends.tolist(), strict=True):
            picture.line(start, end, BLUE)
        into = np.maximum((velocities * impacts.normal).sum(axis=1), 0.0)
        velocities, places, left = (
            velocities - 2 * into[:, None] * impacts.normal,
            ends,
            left - time,
        )
        picture.dots([impact.point for impact in impacts if impact is not None], RED)
    picture.dots(places.tolist(), BLUE)
    return picture


def suppression() -> Picture:
    """Four detections, one of them suppressed."""
    rows = [(10, 10, 8, 3, 0.50), (10.5, 10, 8, 3, 0.55), (10, 10, 8, 3, 2.07), (21, 11, 6, 2, 0.1)]
    shapes = ShapeArray.from_rotated_boxes(np.array(rows))
    scores = np.array([0.8, 0.9, 0.7, 0.6])
    kept = set(sepax.nms(shapes, scores, 0.5).tolist())
    picture = Picture("Detections that are kept (green) and suppressed (red)", 4.5, 4.8, 25, 15.2)
    for row, shape in enumerate(shapes):
        if row in kept:
            picture.shape(shape, GREEN)
        else:
            picture.ghost(shape, RED)
    for row, at in ((0, (5.2, 5.8)), (1, (14.9, 13.2)), (2, (6.2, 14.4)), (3, (21, 12.8))):
        words = "kept" if row in kept else "suppressed"
        picture.text(at, f"{scores[row]}, {words}", color=INK if row in kept else RED)
    return picture


def lidar() -> Picture:
    """A scan of a room with a pillar."""
    corners = [(-5, -4), (5, -4), (5, 4), (-5, 4)]
    walls = [Segment(*ends) for ends in zip(corners, [*corners[1:], corners[0]], strict=True)]
    scene = ShapeArray([*walls, Circle((2, 0), 0.5)])
    bearings = np.radians(np.arange(0, 360, 10))
    rays = np.column_stack((np.cos(bearings), np.sin(bearings)))
    picture = Picture("A lidar scan", -5.6, -4.6, 5.6, 4.6)
    for shape in scene:
        picture.shape(shape, INK)
    for hit, (x, y) in zip(sepax.raycast(scene, (0, 0), rays, 5.5), rays.tolist(), strict=True):
        picture.line((0, 0), (5.5 * x, 5.5 * y) if hit is None else hit.point, FAINT)
        if hit is not None:
            picture.dots([hit.point], GREEN)
    picture.dots([(0, 0)], BLUE)
    return picture


def worlds() -> Picture:
    """Two worlds side by side in one array: the beams of a car of each, and a crash."""
    places = [(0, 0), (9, 1), (2, 8), (-7, 4), (-6, -5), (6, -6)]
    angles = np.array([0.3, 2.6, -0.4, 1.2, 0.1, 2.0, 0.3, 2.6, -0.4, 1.2, 0.1, 2.0])
    positions = np.array([*places, *places], float)
    positions[7] = (1.5, 2.6)
    world = np.repeat([0, 1], len(places))
    cars = ShapeArray.boxes(4.5, 1.8, positions, angles)
    crashed = set(sepax.find_pairs(cars, groups=world).ravel().tolist())
    scanners, beams = np.array([0, 6]), 32
    distances, _ = sepax.lidar(
        cars,
        positions[scanners],
        angles[scanners],
        beams,
        9.0,
        groups=world,
        ray_groups=world[scanners],
        ignore=scanners,
    )
    picture = Picture("Two worlds in one array", -11, -9.5, 36, 11.5)
    for row, car in enumerate(cars):
        car.move(25.0 * world[row], 0.0)
        picture.shape(car, RED if row in crashed else BLUE)
    for scanner, seen in zip(scanners.tolist(), distances, strict=True):
        x, y = positions[scanner] + (25.0 * world[scanner], 0.0)
        for beam, distance in enumerate(np.minimum(seen, 9.0).tolist()):
            angle = angles[scanner] + 2.0 * np.pi * beam / beams
            end = (x + distance * np.cos(angle), y + distance * np.sin(angle))
            picture.line((x, y), end, FAINT)
            if distance < 9.0:
                picture.dots([end], GREEN)
    picture.text((-10.5, 10.2), "world 0")
    picture.text((14.5, 10.2), "world 1: a crash, it starts anew")
    return picture


def platforms() -> Picture:
    """A hero that jumps through a platform, and lands on it."""
    level = ShapeArray.boxes([20, 4], [1, 0.2], positions=[(0, -0.5), (0, 3)])
    hero = Polygon.box(0.8, 1.6, position=(-1, 0.81))

    def solid(index: int, impact: sepax.Impact) -> bool:
        return (impact.normal[1] < -0.7 and not impact.initial) or index == 0

    picture = Picture("Up through a platform, and down onto it", -4.5, -1.2, 4.5, 6.8)
    picture.shape(Polygon.box(8.6, 1, position=(0, -0.5)))  # the part of the floor in view
    picture.shape(level[1], ORANGE, depth=0.5)
    picture.shape(hero, BLUE)
    for x, dy in ((-1.0, 4.5), (1.0, -4.5)):
        start = (x, hero.position[1])
        hero.position = start
        result = sepax.move_and_slide(hero, level, (0, dy), skin=0.01, solid=solid)
        picture.arrow(start, (0, result.position[1] - start[1]), PURPLE if dy > 0 else GREEN)
        picture.ghost(hero, PURPLE if dy > 0 else GREEN)
    picture.text((-1.6, 6.3), "jump", anchor="end")
    picture.text((1.6, 4.4), "land", anchor="start")
    return picture


def crowd() -> Picture:
    """A crowd before and after it was pushed apart."""
    source = np.random.default_rng(3)
    people = ShapeArray.regular(6, 0.5, source.uniform(0, 7, (60, 2)), source.uniform(0, 3, 60))
    picture = Picture("A crowd, and the same crowd pushed apart", -1.6, -1.6, 20.4, 8.6)

    def draw(right: float) -> None:
        hit = set(sepax.find_pairs(people, touching=False).ravel().tolist())
        for row, person in enumerate(people):
            person.move(right, 0)
            picture.shape(person, RED if row in hit else BLUE)

    draw(0.0)
    for _ in range(1000):
        pairs = sepax.find_pairs(people, touching=False)
        if not len(pairs):
            break
        contacts = sepax.collide(people, people, pairs=pairs)
        half = 0.5 * contacts.mtv - 0.001 * contacts.normal
        moves = np.zeros((len(people), 2))
        np.add.at(moves, pairs[:, 0], half)
        np.add.at(moves, pairs[:, 1], -half)
        people.set_poses(positions=people.positions + moves)
    draw(11.5)
    picture.arrow((8.2, 3.5), (1.4, 0))
    return picture


RECIPES: dict[str, Callable[[], Picture]] = {
    draw.__name__: draw
    for draw in (
        *(bullets, slide, sight, picking, trajectories),
        *(gate, traffic, parking, door, particles, suppression, lidar, worlds, platforms, crowd),
    )
}

if __name__ == "__main__":
    for name, draw in RECIPES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(draw()._repr_svg_(), encoding="utf-8")
