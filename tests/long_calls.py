"""Long calls that Ctrl-C interrupts, beside those of the tests: too many for the suite.

`tests/limits.py interrupts` runs both, and prints how late each interrupt was heard. The programs
begin with the prelude of `test_interrupts.py`. Calls that are short for any input that fits in the
memory are repeated without an end; a large part of the time one of them is running.
"""

from __future__ import annotations

import re
from pathlib import Path

from questions import MOVING, OF_PLACES, OF_TWO

import sepax

TESTS = Path(__file__).parent / "contract" / "test_interrupts.py"

AGAIN = """
import pickle
random = np.random.default_rng(5)
"""
AGAIN += f"of_two, moving, of_places = {OF_TWO}, {MOVING}, {OF_PLACES}\n"

ARRAY_VERBS = """
ring = Polygon.regular(4001, 1.0, angle=0.3)
rings = ShapeArray.from_shapes([ring])
near = ShapeArray.from_shapes([Polygon.regular(4001, 1.0, position=(1.9999, 0.2))])
many = tuple(np.zeros((2, 4_000_000), np.intp))
heap = ShapeArray.regular(64, 1.0, random.normal(0, 1, (100_000, 2)))
other = heap[::-1]
turning = {"angular_velocity_a": 0.5}
boxes = ShapeArray.boxes(2.0, 1.0, random.normal(0, 2, (3_000_000, 2)), 0.5)
verbs = dict.fromkeys(of_two, {}) | dict.fromkeys(moving, {"velocity_a": (1, 2)})
verbs |= {f"{name} turning": {"velocity_a": (1, 2), **turning} for name in moving}
for workers in (1, 2):
    for name, options in verbs.items():
        query = getattr(sepax, name.split()[0])
        call = lambda a, b, **more: query(a, b, workers=workers, **options, **more)
        label = f"{name} workers={workers}"
        again(f"{label} pairs of rings", lambda: call(rings, near, pairs=many))
        again(f"{label} row by row", lambda: call(heap, other))
        again(f"{label} one with many", lambda: call(ring, heap))
        if "turning" not in name:
            again(f"{label} boxes", lambda: call(boxes, boxes))
        if workers == 1:
            again(f"{label} lists", lambda: call([ring] * 300, [ring] * 300))
    for name, place in (("contains", (0.5, 0.5)), ("project", (1, 2)), ("support_point", (1, 2))):
        query = getattr(sepax, name)
        again(f"{name} rings {workers}", lambda: query(rings, [place], pairs=many, workers=workers))
        again(f"{name} boxes {workers}", lambda: query(boxes, place, workers=workers))
again("overlap", lambda: sepax.overlap(heap, other))
again("raycast one shape", lambda: sepax.raycast(ring, random.normal(size=(300_000, 2)), (1, 0)))
"""

