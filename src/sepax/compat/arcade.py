"""Arcade (https://api.arcade.academy) on sepax.

>>> import sepax.compat.arcade
>>> sepax.compat.arcade.enable()  # doctest: +SKIP

After this line `check_for_collision` and its relatives, `Sprite.collides_with_*`, the physics
engines and path finding give the same answers sooner, and `is_point_in_polygon` the right ones.
Differences on purpose are listed in ``docs/drop-ins-arcade.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import update_wrapper
from importlib import import_module
from pkgutil import resolve_name
from typing import Any

from sepax.compat._core import arcade as compiled
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

COLLISION = "arcade.sprite_list.collision"
SPATIAL_HASH = "arcade.sprite_list.spatial_hash"

# What the replacements take from arcade as it is.
NEEDS = (
    "arcade.Sprite.hit_box",
    "arcade.SpriteList",
    *(f"arcade.BasicSprite.{name}" for name in ("hit_box", "left", "right", "bottom", "top")),
    *(f"arcade.BasicSprite.{name}" for name in ("_height", "_hit_box", "_position", "_width")),
    "arcade.sprite_list.SpriteSequence",
    f"{COLLISION}._get_nearby_sprites",
)

# The versions that the tests of the drop-in were run with.
PROVED = ("3.3.0", "3.3.1", "3.3.2", "3.3.3")


def _replacements() -> dict[str, Any]:
    modules = [import_module(name) for name in ("arcade", COLLISION, SPATIAL_HASH)]
    arcade = compiled.Arcade(*modules)
    polygons = compiled.polygon_functions()
    return {
        **_under("arcade.geometry", polygons),
        **_under(COLLISION, polygons),
        **_under(COLLISION, compiled.check_functions(arcade)),
        **_under(COLLISION, compiled.place_functions(arcade)),
        **_under("arcade.hitbox", compiled.hit_box_methods(arcade)),
        **_under(SPATIAL_HASH, compiled.spatial_hash_methods(arcade)),
    }


def _under(module: str, functions: Mapping[str, Any]) -> dict[str, Any]:
    """Return functions by their paths, each in the guise of what stands there."""
    paths = {f"{module}.{name}": function for name, function in functions.items()}
    return {path: update_wrapper(each, resolve_name(path)) for path, each in paths.items()}


_backend = FunctionBackend("arcade", _replacements, needs=NEEDS, proved=PROVED)
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("arcade")
def enable() -> None:
    """Let arcade run on sepax; where it does, do nothing.

    A process that is started by spawn or forkserver runs arcade as it comes unless it calls
    this as well: pass the function as `initializer` to its pool.
    """
    _backend.enable()
