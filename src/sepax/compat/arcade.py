"""Arcade (https://api.arcade.academy) on sepax.

>>> import sepax.compat.arcade
>>> sepax.compat.arcade.enable()  # doctest: +SKIP

After this line `check_for_collision` and its relatives, `Sprite.collides_with_*`, the physics
engines and path finding give the same answers sooner, and `is_point_in_polygon` the right ones.
Differences on purpose are listed in ``docs/drop-ins-arcade.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from sepax._core import sprites
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

COLLISION = "arcade.sprite_list.collision"

# What the replacements take from arcade as it is.
NEEDS = (
    "arcade.SpriteList",
    "arcade.hitbox.HitBox.get_adjusted_points",
    "arcade.sprite.BasicSprite",
    "arcade.sprite.BasicSprite._height",
    "arcade.sprite.BasicSprite._position",
    "arcade.sprite.BasicSprite._width",
    "arcade.sprite.BasicSprite.hit_box",
    "arcade.sprite_list.SpriteSequence",
    f"{COLLISION}._get_nearby_sprites",
)

LARGEST_SIMPLE_LIST = 1500  # above, arcade lets the graphics card choose the candidates


class _Queries:
    """Arcade's questions to sprite lists: its own candidates, tested in one compiled call.

    What is not plainly a sprite or a sprite list goes to arcade's own function, which knows
    what to say about it.
    """

    def __init__(self) -> None:
        arcade = import_module("arcade")
        self.module: Any = import_module(COLLISION)
        self.sprite_class: type = arcade.BasicSprite
        self.list_class: type = arcade.SpriteList
        self.sequence_class: type = import_module("arcade.sprite_list").SpriteSequence
        self.stock_with_list = self.module.check_for_collision_with_list
        self.stock_with_lists = self.module.check_for_collision_with_lists
        self.stock_at_point = self.module.get_sprites_at_point
        self.stock_in_rect = self.module.get_sprites_in_rect

    def is_list(self, value: Any) -> bool:
        # The second question is slow: it is put to an abstract base class.
        return type(value) is self.list_class or isinstance(value, self.sequence_class)

    def candidates(self, sprite: Any, sprite_list: Any, method: int) -> Iterable[Any]:
        """Choose whom to test as arcade does: from the spatial hash, all, or by the GPU."""
        if sprite_list.spatial_hash is not None and (method == 1 or method == 0):
            near: Iterable[Any] = sprite_list.spatial_hash.get_sprites_near_sprite(sprite)
        elif method == 3 or (method == 0 and len(sprite_list) <= LARGEST_SIMPLE_LIST):
            near = sprite_list
        else:
            near = self.module._get_nearby_sprites(sprite, sprite_list)
        return near

    def check_for_collision_with_list(
        self, sprite: Any, sprite_list: Any, method: int = 0
    ) -> list[Any]:
        """Return the sprites of a list that collide with a sprite."""
        if not (isinstance(sprite, self.sprite_class) and self.is_list(sprite_list)):
            hits: list[Any] = self.stock_with_list(sprite, sprite_list, method)
            return hits
        return sprites.colliding(sprite, self.candidates(sprite, sprite_list, method))

    def check_for_collision_with_lists(
        self, sprite: Any, sprite_lists: Iterable[Any], method: int = 0
    ) -> list[Any]:
        """Return the sprites of several lists that collide with a sprite, list by list."""
        if not isinstance(sprite, self.sprite_class):
            hits: list[Any] = self.stock_with_lists(sprite, sprite_lists, method)
            return hits
        return [
            hit
            for sprite_list in sprite_lists
            for hit in sprites.colliding(sprite, self.candidates(sprite, sprite_list, method))
        ]

    def get_sprites_at_point(self, point: Any, sprite_list: Any) -> list[Any]:
        """Return the sprites of a list whose hit boxes hold a point."""
        if not self.is_list(sprite_list):
            hits: list[Any] = self.stock_at_point(point, sprite_list)
            return hits
        candidates = sprite_list
        if sprite_list.spatial_hash is not None:
            candidates = sprite_list.spatial_hash.get_sprites_near_point(point)
        return sprites.at_point(point[0], point[1], candidates)

    def get_sprites_in_rect(self, rect: Any, sprite_list: Any) -> list[Any]:
        """Return the sprites of a list whose hit boxes overlap a rectangle."""
        if not self.is_list(sprite_list):
            hits: list[Any] = self.stock_in_rect(rect, sprite_list)
            return hits
        candidates = sprite_list
        if sprite_list.spatial_hash is not None:
            candidates = sprite_list.spatial_hash.get_sprites_near_rect(rect)
        return sprites.in_outline(rect.to_points(), candidates)


def _replacements() -> dict[str, Any]:
    queries = _Queries()
    check = sprites.CollisionCheck(queries.sprite_class, queries.module.check_for_collision)
    geometry = {
        "are_polygons_intersecting": sprites.are_polygons_intersecting,
        "is_point_in_polygon": sprites.is_point_in_polygon,
    }
    collision = {
        "_check_for_collision": sprites.sprites_collide,
        "check_for_collision": check.check_for_collision,
        "check_for_collision_with_list": queries.check_for_collision_with_list,
        "check_for_collision_with_lists": queries.check_for_collision_with_lists,
        "get_sprites_at_point": queries.get_sprites_at_point,
        "get_sprites_in_rect": queries.get_sprites_in_rect,
    }
    return {
        **{f"arcade.geometry.{name}": new for name, new in geometry.items()},
        **{f"{COLLISION}.{name}": new for name, new in (geometry | collision).items()},
    }


_backend = FunctionBackend("arcade", _replacements, needs=NEEDS)
enable, disable, enabled = _backend.enable, _backend.disable, _backend.enabled
