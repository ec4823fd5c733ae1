"""The contestants: sepax and what else may be installed, each behind the same few verbs.

A contestant is a class with a method for each verb that it knows (``-`` and ``.`` in a verb are
``_`` in the method's name). It gets the pairs of one case and returns the `timing.Call` that
does the work in the fastest way its public interface offers, with every object built
beforehand, or None when it cannot do that family. A class whose library is not installed
raises ImportError when it is constructed.
"""

import math
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from data import Array, Outline, Pairs, Point
from timing import Answer, Call

Objects = list[tuple[Any, Any]]

VERBS = (
    "intersects",
    "separating-axis",
    "mtv",
    "collide",
    "sweep",
    "move-then-intersects",
    "pose-then-intersects",
    "raw.intersects-arrays",
    "raw.intersects-lists",
)


class Contestant:
    """What all contestants share: build both shapes of every pair, look a verb up by name."""

    name: ClassVar[str]
    distribution: ClassVar[str]  # the name on PyPI
    circles: ClassVar[bool] = True
    most_sides: float = math.inf

    @property
    def version(self) -> str:
        return metadata.version(self.distribution)

    def call(self, verb: str, pairs: Pairs) -> Call | None:
        """Return the prepared call, or None when this contestant has no such thing."""
        method: Callable[[Pairs], Call] | None
        method = getattr(self, verb.replace("-", "_").replace(".", "_"), None)
        return method(pairs) if method and self.knows(pairs) else None

    def knows(self, pairs: Pairs) -> bool:
        sides = max(pairs.a.local.shape[1], pairs.b.local.shape[1])
        return sides <= self.most_sides and (self.circles or pairs.a.kind != "circle")

    def build(self, outline: Outline) -> Any:
        raise NotImplementedError

    def objects(self, pairs: Pairs) -> Objects:
        sides = (pairs.a.outlines(), pairs.b.outlines())
        return [(self.build(a), self.build(b)) for a, b in zip(*sides, strict=True)]


def there_and_back(pairs: Pairs, objects: Objects) -> Iterator[tuple[Any, Any, Point, Point]]:
    """Yield (a, b, step, new position of a): every a moves a little, then every a returns."""
    for sign, position in ((1.0, pairs.a.position + pairs.offset), (-1.0, pairs.a.position)):
        steps = (sign * pairs.offset).tolist()
        rows = zip(objects, steps, position.tolist(), strict=True)
        for (a, b), (step_x, step_y), (x, y) in rows:
            yield a, b, (step_x, step_y), (x, y)


def velocities(pairs: Pairs) -> list[Point]:
    return [(x, y) for x, y in pairs.velocity.tolist()]


class Sepax(Contestant):
    """The library of this project; `floor` is an empty call with the same two arguments."""

    name = "sepax"
    distribution = "sepax"

    def __init__(self) -> None:
        self.sepax = import_module("sepax")
        self.raw = import_module("sepax.raw")
        self.pair = import_module("sepax._core.pair")

    def build(self, outline: Outline) -> Any:
        if outline.kind == "circle":
            return self.sepax.Circle(outline.position, outline.radius)
        pose = {"position": outline.position, "angle": outline.angle}
        if outline.kind == "box":
            return self.sepax.Polygon.box(outline.width, outline.height, **pose)
        return self.sepax.Polygon(outline.local, **pose)

    def floor(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.pair._floor)

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.sepax.intersects)

    def separating_axis(self, pairs: Pairs) -> Call:
        function = self.sepax.separating_axis
        return Call(self.objects(pairs), function, read=lambda axis: axis is None)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.sepax.mtv, read=length)

    def collide(self, pairs: Pairs) -> Call:
        function = self.sepax.collide
        return Call(self.objects(pairs), function, read=lambda found: found and found.depth)

    def sweep(self, pairs: Pairs) -> Call:
        triples = zip(self.objects(pairs), velocities(pairs), strict=True)
        return Call(
            [(a, b, velocity) for (a, b), velocity in triples],
            self.sepax.sweep,
            "f(a, b, velocity)",
            "a, b, velocity",
            read=lambda impact: impact and impact.time,
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, *step) for a, b, step, _ in moves],
            self.sepax.intersects,
            names="a, b, dx, dy",
            before="a.move(dx, dy)",
        )

    def pose_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, *position, a.angle) for a, b, _, position in moves],
            self.sepax.intersects,
            names="a, b, x, y, angle",
            before="a.set_pose(x, y, angle)",
        )

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), self.raw.intersects)

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.raw.intersects)


def arrays(pairs: Pairs) -> list[tuple[Array, Array]]:
    """Return the world vertices of both shapes as (n, 2) arrays, each in its own memory."""
    sides = zip(pairs.a.world, pairs.b.world, strict=True)
    return [(a.copy(), b.copy()) for a, b in sides]


