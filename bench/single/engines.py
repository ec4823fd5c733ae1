"""Engines of physics on single pairs: pymunk and Box2D, without a world."""

from collections.abc import Callable
from typing import Any

import numpy as np
from common.shapes import Array, Outline
from common.timing import Answer, Call

from single.contestant import OnPairs, there_and_back
from single.pairs import Pairs


class Pymunk(OnPairs):
    """Chipmunk's shapes, each on a body of its own, outside any space."""

    name = "pymunk"
    distribution = "pymunk"
    module = "pymunk"

    def build(self, outline: Outline) -> Any:
        """Return the shape and its body, which the shape alone does not keep alive."""
        body = self.library.Body(1.0, 1.0)
        body.position, body.angle = outline.position, outline.angle
        if outline.kind == "circle":
            shape = self.library.Circle(body, outline.radius)
        else:
            shape = self.library.Poly(body, outline.local)
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


class Box2D(OnPairs):
    """Box2D 2.3 by way of pybox2d: float32, and a skin of 0.01 around every polygon."""

    name = "Box2D"
    distribution = "Box2D"
    module = "Box2D"

    def __init__(self) -> None:
        super().__init__()
        self.most_sides = self.library.b2_maxPolygonVertices

    def build(self, outline: Outline) -> Any:
        """Return the shape and its transform."""
        transform = self.library.b2Transform()
        transform.position, transform.angle = outline.position, outline.angle
        if outline.kind == "circle":
            return self.library.b2CircleShape(radius=outline.radius), transform
        return self.library.b2PolygonShape(vertices=outline.local), transform

    def intersects(self, pairs: Pairs) -> Call:
        return Call(
            [(a, b, at_a, at_b) for (a, at_a), (b, at_b) in self.objects(pairs)],
            self.library.b2TestOverlap,
            "f(a, 0, b, 0, at_a, at_b)",
            "a, b, at_a, at_b",
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, at_a, at_b, xy) for (a, at_a), (b, at_b), _, xy in moves],
            self.library.b2TestOverlap,
            "f(a, 0, b, 0, at_a, at_b)",
            "a, b, at_a, at_b, position",
            "at_a.position = position",
        )

    def collide(self, pairs: Pairs) -> Call:
        function = self.library.b2CollidePolygons
        objects = self.objects(pairs)
        if pairs.a.kind == "circle":  # it wants the polygon first
            function = self.library.b2CollidePolygonAndCircle
            objects = [(b, a) for a, b in objects]
        manifold = self.library.b2Manifold
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
        hits = (self.library.b2TOIOutput.e_touching, self.library.b2TOIOutput.e_overlapped)
        return Call(
            [(a, b, motion_a, motion_b) for ((a, _), (b, _)), motion_a, motion_b in columns],
            self.library.b2TimeOfImpact,
            "f(a, 0, b, 0, motion_a, motion_b, 1.0)",
            "a, b, motion_a, motion_b",
            read=lambda found: found[0] in hits,  # its casts stop early, so no time is compared
        )

    def _sweeps(self, start: Array, motion: Array, angle: Array) -> list[Any]:
        sweep = self.library.b2Sweep
        rows = zip(start.tolist(), (start + motion).tolist(), angle.tolist(), strict=True)
        return [sweep(c0=first, c=last, a0=turn, a=turn) for first, last, turn in rows]
