"""pymunk on the convex parts of concave bodies: how a program asks for their contacts."""

from importlib import import_module
from typing import Any

from common.timing import Call

from compound.bodies import Bodies
from compound.outlines import Places
from sepax import Compound

TICK = 1e-9  # of a step: its solver moves the bodies by a millionth at most


def parts_in_contact(a: list[Any], b: list[Any]) -> list[Any]:
    """Return the contacts of all pairs of parts; pymunk 7 raises for parts that are apart."""
    found = []
    for one in a:
        for other in b:
            try:
                contacts = one.shapes_collide(other)
            except AssertionError:
                continue
            if contacts.points:
                found.append(contacts)
    return found


def queried(a: list[Any], space: Any) -> list[Any]:
    """Return the contacts of the parts of a with those that a space holds."""
    return [hit for one in a for hit in space.shape_query(one)]


def stepped(body: Any, space: Any) -> Any:
    """Let a space find all contacts, and return the body that has them."""
    space.step(TICK)
    return body


def arbiters(body: Any) -> bool:
    """Whether the last step found a contact of this body."""
    found: list[bool] = []
    body.each_arbiter(lambda arbiter: found.append(bool(arbiter.contact_point_set.points)))
    return any(found)


class Chipmunk:
    """The bodies of all pairs; raises ImportError without pymunk."""

    def __init__(self, bodies: Bodies) -> None:
        self.library: Any = import_module("pymunk")
        sides = (bodies.a, bodies.of_a), (bodies.b, bodies.of_b)
        self.placed = [(self.rings(outline), places) for outline, places in sides]

    @staticmethod
    def rings(outline: Any) -> list[Any]:
        """Return the vertices of the convex parts that sepax has."""
        return [part.vertices.tolist() for part in Compound.from_polygon(outline).parts]

    def build(self, rings: list[Any], places: Places, row: int) -> tuple[Any, list[Any]]:
        """Return a body at its pose, and its parts."""
        body = self.library.Body(1.0, 1.0)
        body.position = tuple(places.positions[row].tolist())
        body.angle = float(places.angles[row])
        parts = [self.library.Poly(body, ring) for ring in rings]
        for part in parts:
            part.cache_bb()  # brings the world vertices up to date
        return body, parts

    def spaces(self, row: int) -> tuple[Any, ...]:
        """Return what the three calls take for a pair."""
        (a, parts_a), (b, parts_b) = (self.build(*side, row) for side in self.placed)
        asked, stepping = (self.library.Space() for _ in range(2))
        asked.iterations = stepping.iterations = 1
        asked.add(b, *parts_b)
        (c, parts_c), (d, parts_d) = (self.build(*side, row) for side in self.placed)
        stepping.add(c, d, *parts_c, *parts_d)
        return (a, parts_a), (b, parts_b), asked, (c, stepping)

    def calls(self, count: int) -> dict[str, Call]:
        """Return one call for each pair and way to ask."""
        made = [self.spaces(row) for row in range(count)]
        names = "a, b, bodies"  # a shape does not keep its body alive
        alike = [(a[1], b[1], (a[0], b[0])) for a, b, _, _ in made]
        asked = [(a[1], space, (a[0], b)) for a, b, space, _ in made]
        steps = [(body, space, None) for _, _, _, (body, space) in made]
        return {
            "parts": Call(alike, parts_in_contact, names=names),
            "query": Call(asked, queried, names=names),
            "step": Call(steps, stepped, names=names, read=arbiters),
        }
