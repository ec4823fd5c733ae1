"""Shapely on single pairs, as it comes and prepared."""

from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Outline
from common.timing import Call

from single.contestant import Objects, OnPairs
from single.pairs import Pairs


class Shapely(OnPairs):
    """Shapely's methods; a circle is its centre, asked for a distance, which is exact."""

    name = "shapely"
    distribution = "shapely"
    module = "shapely"

    def __init__(self) -> None:
        super().__init__()
        self.translate = import_module("shapely.affinity").translate

    def build(self, outline: Outline) -> Any:
        if outline.kind == "circle":
            return self.library.Point(outline.position)
        return self.library.Polygon(outline.world)

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
            self.library.prepare(b)
        return objects
