"""Tables of concave outlines: parcels from a column of shapely's, joined with boxes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from typing import Any

import numpy as np
import shapely
from common.shapes import Array, Truths
from common.timing import Call

import sepax
from compound.cases import Question
from compound.outlines import parcels
from sepax import ShapeArray

PARCELS, FEW_PARCELS = 1_000_000, 40_000
MEASURED = 10_000  # parcels whose memory is measured
SPACING = 10.0  # of the parcels, which are up to 9 units across


@dataclass(frozen=True)
class Land:
    """Parcels on a grid, and boxes at any angle that lie anywhere among them."""

    count: int

    @cached_property
    def outlines(self) -> Array:
        """The (n, 8, 2) vertices of the parcels."""
        return parcels(self.count, SPACING, 7)

    @cached_property
    def column(self) -> Any:
        """The parcels as polygons of shapely."""
        return shapely.polygons(self.outlines)

    @cached_property
    def offsets(self) -> tuple[Any, Any]:
        """Where rings and polygons begin, and the ends."""
        return np.arange(self.count + 1) * 8, np.arange(self.count + 1)

    @cached_property
    def box_columns(self) -> tuple[Array, Array, Array, Array]:
        """Widths, heights, positions and angles of the boxes."""
        rng = np.random.default_rng(8)
        places = rng.uniform(0.0, SPACING * np.sqrt(self.count), (self.count, 2))
        width, height = rng.uniform(1.0, 5.0, (2, self.count))
        return width, height, places, rng.uniform(-np.pi, np.pi, self.count)

    def boxes(self) -> ShapeArray:
        """Make the boxes of their columns."""
        return ShapeArray.boxes(*self.box_columns)

    @cached_property
    def box_column(self) -> Any:
        """The same boxes as polygons of shapely, with the same vertices."""
        return shapely.polygons(self.boxes().vertices.reshape(-1, 4, 2))


def digest(count: int, pairs: Any) -> Array:
    """Return two numbers for each parcel, side by side, that tell which boxes it has."""
    i, j = np.asarray(pairs).T
    sums = np.bincount(i, minlength=count), np.bincount(i, j, count)
    found: Array = np.concatenate(sums).astype(np.float64)
    return found


def joined(parcels: Any, boxes: Any) -> Any:
    """Join two columns by geopandas; frames are new each time, so that no index is left of it."""
    geopandas = import_module("geopandas")
    frames = (geopandas.GeoDataFrame(geometry=column) for column in (parcels, boxes))
    return geopandas.sjoin(*frames, predicate="intersects")


def digest_frame(count: int, frame: Any) -> Array:
    """Return the same of a frame that geopandas made."""
    return digest(count, np.column_stack((frame.index, frame["index_right"])))


def join(land: Land) -> Question:
    """Parcels and the boxes that they meet: from the columns, or of arrays that stand."""
    parcels, boxes = sepax.CompoundArray.from_shapely(land.column), land.boxes()
    by_rows: Any = partial(digest, land.count)

    def from_columns(column: Any) -> Any:
        return sepax.find_pairs(sepax.CompoundArray.from_shapely(column), land.boxes())

    def both_imported(column: Any) -> Any:
        made = ShapeArray.from_shapely(land.box_column)
        return sepax.find_pairs(sepax.CompoundArray.from_shapely(column), made)

    def tree(column: Any) -> Any:
        return shapely.STRtree(land.box_column).query(column, predicate="intersects").T

    work: dict[str, Callable[[Any], Any]] = {
        "sepax": from_columns,
        "again": lambda _: sepax.find_pairs(parcels, boxes),
        "both": both_imported,
        "STRtree": tree,
    }
    calls = {
        name: Call([(land.column,)], function, "f(a)", "a,", read=by_rows)
        for name, function in work.items()
    }
    try:
        import_module("geopandas")
    except ImportError as error:
        print(f"geopandas skipped: {error}")
    else:
        by_frame: Any = partial(digest_frame, land.count)
        whole = partial(joined, boxes=land.box_column)
        calls["geopandas"] = Call([(land.column,)], whole, "f(a)", "a,", read=by_frame)
    known = by_rows(tree(land.column))
    name = f"join {land.count} parcels of 8 vertices, {land.count} boxes"
    return Question(name, calls, land.count, known, np.ones(len(known), np.bool_))


def cut(land: Land) -> Question:
    """Outlines of 8 vertices, a third of them concave, made into an array."""
    areas = shapely.area(land.column)
    vertices = land.outlines.reshape(-1, 2)

    def right(made: Any) -> Truths:
        found = made.areas if isinstance(made, sepax.CompoundArray) else shapely.area(made)
        close: Truths = np.abs(found - areas) <= 1e-9 * areas
        return close

    make = sepax.CompoundArray
    work: dict[str, Callable[[Any], Any]] = {
        "sepax": lambda ring: make.from_outlines(ring, *land.offsets),
        "from_shapely": lambda _: make.from_shapely(land.column),
        "polygons": lambda _: shapely.polygons(land.outlines),
    }
    read: Any = right
    calls = {
        name: Call([(vertices,)], function, "f(a)", "a,", read=read)
        for name, function in work.items()
    }
    name, every = f"cut {land.count} outlines of 8 vertices", np.ones(land.count, np.bool_)
    return Question(name, calls, land.count, every, every)


def table_questions(quick: bool) -> Iterator[tuple[str, Callable[[], Question]]]:
    """Yield names, and what draws the parcels once it is their turn."""
    land = Land(FEW_PARCELS if quick else PARCELS)
    yield "cut", partial(cut, land)
    yield "join", partial(join, land)


def bytes_a_parcel() -> float:
    """Return how many bytes an array holds for each concave parcel of 8 vertices."""
    concave, offsets = parcels(3 * MEASURED, SPACING, 7)[::3], np.arange(MEASURED + 1)
    made = sepax.CompoundArray.from_outlines(concave.reshape(-1, 2), 8 * offsets, offsets)
    return float(made.nbytes / MEASURED)
