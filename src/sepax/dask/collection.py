"""Shapes in a Dask data frame: where they come from, where they go, how they are partitioned."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, overload

import dask
import dask.dataframe as dd
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sepax._base.arguments import FloatArray
from sepax._core.arguments import number, positive_number
from sepax.dask.cells import PER_CELL, Cells, Grid, cells_for
from sepax.dask.columns import Form, Frame, Origin, form_of, frame_of, own_names, taken_names
from sepax.dask.files import Piece, files_of, pieces_of, read_footer, read_piece, write_frames
from sepax.dask.kernels import Reach, Side, Survey, bounds_of, lend, survey
from sepax.dask.packed import Place

Compute = Callable[..., Sequence[Any]]

TARGET_ROWS = 500_000  # of a cell: about 0.5 GB at work, of the 2 GB that a worker often has
_FEWEST_SAMPLED = 20_000
_NOTE = "_sepax.json"  # beside the files of partitioned shapes: which cells these are


@dataclass(frozen=True)
class Partition:
    """The cells that shapes are divided into, and how far these lend."""

    cells: Cells
    reach: Reach


@dataclass(frozen=True)
class Shapes:
    """Shapes in more rows than one array should hold: convex ones, or outlines.

    Made by `from_parquet`, `from_dataframe` and `partition`, never by hand.

    Attributes
    ----------
    frame : dask.dataframe.DataFrame
        `row`, the number of each shape in the order of the input, and the columns that
        it was made of: of boxes, circles, points, rings or outlines. Of partitioned shapes the
        index is the number of the cell, and `home` is false of rows that are lent to it.
    count : int
        The number of shapes.
    """

    frame: Any
    count: int
    _side: Side
    _partition: Partition | None = None

    def __len__(self) -> int:
        """Return the number of shapes."""
        return self.count

    def __repr__(self) -> str:
        """Return a line with the number and the kind of the shapes."""
        parts = f"{self.frame.npartitions} partitions"
        where = "" if self._partition is None else " by place"
        return f"<Shapes: {self.count} {self._side.form.kind} in {parts}{where}>"

    def persist(self) -> Shapes:
        """Have the engine compute the columns once and keep them, for several questions."""
        return replace(self, frame=self.frame.persist())


# --- in and out ------------------------------------------------------------------------


def from_parquet(
    path: Any, columns: Mapping[str, str] | None = None, *, outlines: bool = False
) -> Shapes:
    """Shapes in Parquet files, which are read when answers are computed.

    Parameters
    ----------
    path : path, or list of paths
        Files, or folders of them. Row groups, which are read whole, should have
        no more than about a million rows.
    columns : mapping of str to str, optional
        Names of columns here -> names in the files, where they differ: x, y, width,
        height (angle, radius) make boxes; x, y, radius circles; x and y alone points;
        vertices, lists of pairs or of x and y in turn (x, y, angle, radius), convex polygons;
        geometry, in WKB or in the encodings of GeoParquet, what `ShapeArray.from_shapely`
        takes. vx and vy are velocities for `sweep_pairs`, and angular_velocity is radians
        per unit of time, counter-clockwise.
    outlines : bool, default False
        Read polygons and multipolygons of the column geometry as rows of a `CompoundArray`,
        as `CompoundArray.from_arrow` does: they may be concave and have holes. A column that
        GeoParquet calls one of points holds points all the same.

    Returns
    -------
    Shapes
        Their rows count from 0, through the files in order. What `to_parquet` wrote
        comes back as it was, partitioned shapes, too.

    Raises
    ------
    FileNotFoundError
        If there is no file.
    ValueError
        For a file that is not whole, or lacks columns. What is no shape is found when
        it is first needed, by `partition` or a question, and named by file and row.

    Examples
    --------
    >>> import sepax.dask  # doctest: +SKIP
    >>> shapes = sepax.dask.from_parquet("crates.parquet")  # doctest: +SKIP
    """
    note = None if isinstance(path, (list, tuple)) else _read_note(Path(os.fspath(path)))
    if note is not None:
        return note
    footers = [read_footer(file) for file in files_of(path)]
    wanted = dict(columns or {})
    if "geometry" not in wanted and footers[0].geometry is not None:
        wanted["geometry"] = footers[0].geometry
    names = own_names(footers[0].names, wanted)
    has_points = footers[0].has_points and wanted["geometry"] == footers[0].geometry
    form = form_of(names, "points" if has_points else _kind_of(outlines))
    names = taken_names(names, form)
    for footer in footers:
        lacking = set(names.values()).difference(footer.names)
        if lacking:
            raise ValueError(f"{footer.file} lacks the columns {', '.join(sorted(lacking))}")
    starts = np.cumsum([0, *(sum(footer.groups) for footer in footers)]).tolist()
    files = tuple(footer.file for footer in footers)
    origin = Origin(files, tuple(starts[:-1]))
    pieces = pieces_of(footers) or [Piece(files[0], (), 0, 0, 0)]
    frame = dd.from_map(read_piece, pieces, names=names, form=form, meta=form.empty())
    return Shapes(frame, starts[-1], Side(form, origin))


def _kind_of(outlines: bool) -> str:
    """Return the kind of shapes that a column of geometries holds."""
    return "outlines" if outlines else "rings"


def from_dataframe(
    frame: Any, columns: Mapping[str, str] | None = None, *, outlines: bool = False
) -> Shapes:
    """Shapes in a Dask data frame, with the columns that `from_parquet` takes.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        The lengths of its partitions are computed at once, for rows to have numbers. For a
        column of lists, as `vertices` are, it must be made while Dask's option
        ``dataframe.convert-string`` is False: by default Dask makes text of them.
    columns, outlines
        As for `from_parquet`.

    Raises
    ------
    TypeError
        For what is no Dask data frame; later, for columns of another kind.
    ValueError
        If columns are lacking. What is no shape is found when it is first needed,
        and named by partition and row.

    Examples
    --------
    >>> import dask.dataframe, pandas, sepax.dask
    >>> crates = pandas.DataFrame({"x": [0, 1, 9], "y": 0, "width": 2, "height": 1})
    >>> sepax.dask.from_dataframe(dask.dataframe.from_pandas(crates, npartitions=1))
    <Shapes: 3 boxes in 1 partitions>
    """
    if not isinstance(frame, dd.DataFrame):
        raise TypeError(f"frame must be a Dask data frame, got {type(frame).__name__}")
    names = own_names(frame.columns, columns)
    form = form_of(names, _kind_of(outlines))
    names = taken_names(names, form)
    parts = frame[list(names.values())].to_delayed()
    counts = dask.compute(*[dask.delayed(len)(part) for part in parts])
    starts = np.cumsum([0, *counts]).tolist()
    places = [f"partition {k} of the data frame" for k in range(len(parts))]
    read = dask.delayed(_frame_of_part)
    frames = [
        read(part, names, form, start, place)
        for part, start, place in zip(parts, starts, places, strict=False)
    ]
    made = dd.from_delayed(frames, meta=form.empty(), verify_meta=False)
    return Shapes(made, starts[-1], Side(form, Origin(tuple(places), tuple(starts[:-1]))))


def _frame_of_part(
    part: Frame, names: Mapping[str, str], form: Form, start: int, place: str
) -> Frame:
    table = pa.Table.from_pandas(part, preserve_index=False)
    rows = np.arange(start, start + len(part), dtype=np.int64)
    return frame_of(table, names, form, rows, Place(place))


def to_parquet(shapes: Shapes, path: Any) -> None:
    """Compute and write shapes, with their numbers and partition, for `from_parquet`.

    Parameters
    ----------
    shapes : Shapes
    path : path
        A folder, which must not exist: it is there when all is written.

    Raises
    ------
    FileExistsError
        If there is something already.
    OSError
        Where a file cannot be written; it is named.
    """
    place = Path(os.fspath(path))
    if place.exists():
        raise FileExistsError(f"{place} is there already: remove it, or choose another name")
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    parts = shapes.frame.to_delayed()
    files = [partial / f"part-{k:06d}.parquet" for k in range(len(parts))]
    write = dask.delayed(write_frames)
    dask.compute(*[write([part], file) for part, file in zip(parts, files, strict=True)])
    (partial / _NOTE).write_text(json.dumps(_note_of(shapes)), encoding="utf-8")
    partial.replace(place)


def _note_of(shapes: Shapes) -> dict[str, Any]:
    form, partition = shapes._side.form, shapes._partition
    note: dict[str, Any] = {"version": 1, "count": shapes.count, "form": form}
    return note if partition is None else note | note_of_cells(partition)


def note_of_cells(partition: Partition) -> dict[str, Any]:
    """Return what `read_cells` makes the cells of again, for JSON."""
    levels = [
        [level.columns.tolist(), [cuts.tolist() for cuts in level.rows], level.blocks.tolist()]
        for level in partition.cells.levels
    ]
    return {"levels": levels, "reach": partition.reach}


def read_cells(note: Mapping[str, Any]) -> Partition:
    """Return the cells that a note is of."""
    levels = tuple(
        Grid(
            np.array(columns, np.float64),
            tuple(np.array(cuts, np.float64) for cuts in rows),
            np.array(blocks, np.intp),
        )
        for columns, rows, blocks in note["levels"]
    )
    return Partition(Cells(levels), Reach(*note["reach"]))


def alike(one: Partition, other: Partition | None) -> bool:
    """Return whether two sets of cells are the same, with the same reach."""
    if one is other or other is None:
        return one is other
    return json.dumps(note_of_cells(one)) == json.dumps(note_of_cells(other))


def _read_note(place: Path) -> Shapes | None:
    """Return the shapes that `to_parquet` wrote, or None for other files."""
    if not (place / _NOTE).is_file():
        return None
    note = json.loads((place / _NOTE).read_text(encoding="utf-8"))
    form = Form(note["form"][0], tuple(note["form"][1]))
    files = files_of(place)
    partition = read_cells(note) if "levels" in note else None
    meta = _lent_meta(form).set_index("cell") if partition else form.empty()
    cells = range(len(files))
    frame = dd.from_map(_read_part, files, cells, form=form, placed=bool(partition), meta=meta)
    side = Side(form, Origin((str(place),), (0,)))
    return Shapes(frame, note["count"], side, partition)


def _read_part(file: str, cell: int, form: Form, placed: bool) -> Frame:
    try:
        table = pq.read_table(file, partitioning=None)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"{file}: not a whole Parquet file: {error}") from None
    names = {name: name for name in form.columns}
    frame = frame_of(table, names, form, table.column("row").to_numpy(), Place(file))
    if not placed:
        return frame
    frame = frame.assign(home=table.column("home").to_numpy(), cell=np.int64(cell))
    return frame.set_index("cell")


# --- by place --------------------------------------------------------------------------


def distance_wanted(within: Any) -> float:
    """Return a distance that pairs may be apart."""
    distance = number(within, "within")
    if not 0.0 <= distance < np.inf:
        raise ValueError(f"within must be finite and not negative, got {distance}")
    return distance


@overload
def partition(
    shapes: Shapes, target_rows: int = ..., *, within: float = ..., beside: None = ...
) -> Shapes: ...
@overload
def partition(
    shapes: Shapes, target_rows: int = ..., *, within: float = ..., beside: Shapes
) -> tuple[Shapes, Shapes]: ...
def partition(
    shapes: Shapes,
    target_rows: int = TARGET_ROWS,
    *,
    within: float = 0.0,
    beside: Shapes | None = None,
) -> Shapes | tuple[Shapes, Shapes]:
    """Divide shapes by place, so that neighbours are in one partition.

    Every shape has one home, the cell that holds the lower left corner of its bounding
    box, and is lent to all cells that the box reaches. A shape that reaches many goes to a
    coarser level, which has larger cells of its own.

    Parameters
    ----------
    shapes : Shapes
    target_rows : int, default 500_000
        About how many rows a partition is to have, lent ones among them.
    within : float, default 0.0
        The largest distance of later queries.
    beside : Shapes, optional
        Other shapes, for queries about pairs of both.

    Returns
    -------
    Shapes
        With `beside` a tuple of two, divided alike.

    Raises
    ------
    ValueError
        For rows that are no shapes, each named by its part of the input and row.

    Notes
    -----
    All rows are read at once, to check them and for a sample; they are moved when
    something is computed of them: to keep them, `persist` them or write them by `to_parquet`.
    """
    target, reach = positive_number(target_rows, "target_rows"), Reach(distance_wanted(within))
    sides = [shapes] if beside is None else [shapes, beside]
    placed = place(sides, reach, target)
    return placed[0] if beside is None else (placed[0], placed[1])


def place(sides: list[Shapes], reach: Reach, target: int) -> list[Shapes]:
    """Divide shapes of one or two sides alike; of the reach the extent is still to be found."""
    layout = layout_of(sides, reach, target)
    return [move(whole(side), layout) for side in sides]


def layout_of(
    sides: list[Shapes], reach: Reach, target: int, compute: Compute = dask.compute
) -> Partition:
    """Read all shapes, and find cells for them."""
    total = sum(side.count for side in sides)
    wanted = max(PER_CELL * total // target, _FEWEST_SAMPLED)
    share = wanted / max(total, 1)
    found = [each for side in sides for each in _surveys_of(side, share, reach, compute)]
    bounds = bounds_of(np.array([each.bounds for each in found]))
    extent = float(np.maximum(bounds[2:] - bounds[:2], 0.0).sum())
    reach = reach._replace(extent=extent)
    boxes = np.concatenate([_sampled_boxes(each, reach) for each in found])
    return Partition(cells_for(boxes, total, target), reach)


def _surveys_of(shapes: Shapes, share: float, reach: Reach, compute: Compute) -> Sequence[Survey]:
    """Read all rows, raise for rows that are no shapes, and sample such a share."""
    side = dask.delayed(shapes._side, traverse=False)
    task = dask.delayed(survey)
    parts = whole(shapes).frame.to_delayed()
    return compute(*[task(part, side, share, reach) for part in parts])


def _sampled_boxes(found: Survey, reach: Reach) -> FloatArray:
    """Return about the boxes that `Reach.boxes` gives: they say no more than where to cut."""
    boxes = found.boxes.copy()
    if reach.max_time is None:
        half = 0.5 * reach.within
        return np.add(boxes, (-half, -half, half, half), dtype=np.float64)
    motions = found.velocities - reach.frame
    with np.errstate(invalid="ignore"):  # of no way in infinite time
        motions = np.where(motions == 0.0, 0.0, motions * reach.max_time)
    boxes[:, :2] += np.minimum(motions, 0.0)
    boxes[:, 2:] += np.maximum(motions, 0.0)
    return boxes


def whole(shapes: Shapes) -> Shapes:
    """Return shapes as they were before they were divided, though perhaps in another order."""
    if shapes._partition is None:
        return shapes
    frame = shapes.frame.map_partitions(_at_home, meta=shapes._side.form.empty())
    return replace(shapes, frame=frame, _partition=None)


def _at_home(frame: Frame) -> Frame:
    return frame[frame["home"]].drop(columns="home").reset_index(drop=True)


def _lent_meta(form: Form) -> Frame:
    return form.empty().assign(cell=np.empty(0, np.int64), home=np.empty(0, bool))


def move(shapes: Shapes, layout: Partition) -> Shapes:
    """Have the engine bring each row to the cells that it reaches."""
    side = dask.delayed(shapes._side, traverse=False)
    cells = dask.delayed(layout.cells, traverse=False)
    meta = _lent_meta(shapes._side.form)
    lent = shapes.frame.map_partitions(lend, side, cells, layout.reach, meta=meta)
    return replace(shapes, frame=by_cell(lent, layout.cells.count), _partition=layout)


def by_cell(frame: Any, count: int) -> Any:
    """Return a data frame with a partition for each value of its column `cell`."""
    return frame.set_index("cell", divisions=(*range(count), count - 1), sorted=False)
