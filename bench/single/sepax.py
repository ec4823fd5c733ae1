"""The calls of sepax on single pairs."""

from dataclasses import replace
from importlib import import_module
from math import inf
from typing import Any

from common.contestant import OfSepax
from common.shapes import Outline
from common.timing import Call

from single.contestant import OnPairs, arrays, length, lists, there_and_back
from single.pairs import Pairs


class Sepax(OnPairs, OfSepax[Pairs, Call]):
    """The library of this project; `floor` is an empty call with the same two arguments."""

    rounded = True

    def __init__(self) -> None:
        super().__init__()
        self.raw = import_module("sepax.raw")
        self.pair = import_module("sepax._core.pair")

    def build(self, outline: Outline) -> Any:
        if outline.kind == "circle":
            return self.library.Circle(outline.position, outline.radius)
        if outline.kind == "point":
            return self.library.Point(outline.position)
        pose = {"position": outline.position, "angle": outline.angle}
        if outline.kind == "segment":
            return self.library.Segment(*outline.local, **pose)
        if outline.kind == "capsule":
            return self.library.Capsule(*outline.local, outline.radius, **pose)
        if outline.kind == "polygon":
            return self.library.Polygon(outline.local, **pose)
        box = self.library.Polygon.box
        return box(outline.width, outline.height, radius=outline.radius, **pose)

    def floor(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.pair._floor)

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.intersects)

    def separating_axis(self, pairs: Pairs) -> Call:
        function = self.library.separating_axis
        return Call(self.objects(pairs), function, read=lambda axis: axis is None)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.mtv, read=length)

    def collide(self, pairs: Pairs) -> Call:
        function = self.library.collide
        return Call(self.objects(pairs), function, read=lambda found: found and found.depth)

    def distance(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.distance, read=float)

    def overlap_area(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.overlap_area, read=float)

    def sweep(self, pairs: Pairs) -> Call:
        triples = zip(self.objects(pairs), map(tuple, pairs.velocity.tolist()), strict=True)
        return Call(
            [(a, b, velocity) for (a, b), velocity in triples],
            self.library.sweep,
            "f(a, b, velocity)",
            "a, b, velocity",
            read=lambda impact: impact and impact.time,
        )

    def time_of_impact(self, pairs: Pairs) -> Call:
        function = self.library.time_of_impact
        return replace(
            self.sweep(pairs), function=function, read=lambda time: time if time < inf else None
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, *step) for a, b, step, _ in moves],
            self.library.intersects,
            names="a, b, dx, dy",
            before="a.move(dx, dy)",
        )

    def pose_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, *position, a.angle) for a, b, _, position in moves],
            self.library.intersects,
            names="a, b, x, y, angle",
            before="a.set_pose(x, y, angle)",
        )

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), self.raw.intersects)

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.raw.intersects)
