"""A car parks, and drives among 200 obstacles: scipy.optimize, with gradients and without.

Run ``OPENBLAS_NUM_THREADS=1 python docs/examples/car_optimizer.py --picture car.png``. It needs
scipy; the picture needs matplotlib. Several threads make scipy's small matrices slower.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from scipy.optimize import minimize

import sepax

CAR = (4.5, 1.8)  # metres
GOAL = np.array([0.6, -0.5, 0.0])  # x, y, angle; partly on the pavement
WEIGHTS = np.array([1.0, 1.0, 4.0])
GAP = 0.2  # metres, to each obstacle of the parking space

POSES, LENGTH = 30, 60.0  # of a trajectory: poses, metres
MARGIN, PENALTY, SLIP = 0.5, 20.0, 5.0  # metres; weights beside that of the smoothness
STEP = 1e-7  # of differences: metres, radians


def street() -> sepax.ShapeArray:
    """Return two parked cars, the pavement and two posts."""
    places = [(-5.2, 0), (5.4, 0.1), (0, -2.7)]
    boxes = sepax.ShapeArray.boxes([4.4, 4.4, 24.0], [1.8, 1.8, 3.0], places, [0.0, 0.04, 0.0])
    posts = sepax.ShapeArray.circles([(-1.5, 4.5), (6, 4)], 0.15)
    return sepax.ShapeArray.concatenate([boxes, posts])


def park(scene: sepax.ShapeArray, start: Any, with_gradient: bool) -> Any:
    """Return scipy's result: the pose next to the goal that keeps the gap."""
    car = sepax.Polygon.box(*CAR)

    def room(pose: Any) -> Any:
        car.set_pose(*pose)
        return car.signed_distance(scene) - GAP

    def slopes(pose: Any) -> Any:
        car.set_pose(*pose)
        return car.clearance(scene).gradient_a

    constraint: dict[str, Any] = {"type": "ineq", "fun": room}
    if with_gradient:
        constraint["jac"] = slopes
    return minimize(
        lambda pose: (WEIGHTS * (pose - GOAL) ** 2).sum(),
        start,
        jac=lambda pose: 2.0 * WEIGHTS * (pose - GOAL),
        constraints=[constraint],
        method="SLSQP",
    )


def crowd() -> sepax.ShapeArray:
    """Return 200 boxes and discs, none at the ends of the way."""
    source = np.random.default_rng(5)
    places = source.uniform((0.0, -30.0), (LENGTH, 30.0), (400, 2))
    boxes = sepax.ShapeArray.boxes(
        *source.uniform(0.3, 1.5, (2, 200)), places[:200], source.uniform(0.0, np.pi, 200)
    )
    discs = sepax.ShapeArray.circles(places[200:], source.uniform(0.1, 0.5, 200))
    scene = sepax.ShapeArray.concatenate([boxes, discs])
    ends = sepax.ShapeArray.boxes(*CAR, [(0.0, 0.0), (LENGTH, 0.0)])
    free = np.minimum(scene.distance(ends[0]), scene.distance(ends[1])) > 2.0 * MARGIN
    return scene[free][np.linspace(0, free.sum() - 1, 200).astype(int)]