def lists(pairs: Pairs) -> list[tuple[list[Point], list[Point]]]:
    """Return the world vertices of both shapes as lists of tuples."""
    sides = zip(pairs.a.outlines(), pairs.b.outlines(), strict=True)
    return [(a.world, b.world) for a, b in sides]


def length(vector: Point | None) -> float | None:
    return None if vector is None else math.hypot(*vector)


class Shapely(Contestant):
    """Shapely's methods; a circle is its centre, asked for a distance, which is exact."""

    name = "shapely"
    distribution = "shapely"

    def __init__(self) -> None:
        self.shapely = import_module("shapely")
        self.translate = import_module("shapely.affinity").translate

    def build(self, outline: Outline) -> Any:
        if outline.kind == "circle":
            return self.shapely.Point(outline.position)
        return self.shapely.Polygon(outline.world)

    def intersects(self, pairs: Pairs) -> Call:
        objects = self.objects(pairs)
        if pairs.a.kind != "circle":
            return Call(objects, statement="b.intersects(a)")
        radii = zip(objects, pairs.a.radius.tolist(), strict=True)
        items = [(a, b, radius) for (a, b), radius in radii]
        return Call(items, statement="b.dwithin(a, radius)", names="a, b, radius")

    def move_then_intersects(self, pairs: Pairs) -> Call:
        # Its geometries cannot move: a moved copy is what its users make.
        objects = self.objects(pairs)
        steps = np.concatenate((pairs.offset, np.zeros_like(pairs.offset))).tolist()
        radii = pairs.a.radius.tolist()
        columns = zip(objects * 2, radii * 2, steps, strict=True)
        test = "dwithin({}, radius)" if pairs.a.kind == "circle" else "intersects({})"
        return Call(
            [(a, b, radius, *step) for (a, b), radius, step in columns],
            self.translate,
            "b." + test.format("f(a, dx, dy)"),
            "a, b, radius, dx, dy",
        )


class PreparedShapely(Shapely):
    """The same with every second shape prepared."""

    name = "prepared"

    def objects(self, pairs: Pairs) -> Objects:
        objects = super().objects(pairs)
        for _, b in objects:
            self.shapely.prepare(b)
        return objects


class Arcade(Contestant):
    """Sprites with rotatable hit boxes; bare point lists for the raw verb."""

    name = "arcade"
    distribution = "arcade"
    circles = False

    def __init__(self) -> None:
        self.arcade = import_module("arcade")
        self.hitbox = import_module("arcade.hitbox").RotatableHitBox

    def build(self, outline: Outline) -> Any:
        # The sprite's size is what its first, cheap test of distance goes by.
        side = math.ceil(2.0 * max(math.hypot(*point) for point in outline.local))
        sprite = self.arcade.SpriteSolidColor(side, side, *outline.position)
        degrees = -math.degrees(outline.angle)  # clockwise positive
        sprite.hit_box = self.hitbox(outline.local, position=outline.position, angle=degrees)
        return sprite

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.arcade.check_for_collision)

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, position) for a, b, _, position in moves],
            self.arcade.check_for_collision,
            names="a, b, position",
            before="a.position = position",
        )

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.arcade.geometry.are_polygons_intersecting)


class ArcadeAccelerate(Contestant):
    """Arcade's geometry rewritten in Rust, in float32."""

    name = "accelerate"
    distribution = "arcade-accelerate"
    circles = False

    def __init__(self) -> None:
        self.rust = import_module("arcade_accelerate.arcade_accelerate")

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.rust.are_polygons_intersecting)


class Collision(Contestant):
    """The ``collision`` package, pure Python."""

    name = "collision"
    distribution = "collision"

    def __init__(self) -> None:
        self.collision = import_module("collision")

    def build(self, outline: Outline) -> Any:
        vector = self.collision.Vector
        if outline.kind == "circle":
            return self.collision.Circle(vector(*outline.position), outline.radius)
        points = [vector(x, y) for x, y in outline.local]
        return self.collision.Poly(vector(*outline.position), points, outline.angle)

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.collision.collide)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(
            [(a, b, self.collision.Response()) for a, b in self.objects(pairs)],
            self.collision.collide,
            "f(a, b, response) and response",
            "a, b, response",
            "response.reset()",
            read=lambda response: response.overlap if response else None,
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, self.collision.Vector(*position)) for a, b, _, position in moves],
            self.collision.collide,
            names="a, b, position",
            before="a.pos = position",
        )


