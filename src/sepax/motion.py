"""Motion against a scene: a shape moves, stops where it touches, and slides along the obstacles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np

from sepax._arguments import IndexArray
from sepax._core.arguments import number, two_numbers, whole_number
from sepax._core.arrays.constructors import of_shape
from sepax._core.arrays.scene import pairs_of_tree
from sepax._core.results import Impact, _impact
from sepax._results import Slide
from sepax.arrays import ShapeArray
from sepax.compound import Compound
from sepax.groups.pairs import require_shape
from sepax.groups.parts import parts_of
from sepax.scene import GroupScene, ShapeIndex
from sepax.shapes import Capsule, Circle, Polygon, Shape

Solid: TypeAlias = Callable[[int, Impact], bool]
Vector: TypeAlias = tuple[float, float]
Solitary: TypeAlias = Shape | Compound
_Box: TypeAlias = tuple[float, float, float, float]

_SKIN = 1e-3  # of the larger side of a shape's bounds
_STILL = 1e-3  # of the skin: shorter advances would be jitter
_TOUCHING = 1e-9  # of the skin: an overlap by which a corner turns no motion
_NEGLIGIBLE = 1e-12  # of a motion: what rounding leaves of one that is blocked
_PUSHES = 16  # out of overlaps, before the motion
_FARTHEST = 2.0**239  # no region reaches beyond, so that it is a shape itself
_ROUNDOFF = 1e-14  # of coordinates: boxes around shapes are wider by more than they are off


class _Scene:
    """The shapes of a scene, and which of them are near."""

    def __init__(self, scene: GroupScene, mover: Solitary) -> None:
        self.mover = mover
        self.index = scene if isinstance(scene, ShapeIndex) else None
        if isinstance(scene, Iterable) and not isinstance(scene, (ShapeArray, ShapeIndex)):
            scene = list(scene)
        self.parts = parts_of(scene, "scene")
        self.shapes: Any = scene  # to be taken by their rows
        if self.parts.groups is not None:
            self.shapes = self.parts.groups.items
        elif isinstance(scene, (Shape, ShapeIndex)):
            self.shapes = [scene] if isinstance(scene, Shape) else scene.array
        self.array = ShapeArray._of(self.parts.block)
        if self.index is None:
            self.bounds = self.array.bounds

    def near(self, box: _Box) -> Iterator[tuple[int, Solitary]]:
        """Yield the row and the shape of all whose bounds meet a box; never the mover itself."""
        rows = self._rows_of_parts(box)
        if self.parts.owners is not None:
            rows = np.unique(self.parts.owners[rows])
        for row in rows.tolist():
            shape = self.shapes[row]
            if shape is not self.mover:
                yield row, shape

    def parts_near(self, box: _Box) -> Iterator[tuple[int, Shape]]:
        """Yield the parts of compounds whose bounds do, each with the row of its compound."""
        if self.parts.owners is None:
            return
        for part in self._rows_of_parts(box).tolist():
            row = int(self.parts.owners[part])
            shape = self.shapes[row]
            if isinstance(shape, Compound) and shape is not self.mover:
                yield row, self.array[part]

    def _rows_of_parts(self, box: _Box) -> IndexArray:
        low_x, low_y, high_x, high_y = (min(max(x, -_FARTHEST), _FARTHEST) for x in box)
        if self.index is None:
            left, lower, right, upper = self.bounds.T
            hit = (left <= high_x) & (low_x <= right) & (lower <= high_y) & (low_y <= upper)
            return np.flatnonzero(hit)
        region = Polygon([(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)])
        pairs = np.asarray(pairs_of_tree(self.index._tree, of_shape(region), tree_first=False))
        rows: IndexArray = np.sort(pairs[:, 1])
        return rows


class _Hit(NamedTuple):
    free: float  # the part of the motion until a whole skin is left
    row: int
    other: Solitary
    closing: float  # the part of the motion that leads into it
    impact: Impact


class _Push(NamedTuple):
    depth: float  # of the wide shape
    row: int
    normal: Vector
    impact: Impact


class _Mover:
    """A shape on its way, and a twin of it that is wider by half of the skin.

    The wide one looks ahead, and the shape stops where a whole skin is left. So nothing is ever
    nearer than half a skin, which is far more than seams of tiles are uneven by rounding: they are
    not felt, whatever the angle. Were the wide one to meet an edge after all, then with its round
    corner, which that edge turns by hardly anything.
    """

    def __init__(self, shape: Solitary, scene: _Scene, skin: float, solid: Solid | None) -> None:
        self.shape, self.scene, self.skin, self.solid = shape, scene, skin, solid
        self.half = 0.5 * skin
        self.wide = _widened(shape, self.half)
        self.gone = (0.0, 0.0)
        self.done = 0.0  # of the whole motion
        self.impacts: list[Impact] = []
        self.indices: list[int] = []

    def move(self, dx: float, dy: float) -> None:
        self.shape.move(dx, dy)
        self.wide.move(dx, dy)

    def region(self, motion: Vector = (0.0, 0.0)) -> _Box:
        """Return the box around what may be met on the way, or be nearer than the skin."""
        low_x, low_y, high_x, high_y = self.shape.bounds
        dx, dy = motion
        largest = max(-low_x, -low_y, high_x, high_y) + abs(dx) + abs(dy)
        pad = 2.0 * self.skin + _ROUNDOFF * largest
        return (
            low_x + min(dx, 0.0) - pad,
            low_y + min(dy, 0.0) - pad,
            high_x + max(dx, 0.0) + pad,
            high_y + max(dy, 0.0) + pad,
        )

    def _as_reported(self, impact: Impact, other: Solitary, time: float) -> Impact:
        """An impact of the wide shape as users see it."""
        initial = impact.initial and self.shape.intersects(other, touching=False)
        last = self.done + (1.0 - self.done) * impact.exit_time
        return _impact(time, last, *impact.normal, *impact.point, initial, False)

    def note(self, index: int, impact: Impact) -> None:
        self.impacts.append(impact)
        self.indices.append(index)

    # --- the start

    def push_out(self) -> None:
        """Leave all overlaps, and keep at least half a skin from other shapes."""
        for _ in range(_PUSHES):
            found = [push for pair in self.scene.near(self.region()) if (push := self._push(*pair))]
            found.sort(key=lambda push: -push.depth)
            if not any(self._leave(push) for push in found):
                return

    def _leave(self, push: _Push) -> bool:
        """Move out of one shape, a whole skin from it; False if there is no room for that."""
        distance = push.depth + self.half
        if push.impact.initial:
            self.note(push.row, push.impact)
        else:
            distance = self._room(push.normal, distance)
        if distance <= _STILL * self.skin:
            return False
        self.move(-push.normal[0] * distance, -push.normal[1] * distance)
        return True

    def _push(self, row: int, other: Solitary) -> _Push | None:
        """How deep the wide shape is in another, and where; None if that may stay."""
        contact = self.wide.collide(other)
        if contact is None or contact.depth <= _TOUCHING * self.skin:
            return None
        start = self.wide.sweep(other, (0.0, 0.0))
        if start is None:  # another thread has moved it away since
            return None
        impact = self._as_reported(start, other, 0.0)
        if self.solid is not None and not self.solid(row, impact):
            return None
        return _Push(contact.depth, row, contact.normal, impact)

    def _room(self, normal: Vector, distance: float) -> float:
        """How far the shape may go back: half-way, if there is something behind it."""
        back = (-normal[0] * distance, -normal[1] * distance)
        for _, other in self.scene.near(self.region(back)):
            impact = self.shape.sweep(other, back, skip_leaving=True)
            if impact is not None:
                distance = min(distance, 0.5 * impact.time * math.hypot(*back))
        return distance

    # --- the way

    def met_by(self, motion: Vector) -> list[_Hit]:
        """Return all obstacles in the way, in the order in which the skin is reached.

        Also the flat parts of compounds, beside the impacts of the wholes: see `first`.
        """
        region, met, first = self.region(motion), [], {}
        for row, other in self.scene.near(region):
            impact = self.wide.sweep(other, motion, touching=False, skip_leaving=True)
            if impact is not None:
                first[row] = impact.time
                met.append(self._hit(row, other, motion, impact))
        for row, part in self.scene.parts_near(region):
            if row in first:
                impact = self.wide.sweep(part, motion, touching=False, skip_leaving=True)
                later = impact is not None and impact.time >= first[row]
                if impact is not None and later and _is_flat(impact.normal, self.wide, part):
                    met.append(self._hit(row, part, motion, impact))
        return sorted(met, key=lambda hit: hit.free)

    def _hit(self, row: int, other: Solitary, motion: Vector, impact: Impact) -> _Hit:
        """Return how something is in the way, from an impact of the wide shape."""
        closing = _dot(motion, impact.normal)
        free = impact.time - self.half / closing if closing > 0.0 else 0.0
        reported = self._as_reported(impact, other, self.done + (1.0 - self.done) * impact.time)
        return _Hit(max(free, 0.0), row, other, closing, reported)

    def first(self, motion: Vector) -> _Hit | None:
        """Return the first solid impact; of nearly simultaneous ones the first with an edge.

        At a seam of tiles the round corner of the widened shape may meet the corner of a tile
        first, which would turn the motion. It does not once the motion is turned along the face of
        the other tile. Impacts after an edge are left to the turned motion, which may miss them.
        """
        hits = self.met_by(motion)
        start = next((k for k, hit in enumerate(hits) if self._stops(hit)), None)
        if start is None:
            return None
        first, later = hits[start], hits[start + 1 :]
        near = [
            hit
            for hit in later
            if (hit.free - first.free) * hit.closing <= self.half
            and not _are_alike(hit.impact.normal, first.impact.normal)
        ]
        for hit in sorted([first, *near], key=lambda hit: hit.impact.time) if near else []:
            is_edge = _is_flat(hit.impact.normal, self.wide, hit.other)
            if is_edge and (hit is first or self._stops(hit)):
                return hit._replace(free=first.free)
        return first

    def _stops(self, hit: _Hit) -> bool:
        return self.solid is None or self.solid(hit.row, hit.impact)

    def advance(self, motion: Vector, part: float) -> None:
        dx, dy = motion[0] * part, motion[1] * part
        self.move(dx, dy)
        self.gone = (self.gone[0] + dx, self.gone[1] + dy)
        self.done += (1.0 - self.done) * part

    def follow(self, motion: Vector, max_slides: int) -> None:
        """Make the motion, as far as it goes."""
        rest = motion
        planes: list[Vector] = []
        for _ in range(max_slides + 1):
            hit = self.first(rest)
            if hit is None:
                return self.advance(rest, 1.0)
            normal = hit.impact.normal
            free = hit.free
            if free * math.hypot(*rest) <= _STILL * self.skin:
                free = 0.0
            self.advance(rest, free)
            self.note(hit.row, hit.impact)
            planes = [normal] if free > 0.0 else [*planes, normal]
            rest = _along(rest, 1.0 - free, normal)
            # A corner blocks what would lead into another of its sides, or back.
            least = _NEGLIGIBLE * math.hypot(*motion)
            if (
                math.hypot(*rest) <= least
                or _dot(rest, motion) <= 0.0
                or any(_dot(rest, plane) > least for plane in planes)
            ):
                return None
        return None


def _dot(first: Vector, second: Vector) -> float:
    return first[0] * second[0] + first[1] * second[1]


def _are_alike(first: Vector, second: Vector) -> bool:
    """Whether two normals of obstacles are equal but for rounding."""
    return abs(first[0] * second[1] - first[1] * second[0]) <= _NEGLIGIBLE


def _is_flat(normal: Vector, *shapes: Solitary) -> bool:
    """Whether a normal is that of an edge of one of two shapes: it points from the first."""
    for shape, sign in zip(shapes, (1.0, -1.0), strict=True):
        array = shape.parts if isinstance(shape, Compound) else shape
        if (sign * (array.normals @ normal) > 1.0 - _NEGLIGIBLE).any():
            return True
    return False


def _along(motion: Vector, part: float, normal: Vector) -> Vector:
    """Return a part of a motion without its component into a plane."""
    x, y = motion[0] * part, motion[1] * part
    into = max(x * normal[0] + y * normal[1], 0.0)
    return x - normal[0] * into, y - normal[1] * into


def _widened(shape: Solitary, by: float) -> Solitary:
    """The same shape at the same pose with a larger radius."""
    if isinstance(shape, Compound):
        return shape._widened(by)
    radius, vertices = shape.radius + by, shape.local_vertices
    if len(vertices) == 1:
        return Circle(shape.position, radius)
    if len(vertices) == 2:
        start, end = shape.vertices.tolist()
        return Capsule(start, end, radius)
    return Polygon(vertices, position=shape.position, angle=shape.angle, radius=radius)


def _skin_of(shape: Solitary, skin: SupportsFloat | None) -> float:
    if skin is None:
        low_x, low_y, high_x, high_y = shape.bounds
        width = _SKIN * max(high_x - low_x, high_y - low_y)
        if width <= 0.0:
            raise ValueError("skin must be given for a shape without any size, such as a Point")
        return width
    width = number(skin, "skin")
    if not 0.0 < width < _FARTHEST:
        raise ValueError(f"skin must be positive and below 2**239, got {width}")
    return width


def move_and_slide(
    shape: Shape | Compound,
    scene: GroupScene,
    motion: Iterable[SupportsFloat],
    *,
    skin: float | None = None,
    max_slides: SupportsIndex = 4,
    solid: Solid | None = None,
) -> Slide:
    """Move a shape, without turning, as far as a scene lets it, and slide along what it meets.

    The shape itself is moved, and keeps a distance, the skin, from everything. It
    passes through nothing at any speed, does not catch on the seams of tiles, and lies
    still in a corner.

    Parameters
    ----------
    shape : Shape or Compound
        Moved in place. If it overlaps something at the start, it is pushed out first.
    scene : Shape, Compound, ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        What does not move meanwhile. The shape itself, if it is among them, is left
        out. For more than some hundred shapes take a `ShapeIndex`, which is not
        searched whole.
    motion : pair of float
        Where to, in world units: velocity times the time of a frame.
    skin : float, optional
        World units, > 0; a thousandth of the larger side of the shape's bounds if it
        is not given. The shape stops that far from what it meets, and is never nearer
        than half of it but where it is squeezed in. Steps of less than a quarter of
        it from tile to tile are not felt.
    max_slides : int, default 4
        How often the motion may be turned; 0 stops at the first touch.
    solid : callable, optional
        ``solid(index, impact)`` says whether row `index` of the scene is in the way,
        from the impact with it; where it is not, the shape goes through.

    Returns
    -------
    Slide
        The position, the part of the motion that was not made, and what was met.

    Raises
    ------
    ValueError
        For a motion that is not finite, a skin that is not positive, a negative
        `max_slides`, and a `Point` without a skin.
    TypeError
        For what is no shape, no number, or, as `solid`, no function.

    Notes
    -----
    A velocity is best kept by ``velocity -= max(velocity @ normal, 0) * normal`` for
    the normal of each impact. On the floor is what has an impact whose normal points
    downwards, from the shape to the floor.

    *Moving platforms*: first carry the riders, which are those whose last impact was
    with the platform, as if it were not there: ``move_and_slide(rider, scene,
    step_of_platform, solid=lambda index, impact: index != platform)``. Then move the
    platform, and then the riders by their own motions. What a platform is moved into is
    pushed out of it.

    *One-way platforms*: let solid be what is met from above,
    ``solid=lambda index, impact: not one_way[index] or (impact.normal[1] < -0.7 and not
    impact.initial)``, with y upwards.

    Examples
    --------
    >>> floor = sepax.ShapeArray.boxes(32, 32, [(0, 0), (32, 0), (64, 0)])
    >>> hero = sepax.Polygon.box(20, 20, position=(0, 30))
    >>> slide = sepax.move_and_slide(hero, floor, (50, -10), skin=0.5)
    >>> slide.position, slide.remainder
    ((50.0, 26.5), (0.0, -6.5))
    >>> slide.impacts[0].normal, slide.indices
    ((0.0, -1.0), (0,))
    """
    require_shape(shape, "shape", "a single shape")
    whole = two_numbers(motion, "motion")
    slides = whole_number(max_slides, "max_slides")
    if slides < 0:
        raise ValueError(f"max_slides must not be negative, got {slides}")
    if solid is not None and not callable(solid):
        raise TypeError(f"solid must be a function or None, got {type(solid).__name__}")
    mover = _Mover(shape, _Scene(scene, shape), _skin_of(shape, skin), solid)
    mover.push_out()
    if whole != (0.0, 0.0):
        mover.follow(whole, slides)
    gone_x, gone_y = mover.gone
    remainder = whole[0] - gone_x, whole[1] - gone_y
    return Slide(shape.position, remainder, tuple(mover.impacts), tuple(mover.indices))