class Drive:
    """The cost of a trajectory: bends, slip to the side, and what is nearer than the margin."""

    def __init__(self, scene: sepax.ShapeArray) -> None:
        self.index = sepax.ShapeIndex(scene)
        self.cars = sepax.ShapeArray.boxes(*CAR, np.zeros((POSES, 2)))
        self.straight = np.zeros((POSES, 3))
        self.straight[:, 0] = np.linspace(0.0, LENGTH, POSES)

    def poses(self, free: Any) -> Any:
        """Return all poses; those of the ends are fixed."""
        poses = self.straight.copy()
        poses[1:-1] = free.reshape(-1, 3)
        return poses

    def way(self, poses: Any) -> tuple[float, Any]:
        """Return the cost of bends and slip, and its gradient (POSES, 3)."""
        gradient = np.zeros_like(poses)
        bend = poses[2:] - 2.0 * poses[1:-1] + poses[:-2]
        gradient[2:] += 2.0 * bend
        gradient[1:-1] -= 4.0 * bend
        gradient[:-2] += 2.0 * bend
        step = np.diff(poses[:, :2], axis=0)
        heading = 0.5 * (poses[1:, 2] + poses[:-1, 2])
        cosine, sine = np.cos(heading), np.sin(heading)
        slip = cosine * step[:, 1] - sine * step[:, 0]
        along = cosine * step[:, 0] + sine * step[:, 1]
        slope = 2.0 * SLIP * slip[:, None] * np.stack((-sine, cosine, -0.5 * along), axis=1)
        gradient[1:] += slope
        gradient[:-1] += slope * (-1.0, -1.0, 1.0)
        return float((bend**2).sum() + SLIP * (slip**2).sum()), gradient

    def near(self, poses: Any) -> Any:
        """Move the cars, and return the pairs that are nearer than the margin."""
        self.cars.set_poses(positions=poses[:, :2], angles=poses[:, 2])
        return sepax.find_pairs(self.cars, self.index, within=MARGIN)

    def cost(self, free: Any) -> float:
        """Return the cost alone."""
        poses = self.poses(free)
        pairs = self.near(poses)
        distance = sepax.signed_distance(self.cars, self.index.array, pairs=pairs)
        return self.way(poses)[0] + PENALTY * float(((MARGIN - distance) ** 2).sum())

    def cost_and_gradient(self, free: Any) -> tuple[float, Any]:
        """Return the cost, and its gradient from one call of `clearance`."""
        poses = self.poses(free)
        pairs = self.near(poses)
        found = sepax.clearance(self.cars, self.index.array, pairs=pairs)
        missing = MARGIN - found.distance
        cost, gradient = self.way(poses)
        np.add.at(gradient, pairs[:, 0], -2.0 * PENALTY * missing[:, None] * found.gradient_a)
        return cost + PENALTY * float((missing**2).sum()), gradient[1:-1].ravel()

    def cost_and_differences(self, free: Any) -> tuple[float, Any]:
        """Return the same from four calls of `signed_distance`, each with all poses moved at once.

        That is possible because each term of the obstacles depends on one pose alone.
        """
        poses = self.poses(free)
        cost, gradient = self.way(poses)
        before = self.missing(poses)
        for axis in range(3):
            moved = poses.copy()
            moved[:, axis] += STEP
            gradient[:, axis] += PENALTY * (self.missing(moved) - before) / STEP
        return cost + PENALTY * float(before.sum()), gradient[1:-1].ravel()

    def missing(self, poses: Any) -> Any:
        """Return for each pose the sum of squares of what its distances lack to the margin."""
        pairs = self.near(poses)
        distance = sepax.signed_distance(self.cars, self.index.array, pairs=pairs)
        return np.bincount(pairs[:, 0], (MARGIN - distance) ** 2, POSES)

    def solve(self, how: str, iterations: int) -> Any:
        """Return scipy's result for the straight way as the start."""
        function, jac = {
            "gradient": (self.cost_and_gradient, True),
            "differences by hand": (self.cost_and_differences, True),
            "differences by scipy": (self.cost, None),
        }[how]
        return minimize(
            function,
            self.straight[1:-1].ravel(),
            jac=jac,
            method="L-BFGS-B",
            options={"maxiter": iterations, "maxfun": 1_000_000},
        )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the milliseconds that a call took, and its result."""
    began = perf_counter()
    result = call()
    return 1e3 * (perf_counter() - began), result


def report_parking(starts: int) -> None:
    """Park from many starts, and print how often it succeeds, and how fast."""
    scene = street()
    source = np.random.default_rng(1)
    poses = source.uniform((-4.0, 1.9, -0.4), (6.0, 3.0, 0.4), (starts, 3))
    whole: dict[bool, float] = {}
    for with_gradient in (True, False):
        runs = [timed(lambda: park(scene, pose, with_gradient)) for pose in poses]  # noqa: B023
        whole[with_gradient] = sum(time for time, _ in runs)
        print(
            f"parking, {'gradient' if with_gradient else 'differences by scipy'}: "
            f"{sum(found.success for _, found in runs)} of {starts} succeed, "
            f"{median(found.nit for _, found in runs):.0f} iterations, "
            f"{median(time for time, _ in runs):.2f} ms (medians)"
        )
    print(
        f"parking: all starts take {whole[False] / whole[True]:.1f} times as long without gradient"
    )


def report_drive(drive: Drive, repeat: int, iterations: int) -> Any:
    """Solve the trajectory in each way, print the medians, and return the poses."""
    hows = ("gradient", "differences by hand", "differences by scipy")
    times: dict[str, list[float]] = {how: [] for how in hows}
    results = {}
    for _ in range(repeat):
        for how in hows:
            time, results[how] = timed(lambda: drive.solve(how, iterations))  # noqa: B023
            times[how].append(time)
    for how in hows:
        found = results[how]
        print(
            f"trajectory, {how}: cost {found.fun:.4f}, {found.nit} iterations, {found.nfev} "
            f"evaluations, {median(times[how]):.0f} ms, "
            f"{median(times[how]) / median(times['gradient']):.1f} times the first"
        )
    return drive.poses(results["gradient"].x)


def report_clearance(drive: Drive, poses: Any) -> None:
    """Print the least clearance, and whether the ways between the poses are free."""
    for name, row in (("start", drive.straight), ("result", poses)):
        cars = sepax.ShapeArray.boxes(*CAR, row[:, :2], row[:, 2])
        _, distances = sepax.nearest(cars, drive.index, signed=True)
        piece, _ = sepax.sweep_path(sepax.Polygon.box(*CAR), drive.index, row)
        words = "free" if piece[0] < 0 else "not free"
        print(f"trajectory, {name}: least clearance {distances.min():.2f} m; the way is {words}")


def draw(drive: Drive, poses: Any, path: str) -> None:
    """Save a picture: the straight way, and what became of it."""
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(9, 4))
    axes: Any = figure.add_subplot()
    draw_shapes(axes, list(drive.index.array), facecolor="lightcoral", edgecolor="black")
    for row, color in ((drive.straight, "0.6"), (poses, "tab:blue")):
        cars = [sepax.Polygon.box(*CAR, position=pose[:2], angle=pose[2]) for pose in row]
        draw_shapes(axes, cars, facecolor="none", edgecolor=color, linewidth=0.8)
    axes.plot(*poses[:, :2].T, color="tab:blue")
    axes.set_xlim(-4, LENGTH + 4)
    axes.set_ylim(-12, 12)
    axes.set_aspect("equal")
    figure.savefig(path, dpi=120)


def main(arguments: Sequence[str] | None = None) -> None:
    """Park and drive, with gradients and without, and print the figures."""
    parser = argparse.ArgumentParser(description="A car parks, and drives among obstacles.")
    parser.add_argument("--starts", type=int, default=100, help="of the parking car")
    parser.add_argument("--repeat", type=int, default=3, help="how often each way is timed")
    parser.add_argument("--iterations", type=int, default=1_000, help="at most, of a trajectory")
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    report_parking(options.starts)
    drive = Drive(crowd())
    poses = report_drive(drive, options.repeat, options.iterations)
    report_clearance(drive, poses)
    if options.picture:
        draw(drive, poses, options.picture)


if __name__ == "__main__":
    main()