class Pymunk(Contestant):
    """Chipmunk's shapes, each on a body of its own, outside any space."""

    name = "pymunk"
    distribution = "pymunk"

    def __init__(self) -> None:
        self.pymunk = import_module("pymunk")

    def build(self, outline: Outline) -> Any:
        """Return the shape and its body, which the shape alone does not keep alive."""
        body = self.pymunk.Body(1.0, 1.0)
        body.position, body.angle = outline.position, outline.angle
        if outline.kind == "circle":
            shape = self.pymunk.Circle(body, outline.radius)
        else:
            shape = self.pymunk.Poly(body, outline.local)
        shape.cache_bb()  # brings the world vertices up to date
        return shape, body

    def intersects(self, pairs: Pairs) -> Call:
        return self._contacts(pairs, lambda contacts: bool(contacts.points))

    def mtv(self, pairs: Pairs) -> Call:
        return self._contacts(pairs, _deepest)

    def collide(self, pairs: Pairs) -> Call:
        return self.mtv(pairs)

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, on_a, on_b, position) for (a, on_a), (b, on_b), _, position in moves],
            statement="a.shapes_collide(b)",
            names="a, b, on_a, on_b, position",
            before="on_a.position = position; a.cache_bb()",
            read=lambda contacts: bool(contacts.points),
        )

    def _contacts(self, pairs: Pairs, read: Callable[[Any], Answer]) -> Call:
        items = [(a, b, on_a, on_b) for (a, on_a), (b, on_b) in self.objects(pairs)]
        return Call(items, None, "a.shapes_collide(b)", "a, b, on_a, on_b", read=read)


def _deepest(contacts: Any) -> float | None:
    return max((-point.distance for point in contacts.points), default=None)


class Box2D(Contestant):
    """Box2D 2.3 by way of pybox2d: float32, and a skin of 0.01 around every polygon."""

    name = "Box2D"
    distribution = "Box2D"

    def __init__(self) -> None:
        self.box2d = import_module("Box2D")
        self.most_sides = self.box2d.b2_maxPolygonVertices

    def build(self, outline: Outline) -> Any:
        """Return the shape and its transform."""
        transform = self.box2d.b2Transform()
        transform.position, transform.angle = outline.position, outline.angle
        if outline.kind == "circle":
            return self.box2d.b2CircleShape(radius=outline.radius), transform
        return self.box2d.b2PolygonShape(vertices=outline.local), transform

    def intersects(self, pairs: Pairs) -> Call:
        return Call(
            [(a, b, at_a, at_b) for (a, at_a), (b, at_b) in self.objects(pairs)],
            self.box2d.b2TestOverlap,
            "f(a, 0, b, 0, at_a, at_b)",
            "a, b, at_a, at_b",
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, at_a, at_b, xy) for (a, at_a), (b, at_b), _, xy in moves],
            self.box2d.b2TestOverlap,
            "f(a, 0, b, 0, at_a, at_b)",
            "a, b, at_a, at_b, position",
            "at_a.position = position",
        )

    def collide(self, pairs: Pairs) -> Call:
        function = self.box2d.b2CollidePolygons
        objects = self.objects(pairs)
        if pairs.a.kind == "circle":  # it wants the polygon first
            function = self.box2d.b2CollidePolygonAndCircle
            objects = [(b, a) for a, b in objects]
        manifold = self.box2d.b2Manifold
        return Call(
            [(manifold(), a, at_a, b, at_b) for (a, at_a), (b, at_b) in objects],
            function,
            "f(found, a, at_a, b, at_b) or found",
            "found, a, at_a, b, at_b",
            read=lambda found: found.pointCount > 0,
        )

    def sweep(self, pairs: Pairs) -> Call:
        moves = self._sweeps(pairs.a.position, pairs.velocity, pairs.a.angle)
        rests = self._sweeps(pairs.b.position, np.zeros_like(pairs.velocity), pairs.b.angle)
        columns = zip(self.objects(pairs), moves, rests, strict=True)
        hits = (self.box2d.b2TOIOutput.e_touching, self.box2d.b2TOIOutput.e_overlapped)
        return Call(
            [(a, b, motion_a, motion_b) for ((a, _), (b, _)), motion_a, motion_b in columns],
            self.box2d.b2TimeOfImpact,
            "f(a, 0, b, 0, motion_a, motion_b, 1.0)",
            "a, b, motion_a, motion_b",
            read=lambda found: found[0] in hits,  # its casts stop early, so no time is compared
        )

    def _sweeps(self, start: Array, motion: Array, angle: Array) -> list[Any]:
        sweep = self.box2d.b2Sweep
        rows = zip(start.tolist(), (start + motion).tolist(), angle.tolist(), strict=True)
        return [sweep(c0=first, c=last, a0=turn, a=turn) for first, last, turn in rows]


