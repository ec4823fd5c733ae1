from collections.abc import Callable, Iterable
from typing import Any, TypeVar, final

_Sprite = TypeVar("_Sprite")
_OtherSprite = TypeVar("_OtherSprite")
_Test = Callable[[Any, Any], Any]

@final
class Crowd: ...

def collided(a: Any, b: Any) -> bool: ...
def outline_of(thing: Any, angle: float) -> tuple[Any, ...]: ...
def spritecollide(
    sprite: Any, group: Iterable[_Sprite], dokill: Any, collided: _Test | None = None
) -> list[_Sprite]: ...
def spritecollideany(
    sprite: Any, group: Iterable[_Sprite], collided: _Test | None = None
) -> _Sprite | None: ...
def groupcollide(
    groupa: Iterable[_Sprite],
    groupb: Iterable[_OtherSprite],
    dokilla: Any,
    dokillb: Any,
    collided: _Test | None = None,
) -> dict[_Sprite, list[_OtherSprite]]: ...
def push_apart(a: Any, b: Any) -> tuple[float, float]: ...
