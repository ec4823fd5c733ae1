"""Ctrl-C is heard within half a second, whatever takes long, and leaves nothing half-done.

Each program runs on its own, for an interrupt that comes too late must not end the tests.
`tests/limits.py interrupts` names a file in SEPAX_LATENESS. Then each check adds a line there, with
how late it was, and the command judges.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from processes import is_interrupted

import sepax
from sepax import ShapeArray

# Calls that take ten seconds and more, each interrupted after a tenth of a second.
PRELUDE = """
import _thread, functools, itertools, os, signal, sys, threading, time
import numpy as np
import sepax
from sepax import Circle, Polygon, ShapeArray, raw

# What a shell starts in the background ignores it, and Python then lets it be.
signal.signal(signal.SIGINT, signal.default_int_handler)

LATEST = 2.0  # seconds: a quarter of that is promised, on a machine that has nothing else to do
DELAY = 0.1
POSIX = sys.platform != "win32"

def request_interrupt():
    # The system's timer, which needs no GIL, as a keyboard needs none.
    if POSIX:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, DELAY)
    else:
        threading.Timer(DELAY, _thread.interrupt_main).start()

LATENESS = os.environ.get("SEPAX_LATENESS")

def report(name, late):
    if LATENESS:
        with open(LATENESS, "a") as file:
            print(name, late, sep="\\t", file=file)
    elif late > LATEST:
        sys.exit(f"{name} heard the interrupt {late:.1f} s late")

def check(name, call):
    due = time.perf_counter() + DELAY
    try:
        request_interrupt()
        call()
        sys.exit(f"{name} came to its end")
    except KeyboardInterrupt:
        report(name, time.perf_counter() - due)

def again(name, call):
    check(name, lambda: [call() for _ in itertools.count()])
"""

# Two rings that overlap by a little, and a corner of one: 10 microseconds a pair, and more.
RINGS = f"""
sys.path[:0] = {[str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "tools")]}
from questions import QUESTIONS, arrays_of
"""
RINGS += """
ring = Polygon.regular(4001, 1.0, position=(0.1, 0.2), angle=0.3)
rings = ShapeArray.from_shapes([ring])
near = ShapeArray.from_shapes([Polygon.regular(4001, 1.0, position=(2.0999, 0.2), angle=0.3)])
# Their inscribed circles do not meet, and those around them do.
touching = ShapeArray.from_shapes([Polygon.regular(4001, 1.0, position=(2.0999997, 0.2))])
apart = ("intersects", "separating_axis")
queries = {
    name: functools.partial(ask, rings, touching if ask.verb in apart else near)
    for name, ask in QUESTIONS.items()
}
queries["contains"] = functools.partial(sepax.contains, rings, ring.vertices[:1])
queries["project"] = functools.partial(sepax.project, rings, [(1, 2)])

def outward_direction(answer, count):
    filled = [np.repeat(part[:1], count, axis=0) for part in arrays_of(answer)]
    if isinstance(answer, np.ndarray):
        return filled[0]
    return tuple(filled) if isinstance(answer, tuple) else type(answer)(*filled)
"""

# To be sure that compiled code itself checks for signals, nothing but compiled code runs between
# the signal and its end: then the next call would follow.
AT_ONCE = """
from functools import partial
from operator import call
from sepax._core.arrays import pairs
from sepax._core.arrays import constructors
from sepax._core import ring

def check_at_once(name, work, *arguments):
    done, due = [], time.perf_counter()
    calls = [_thread.interrupt_main, partial(work, *arguments), partial(done.append, name)]
    try:
        list(map(call, calls))
    except KeyboardInterrupt:
        late = time.perf_counter() - due
    if done:
        sys.exit(f"{name} did not check for signals")
    report(name, late)