CONSTRUCTORS = """
n = 3_000_000
places, angles = random.normal(size=(n, 2)), random.normal(size=n)
again("boxes", lambda: ShapeArray.boxes(1.0, 2.0, places, angles))
again("rounded boxes", lambda: ShapeArray.boxes(1.0, 2.0, places, angles, radii=0.5))
again("circles", lambda: ShapeArray.circles(places, 1.0))
again("points", lambda: ShapeArray.points(places))
again("segments", lambda: ShapeArray.segments(places, places + 1.0))
again("capsules", lambda: ShapeArray.capsules(places, places + 1.0, 0.5))
again("regular", lambda: ShapeArray.regular(5, 1.0, places[::4], angles[::4]))
again("regular of many sides", lambda: ShapeArray.regular(30_000_000, 1.0))
quads = places[:, None, :] + np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
again("polygons", lambda: ShapeArray.polygons(quads))
again("from_quads", lambda: ShapeArray.from_quads(quads))
again("from_quads hull", lambda: ShapeArray.from_quads(quads[:, [0, 2, 1, 3]], "hull"))
rows = np.column_stack((places, np.ones((n, 2)), angles))
again("from_rotated_boxes", lambda: ShapeArray.from_rotated_boxes(rows, "xywhr"))
again("hulls", lambda: ShapeArray.hulls(quads))
cloud = random.normal(size=(1, 8_000_000, 2))
again("hulls of one cloud", lambda: ShapeArray.hulls(cloud))
again("Polygon.hull", lambda: Polygon.hull(cloud[0]))
again("Polygon.regular", lambda: Polygon.regular(20_000_000, 1.0))
again("Polygon.box", lambda: [Polygon.box(1, 1) for _ in range(n)])
boxes = ShapeArray.boxes(1.0, 2.0, places, angles)
rings = ShapeArray.regular(7, 1.0, places[::2], angles[::2])
shapes = [Polygon.regular(5, 1.0)] * n
again("from_shapes", lambda: ShapeArray.from_shapes(shapes))
again("concatenate", lambda: ShapeArray.concatenate([boxes, rings]))
mixed = np.zeros(n, np.intp)
for name, array in (("boxes", boxes), ("rings", rings)):
    again(f"take {name}", lambda: array[mixed])
    again(f"copy {name}", lambda: array.copy())
    again(f"set_poses {name}", lambda: array.set_poses(angles=0.5))
    again(f"set_poses where {name}", lambda: array.set_poses((1, 1), where=mixed))
    again(f"pickle {name}", lambda: pickle.loads(pickle.dumps(array)))
    again(f"== {name}", lambda: array == array)
    columns = "vertices local_vertices normals areas centroids second_moments bounds positions"
    for column in (columns + " angles radii").split():
        again(f"{column} {name}", lambda: getattr(array, column))
few = boxes[:200_000]
try:
    import shapely
    polygons = few.to_shapely()
    again("to_shapely", lambda: boxes.to_shapely())
    discs = ShapeArray.circles(places[::4], 1.0)
    again("to_shapely circles", lambda: discs.to_shapely())
    again("to_shapely round circles", lambda: discs.to_shapely(quad_segs=200))
    again("from_shapely", lambda: ShapeArray.from_shapely(polygons))
except ImportError:
    pass
"""

SCENES = """
n = 20_000
places = random.normal(0.0, 1.0, (n, 2))
heap = ShapeArray.regular(24, 1.0, places)
twin = heap.copy()
index = sepax.ShapeIndex(twin)
scores = random.uniform(size=n)
path = np.column_stack((random.normal(size=(200, 2)), np.arange(200.0)))
labels = np.arange(n) % 2
for workers in (1, 2):
    known = {"workers": workers}
    again(f"find_pairs {workers}", lambda: sepax.find_pairs(heap, **known))
    again(f"find_pairs within {workers}", lambda: sepax.find_pairs(heap, twin, within=1.0, **known))
    again(f"find_pairs groups {workers}", lambda: sepax.find_pairs(heap, groups=labels, **known))
    again(f"sweep_pairs {workers}", lambda: sepax.sweep_pairs(heap, index, (1, 2), **known))
    again(f"sweep_pairs turning {workers}", lambda: sepax.sweep_pairs(
        heap, twin, (1, 2), angular_velocity_a=0.5, **known))
    again(f"first_impacts {workers}", lambda: sepax.first_impacts(heap, index, (9, 2), **known))
    again(f"intersects_any {workers}", lambda: sepax.intersects_any(heap, index, **known))
    again(f"nearest {workers}", lambda: sepax.nearest(heap, index, 500, **known))
    again(f"raycast {workers}", lambda: sepax.raycast(index, places, (1, 0), all=True, **known))
    again(f"raycast thick {workers}", lambda: sepax.raycast(
        index, places, (1, 0), radius=1.0, **known))
    again(f"raycast_distances {workers}", lambda: sepax.raycast_distances(
        index, places - 9, (1, 1), **known))
    again(f"lidar {workers}", lambda: sepax.lidar(index, places - 9, 0.0, 360, 30.0, **known))
    again(f"sweep_path {workers}", lambda: sepax.sweep_path(
        heap, index, path + (90, 0, 0), **known))
    again(f"move_and_slide {workers}", lambda: sepax.move_and_slide(heap, index, (90, 2), **known))
    again(f"iou_matrix {workers}", lambda: sepax.iou_matrix(heap, heap[:9000], **known))
again("iou_matrix sparse", lambda: sepax.iou_matrix(heap, heap, 0.99, sparse=True))
again("nms", lambda: sepax.nms(heap, scores, 1 - 1e-9))
again("nms_groups", lambda: sepax.nms_groups(heap, scores, 1 - 1e-9))
again("match", lambda: sepax.match(heap, heap[:9000], 0.99))
again("ShapeIndex", lambda: sepax.ShapeIndex(heap))
again("refresh", index.refresh)
again("move_and_slide of one", lambda: sepax.move_and_slide(heap[0], index, (90, 2)))
again("lists of shapes", lambda: sepax.find_pairs(list(heap)))
"""

