"""Packages for games on single pairs: arcade, its accelerator, and `collision`."""

import math
from importlib import import_module
from typing import Any

from common.shapes import Outline
from common.timing import Call

from single.contestant import OnPairs, lists, there_and_back
from single.pairs import Pairs


class Arcade(OnPairs):
    """Sprites with rotatable hit boxes; bare point lists for the raw verb."""

    name = "arcade"
    distribution = "arcade"
    module = "arcade"
    circles = False

    def __init__(self) -> None:
        super().__init__()
        self.hitbox = import_module("arcade.hitbox").RotatableHitBox

    def build(self, outline: Outline) -> Any:
        # The sprite's size is what its first, cheap test of distance goes by.
        side = math.ceil(2.0 * max(math.hypot(*point) for point in outline.local))
        sprite = self.library.SpriteSolidColor(side, side, *outline.position)
        degrees = -math.degrees(outline.angle)  # clockwise positive
        sprite.hit_box = self.hitbox(outline.local, position=outline.position, angle=degrees)
        return sprite

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.check_for_collision)

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, position) for a, b, _, position in moves],
            self.library.check_for_collision,
            names="a, b, position",
            before="a.position = position",
        )

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.library.geometry.are_polygons_intersecting)


class ArcadeAccelerate(OnPairs):
    """Arcade's geometry rewritten in Rust, in float32."""

    name = "accelerate"
    distribution = "arcade-accelerate"
    module = "arcade_accelerate.arcade_accelerate"
    circles = False

    def raw_intersects_lists(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.library.are_polygons_intersecting)


class Collision(OnPairs):
    """The ``collision`` package, pure Python."""

    name = "collision"
    distribution = "collision"
    module = "collision"

    def build(self, outline: Outline) -> Any:
        vector = self.library.Vector
        if outline.kind == "circle":
            return self.library.Circle(vector(*outline.position), outline.radius)
        points = [vector(x, y) for x, y in outline.local]
        return self.library.Poly(vector(*outline.position), points, outline.angle)

    def intersects(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), self.library.collide)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(
            [(a, b, self.library.Response()) for a, b in self.objects(pairs)],
            self.library.collide,
            "f(a, b, response) and response",
            "a, b, response",
            "response.reset()",
            read=lambda response: response.overlap if response else None,
        )

    def move_then_intersects(self, pairs: Pairs) -> Call:
        moves = there_and_back(pairs, self.objects(pairs))
        return Call(
            [(a, b, self.library.Vector(*position)) for a, b, _, position in moves],
            self.library.collide,
            names="a, b, position",
            before="a.pos = position",
        )
