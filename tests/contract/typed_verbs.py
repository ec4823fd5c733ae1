# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""Every verb in every form, with the type of its answer: for mypy and pyright."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

import sepax
from sepax import (
    Circle,
    Compound,
    Contact,
    Contacts,
    Impact,
    Impacts,
    Polygon,
    Shape,
    ShapeArray,
)

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
Vector = tuple[float, float]

box = Polygon.box(2, 1)
one: Shape = Circle((1, 0.5), 0.5)
array = ShapeArray.boxes(2, 1, [(0, 0), (5, 0)])
cup = Compound.from_polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])
places = [(1, 0), (0.6, 0.8)]
ij = ([0, 1], [1, 0])


def intersects() -> None:
    assert_type(sepax.intersects(one, box), bool)
    assert_type(sepax.intersects(one, array), Truths)
    assert_type(sepax.intersects(array, one), Truths)
    assert_type(sepax.intersects([one, cup], array, pairs=ij, workers=2), Truths)
    assert_type(sepax.intersects(cup, one), bool)
    assert_type(one.intersects(box), bool)
    assert_type(one.intersects([one, box], workers=2), Truths)
    assert_type(array.intersects(one, pairs=None, workers=2), Truths)
    assert_type(cup.intersects(one), bool)
    assert_type(cup.intersects(array), Truths)


def separating_axis() -> None:
    assert_type(sepax.separating_axis(one, box), Vector | None)
    assert_type(sepax.separating_axis(one, array), tuple[Floats, Truths])
    assert_type(sepax.separating_axis(array, one), tuple[Floats, Truths])
    assert_type(
        sepax.separating_axis([one, cup], array, pairs=ij, workers=2), tuple[Floats, Truths]
    )
    assert_type(sepax.separating_axis(cup, one), Vector | None)
    assert_type(one.separating_axis(box), Vector | None)
    assert_type(one.separating_axis([one, box], workers=2), tuple[Floats, Truths])
    assert_type(array.separating_axis(one, pairs=None, workers=2), tuple[Floats, Truths])
    assert_type(cup.separating_axis(one), Vector | None)
    assert_type(cup.separating_axis(array), tuple[Floats, Truths])


def contains() -> None:
    assert_type(sepax.contains(one, (1, 0)), bool)
    assert_type(sepax.contains(one, places), Truths)
    assert_type(sepax.contains(array, (1, 0)), Truths)
    assert_type(sepax.contains([one, cup], places, pairs=ij, workers=2), Truths)
    assert_type(sepax.contains(cup, (1, 0)), bool)
    assert_type(one.contains((1, 0)), bool)
    assert_type(one.contains(places), Truths)
    assert_type(array.contains(places, pairs=ij, workers=2), Truths)
    cup.contains((1, 0))


def covers() -> None:
    assert_type(sepax.covers(one, box), bool)
    assert_type(sepax.covers(one, array), Truths)
    assert_type(sepax.covers(array, one), Truths)
    assert_type(sepax.covers([one, cup], array, pairs=ij, workers=2), Truths)
    assert_type(sepax.covers(cup, one), bool)
    assert_type(one.covers(box), bool)
    assert_type(one.covers([one, box], workers=2), Truths)
    assert_type(array.covers(one, pairs=None, workers=2), Truths)
    assert_type(cup.covers(one), bool)
    assert_type(cup.covers(array), Truths)


def project() -> None:
    assert_type(sepax.project(one, (1, 0)), Vector)
    assert_type(sepax.project(one, places), tuple[Floats, Floats])
    assert_type(sepax.project(array, (1, 0)), tuple[Floats, Floats])
    assert_type(sepax.project([one, cup], places, pairs=ij, workers=2), tuple[Floats, Floats])
    assert_type(sepax.project(cup, (1, 0)), Vector)
    assert_type(one.project((1, 0)), Vector)
    assert_type(one.project(places), tuple[Floats, Floats])
    assert_type(array.project(places, pairs=ij, workers=2), tuple[Floats, Floats])
    cup.project((1, 0))


def support_point() -> None:
    assert_type(sepax.support_point(one, (1, 0)), Vector)
    assert_type(sepax.support_point(one, places), Floats)
    assert_type(sepax.support_point(array, (1, 0)), Floats)
    assert_type(sepax.support_point([one, cup], places, pairs=ij, workers=2), Floats)
    assert_type(sepax.support_point(cup, (1, 0)), Vector)
    assert_type(one.support_point((1, 0)), Vector)
    assert_type(one.support_point(places), Floats)
    assert_type(array.support_point(places, pairs=ij, workers=2), Floats)
    cup.support_point((1, 0))


def mtv() -> None:
    assert_type(sepax.mtv(one, box), Vector | None)
    assert_type(sepax.mtv(one, array), tuple[Floats, Truths])
    assert_type(sepax.mtv(array, one), tuple[Floats, Truths])
    assert_type(sepax.mtv([one, cup], array, pairs=ij, workers=2), tuple[Floats, Truths])
    assert_type(sepax.mtv(cup, one), Vector | None)
    assert_type(one.mtv(box), Vector | None)
    assert_type(one.mtv([one, box], workers=2), tuple[Floats, Truths])
    assert_type(array.mtv(one, pairs=None, workers=2), tuple[Floats, Truths])
    assert_type(cup.mtv(one), Vector | None)
    assert_type(cup.mtv(array), tuple[Floats, Truths])


