"""What a type checker and an editor must make of the public names; verbs also in typed_verbs.py.

mypy and pyright read this program, in their strict modes; tests/contract/test_typing.py runs it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import sepax
from sepax import (
    Capsule,
    Circle,
    Compound,
    CompoundArray,
    Contact,
    Contacts,
    Explanation,
    Impact,
    Impacts,
    Point,
    Polygon,
    RayHit,
    RayHits,
    Repairs,
    Segment,
    Shape,
    ShapeArray,
    ShapeIndex,
    Slide,
    Slides,
)

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
Vector = tuple[float, float]

box, disc = Polygon.box(2, 1), Circle((1, 0.5), 0.5)
one: Shape = disc
array = ShapeArray.boxes(2, 1, [(0, 0), (5, 0)])
cup = Compound.from_polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])
shapes = [box, disc]
mixed: list[Polygon | Circle] = [box, disc]
ij = ([0, 1], [1, 0])
rows = np.array([[0, 1], [1, 0]])
axes = [(1, 0), (0.6, 0.8)]
matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]] = np.array([[1.0, 0.0], [0.6, 0.8]])


def each() -> Iterator[Shape]:
    """Shapes one by one."""
    yield box
    yield disc


def verbs_of_two() -> None:
    """With options, and whatever else typed_verbs.py does not have."""
    assert_type(sepax.contains(one, (coordinate for coordinate in (0.0, 0.0))), bool)
    assert_type(sepax.intersects(box, disc), bool)
    assert_type(sepax.intersects(box, one, False), bool)
    assert_type(one.intersects(box, touching=False), bool)
    assert_type(one.mtv(box), Vector | None)
    assert_type(sepax.collide(one, box, 0.5), Contact | None)
    assert_type(one.collide(box, margin=1), Contact | None)
    assert_type(sepax.sweep(box, disc, (1, 0), touching=False), Impact | None)
    assert_type(sepax.sweep(box, one, (1, 0), [0, 1], max_time=9, skip_leaving=True), Impact | None)
    assert_type(one.sweep(box, (1, 0), (0, 1), 2.0, skip_leaving=True), Impact | None)
    assert_type(one.time_of_impact(box, (1, 0), (0, 1), 2.0), float)
    assert_type(sepax.intersects([cup, box], array), Truths)
    assert_type(sepax.mtv([cup, disc], cup), tuple[Floats, Truths])
    assert_type(cup.parts, ShapeArray)
    assert_type(cup.copy(), Compound)
    assert_type(one.push_out_of(box), bool)


def verbs_of_one_and_many() -> None:
    assert_type(disc.project(matrix, out=disc.project(axes), workers=2), tuple[Floats, Floats])
    unknown: npt.NDArray[np.float64] = matrix  # one point or many
    assert_type(disc.contains(unknown), Any)
    assert_type(disc.contains(np.zeros(2)), bool)
    assert_type(sepax.contains(disc, unknown, workers=2), Truths)
    assert_type(disc.contains(matrix, out=np.empty(2, np.bool_), workers=2), Truths)
    assert_type(one.intersects(array, False, out=np.empty(2, np.bool_), workers=2), Truths)
    assert_type(one.intersects(mixed), Truths)
    assert_type(one.mtv(shapes, out=one.mtv(each())), tuple[Floats, Truths])
    assert_type(sepax.collide(array, box, 0.5), Contacts)
    assert_type(one.collide(array, out=Contacts.empty(2), workers=2), Contacts)
    assert_type(one.sweep(array, (1, 0), touching=False), Impacts)
    assert_type(one.time_of_impact(array, (1, 0), max_time=[1, 2], workers=2), Floats)
    assert_type(
        one.sweep(array, axes, matrix, [1, 2], skip_leaving=True, out=Impacts.empty(2), workers=2),
        Impacts,
    )
    assert_type(array.contains(matrix, pairs=rows, out=np.empty(2, np.bool_), workers=2), Truths)
    assert_type(array.intersects(box), Truths)
    assert_type(array.intersects(each(), False, workers=2), Truths)
    assert_type(array.mtv(disc, out=array.mtv(shapes)), tuple[Floats, Truths])
    assert_type(array.collide(mixed, pairs=rows, out=Contacts.empty(2), workers=2), Contacts)
    assert_type(array.sweep(one, axes, max_time=[1, 2], skip_leaving=True), Impacts)


def rays() -> None:
    assert_type(sepax.raycast(box, (0, 0), (1, 0)), RayHit | None)
    assert_type(sepax.raycast(array, [0, 0], (1, 0), 9, 0.5), RayHit | None)
    assert_type(sepax.raycast(sepax.ShapeIndex(array), (0, 0), (1, 0), radius=1), RayHit | None)
    assert_type(sepax.raycast(mixed, (0, 0), (1, 0), all=True), RayHits)
    assert_type(sepax.raycast(array, (0, 0), axes), RayHits)
    assert_type(sepax.raycast(shapes, matrix, (1, 0), max_distance=[1, 2]), RayHits)
    hits = sepax.raycast(each(), matrix, axes, radius=0.5, out=RayHits.empty(2), workers=2)
    assert_type(hits, RayHits)
    assert_type(sepax.raycast(array, axes, matrix, all=True, workers=2), RayHits)
    assert_type(one.raycast((0, 0), (1, 0), max_distance=5), RayHit | None)
    assert_type(disc.raycast(axes, matrix), RayHits)
    assert_type(box.raycast((0, 0), (1, 0), all=True), RayHits)
    assert_type(hits[0], RayHit | None)
    assert_type(hits[hits.hit], RayHits)
    assert_type(sepax.raycast(array, (0, 0), (1, 0), min_distance=1, ignore=0), RayHit | None)
    assert_type(sepax.raycast(array, axes, matrix, ignore=[0, 1]), RayHits)
    assert_type(sepax.raycast_distances(array, axes, (1, 0)), tuple[Floats, Indices])
    assert_type(sepax.lidar(mixed, (0, 0), 0, 8, 9, workers=2), tuple[Floats, Indices])
    assert_type(hits.index, Indices)


def functions_of_many() -> None:
    many: ShapeArray | list[Polygon | Circle] | tuple[Polygon, Circle]
    for many in (array, mixed, (box, disc)):
        assert_type(sepax.project(many, (1, 0)), tuple[Floats, Floats])
        assert_type(sepax.contains(many, axes), Truths)
        assert_type(sepax.intersects(many, one), Truths)
        assert_type(sepax.intersects(array, many, touching=False), Truths)
        assert_type(sepax.mtv(many, each()), tuple[Floats, Truths])
        assert_type(sepax.collide(many, many), Contacts)
        assert_type(sepax.sweep(many, one, (1, 0)), Impacts)
        assert_type(sepax.time_of_impact(one, many, axes, out=np.empty(2)), Floats)
        assert_type(sepax.find_pairs(many), Indices)
        assert_type(sepax.sweep_pairs(many), tuple[Indices, Impacts])
        assert_type(sepax.intersects_any(many, each()), Truths)
        assert_type(sepax.ShapeIndex(many), sepax.ShapeIndex)
    assert_type(sepax.intersects(each(), each()), Truths)


def functions_of_many_with_options() -> None:
    truths, floats = np.empty(2, np.bool_), np.empty(2)
    vectors = (np.empty((2, 2)), truths)
    for pairs in (ij, rows, (rows[:, 0], rows[:, 1]), [[0, 1], [1, 0]]):
        both = sepax.project(array, axes, pairs=pairs, out=(floats, floats.copy()), workers=2)
        assert_type(both, tuple[Floats, Floats])
        assert_type(sepax.contains(array, axes, pairs=pairs, out=truths, workers=2), Truths)
        assert_type(sepax.intersects(array, shapes, False, pairs=pairs, out=truths), Truths)
        assert_type(sepax.mtv(array, array, pairs=pairs, out=vectors), tuple[Floats, Truths])
        assert_type(sepax.collide(array, array, pairs=pairs, out=Contacts.empty(2)), Contacts)
        moving = (array, array, axes, (0, 0), [1, 2])
        assert_type(sepax.sweep(*moving, pairs=pairs, out=Impacts.empty(2), workers=2), Impacts)


def what_verbs_return() -> None:
    contact, contacts = sepax.collide(box, disc), sepax.collide(array, disc)
    assert contact is not None
    assert_type(contact.normal, Vector)
    assert_type(contact.points, tuple[Vector, ...])
    assert_type(contact.depths, tuple[float, ...])
    assert_type(contact.features, tuple[tuple[int, int], ...])
    assert_type(contacts.depth, Floats)
    assert_type(contacts.features, npt.NDArray[np.int32])
    assert_type(contacts.counts, npt.NDArray[np.int8])
    assert_type(contacts[0], Contact | None)
    assert_type(contacts[1:], Contacts)
    assert_type(contacts[contacts.hit], Contacts)
    assert_type(contacts[[0]], Contacts)
    assert_type(list(contacts), list[Contact | None])
    impacts = sepax.sweep(array, disc, (1, 0))
    assert_type(impacts.time, Floats)
    assert_type(impacts[np.intp(0)], Impact | None)
    assert_type(impacts[impacts.hit], Impacts)
    for impact in impacts:
        assert_type(impact, Impact | None)


def shapes_and_arrays() -> None:
    assert_type(box.vertices, Floats)
    assert_type(box.centroid, Vector)
    assert_type(box.second_moment, float)
    assert_type(disc.center, Vector)
    disc.center = disc.position = np.array([1.0, 0.5])
    assert_type(box.same_as(disc), bool)
    assert_type(box.copy(), Polygon)
    assert_type(ShapeArray(each()), ShapeArray)
    assert_type(ShapeArray(array), ShapeArray)
    assert_type(array[0], Polygon | Circle | Point | Segment | Capsule)
    assert_type(array[1:], ShapeArray)
    assert_type(array[array.areas > 1], ShapeArray)
    assert_type(array[[1, 0]], ShapeArray)
    assert_type(list(array), list[Polygon | Circle | Point | Segment | Capsule])
    for column in (array.areas, array.second_moments, array.normals, array.vertices, array.radii):
        assert_type(column, Floats)
    assert_type(array.offsets, Indices)
    assert_type(sepax.find_pairs(array, shapes, False, workers=2), Indices)
    scenes()
    array.set_poses((0, 0), [0, 1], where=[0, 1])
    parts: Iterable[Shape] = array
    assert_type(ShapeArray.from_shapes(parts), ShapeArray)


def scenes() -> None:
    index = ShapeIndex(array)
    assert_type(ShapeIndex(each()), ShapeIndex)
    assert_type(index.array, ShapeArray)
    assert_type(sepax.find_pairs(index, box), Indices)
    assert_type(sepax.find_pairs(one, index, False, workers=2), Indices)
    assert_type(sepax.contains(index, (0, 0)), Indices)
    assert_type(sepax.contains(index, matrix, workers=2), Indices)
    assert_type(sepax.intersects_any(array.copy(), index, owner=[0, 1], workers=2), Truths)
    assert_type(sepax.sweep_pairs(index, None, axes), tuple[Indices, Impacts])
    assert_type(
        sepax.sweep_pairs(shapes, index, (1, 0), matrix, 2.0, workers=2), tuple[Indices, Impacts]
    )
    assert_type(sepax.first_impacts(disc, index, (1, 0)), tuple[Indices, Impacts])
    assert_type(
        sepax.first_impacts(disc, index, (1, 0), angular_velocity_a=1, angular_velocity_b=[0, 1]),
        tuple[Indices, Impacts],
    )
    assert_type(sepax.sweep_path(disc, index, [(0, 0, 0)], workers=2), tuple[Indices, Floats])
    assert_type(sepax.move_and_slide(disc, index, (1, 0), ignore=[0, 1]), Slide)
    assert_type(sepax.move_and_slide(cup, shapes, (1, 0), solid=lambda index, _: index > 0), Slide)
    slides = sepax.move_and_slide(array.copy(), index, axes, skin=[1, 2], ignore=[0, 1], workers=2)
    assert_type(slides, Slides)
    assert_type(slides[0], Slide)
    assert_type(slides[1:], Slides)
    assert_type(slides.impacts, Impacts)
    assert_type(sepax.nearest(shapes, index), tuple[Indices, Floats])
    assert_type(sepax.iou_matrix(shapes, index), Floats)
    assert_type(sepax.iou_matrix(shapes, index, 0.5, sparse=True), tuple[Indices, Floats])
    assert_type(sepax.nms(shapes, [1, 2], 0.5, max_keep=3), Indices)
    assert_type(sepax.nms_groups(shapes, [1, 2], 0.5, metric="ios"), tuple[Indices, Indices])
    kinds = [0] * len(array)
    assert_type(sepax.match(array, array, 0.5, classes=(kinds, kinds)), Indices)
    assert_type(sepax.match(array, index, 0.5, groups=kinds, groups_b=[0, 0]), Indices)
    assert_type(sepax.iou(disc, box), float)
    assert_type(sepax.overlap(box, box), Polygon | None)
    assert_type(box.overlap(box), Polygon | None)
    assert_type(sepax.overlap(cup, box), Compound | None)
    assert_type(sepax.overlap(box, cup), Compound | None)
    assert_type(cup.overlap(cup), Compound | None)
    assert_type(sepax.overlap(box, array), tuple[ShapeArray, Truths])
    assert_type(array.overlap(box, pairs=[(0, 0)]), tuple[ShapeArray, Truths])
    assert_type(ShapeArray.from_rotated_boxes([(0, 0, 2, 1, 0)], "le90"), ShapeArray)
    assert_type(ShapeArray.from_quads([(0, 0, 2, 0, 2, 1, 0, 1)]), ShapeArray)
    kept = ShapeArray.from_quads([(0, 0, 2, 0, 2, 1, 0, 1)], "skip")
    assert_type(kept, tuple[ShapeArray, Truths])
    rows = [(0, 0, 2, 1, 0)]
    assert_type(ShapeArray.from_rotated_boxes(rows, invalid="hull"), ShapeArray)
    some = ShapeArray.from_rotated_boxes(rows, "xywhd", invalid="skip")
    assert_type(some, tuple[ShapeArray, Truths])
    ends = [(2, 1)]
    assert_type(ShapeArray.segments((0, 0), ends, invalid="hull"), ShapeArray)
    assert_type(ShapeArray.segments((0, 0), ends, invalid="skip"), tuple[ShapeArray, Truths])
    assert_type(ShapeArray.capsules((0, 0), ends, 1, invalid="raise"), ShapeArray)
    assert_type(ShapeArray.capsules((0, 0), ends, 1, invalid="skip"), tuple[ShapeArray, Truths])
    assert_type(ShapeArray.from_shapely([], "hull"), ShapeArray)
    assert_type(ShapeArray.from_shapely([], "skip"), tuple[ShapeArray, Truths])
    many = CompoundArray.from_outlines([], [0], invalid="skip")
    assert_type(many, tuple[CompoundArray, Truths])
    mended, repairs = CompoundArray.from_outlines([], [0], invalid="repair")
    assert_type(mended, CompoundArray)
    assert_type(repairs, Repairs)
    assert_type(repairs.rows, Indices)
    assert_type(repairs.reasons, tuple[str, ...])
    assert_type(CompoundArray.from_shapely([], "repair"), tuple[CompoundArray, Repairs])
    assert_type(CompoundArray.from_shapely([]), CompoundArray)
    assert_type(Compound.from_polygon([(0, 0), (1, 0), (0, 1)], invalid="repair"), Compound)
    column = ShapeArray.boxes([1, 2], 1).to_arrow()
    assert_type(ShapeArray.from_arrow(column, "hull"), ShapeArray)
    assert_type(ShapeArray.from_arrow(column, "skip"), tuple[ShapeArray, Truths])
    assert_type(CompoundArray.from_arrow(column, origin="centroid"), CompoundArray)
    assert_type(CompoundArray.from_arrow(column, "skip"), tuple[CompoundArray, Truths])
    assert_type(sepax.nearest(disc, box, 2, 1.5, workers=2), tuple[Indices, Floats])
    assert_type(sepax.find_pairs(index, shapes, within=0.5), Indices)
    assert_type(
        sepax.first_impacts(array, shapes, axes, matrix, max_time=2, workers=2),
        tuple[Indices, Impacts],
    )
    index.refresh()


def without_objects() -> None:
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    assert_type(sepax.convex_parts(square), ShapeArray)
    assert_type(sepax.convex_parts(square, [[(1, 1), (1.5, 1), (1, 1.5)]]), ShapeArray)
    assert_type(sepax.raw.intersects(square, box.vertices), bool)
    assert_type(sepax.raw.collide(square, [(1, 0)], 0.5, radius_b=1), Contact | None)
    assert_type(sepax.raw.iou(square, square, radius_a=0.5), float)
    assert_type(sepax.raw.raycast(square, (0, 0), (1, 0), ring_radius=1), sepax.RayHit | None)
    assert_type(sepax.kernels.circles_intersect(0, 0, 1, 1, 0, 1, touching=False), bool)
    assert_type(sepax.kernels.circles_mtv(0, 0, 1, 1, 0, 1), Vector | None)
    assert_type(sepax.kernels.circles_contact(0, 0, 1, 1, 0, 1, 0.5), Contact | None)
    assert_type(sepax.kernels.circles_sweep(0, 0, 1, 1, 0, 1, 1, 0), Impact | None)
    assert_type(sepax.kernels.box_raycast(0, 0, 1, 1, 1, 0, 0, 0, 1, 0), sepax.RayHit | None)
    assert_type(sepax.get_include(), str)


def explanations() -> None:
    explained = sepax.explain(box, cup)
    assert_type(explained, Explanation)
    assert_type(box.explain(disc, velocity_a=(1, 0), max_time=2), Explanation)
    assert_type(cup.explain(one), Explanation)
    assert_type(explained.axes[0].axis, Vector)
    assert_type(explained.stop, int | None)
    assert_type(explained.impact, Impact | None)
    assert_type(explained.mtv, Vector | None)
    assert_type(explained.verdict, str)


def main() -> None:
    """Run it all."""
    explanations()
    verbs_of_two()
    verbs_of_one_and_many()
    rays()
    functions_of_many()
    functions_of_many_with_options()
    what_verbs_return()
    shapes_and_arrays()
    without_objects()
    assert callable(sepax.plot.draw_shapes)


if __name__ == "__main__":
    main()
