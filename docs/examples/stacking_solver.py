"""A stack of ten boxes that stands still: an impulse solver with `sepax.collide`.

Run ``python docs/examples/stacking_solver.py --picture stack.png``; it needs no window. Without
``--picture`` it needs nothing but sepax.

Each step finds the contact points, with a margin. It starts with the impulses of the step before
(warm start) and then corrects one point after the other, for several rounds (sequential impulses:
Catto, Fast and Simple Physics using Sequential Impulses, 2006). A tall stack needs the warm start,
and the warm start must match contact points between steps. The features of a contact point stay
the same while the contact lasts, so they always match. The position in the list of points does not:
a wheel moves beside the stack, and whenever one of its points appears or vanishes, every point of
the stack gets the impulse of another point. Then the stack sways.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

import numpy as np

import sepax

GRAVITY = -10.0
FRAME = 1.0 / 60.0
SUBSTEPS = 4
STEP = FRAME / SUBSTEPS
FRICTION = 0.6
MARGIN = 0.02  # the distance below which shapes count as a contact
SLOP = 0.005  # the overlap that resting boxes keep
PUSH = 0.2  # the part of a deeper overlap that one step removes
ROUNDS = 8  # of impulses, a step

Match = Literal["features", "index"]


class Body:
    """A shape with a mass; it turns about its centroid. Without a density it never moves."""

    def __init__(self, shape: sepax.Polygon, density: float = 1.0) -> None:
        """Compute mass and inertia from the area and its second moment."""
        self.shape = shape
        self.mass = density * shape.area
        self.inverse_mass = 1.0 / self.mass if density else 0.0
        self.inverse_inertia = 1.0 / (density * shape.second_moment) if density else 0.0
        self.x, self.y = shape.centroid
        self.angle = shape.angle
        self.vx = self.vy = self.spin = 0.0

    def push(self, px: float, py: float, rx: float, ry: float) -> None:
        """Apply an impulse at a place relative to the centroid."""
        self.vx += px * self.inverse_mass
        self.vy += py * self.inverse_mass
        self.spin += (rx * py - ry * px) * self.inverse_inertia

    def give_at(self, rx: float, ry: float, ux: float, uy: float) -> float:
        """Return the velocity along u that a unit impulse along u causes at a place."""
        lever = rx * uy - ry * ux
        return self.inverse_mass + lever * lever * self.inverse_inertia


class Spot:
    """A contact point of two bodies, with the impulses accumulated in this step."""

    def __init__(
        self,
        bodies: tuple[Body, Body],
        point: tuple[float, float],
        normal: tuple[float, float],
        depth: float,
    ) -> None:
        """Compute the constants of a step."""
        self.a, self.b = bodies
        self.nx, self.ny = normal
        self.ax, self.ay = point[0] - self.a.x, point[1] - self.a.y
        self.bx, self.by = point[0] - self.b.x, point[1] - self.b.y
        # Shapes apart may close their gap within the step; shapes too deep must separate.
        self.aim = depth / STEP if depth < 0.0 else PUSH * max(depth - SLOP, 0.0) / STEP
        self.normal_mass = 1.0 / self._give(self.nx, self.ny)
        self.tangent_mass = 1.0 / self._give(-self.ny, self.nx)
        self.pressed = self.rubbed = 0.0

    def _give(self, ux: float, uy: float) -> float:
        return self.a.give_at(self.ax, self.ay, ux, uy) + self.b.give_at(self.bx, self.by, ux, uy)

    def _velocity_along(self, ux: float, uy: float) -> float:
        a, b = self.a, self.b
        vx = b.vx - b.spin * self.by - a.vx + a.spin * self.ay
        vy = b.vy + b.spin * self.bx - a.vy - a.spin * self.ax
        return vx * ux + vy * uy

    def _apply(self, along: float, ux: float, uy: float) -> None:
        self.a.push(-along * ux, -along * uy, self.ax, self.ay)
        self.b.push(along * ux, along * uy, self.bx, self.by)

    def start(self, pressed: float, rubbed: float) -> None:
        """Warm start: apply the impulses of the step before."""
        self.pressed, self.rubbed = pressed, rubbed
        self._apply(pressed, self.nx, self.ny)
        self._apply(rubbed, -self.ny, self.nx)

    def press(self) -> None:
        """Apply the normal impulse, which never pulls."""
        lack = self.aim - self._velocity_along(self.nx, self.ny)
        before, self.pressed = self.pressed, max(self.pressed + self.normal_mass * lack, 0.0)
        self._apply(self.pressed - before, self.nx, self.ny)

    def rub(self) -> None:
        """Apply the friction impulse, up to the limit of friction."""
        most = FRICTION * self.pressed
        wanted = self.rubbed - self.tangent_mass * self._velocity_along(-self.ny, self.nx)
        before, self.rubbed = self.rubbed, min(max(wanted, -most), most)
        self._apply(self.rubbed - before, -self.ny, self.nx)


class World:
    """Bodies, their shapes in one array, and the impulses of the step before."""

    def __init__(self, bodies: list[Body], match_by: Match = "features") -> None:
        """Create a world; `match_by` selects how contact points are matched between steps."""
        self.bodies = bodies
        self.match_by = match_by
        self.shapes = sepax.ShapeArray([body.shape for body in bodies])
        self.pairs = np.triu_indices(len(bodies), 1)
        self.remembered: dict[Hashable, tuple[float, float]] = {}

    def find_spots(self) -> dict[Hashable, Spot]:
        """Return all contact points by the keys that match them between steps."""
        spots: dict[Hashable, Spot] = {}
        contacts = sepax.collide(self.shapes, self.shapes, MARGIN, pairs=self.pairs)
        for row in np.flatnonzero(contacts.hit):
            i, j = int(self.pairs[0][row]), int(self.pairs[1][row])
            contact = contacts[row]
            if contact is None or not (self.bodies[i].mass or self.bodies[j].mass):
                continue
            both = self.bodies[i], self.bodies[j]
            for point, depth, features in zip(
                contact.points, contact.depths, contact.features, strict=True
            ):
                name = (i, j, features) if self.match_by == "features" else len(spots)
                spots[name] = Spot(both, point, contact.normal, depth)
        return spots

    def _solve(self, spots: dict[Hashable, Spot]) -> None:
        for _ in range(ROUNDS):
            for spot in spots.values():
                spot.rub()
                spot.press()

    def step(self) -> None:
        """Advance by one time step."""
        for body in self.bodies:
            body.vy += GRAVITY * STEP if body.inverse_mass else 0.0
        spots = self.find_spots()
        for name, spot in spots.items():
            spot.start(*self.remembered.get(name, (0.0, 0.0)))
        self._solve(spots)
        for body in self.bodies:
            body.x += body.vx * STEP
            body.y += body.vy * STEP
            body.angle += body.spin * STEP
        for spot in spots.values():
            spot.aim = min(spot.aim, 0.0)  # the push out of an overlap is not a bounce
        self._solve(spots)
        self.remembered = {name: (spot.pressed, spot.rubbed) for name, spot in spots.items()}
        self.shapes.set_poses(
            [(body.x, body.y) for body in self.bodies], [body.angle for body in self.bodies]
        )


class Outcome(NamedTuple):
    """The state of a stack at the end."""

    speed: float  # the greatest speed of a box in the last fifth of the time
    lean: float  # the greatest angle of a box at the end
    bodies: list[Body]


def build(count: int, match_by: Match) -> World:
    """Return the floor, two posts with a wheel between them, and a stack of boxes."""
    still = [
        sepax.Polygon.box(30.0, 1.0, position=(5.0, -0.5)),
        sepax.Polygon.box(0.5, 3.0, position=(3.0, 1.0), angle=0.6),
        sepax.Polygon.box(0.5, 3.0, position=(9.0, 1.0), angle=-0.6),
    ]
    wheel = sepax.Polygon.regular(7, 0.5, position=(4.5, 0.5))
    boxes = [
        sepax.Polygon.box(1.0, 1.0, position=(0.02 * (-1) ** k, 0.5 + k)) for k in range(count)
    ]
    bodies = [*(Body(shape, 0.0) for shape in still), *(Body(shape) for shape in [wheel, *boxes])]
    return World(bodies, match_by)


def run(match_by: Match, count: int = 10, seconds: float = 10.0) -> Outcome:
    """Simulate a stack for some seconds."""
    world = build(count, match_by)
    wheel, boxes = world.bodies[-count - 1], world.bodies[-count:]
    steps = round(seconds / STEP)
    speed = 0.0
    for step in range(steps):
        wheel.spin = math.copysign(6.0, -math.sin(3.0 * step * STEP))
        world.step()
        if step >= 0.8 * steps:
            speed = max(speed, *(math.hypot(body.vx, body.vy) for body in boxes))
    return Outcome(speed, max(abs(body.angle) for body in boxes), world.bodies)


def draw(outcomes: dict[Match, Outcome], path: str) -> None:
    """Save a picture of both stacks at the end."""
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(11, 6))
    for place, (kind, outcome) in enumerate(outcomes.items(), 1):
        axes = figure.add_subplot(1, 2, place)
        for body in outcome.bodies:
            body.shape.set_pose(body.x, body.y, body.angle)
        moving = [body.shape for body in outcome.bodies if body.mass]
        still = [body.shape for body in outcome.bodies if not body.mass]
        draw_shapes(axes, still, facecolor="lightgrey", edgecolor="grey")
        draw_shapes(axes, moving, facecolor="tab:blue", edgecolor="black", alpha=0.6)
        axes.set_aspect("equal")
        axes.set_xlim(-4, 10)
        axes.set_title(f"by {kind}: speed {outcome.speed:.2g}, lean {outcome.lean:.2g} rad")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run both ways of matching, and print speed and lean of the stacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--picture", help="a file for a picture of both (needs matplotlib)")
    options = parser.parse_args(arguments)
    kinds: tuple[Match, Match] = ("features", "index")
    outcomes = {kind: run(kind, options.boxes, options.seconds) for kind in kinds}
    for kind, outcome in outcomes.items():
        print(
            f"{options.boxes} boxes, points matched by {kind}: "
            f"in the last fifth no faster than {outcome.speed:.2g}, "
            f"at the end no box leans by more than {outcome.lean:.2g} rad"
        )
    if options.picture:
        draw(outcomes, options.picture)


if __name__ == "__main__":
    main()