class NumPySAT(Contestant):
    """What one writes with NumPy in ten lines: both shadows on every edge normal."""

    name = "NumPy SAT"
    distribution = "numpy"
    circles = False

    def intersects(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), numpy_intersects)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), numpy_mtv, read=length)

    def sweep(self, pairs: Pairs) -> Call:
        triples = zip(arrays(pairs), pairs.velocity, strict=True)
        items = [(a, b, velocity) for (a, b), velocity in triples]
        return Call(items, numpy_sweep, "f(a, b, velocity)", "a, b, velocity", read=as_it_is)

    def move_then_intersects(self, pairs: Pairs) -> Call:
        steps = np.concatenate((pairs.offset, np.zeros_like(pairs.offset)))
        items = [(a, b, step) for (a, b), step in zip(arrays(pairs) * 2, steps, strict=True)]
        return Call(items, numpy_intersects, "f(a + step, b)", "a, b, step")

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return self.intersects(pairs)


def as_it_is(answer: Answer) -> Answer:
    return answer


def numpy_shadows(a: Array, b: Array) -> tuple[Array, Array, Array]:
    """Return the edge normals of both, and where their shadows begin to touch and end to."""
    edges = np.concatenate((np.roll(a, -1, axis=0) - a, np.roll(b, -1, axis=0) - b))
    normals = edges[:, ::-1] * (1.0, -1.0)
    on_a, on_b = a @ normals.T, b @ normals.T
    return normals, on_b.min(axis=0) - on_a.max(axis=0), on_b.max(axis=0) - on_a.min(axis=0)


def numpy_intersects(a: Array, b: Array) -> bool:
    _, low, high = numpy_shadows(a, b)
    return bool((low <= 0.0).all() and (high >= 0.0).all())


def numpy_mtv(a: Array, b: Array) -> Point | None:
    normals, low, high = numpy_shadows(a, b)
    if (low > 0.0).any() or (high < 0.0).any():
        return None
    lengths = np.hypot(normals[:, 0], normals[:, 1])
    signed = np.where(-low < high, low, high) / lengths
    least = np.abs(signed).argmin()
    x, y = normals[least] * (signed[least] / lengths[least])
    return float(x), float(y)


def numpy_sweep(a: Array, b: Array, velocity: Array) -> float | None:
    """Interval of overlap along each normal; no normal is ever square to these velocities."""
    normals, low, high = numpy_shadows(a, b)
    speed = normals @ velocity
    first, last = low / speed, high / speed
    enter = max(np.minimum(first, last).max(), 0.0)
    leave = min(np.maximum(first, last).min(), 1.0)
    return float(enter) if enter <= leave else None


class HighwayEnv(Contestant):
    """The SAT of highway-env's ``utils``, for boxes: vehicles are what it is used on."""

    name = "highway-env"
    distribution = "highway-env"
    circles = False

    def __init__(self) -> None:
        self.test = _module_alone("highway_env", "utils").are_polygons_intersecting

    def knows(self, pairs: Pairs) -> bool:
        return pairs.family == "boxes"

    def intersects(self, pairs: Pairs) -> Call:
        return self._call(pairs, np.zeros_like(pairs.velocity), lambda found: bool(found[0]))

    def mtv(self, pairs: Pairs) -> Call:
        rest = np.zeros_like(pairs.velocity)
        return self._call(pairs, rest, lambda found: length(found[2]) if found[0] else None)

    def sweep(self, pairs: Pairs) -> Call:
        return self._call(pairs, pairs.velocity, lambda found: bool(found[1]))

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return self.intersects(pairs)

    def _call(self, pairs: Pairs, velocity: Array, read: Callable[[Any], Answer]) -> Call:
        rings = [(_closed(a), _closed(b)) for a, b in arrays(pairs)]
        rest = np.zeros(2)
        columns = zip(rings, velocity, strict=True)
        items = [(a, b, moves, rest) for (a, b), moves in columns]
        return Call(items, self.test, "f(a, b, moves, rest)", "a, b, moves, rest", read=read)


def _closed(ring: Array) -> Array:
    return np.concatenate((ring, ring[:1]))


def _module_alone(package: str, module: str) -> ModuleType:
    """Import one module of a package without the package, whose own imports are many."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise ImportError(f"No module named {package!r}")
    path = Path(found.origin).with_name(f"{module}.py")
    spec = spec_from_file_location(f"{package}_{module}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {module!r} of {package!r}")
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


PEERS: tuple[type[Contestant], ...] = (
    Shapely,
    PreparedShapely,
    Arcade,
    ArcadeAccelerate,
    Collision,
    Pymunk,
    Box2D,
    NumPySAT,
    HighwayEnv,
)


def installed_peers() -> list[Contestant]:
    """Return the peers that can be imported; print the reason for each that cannot."""
    found = []
    for peer in PEERS:
        try:
            found.append(peer())
        except Exception as error:  # an import may fail in many ways, and none may stop the bench
            print(f"skipped: {peer.name}: {type(error).__name__}: {error}")
    return found
