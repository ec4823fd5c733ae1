"""Motion against a scene: shapes move, stop where they touch, and slide along the obstacles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import (
    COORDINATE_LIMIT,
    FloatArray,
    IndexArray,
    integers_of_rows,
    numbers,
    offsets_of_sizes,
    one_or_each,
    vectors,
    within_limits,
)
from sepax._base.results import Impacts, Slide, Slides
from sepax._core.arguments import number, positive_number, two_numbers, whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.mover import Wholes
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.slides import SlideNotes, SlidePlan, slide_shape, slide_whole
from sepax._core.results import Impact
from sepax._rows.scenes import Scene, scene_of
from sepax._rows.sides import RowList, RowTable, require_shape
from sepax.arrays import ShapeArray
from sepax.compound import Compound
from sepax.compounds import CompoundArray
from sepax.index import AnyScene, ShapeIndex
from sepax.shapes import Shape

Solid: TypeAlias = Callable[[int, Impact], bool]
Solitary: TypeAlias = Shape | Compound
Movers: TypeAlias = ShapeArray | CompoundArray

_LARGEST_SKIN = 2.0**239
_USUAL_SKIN = 0.0  # stands for a thousandth of the shape
_MOST_SLIDES = 2**31  # far more than end
_FEW = 4  # that move among rows, for which a tree takes longer than it saves


def _require_skin(width: float, name: str) -> None:
    if not 0.0 < width < _LARGEST_SKIN:
        raise ValueError(f"{name} must be positive and below 2**239, got {width}")


def _skin(skin: SupportsFloat | None) -> float:
    if skin is None:
        return _USUAL_SKIN
    width = number(skin, "skin")
    _require_skin(width, "skin")
    return width


def _skins(skin: npt.ArrayLike | None) -> FloatArray:
    if skin is None:
        return np.full(1, _USUAL_SKIN)
    widths = numbers(skin, "skin")
    fine = (widths > 0.0) & (widths < _LARGEST_SKIN)
    if not fine.all():
        row = int(np.argmin(fine))
        _require_skin(widths[row], f"skin[{row}]")
    return widths


def _slides(max_slides: SupportsIndex) -> int:
    slides = whole_number(max_slides, "max_slides")
    if slides < 0:
        raise ValueError(f"max_slides must not be negative, got {slides}")
    return min(slides, _MOST_SLIDES)


def _rows(ignore: npt.ArrayLike, scene: Scene) -> IndexArray:
    """Return rows of a scene in the dimensions that they are given in, -1 for none."""
    rows = integers_of_rows(ignore, "ignore")
    if ((rows < -1) | (rows >= scene.row_count)).any():
        odd = rows[(rows < -1) | (rows >= scene.row_count)][0]
        raise IndexError(f"ignore holds {odd}, out of range for {scene.row_count} rows")
    return rows


def _wholes(scene: Scene, movers: int) -> Wholes:
    """Return the rows of a scene, for so many that move among them."""
    tree = scene.known
    if tree is None and movers > _FEW and not scene.has_tree:
        tree = scene.row_scene(None)
    return Wholes(scene.compiled(), tree)


# --- one shape --------------------------------------------------------------------------


def _own_rows(shape: Solitary, given: Any, scene: Scene) -> list[int]:
    """Return the rows of a scene, as it is given, that are the shape itself."""
    if isinstance(scene.rows, RowList):
        given = scene.rows.items
    elif scene.rows is not None or isinstance(given, (ShapeArray, ShapeIndex)):
        return []
    elif isinstance(given, Shape):
        given = [given]
    return [row for row, item in enumerate(given) if item is shape]


def _unseen(
    shape: Solitary, given: Any, scene: Scene, ignore: int | Iterable[int] | None
) -> IndexArray | None:
    """Return the rows of a scene that a shape does not see; None for none."""
    own = _own_rows(shape, given, scene)
    if ignore is None:
        return np.array(own, np.intp) if own else None
    rows = _rows(ignore, scene)  # type: ignore[arg-type]
    if rows.ndim > 1:
        raise ValueError(f"ignore must be a row or several, got the shape {rows.shape}")
    return np.concatenate((rows.reshape(-1), np.array(own, np.intp)))


def _slide(
    shape: Solitary,
    scene: Scene,
    motion: tuple[float, float],
    skin: float,
    slides: int,
    unseen: IndexArray | None,
    solid: Solid | None,
) -> Slide:
    given = *motion, skin, slides, unseen, solid
    if scene.shapes is not None and isinstance(shape, Shape):
        gone, impacts, rows = slide_shape(shape, scene.shapes, *given)
    else:
        gone, impacts, rows = slide_whole(shape, _wholes(scene, 1), *given)
    remainder = motion[0] - gone[0], motion[1] - gone[1]
    return Slide(shape.position, remainder, impacts, rows)


def _slide_one(
    shape: Solitary,
    scene: Any,
    motion: Iterable[SupportsFloat],
    skin: SupportsFloat | None,
    max_slides: SupportsIndex,
    solid: Solid | None,
    ignore: int | Iterable[int] | None,
) -> Slide:
    whole = two_numbers(motion, "motion")
    if not max(abs(whole[0]), abs(whole[1])) <= COORDINATE_LIMIT:
        raise ValueError(f"motion must be finite and within 2**240, got {whole}")
    slides = _slides(max_slides)
    if solid is not None and not callable(solid):
        raise TypeError(f"solid must be a function or None, got {type(solid).__name__}")
    if isinstance(scene, Iterator):
        scene = list(scene)
    rows = scene_of(scene, "scene")
    unseen = _unseen(shape, scene, rows, ignore)
    return _slide(shape, rows, whole, _skin(skin), slides, unseen, solid)


# --- many -------------------------------------------------------------------------------


def _are_scene(shapes: Movers, scene: Scene) -> bool:
    """Whether an array is the scene itself, or what an index follows."""
    if isinstance(shapes, ShapeArray):
        return scene.rows is None and scene.block is shapes._block
    return isinstance(scene.rows, RowTable) and scene.rows.rows is shapes._rows


def _all_unseen(shapes: Movers, scene: Scene, ignore: npt.ArrayLike | None) -> IndexArray:
    """Return the rows of a scene that each shape does not see, in one row or in one for each."""
    count = len(shapes)
    rows = np.empty((1, 0), np.intp) if ignore is None else _rows(ignore, scene)
    if rows.ndim < 2:
        rows = rows.reshape(-1, 1)
    if rows.ndim > 2 or len(rows) not in (1, count):
        raise ValueError(
            f"ignore must be one for all or one for each of {count} shapes, with one "
            f"row or several, got the shape {rows.shape}"
        )
    if _are_scene(shapes, scene):
        rows = np.column_stack((np.broadcast_to(rows, (count, rows.shape[1])), np.arange(count)))
    return np.ascontiguousarray(rows)


def _slide_all_rows(
    plan: SlidePlan, position: FloatArray, remainder: FloatArray, workers: int
) -> tuple[Impacts, IndexArray, IndexArray]:
    """Return the impacts, their rows and how many there are of each of many shapes."""
    found: dict[int, SlideNotes] = {}
    counts: IndexArray = np.empty(plan.count, np.intp)

    def work(start: int, stop: int) -> int:
        found[start] = plan.move(start, stop, position, remainder, counts)
        return stop

    threads.run(work, plan.count, workers)
    impacts, end = Impacts.empty(int(counts.sum())), 0
    indices: IndexArray = np.empty(len(impacts), np.intp)
    for _, notes in sorted(found.items()):
        notes.write(end, indices, *impacts._arrays())
        end += notes.count
    return impacts, indices, counts


def _slide_all(
    shapes: Movers,
    scene: Any,
    motion: npt.ArrayLike,
    skin: npt.ArrayLike | None,
    max_slides: SupportsIndex,
    ignore: npt.ArrayLike | None,
    workers: int,
) -> Slides:
    count = len(shapes)
    motions = within_limits(vectors(motion, "motion"), "motion")
    skins, slides = _skins(skin), _slides(max_slides)
    one_or_each(motions, "motion", count)
    one_or_each(skins, "skin", count)
    rows = scene_of(scene, "scene")
    unseen = _all_unseen(shapes, rows, ignore)
    position, remainder = np.empty((count, 2)), np.empty((count, 2))
    obstacles: ShapeBlock | ShapeTree | Wholes
    movers: ShapeBlock | CompoundRows
    if isinstance(shapes, ShapeArray) and rows.shapes is not None:
        movers, obstacles = shapes._block, rows.shapes
    else:
        movers = shapes._block if isinstance(shapes, ShapeArray) else shapes._rows
        obstacles = _wholes(rows, count)
    plan = SlidePlan(movers, obstacles, motions, skins, unseen, slides)
    impacts, indices, counts = _slide_all_rows(plan, position, remainder, workers)
    shapes.set_poses(position)
    return Slides(position, remainder, impacts, indices, offsets_of_sizes(counts))


@overload
def move_and_slide(
    shape: Solitary,
    scene: AnyScene,
    motion: Iterable[SupportsFloat],
    *,
    skin: float | None = None,
    max_slides: SupportsIndex = 4,
    solid: Solid | None = None,
    ignore: int | Iterable[int] | None = None,
    workers: int = 1,
) -> Slide: ...
@overload
def move_and_slide(
    shape: Movers,
    scene: AnyScene,
    motion: npt.ArrayLike,
    *,
    skin: npt.ArrayLike | None = None,
    max_slides: SupportsIndex = 4,
    solid: None = None,
    ignore: npt.ArrayLike | None = None,
    workers: int = 1,
) -> Slides: ...
def move_and_slide(
    shape: Solitary | Movers,
    scene: AnyScene,
    motion: Any,
    *,
    skin: Any = None,
    max_slides: SupportsIndex = 4,
    solid: Solid | None = None,
    ignore: Any = None,
    workers: int = 1,
) -> Slide | Slides:
    """Move a shape, without turning, as far as a scene lets it, and slide along what it meets.

    The shape itself is moved, and keeps a distance, the skin, from everything. It
    passes through nothing at any speed, does not catch on the seams of tiles, and lies
    still in a corner. Of an array each shape moves as if it were alone in the scene.

    Parameters
    ----------
    shape : Shape, Compound, ShapeArray or CompoundArray
        Moved in place. If it overlaps something at the start, it is pushed out first.
    scene : Shape, Compound, ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        What does not move meanwhile. The shape itself, if it is among them, is left out; an
        index of copies needs `ignore` for that. For more than some hundred shapes take a
        `ShapeIndex`, which is not searched whole. Shapes of an array that is the scene, too, see
        the others where these were before the call; a `ShapeIndex` of it needs a `refresh`
        afterwards.
    motion : pair of float, or (n, 2) array-like
        Where to, in world units: velocity times the time of a frame. For an array, of
        all shapes or of each.
    skin : float, optional
        World units, > 0; a thousandth of the larger side of the shape's bounds if it
        is not given, and at least 2**-47 of the shape's largest coordinate. The shape
        stops that far from what it meets, and is never nearer than half of it but where
        it is squeezed in. Steps of less than a quarter of it from tile to tile are not
        felt. For an array also (n,), one a shape.
    max_slides : int, default 4
        How often the motion may be turned; 0 stops at the first touch.
    solid : callable, optional
        ``solid(index, impact)`` says whether row `index` of the scene is in the way,
        from the impact with it; where it is not, the shape goes through. For a single
        shape only.
    ignore : int or several, optional
        Rows of the scene that the shape does not see; -1 for none. For an array (n,), a
        row for each shape, or (n, k), several.
    workers : int, default 1
        The most threads to work at once, for an array.

    Returns
    -------
    Slide
        The position, the part of the motion that was not made, and what was met. For an
        array `Slides`: the same, bit for bit, as columns.

    Raises
    ------
    ValueError
        For a motion that is not finite or beyond 2**240, a skin that is not positive, a
        negative `max_slides`, and a `Point` without a skin. Of an array no shape has
        moved then.
    IndexError
        For an ignored row that the scene does not have.
    TypeError
        For what is no shape, no number, or, as `solid`, no function; and for `solid`
        with an array.

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

    >>> crowd = sepax.ShapeArray.boxes(20, 20, [(0, 30), (40, 30)])
    >>> slides = sepax.move_and_slide(crowd, floor, [(5, -10), (5, 2)], skin=0.5)
    >>> slides.position.tolist(), slides[1].impacts
    ([[5.0, 26.5], [45.0, 32.0]], ())
    """
    workers = positive_number(workers, "workers")
    if not isinstance(shape, (ShapeArray, CompoundArray)):
        hint = "; a ShapeArray or a CompoundArray moves many"
        require_shape(shape, "shape", "a single shape", hint)
        return _slide_one(shape, scene, motion, skin, max_slides, solid, ignore)
    if solid is not None:
        raise TypeError("solid is for a single shape: call move_and_slide for each of the array")
    return _slide_all(shape, scene, motion, skin, max_slides, ignore, workers)