COMPOUNDS = """
from sepax import Compound, CompoundArray
def star_of(n, inner):
    ways, reach = 2 * np.pi * np.arange(n) / n, np.where(np.arange(n) % 2, inner, 1.0)
    return np.column_stack((reach * np.cos(ways), reach * np.sin(ways)))
star = star_of(40, 0.4)
gear = Compound.from_polygon(star)
wide = star_of(4000, 0.9)
n = 100_000
places = random.normal(0, 1, (n, 2))
array, other = gear.at(places, 0.5), gear.at(places[::-1], 0.25)
for name in of_two:
    again(f"arrays {name}", lambda: getattr(array, name)(other))
    again(f"arrays {name} two workers", lambda: getattr(array, name)(other, workers=2))
for name in moving:
    again(f"arrays {name}", lambda: getattr(array, name)(other, (1, 2)))
    again(f"arrays {name} turning", lambda: getattr(array, name)(
        other, (1, 2), angular_velocity_a=0.5))
for name in of_places:
    again(f"arrays {name}", lambda: getattr(array, name)((1, 2)))
again("at", lambda: gear.at(places, 0.5))
again("CompoundArray.at", lambda: CompoundArray.at(gear, places, 0.5))
few = [gear.copy() for _ in range(2000)]
again("from_compounds", lambda: CompoundArray.from_compounds(few * 50))
again("concatenate", lambda: CompoundArray.concatenate([array, other]))
again("take", lambda: array.take(np.zeros(n, np.intp)))
again("copy", lambda: array.copy())
again("pickle", lambda: pickle.loads(pickle.dumps(array)))
again("set_poses", lambda: array.set_poses(places, 0.25))
for column in "positions angles areas bounds centroids parts".split():
    again(f"arrays {column}", lambda: getattr(array, column))
outlines = np.tile(star, (50_000, 1)), np.arange(0, 2_000_001, 40)
again("from_outlines", lambda: CompoundArray.from_outlines(*outlines))
again("from_outlines two workers", lambda: CompoundArray.from_outlines(*outlines, workers=2))
stars = CompoundArray.from_outlines(*outlines)
again("to_arrow", lambda: stars.to_arrow())
stars = stars.to_arrow()
again("from_arrow", lambda: CompoundArray.from_arrow(stars))
try:
    import shapely
    polygons = np.array([shapely.Polygon(star)] * 50_000)
    again("from_shapely", lambda: CompoundArray.from_shapely(polygons))
    again("from_shapely of one", lambda: Compound.from_shapely(shapely.Polygon(wide)))
except ImportError:
    pass
great = Compound.from_polygon(wide)
twin = great.copy()
twin.set_pose(0.2, 0.1, 0.5)
again("from_polygon", lambda: Compound.from_polygon(wide))
again("convex_parts with holes", lambda: sepax.convex_parts(2 * wide, [wide]))
for name in [*of_two, "explain", "push_out_of"]:
    again(f"one {name}", lambda: getattr(great, name)(twin))
for name in moving:
    again(f"one {name}", lambda: getattr(great, name)(twin, (9, 2)))
    again(f"one {name} turning", lambda: getattr(great, name)(twin, (9, 2), angular_velocity_a=0.5))
again("one raycast", lambda: great.raycast((-9, 0), (1, 0)))
def attributes():
    fresh = great.copy()
    fresh.area, fresh.bounds, fresh.centroid, fresh.second_moment, fresh.vertices, fresh.parts
    fresh.exterior
again("one, attributes", attributes)
again("Compound", lambda: Compound(ShapeArray.circles(random.normal(size=(300_000, 2)), 1.0)))
"""

