"""Parquet files: the pieces that they are read in, and files that are there whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sepax.dask.columns import Form, Frame, frame_of
from sepax.dask.packed import Place

PIECE_ROWS = 1 << 20  # of a piece that is read at a time, if row groups are not larger
_POINTS = {"Point", "Point Z"}
_TROUBLE = (pa.ArrowException, OSError)


class Piece(NamedTuple):
    """Some row groups of a file."""

    file: str
    groups: tuple[int, ...]
    first: int  # row of the file
    first_of_all: int
    rows: int


class Footer(NamedTuple):
    """The metadata of a file."""

    file: str
    names: tuple[str, ...]
    geometry: str | None  # the column of geometries, if it is GeoParquet
    has_points: bool  # and these are points
    groups: tuple[int, ...]  # rows of each


def files_of(path: Any) -> list[str]:
    """Return the files of a path, a folder or several of them, in order."""
    if isinstance(path, (list, tuple)):
        return [file for one in path for file in files_of(one)]
    place = Path(os.fspath(path))
    if not place.is_dir():
        if not place.exists():
            raise FileNotFoundError(f"there is no file {place}")
        return [str(place)]
    found = sorted(file for file in place.rglob("*.parquet") if file.is_file())
    files = [str(file) for file in found if not file.name.startswith(("_", "."))]
    if not files:
        raise FileNotFoundError(f"there is no file *.parquet in {place}")
    return files


def read_footer(file: str) -> Footer:
    """Read the metadata of a file; a ValueError if it is incomplete or no Parquet file."""
    try:
        with pq.ParquetFile(file) as opened:
            data, schema = opened.metadata, opened.schema_arrow
    except _TROUBLE as error:
        raise ValueError(f"{file}: not a whole Parquet file: {error}") from None
    groups = tuple(data.row_group(k).num_rows for k in range(data.num_row_groups))
    return Footer(file, tuple(schema.names), *_geometry_of(schema.metadata or {}), groups)


def _geometry_of(metadata: dict[bytes, bytes]) -> tuple[str | None, bool]:
    """Return the name of the column of geometries of GeoParquet, and whether these are points."""
    note = json.loads(metadata[b"geo"]) if b"geo" in metadata else {}
    name = note.get("primary_column")
    if not isinstance(name, str):
        return None, False
    column = note.get("columns", {}).get(name, {})
    kinds = set(column.get("geometry_types", ()))
    return name, column.get("encoding") == "point" or (bool(kinds) and kinds <= _POINTS)


def pieces_of(footers: Iterable[Footer]) -> list[Piece]:
    """Divide files into pieces of neighbouring row groups."""
    pieces: list[Piece] = []
    of_all = 0
    for footer in footers:
        chosen: list[int] = []
        first = held = 0
        for group, count in enumerate(footer.groups):
            if held and held + count > PIECE_ROWS:
                pieces.append(Piece(footer.file, tuple(chosen), first, of_all + first, held))
                first, chosen, held = first + held, [], 0
            chosen.append(group)
            held += count
        if held:
            pieces.append(Piece(footer.file, tuple(chosen), first, of_all + first, held))
        of_all += sum(footer.groups)
    return pieces


def read_piece(piece: Piece, names: dict[str, str], form: Form) -> Frame:
    """Read a piece of the input."""
    stop = piece.first + piece.rows
    try:
        with pq.ParquetFile(piece.file) as opened:
            table = opened.read_row_groups(list(piece.groups), columns=list(names.values()))
    except _TROUBLE as error:
        where = f"{piece.file}: rows {piece.first} to {stop - 1}"
        raise ValueError(f"{where} cannot be read: {error}") from None
    rows = np.arange(piece.rows, dtype=np.int64) + piece.first_of_all
    return frame_of(table, names, form, rows, Place(piece.file, piece.first))


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes this one if nothing goes wrong, or else nothing."""
    partial = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        yield partial
        partial.replace(path)
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if isinstance(error, _TROUBLE):
            raise OSError(f"cannot write {path}: {error}") from error
        raise


def write_frames(frames: Iterable[Frame], path: Path) -> None:
    """Write frames into one Parquet file."""
    tables = (pa.Table.from_pandas(frame, preserve_index=False) for frame in frames)
    first = next(tables)
    with whole_file(path) as partial, pq.ParquetWriter(partial, first.schema) as writer:
        for table in (first, *tables):
            writer.write_table(table)
