"""Rows by cell in files of a folder, so that a stopped run can go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from sepax._base.arguments import IndexArray
from sepax.dask.cells import Cells
from sepax.dask.columns import IN_BYTES, Form, Frame
from sepax.dask.files import whole_file, write_frames
from sepax.dask.kernels import Join, Reach, Side, lend, pieces

_ENDS = b"sepax: where the rows of each cell end"


def spool_piece(frame: Frame, side: Side, cells: Cells, reach: Reach, path: Path) -> None:
    """Write the rows of a piece by the cells that they are lent to, if they are not there."""
    if path.exists():
        return
    lent = lend(frame, side, cells, reach)
    cell = lent["cell"].to_numpy()
    rows = lent.drop(columns=["cell", "home"]).take(np.argsort(cell, kind="stable"))
    ends = np.cumsum(np.bincount(cell, minlength=cells.count), dtype="<i8")
    table = pa.Table.from_pandas(rows, preserve_index=False).combine_chunks()
    table = table.replace_schema_metadata({_ENDS: ends.tobytes()})
    with (
        whole_file(path) as partial,
        pa.OSFile(str(partial), "wb") as sink,
        pa.ipc.new_file(sink, table.schema) as writer,
    ):
        writer.write_table(table)


def _open(path: Path) -> tuple[Any, IndexArray]:
    table = pa.ipc.open_file(pa.memory_map(str(path))).read_all()
    return table, np.frombuffer(table.schema.metadata[_ENDS], "<i8")


def rows_in_cells(paths: list[Path]) -> IndexArray:
    """Return how many rows each cell has, in all pieces together."""
    counts: IndexArray = np.sum([np.diff(_open(path)[1], prepend=0) for path in paths], axis=0)
    return counts


def read_cell(paths: list[Path], form: Form, cell: int) -> Frame:
    """Return the rows of a cell."""
    parts = []
    for path in paths:
        table, ends = _open(path)
        start = int(ends[cell - 1]) if cell else 0
        parts.append(table.slice(start, int(ends[cell]) - start).replace_schema_metadata(None))
    table = pa.concat_tables(parts)
    arrow = pd.arrays.ArrowExtensionArray
    columns = {name: table.column(name) for name in ("row", *form.columns)}
    return pd.DataFrame(
        {
            name: arrow(column) if name in IN_BYTES else column.to_numpy()
            for name, column in columns.items()
        }
    )


def write_pairs_of_cells(
    join: Join, cells: tuple[int, int], sides: list[list[Path]], path: Path
) -> None:
    """Write the pairs of two cells, if they are not there. `sides` are the files of each side."""
    if path.exists():
        return
    one = read_cell(sides[0], join.a.form, cells[0])
    other = None
    if join.b is not None:
        other = read_cell(sides[1], join.b.form, cells[1])
    elif cells[0] != cells[1]:
        other = read_cell(sides[0], join.a.form, cells[1])
    write_frames(pieces(join, cells, one, other), path)