SINGLES = """
n = 1_000_000
huge, copy = Polygon.regular(n, 1.0, angle=0.3), Polygon.regular(n, 1.0, position=(0.5, 0.1))
ring, other = huge.vertices, copy.vertices
for name in [*of_two, "push_out_of"]:
    again(f"huge {name}", lambda: getattr(huge, name)(copy))
    if hasattr(raw, name):
        again(f"raw.{name}", lambda: getattr(raw, name)(ring, other))
for name in moving:
    again(f"huge {name}", lambda: getattr(huge, name)(copy, (9, 2)))
    again(f"huge {name} turning", lambda: getattr(huge, name)(copy, (9, 2), angular_velocity_a=0.5))
    again(f"raw.{name}", lambda: getattr(raw, name)(ring, other, (9, 2)))
    again(f"raw.{name} turning", lambda: getattr(raw, name)(
        ring, other, (9, 2), angular_velocity_a=0.5, pivot_a=(0, 0)))
for name in of_places:
    again(f"huge {name}", lambda: getattr(huge, name)((1, 2)))
for name in ("contains", "project"):
    again(f"raw.{name}", lambda: getattr(raw, name)(ring, (1, 2)))
again("huge raycast", lambda: huge.raycast((-9, 0), (1, 0)))
again("raw.raycast", lambda: raw.raycast(ring, (-9, 0), (1, 0)))
again("huge overlap", lambda: huge.overlap(copy))
few, fewer = Polygon.regular(1000, 1.0), Polygon.regular(1000, 1.0, position=(0.5, 0.1))
again("explain", lambda: sepax.explain(few, fewer, velocity_a=(1, 0)))
for name in "vertices local_vertices normals area bounds centroid second_moment".split():
    again(f"huge {name}", lambda: getattr(huge, name))
again("huge move", lambda: huge.move(0.0, 0.0))
again("huge rotate", lambda: huge.rotate(0.5))
again("huge set_pose", lambda: huge.set_pose(0.0, 0.0, 0.5))
again("huge same_as", lambda: huge.same_as(huge.copy()))
again("huge pickle", lambda: pickle.loads(pickle.dumps(huge)))
again("Polygon", lambda: Polygon(ring))
again("Polygon of a list", lambda: Polygon(ring[:50_000].tolist()))
again("convex_parts", lambda: sepax.convex_parts(ring))
"""

PROGRAMS = {
    "array verbs": AGAIN + ARRAY_VERBS,
    "constructors": AGAIN + CONSTRUCTORS,
    "scenes": AGAIN + SCENES,
    "compounds": AGAIN + COMPOUNDS,
    "single shapes": AGAIN + SINGLES,
}
# Their work does not grow with what they are given.
NEVER_LONG = {"get_include", "simd_level", "empty", "nbytes", "part_offsets", "offsets", "array"}
NEVER_LONG |= {"angle", "position", "radius"}


def not_interrupted() -> list[str]:
    """Return public names that no program calls, and that are not known to be short."""
    text = TESTS.read_text(encoding="utf-8") + "".join(PROGRAMS.values())
    kinds = (sepax.ShapeArray, sepax.CompoundArray, sepax.Compound, sepax.Polygon, sepax.ShapeIndex)
    names = {name for name in sepax.__all__ if not isinstance(getattr(sepax, name), type)}
    names |= {name for kind in kinds for name in dir(kind) if not name.startswith("_")}
    names |= set(sepax.raw.__all__)
    return sorted(
        name
        for name in names - NEVER_LONG - {"raw", "kernels"}
        if not re.search(rf"\b{name}\b", text)
    )