n = 20_000
places, angles, sides = np.zeros((n, 2)), np.zeros(n), np.full(n, 2.0)
corners = np.tile([(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)], (n, 1))
offsets = np.arange(n + 1) * 3
shapes = [Polygon.regular(5, 1.0)] * n
boxes = constructors.of_boxes(sides, sides, places, angles)
rings = constructors.of_rings(corners, offsets, None, places, angles)
rows = np.zeros(n, np.intp)
circle = Polygon.regular(n, 1.0).vertices
"""

# A ring and its copy: only exact arithmetic finds that one holds the other. A gear: the walk is not
# certain of it, and all edges meet all vertices. A zigzag across a ring: whatever refutes one edge
# is no help with the next.
HUGE = """
n = 250_000
huge = Polygon.regular(n, 1.0, angle=0.3)
copy = huge.copy()
ring = huge.vertices
gear = ring * np.tile([[1.0], [0.9]], (n // 2, 1))
zigzag = np.column_stack((np.tile([-5.0, 5.0], n // 2), np.linspace(-0.1, 0.1, n)))
"""

START = f"""
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import outlines
from sepax import Compound, CompoundArray
"""

PROGRAMS = {
    # The shapes answer as before; rows of `out` that were not reached hold no rubbish.
    "verbs": RINGS
    + """
many = tuple(np.zeros((2, 1_000_000), np.intp))
few = tuple(index[:3] for index in many)
for workers in (1, 2):
    for name, query in queries.items():
        before = query(pairs=few)
        out = outward_direction(before, len(many[0]))
        again(name, lambda: query(pairs=many, workers=workers, out=out))
        answers = map(arrays_of, (out, before, query(pairs=few)))
        for part, old, new in zip(*answers, strict=True):
            assert np.array_equal(old, new), name
            assert np.array_equal(part[:3], new), name
            assert part.dtype != bool or part.view(np.uint8).max() < 2, name
""",
    # Rows beside rows, or beside one row, have a loop of their own.
    "booleans of all rows": RINGS
    + """
discs = ShapeArray.circles(np.tile((2.0999998, 0.2), (1_000_000, 1)), 1)
check("intersects", lambda: sepax.intersects(ring, discs))
assert sepax.intersects(ring, discs[:20_000]).all()
""",
    # All pairs of a block are classified before the first of them is computed.
    "verdicts of lanes": RINGS
    + """
mixed = ShapeArray.concatenate([rings, touching] + 2 * [ShapeArray.boxes(2, 2, (1.5, 0.5), 0.2)])
pairs = (np.zeros(1_000_000, np.intp), np.arange(1_000_000) % 4)
for name, query in QUESTIONS.items():
    out = outward_direction(query(mixed, mixed, pairs=([0], [2])), len(pairs[0]))
    again(name, lambda: query(mixed, mixed, pairs=pairs, out=out))
    truths = [part for part in arrays_of(out) if part.dtype == bool]
    assert all(part.view(np.uint8).max() < 2 for part in truths), name
""",
    # All on one heap, and none so much alike that it is left out.
    "heap": """
from functools import partial
n = 3000
places = np.random.default_rng(1).normal(0.0, 0.1, (n, 2))
heap = ShapeArray.regular(64, 1.0, places)
check("nms", lambda: sepax.nms(heap, np.zeros(n), 1 - 1e-9))
check("matrix", lambda: sepax.iou_matrix(heap, heap.copy(), sparse=True))
pairs = tuple(np.arange(100_000) * k % n for k in (1, 7))
check("overlap", lambda: heap.overlap(heap, pairs=pairs))
boxes = ShapeArray.boxes(2.0, 1.0, places)
many = tuple(np.arange(5_000_000) * k % n for k in (1, 7))
for workers in (1, 2):
    query = partial(sepax.iou, boxes, boxes, pairs=many, workers=workers)
    check("areas", lambda: [query() for _ in range(99)])
""",
    # Wide boxes above one another in one strip, for the tall ones: compared, but never a pair.
    "compared": """
n = 150_000
wide = ShapeArray.boxes(100.0, 1.0, np.column_stack((np.zeros(n), 2.0 * np.arange(n))))
tall = ShapeArray.boxes(1.0, 2.0 * n, np.column_stack((1000.0 + 2.0 * np.arange(n), np.full(n, n))))
scene = ShapeArray.concatenate((wide, tall))
check("among", lambda: sepax.find_pairs(scene))
check("between", lambda: sepax.find_pairs(scene, scene.copy()))
assert sepax.find_pairs(scene[:100]).tolist() == []
""",
    # Sorted, for the most part: again and again, and interrupted here and there.
    "found": """
scene = ShapeArray.boxes(1.0, 1.0, np.random.default_rng(0).uniform(0, 0.1, (4000, 2)))
def find_often():
    for _ in range(1000):
        sepax.find_pairs(scene, workers=2)
for _ in range(5):
    check("found", find_often)
assert len(sepax.find_pairs(scene[:100])) == 100 * 99 // 2
""",
    # Slats side by side: all their bounds meet, none of them does, not even on its way.
    "queried": """
n = 40_000
slant = np.array([1.0, 1.0])
across = np.column_stack((np.arange(n), -np.arange(n)))
slats = ShapeArray.boxes(1e6, 0.1, across, np.pi / 4)
between = ShapeArray.boxes(1e6, 0.1, across + (0.5, -0.5), np.pi / 4)
index = sepax.ShapeIndex(slats)
owner = np.arange(n) // 100
for workers in (1, 2):
    check("any", lambda: sepax.intersects_any(between, index, workers=workers))
    check("owner", lambda: sepax.intersects_any(between, slats, owner=owner, workers=workers))
    check("first", lambda: sepax.first_impacts(between, index, slant, workers=workers))
    moving = np.outer(np.arange(n), slant)
    turned = {"angular_velocity_a": 1e-9, "workers": workers}
    check("turned", lambda: sepax.first_impacts(between, index, slant, **turned))
    path = [(0, 0, 0), (1, 1, 1e-9)]
    check("path", lambda: sepax.sweep_path(between, index, path, workers=workers))
    check("own ways", lambda: sepax.first_impacts(between, slats, slant, moving, workers=workers))
    check("rays", lambda: sepax.raycast(index, across + (0.5, -0.5), slant, workers=workers))
    check("every", lambda: sepax.raycast(index, across, slant, all=True, workers=workers))
    check("slides", lambda: sepax.move_and_slide(between, index, slant, workers=workers))
    assert (between.positions == across + (0.5, -0.5)).all()
    check("near", lambda: sepax.nearest(between, index, 9, workers=workers))
    check("near all", lambda: sepax.nearest(between, slats, n, 0.0, workers=workers))
check("held", lambda: sepax.contains(index, across + (0.5, -0.5)))
assert not sepax.intersects_any(between[:9], slats[:9]).any()
assert (sepax.first_impacts(between[:9], slats[:9], slant)[0] == -1).all()
""",
    # Again and again: built, followed, listed.
    "built": """
scene = ShapeArray.circles(np.random.default_rng(0).uniform(0, 100, (100_000, 2)), 0.01)
index = sepax.ShapeIndex(scene)
def often(work):
    for _ in range(100_000):
        work()
check("build", lambda: often(lambda: sepax.ShapeIndex(scene)))
home = scene.positions
def shake():
    scene.set_poses(positions=home[np.random.permutation(len(home))], angles=0.0)
    index.refresh()
for _ in range(4):
    check("shaken", lambda: often(shake))
    index.refresh()    # where it was left off
    some = scene[:999]
    assert np.array_equal(sepax.find_pairs(some, index), sepax.find_pairs(some, scene))
scene.set_poses(positions=home)
index.refresh()
check("listed", lambda: often(lambda: sepax.find_pairs(scene[:5000], index)))
check("swept", lambda: often(lambda: sepax.sweep_pairs(scene, None, (1, 0), workers=2)))
assert np.array_equal(sepax.find_pairs(scene[:99], index), sepax.find_pairs(scene[:99], scene))
""",
    "constructors": AT_ONCE
    + """
check_at_once("boxes", constructors.of_boxes, sides, sides, places, angles)
check_at_once("thin boxes", constructors.of_boxes, sides, 1e-200 * sides, places, angles)
check_at_once("polygons", constructors.of_rings, corners, offsets, None, places, angles)
check_at_once("from_shapes", constructors.of_shapes, shapes)
check_at_once("concatenate", constructors.join, [rings, boxes])
check_at_once("concatenate boxes", constructors.join, [boxes, boxes])
check_at_once("take boxes", boxes.take, rows)
check_at_once("indices", pairs.ShapePairs, boxes, rings, rows, rows)
assert constructors.of_rings(corners, offsets, None, places, angles).vertex_count == 3 * n
""",
    # Of one ring, convex or refused for a crossing that is looked for among all pairs of edges.
    "rings and hulls": AT_ONCE
    + """
# Each takes half a second and more, for they look after a tenth: exact arithmetic for a line.
cloud = np.random.default_rng(0).normal(size=(4_000_000, 2))
check_at_once("sort", ring.sort_points, cloud, np.empty_like(cloud))
line = 0.1 * np.arange(8_000_000.0)
check_at_once("hull", ring.hull_of_sorted, np.column_stack((line, line)))
polygon = Polygon.__new__(Polygon)
check_at_once("ring", polygon._set_polygon, circle, (0.0, 0.0), 0.0)
polygon.__init__(circle[:3])
assert polygon.same_as(Polygon(circle[:3]))
dented = np.concatenate((Polygon.regular(100_000, 1.0).vertices, [(0.999, -1e-5)]))
if POSIX:  # elsewhere there is no timer but a thread, which would wait for the GIL
    check("crossing", lambda: Polygon(dented))
    check("crossing of one of many", lambda: ShapeArray.polygons(dented, [0, len(dented)]))
""",
    # Lists, and buffers of any type, before anything is made of them.
    "what is given": AT_ONCE
    + """
from sepax._core.arguments import fill_numbers, fill_points
numbers = tuple(circle[:, 0].tolist())
check_at_once("points", fill_points, tuple(circle.tolist()), "vertex", np.empty((n, 2)))
check_at_once("numbers", fill_numbers, numbers, "radii", np.empty(n))
objects = circle.astype(object)
swapped, narrow = circle.astype(">f8"), circle.astype(np.float32)
for given in (circle, circle[::-1], narrow, swapped, objects, circle.tolist()):
    check_at_once(f"raw {type(given)}", raw.project, given, (1, 0))
""",
    # Of arrays that take long to read: on a machine for which these are few nobody waits.
    "columns": AT_ONCE
    + """
many = 4_000_000
array = ShapeArray.boxes(1.0, 2.0, (3.0, 4.0), np.linspace(0.0, 3.0, many))
block, numbers, pairs = array._block, np.empty(many), np.empty((4 * many, 2))
columns = {
    "vertices": (block.read_vertices, pairs, False),
    "normals": (block.read_normals, pairs),
    "areas": (block.read_areas, numbers),
    "centroids": (block.read_centroids, pairs[:many]),
    "second moments": (block.read_second_moments, numbers),
    "bounds": (block.read_bounds, pairs[:2 * many].reshape(many, 4)),
}
for name, column in columns.items():
    began = time.process_time()
    column[0](*column[1:])
    if time.process_time() - began > 0.3:  # three slices of time; it is noticed within one
        check_at_once(name, *column)
check_at_once("poses", block.read_poses, pairs[:many], numbers)
for some in (array[:0], array[:9]):
    assert len(some.areas) == len(some.centroids) == len(some.second_moments) == len(some)
assert np.allclose(array[:9].areas, 2.0)
""",
    # One that is huge, wherever its cut is by then, and many that are small.
    "outlines": """
from sepax.outlines import cut_outlines
n = 1_500_000
ways = 2 * np.pi * np.arange(n) / n
circle = np.column_stack((np.cos(ways), np.sin(ways)))
star = circle * np.where(np.arange(n) % 2, 0.5, 1.0)[:, None]
check("circle", lambda: [sepax.convex_parts(circle) for _ in range(99)])
for DELAY in (0.1, 0.3, 0.6):
    check("star", lambda: [sepax.convex_parts(star), time.sleep(2)])
corner = np.array([(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)], np.float64)
many = np.tile(corner, (500_000, 1)), np.arange(0, 3_000_001, 6), np.arange(500_001)
for workers in (1, 2):
    check("many", lambda: [cut_outlines(*many, workers=workers) for _ in range(99)])
assert len(sepax.convex_parts(corner)) == 2
""",
    # Every shape has the pose that it had, or the one that it was to take.
    "poses": AT_ONCE
    + """
many = 1_500_000
ring = ShapeArray.from_shapes([Polygon.regular(4001, 1.0), Circle((3, 3), 1)])
after = ShapeArray.from_shapes([Polygon.regular(4001, 1.0, angle=0.25), Circle((3, 3), 1)])
where, angles = np.zeros(many, np.intp), np.tile([0.25, 0.0], many // 2)
places = np.zeros((many, 2))
check("set_poses", lambda: ring.set_poses(places, angles, where=where))
twin = ring.copy()
twin.set_poses(ring.positions, ring.angles)
assert ring.angles[0] in (0.0, 0.25)
assert ring.vertices.tolist() == twin.vertices.tolist()
assert sepax.find_pairs(ring).tolist() == sepax.find_pairs(after).tolist()
assert sepax.collide(ring, after).depth.tolist() == sepax.collide(twin, after).depth.tolist()
""",
    "huge rings": HUGE
    + """
check("collide", lambda: sepax.collide(huge, copy))
# Whether the walk is certain of these depends on the last bits of the vertices.
check("mtv", lambda: [sepax.mtv(huge, copy), time.sleep(2 * DELAY)])
check("sweep", lambda: [sepax.sweep(huge, copy, (1, 2)), time.sleep(2 * DELAY)])
check("raw.mtv", lambda: raw.mtv(gear, ring))
check("raw.collide", lambda: raw.collide(gear, ring))
check("raw.sweep", lambda: raw.sweep(gear, ring, (1, 2)))
check("raw.intersects", lambda: raw.intersects(zigzag, ring))
check("raw.separating_axis", lambda: raw.separating_axis(ring, zigzag))
aside = Polygon.regular(n, 1.0, position=(0.5, 0.1))
check("turning", lambda: sepax.sweep(huge, aside, (9, 2), angular_velocity_a=0.5))
assert sepax.intersects(huge, copy) and not sepax.intersects(huge, Circle((3, 0), 1.5))
""",
    # A single pair takes too long to wait for, in whichever thread.
    "arrays of huge rings": HUGE
    + """
smaller = [Polygon.regular(4001, 1.0, position=(x, 0.0)) for x in (0.0, 1.0)]
array = ShapeArray.from_shapes([huge, copy, *smaller])
# The first pairs are done soon enough for the calling thread to share the others.
pairs = (np.repeat([2, 0], [64, 1000]), np.repeat([3, 1], [64, 1000]))
for workers in (1, 2):
    check("collide", lambda: sepax.collide(array, array, pairs=pairs, workers=workers))
assert sepax.intersects(array, array).all()
""",
    # Of two outlines that are cut in very many triangles.
    "package collision": HUGE
    + """
from sepax.compat.collision import Concave_Poly, Response, Vector, collide
here = Vector(0, 0)
for n in (3000, 6000):  # a search is interrupted, and before that pairs of triangles
    inward = np.where(np.arange(n) % 2, 0.5, 1.0)[:, None]
    star = [Vector(*point) for point in (inward * Polygon.regular(n, 1.0).vertices).tolist()]
    stars = [Concave_Poly(place, star) for place in (here, Vector(0.1, 0.05))]
    check("stars", lambda: collide(*stars, Response()))
    assert collide(*stars)
""",
    # Lanes judge so many pairs at once, but nobody waits until all of these are worked on.
    "single blocks of pairs": """
n = 500_001
rings = [Polygon.regular(n, 1.0, position=place) for place in ((0, 0), (1, 0.2), (2.0 - 1e-12, 0))]
array = ShapeArray(rings)
overlap = tuple(np.full((2, 1000), [[0], [1]]))
touch = tuple(np.full((2, 1000), [[0], [2]]))
one = (np.zeros(1000, np.intp), np.zeros(1000, np.intp))
check("intersects", lambda: sepax.intersects(array, array, pairs=touch))
check("separating_axis", lambda: sepax.separating_axis(array, array, pairs=touch))
check("mtv", lambda: sepax.mtv(array, array, pairs=overlap))
check("collide", lambda: sepax.collide(array, array, pairs=overlap))
check("sweep", lambda: sepax.sweep(array, array, (1, 2), pairs=overlap))
check("contains", lambda: sepax.contains(array, rings[0].vertices[:1], pairs=one))
check("project", lambda: sepax.project(array, [(1, 2)], pairs=one))
""",
    # Of parts that lie over each other in heaps.
    "compounds": """
from sepax import Compound
def wheel_of(n):
    ways = np.linspace(0, 2 * np.pi, n + 1)[:-1]
    rays = [np.column_stack((np.cos(ways + turn), np.sin(ways + turn))) for turn in (0, 0.05)]
    return Compound([Polygon([(0, 0), p, q]) for p, q in zip(*rays)])
wheel, fan = wheel_of(1600), wheel_of(4000)
heap = Compound(ShapeArray.circles(0.2 * np.indices((60, 60)).reshape(2, -1).T, 1.0))
check("mtv", lambda: wheel.mtv(wheel))
for DELAY in (0.05, 0.1, 0.15):  # while it is decided which of two equal regions is the first
    again("order", lambda: fan.mtv(fan))
DELAY = 0.1
check("area", lambda: heap.area)
check("overlap_area", lambda: heap.overlap_area(heap.copy()))
check("iou", lambda: heap.iou(heap.copy()))
crowd = Compound(ShapeArray.boxes(1e-3, 1e-3, np.random.default_rng(2).random((40_000, 2)) * 9))
other = crowd.copy()
check("overlap", lambda: [crowd.overlap(other) for _ in range(999)])
assert wheel.intersects(wheel)
""",
    # A thread that helps hears nothing of signals by itself.
    # Kernels for 80 corners look at the clock, and so at signals; for 8 only the loop around does.
    "two threads": """
from sepax import Compound, CompoundArray
random = np.random.default_rng(1)
for corners, count in ((80, 100_000), (8, 400_000)):
    ring = Polygon.regular(corners, 1.0).vertices
    star = Compound.from_polygon(ring * np.tile([[1.0], [0.5]], (corners // 2, 1)))
    fields = [CompoundArray.at(star, random.normal(size=(count, 2))) for _ in range(2)]
    check("mtv", lambda: sepax.mtv(*fields, workers=2))
    check("collide", lambda: sepax.collide(*fields, workers=2))
""",
    # Of 100,000 vertices, at every stage; a tree of so few edges would not take long.
    "making an outline": START
    + """
from sepax._core.arrays.rings import RingTable
star, comb = outlines.large("star", 100_000), outlines.large("comb", 100_000)
sieve = outlines.sieve(150)
for DELAY in (0.05, 0.15, 0.2):
    again("star", lambda: Compound.from_polygon(star))
    again("comb", lambda: Compound.from_polygon(comb))
    again("holes", lambda: Compound.from_polygon(sieve[0], sieve[1:]))
n = 3_000_000
ways = 2 * np.pi * np.arange(n) / n
circle = np.column_stack((np.cos(ways), np.sin(ways)))
for DELAY in (0.02, 0.1, 0.2):
    again("tree", lambda: RingTable(circle, np.array([0, n]), np.array([0, 1])))
assert len(Compound.from_polygon(outlines.L_TILE).parts) == 2
""",
    # Its own copy: all of the edges are asked, and there are many near each.
    "one outline and another": START
    + """
star = Compound.from_polygon(outlines.large("star", 100_000))
check("covers", lambda: star.covers(star.copy()))
points = ShapeArray.points(np.random.default_rng(1).normal(size=(200_000, 2)))
again("covers points", lambda: star.covers(points))
again("distance", lambda: star.distance(points))
again("contains", lambda: sepax.contains(sepax.ShapeIndex(star), points.positions))
again("overlap_area", lambda: star.overlap_area(star.copy()))
again("iou", lambda: star.iou(star.copy()))
again("axis", lambda: star.separating_axis(star.copy()))
again("support_point", lambda: star.support_point((1, 2)))
assert star.covers(star.parts[0])
""",
    # All pairs of 3,000 overlap; large ones have tens of thousands of edges each.
    "scenes of outlines": START
    + """
random = np.random.default_rng(2)
small = Compound.from_polygon(outlines.star(60, 5))
rows = small.at(random.normal(0, 0.3, (3000, 2)), np.arange(3000) / 100)
others = small.at(random.normal(0, 0.3, (3000, 2)), np.arange(3000) / 50)
points = ShapeArray.points(random.normal(size=(200_000, 2)))
huge = Compound.from_polygon(outlines.large("star", 50_000)).at([(0, 0)] * 30, np.arange(30) / 50)
for (a, b), workers in itertools.product(((rows, others), (huge, huge.copy())), (1, 2)):
    known = {"workers": workers}
    again("pairs", lambda: sepax.find_pairs(a, **known))
    again("pairs of both", lambda: sepax.find_pairs(a, b, touching=False, **known))
    again("pairs within", lambda: sepax.find_pairs(a, b, within=0.5, **known))
    again("nearest", lambda: sepax.nearest(a, b, 500, **known))
    again("covers", lambda: sepax.covers(a, b, **known))
    again("nearest of points", lambda: sepax.nearest(points, a, **known))
    cells, spots = sepax.ShapeIndex(a), np.tile(points.positions, (20, 1))
    again("points held", lambda: sepax.contains(cells, spots, **known))
    again("first of points", lambda: sepax.contains(cells, spots, first=True, **known))
    again("any", lambda: sepax.intersects_any(points, a, **known))
    again("overlap_area", lambda: sepax.overlap_area(a, b, **known))
    again("iou", lambda: sepax.iou(a, b, **known))
    again("axis", lambda: sepax.separating_axis(a, b, **known))
    again("project", lambda: sepax.project(a, (1, 2), **known))
    again("support_point", lambda: sepax.support_point(a, (1, 2), **known))
""",
    # A large shape by tens of thousands, polygons of many corners, and many rows.
    "parts that cover together": START
    + """
places = np.indices((150, 150)).reshape(2, -1).T
tiles = Compound(ShapeArray.boxes(1, 1, places), angle=0.3)
inside = ShapeArray.boxes(100, 100, [tiles.centroid], 0.3)
many = ShapeArray.boxes(100, 100, [tiles.centroid] * 3000, 0.3)
rounds = Compound([Polygon.regular(50_000, 5, position=(x, 0)) for x in (-2, 2)])
discs = Compound([*(Circle(place, 0.8) for place in places.tolist()), Polygon.box(9, 9)])
for DELAY in (0.1, 0.4):
    again("tiles", lambda: tiles.covers(inside[0]))
    for workers in (1, 2):
        again("rows", lambda: tiles.covers(many, workers=workers))
    again("corners", lambda: rounds.covers(Polygon.regular(50_000, 4)))
    again("discs", lambda: tiles.covers(discs.copy()))
    again("a_in_b", lambda: sepax.collide(discs, Polygon.box(150, 150, position=(75, 75))))
assert tiles.covers(Polygon.box(9, 9, position=tiles.centroid))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_interrupts_are_heard(name: str) -> None:
    """The program says what went wrong."""
    result = subprocess.run(
        [sys.executable, "-c", PRELUDE + PROGRAMS[name]],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_an_error_of_a_signal_in_a_check_of_types() -> None:
    """The check for an order runs Python code: the error of a handler there counts."""
    program = """
class Meta(type):
    def __instancecheck__(cls, instance):
        raise KeyboardInterrupt

class Anything(metaclass=Meta):
    pass

from collections import abc
abc.Set = abc.Mapping = Anything
from sepax._core.arguments import two_numbers
try:
    two_numbers(3.0, "pair")
except KeyboardInterrupt:
    print("heard")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=100
    )
    assert done.stdout == "heard\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer there that signals")
def test_an_index_that_was_being_built_anew() -> None:
    """Left off anywhere, it is built from the start by the next refresh."""
    n = 300_000
    draws = np.random.default_rng(0)
    home = draws.uniform(0, 600, (n, 2))
    scene, some = ShapeArray.circles(home, 0.4), ShapeArray.circles(home[:500], 1.0)
    index = sepax.ShapeIndex(scene)
    tree: Any = index._indexed.source
    half_built = 0
    for attempt in range(100):
        scene.set_poses(positions=home[draws.permutation(n)])
        was_left_off = is_interrupted(index.refresh, 0.005 + 0.003 * (attempt % 50))
        # Where they were when it was built last: no need to build it anew, but for the interrupt.
        scene.set_poses(positions=home)
        is_built_anew = tree.refresh()
        half_built += was_left_off and is_built_anew
        assert np.array_equal(sepax.find_pairs(some, index), sepax.find_pairs(some, scene))
        if half_built == 2:
            return
    pytest.fail("few interrupts came while the tree was being built")