def collide() -> None:
    assert_type(sepax.collide(one, box), Contact | None)
    assert_type(sepax.collide(one, array), Contacts)
    assert_type(sepax.collide(array, one), Contacts)
    assert_type(sepax.collide([one, cup], array, pairs=ij, workers=2), Contacts)
    assert_type(sepax.collide(cup, one), Contact | None)
    assert_type(one.collide(box), Contact | None)
    assert_type(one.collide([one, box], workers=2), Contacts)
    assert_type(array.collide(one, pairs=None, workers=2), Contacts)
    assert_type(cup.collide(one), Contact | None)
    assert_type(cup.collide(array), Contacts)


def distance() -> None:
    assert_type(sepax.distance(one, box), float)
    assert_type(sepax.distance(one, array), Floats)
    assert_type(sepax.distance(array, one), Floats)
    assert_type(sepax.distance([one, cup], array, pairs=ij, workers=2), Floats)
    assert_type(sepax.distance(cup, one), float)
    assert_type(one.distance(box), float)
    assert_type(one.distance([one, box], workers=2), Floats)
    assert_type(array.distance(one, pairs=None, workers=2), Floats)
    assert_type(cup.distance(one), float)
    assert_type(cup.distance(array), Floats)


def nearest_points() -> None:
    assert_type(sepax.nearest_points(one, box), tuple[Vector, Vector])
    assert_type(sepax.nearest_points(one, array), tuple[Floats, Floats])
    assert_type(sepax.nearest_points(array, one), tuple[Floats, Floats])
    assert_type(sepax.nearest_points([one, cup], array, pairs=ij, workers=2), tuple[Floats, Floats])
    assert_type(sepax.nearest_points(cup, one), tuple[Vector, Vector])
    assert_type(one.nearest_points(box), tuple[Vector, Vector])
    assert_type(one.nearest_points([one, box], workers=2), tuple[Floats, Floats])
    assert_type(array.nearest_points(one, pairs=None, workers=2), tuple[Floats, Floats])
    assert_type(cup.nearest_points(one), tuple[Vector, Vector])
    assert_type(cup.nearest_points(array), tuple[Floats, Floats])


def overlap_area() -> None:
    assert_type(sepax.overlap_area(one, box), float)
    assert_type(sepax.overlap_area(one, array), Floats)
    assert_type(sepax.overlap_area(array, one), Floats)
    assert_type(sepax.overlap_area([one, cup], array, pairs=ij, workers=2), Floats)
    assert_type(sepax.overlap_area(cup, one), float)
    assert_type(one.overlap_area(box), float)
    assert_type(one.overlap_area([one, box], workers=2), Floats)
    assert_type(array.overlap_area(one, pairs=None, workers=2), Floats)
    assert_type(cup.overlap_area(one), float)
    assert_type(cup.overlap_area(array), Floats)


def iou() -> None:
    assert_type(sepax.iou(one, box), float)
    assert_type(sepax.iou(one, array), Floats)
    assert_type(sepax.iou(array, one), Floats)
    assert_type(sepax.iou([one, cup], array, pairs=ij, workers=2), Floats)
    assert_type(sepax.iou(cup, one), float)
    assert_type(one.iou(box), float)
    assert_type(one.iou([one, box], workers=2), Floats)
    assert_type(array.iou(one, pairs=None, workers=2), Floats)
    assert_type(cup.iou(one), float)
    assert_type(cup.iou(array), Floats)


def sweep() -> None:
    assert_type(sepax.sweep(one, box, velocity_a=(1, 0)), Impact | None)
    assert_type(sepax.sweep(one, array, velocity_a=(1, 0)), Impacts)
    assert_type(sepax.sweep(array, one, velocity_a=(1, 0)), Impacts)
    assert_type(sepax.sweep([one, cup], array, velocity_a=(1, 0), pairs=ij, workers=2), Impacts)
    assert_type(sepax.sweep(cup, one, velocity_a=(1, 0)), Impact | None)
    assert_type(one.sweep(box, velocity_a=(1, 0)), Impact | None)
    assert_type(one.sweep([one, box], velocity_a=(1, 0), workers=2), Impacts)
    assert_type(array.sweep(one, velocity_a=(1, 0), pairs=None, workers=2), Impacts)
    assert_type(cup.sweep(one, velocity_a=(1, 0)), Impact | None)
    assert_type(cup.sweep(array, velocity_a=(1, 0)), Impacts)


def time_of_impact() -> None:
    assert_type(sepax.time_of_impact(one, box, velocity_a=(1, 0)), float)
    assert_type(sepax.time_of_impact(one, array, velocity_a=(1, 0)), Floats)
    assert_type(sepax.time_of_impact(array, one, velocity_a=(1, 0)), Floats)
    assert_type(
        sepax.time_of_impact([one, cup], array, velocity_a=(1, 0), pairs=ij, workers=2), Floats
    )
    assert_type(sepax.time_of_impact(cup, one, velocity_a=(1, 0)), float)
    assert_type(one.time_of_impact(box, velocity_a=(1, 0)), float)
    assert_type(one.time_of_impact([one, box], velocity_a=(1, 0), workers=2), Floats)
    assert_type(array.time_of_impact(one, velocity_a=(1, 0), pairs=None, workers=2), Floats)
    assert_type(cup.time_of_impact(one, velocity_a=(1, 0)), float)
    assert_type(cup.time_of_impact(array, velocity_a=(1, 0)), Floats)


def main() -> None:
    """Call every function, so that the program is true as well as typed."""
    intersects()
    separating_axis()
    contains()
    covers()
    project()
    support_point()
    mtv()
    collide()
    distance()
    nearest_points()
    overlap_area()
    iou()
    sweep()
    time_of_impact()


if __name__ == "__main__":
    main()
