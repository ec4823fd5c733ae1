"""Outlines that are refused, mended by shapely; and the `Repairs` that say what was done."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from sepax._base.arguments import BoolArray, FloatArray, IndexArray, read_only
from sepax._geometry.mending import attempts, multipolygons
from sepax._geometry.shapely import Outlines
from sepax.outlines import Cut, cut_outlines, fault_of, twice_the_area

Polygon = list[FloatArray]  # the exterior, then the holes
_WHOLE = -1  # stands for no single polygon, but the geometry


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repairs:
    """What ``invalid="repair"`` has changed, as constructors of `CompoundArray` return it.

    Each of k polygons that were refused has an entry, by row and then by polygon. A row that is
    in the array as it was given has none. Read-only.

    Attributes
    ----------
    rows : (k,) intp
        The row of the input. It may come several times, for several polygons.
    polygons : (k,) intp
        Which polygon of the row's geometry; 0 for `from_outlines`. -1 stands for the geometry: it
        is empty or missing, or it has lines or points that cannot be used.
    reasons : tuple of str
        What is wrong, in the words of the error that ``invalid="raise"`` raises.
    kept : (n,) bool
        Which rows of the input are in the array, in their order. A row is left out if nothing of
        it is left, or if one of its polygons cannot be mended: it is never there in part.
    area_before : (k,) float64
        The area of the polygon as it was given: that of the exterior less those of its holes, each
        the absolute value of the shoelace formula. So the two sides of a bow tie cancel out, and it
        is nan for coordinates that are not finite.
    area_after : (k,) float64
        The area of what has taken its place; 0.0 if that is nothing, or the row is left out.

    Examples
    --------
    >>> bow = [(0, 0), (2, 2), (2, 0), (0, 4)]
    >>> flat = [(5, 0), (6, 0), (7, 0)]
    >>> array, repairs = sepax.CompoundArray.from_outlines(bow + flat, [0, 4, 7], invalid="repair")
    >>> repairs
    <Repairs: 1 row mended, 1 row left out>
    >>> repairs.rows, repairs.kept, repairs.area_after.round(3)
    (array([0, 1]), array([ True, False]), array([3.333, 0.   ]))
    >>> repairs.reasons[1]
    'exterior has zero area: its vertices are all on one line'
    """

    __module__ = "sepax"  # where users find it, and pickles

    rows: IndexArray
    polygons: IndexArray
    reasons: tuple[str, ...]
    kept: BoolArray
    area_before: FloatArray
    area_after: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        for array in (self.rows, self.polygons, self.kept, self.area_before, self.area_after):
            read_only(array)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the attributes, so that a copy is read-only, too."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        """Return a line that says how many rows were mended, and how many are left out."""
        rows = np.unique(self.rows)
        mended = int(np.count_nonzero(self.kept[rows]))
        counts = (mended, "mended"), (len(rows) - mended, "left out")
        texts = [f"{count} row{'' if count == 1 else 's'} {what}" for count, what in counts]
        return f"<{type(self).__name__}: {', '.join(texts)}>"


class _Note(NamedTuple):
    """Why a polygon was refused, and its area as given and as it is now."""

    reason: str
    before: float = 0.0
    after: float = 0.0


class Mending:
    """The polygons of geometries, while those that are refused are replaced by others.

    Parameters
    ----------
    found : Outlines
        As given.
    faults : dict
        What is wrong with a geometry beside its polygons, by row.
    """

    def __init__(self, found: Outlines, faults: dict[int, str]) -> None:
        self.found = found
        self.lost: BoolArray = np.zeros(found.rows, np.bool_)
        self.notes = {(row, _WHOLE): _Note(reason) for row, reason in faults.items()}
        firsts = np.repeat(found.geometries[:-1], np.diff(found.geometries))
        self._numbers = np.arange(len(firsts)) - firsts  # of the polygon as given

    def mend(self, workers: int, later: bool, frame: FloatArray | None = None) -> Cut:
        """Replace what is refused, and cut all, or later; `frame` has what was subtracted."""
        cut = self._cut(workers, later)
        bad = np.flatnonzero(~cut.kept)
        if not len(bad):
            return cut
        owners = self.found.owners
        better = [
            self._mend_one(k, row, "" if frame is None else _seen_from(frame[row]))
            for k, row in zip(bad.tolist(), owners[bad].tolist(), strict=True)
        ]
        counts = np.ones(len(owners), np.intp)
        counts[bad] = [len(polygons) for polygons in better]
        self.found = self.found.with_polygons(bad, better)
        self._numbers = np.repeat(self._numbers, counts)
        self._drop_lost()
        return self._cut(workers, later)

    def renew(self, shapes: Any) -> IndexArray:
        """Put into an array of geometries what became of those that were refused; return which."""
        rows = sorted({row for row, polygon in self.notes if polygon != _WHOLE})
        for row, shape in zip(rows, multipolygons(self.found, rows), strict=True):
            shapes[row] = shape
        return np.array(rows, np.intp)

    def report(self, kept: BoolArray) -> Repairs:
        """Return what was done, by row and polygon."""
        keys = sorted(self.notes)
        notes = [self.notes[key] for key in keys]
        places = np.array(keys, np.intp).reshape(-1, 2)
        after = np.array([note.after for note in notes], float)
        return Repairs(
            places[:, 0].copy(),
            places[:, 1].copy(),
            tuple(note.reason for note in notes),
            kept.copy(),
            np.array([note.before for note in notes], float),
            np.where(kept[places[:, 0]], after, 0.0),
        )

    def _cut(self, workers: int, later: bool) -> Cut:
        return cut_outlines(*self.found[:3], "skip", workers, later=later)

    def _mend_one(self, polygon: int, row: int, where: str) -> list[Polygon]:
        """Return the polygons that take the place of one, and note that."""
        rings = self.found.rings_of(polygon)
        reason = f"{where}{fault_of(rings)}"
        better, fault = _mended(rings)
        if better is None:
            self.lost[row] = True
            reason += f"; {fault}" if fault else ""
            better = []
        area, left = _area_of(rings), sum(map(_area_of, better))
        key = row, int(self._numbers[polygon])
        note = self.notes.get(key, _Note(reason, area, area))
        self.notes[key] = note._replace(after=note.after - area + left if area == area else left)
        return better

    def _drop_lost(self) -> None:
        """Drop all polygons of a geometry if one of them cannot be mended."""
        stays = ~self.lost[self.found.owners]
        self.found, self._numbers = self.found.some(stays), self._numbers[stays]


def _seen_from(place: FloatArray) -> str:
    return f"as seen from {tuple(place.tolist())}: "


def _area_of(rings: Polygon) -> float:
    """Return the area of the exterior less those of its holes."""
    areas = [0.5 * abs(twice_the_area(ring)) for ring in rings]
    return areas[0] - sum(areas[1:]) if areas else 0.0


def _mended(rings: Polygon) -> tuple[list[Polygon] | None, str]:
    """Return what shapely makes of a polygon; None, and why, if that is refused, too."""
    fault: str | None = ""
    for polygons in attempts(rings):
        fault = next((why for each in polygons if (why := fault_of(each)) is not None), None)
        if fault is None:
            return polygons, ""
    return None, f"what shapely makes of it is refused, too: {fault}" if fault else ""
