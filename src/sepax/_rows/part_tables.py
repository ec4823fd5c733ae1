"""Tables of the geometry of compounds, and rows of compounds that refer to them."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from typing import Any, NamedTuple

import numpy as np

from sepax._base.arguments import BoolArray, FloatArray, IndexArray
from sepax._base.blocks import offsets_of, radii_of
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import join, of_rings, of_shape
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.part_table import PartTable
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.rings import RingTable
from sepax._core.arrays.row_areas import parts_overlap
from sepax._core.shape import Shape
from sepax._rows.sides import poses_of

_FEW_PARTS = 8  # from more on a tree of their boxes pays


class Rings(NamedTuple):
    """The rings of geometries: vertices, where rings begin, and where those of each geometry do.

    Ring i has the vertices from ``offsets[i]`` on, geometry g the rings from ``starts[g]`` on;
    behind the last stands the end. The inside is to the left: exteriors are counter-clockwise,
    holes clockwise.
    """

    vertices: FloatArray
    offsets: IndexArray
    starts: IndexArray


def ring_table(rings: Rings) -> RingTable | None:
    """Return rings for a table; None where no geometry has any."""
    return RingTable(*rings) if len(rings.vertices) else None


def _room_for_rings(table: PartTable, rows: IndexArray | None) -> Rings:
    """Return room for the rings of some geometries of a table, or of all."""
    starts = np.zeros((table.count if rows is None else len(rows)) + 1, np.intp)
    size = 0 if table.rings is None else table.rings.count_rings(rows, starts)
    return Rings(np.empty((size, 2)), np.zeros(starts[-1] + 1, np.intp), starts)


def rings_of(table: PartTable, rows: IndexArray | None = None) -> Rings:
    """Return the rings of some geometries of a table, or of all, in the frames of the poses."""
    rings = _room_for_rings(table, rows)
    if table.rings is not None:
        table.rings.read(rows, rings.vertices, rings.offsets[1:])
    return rings


def rows_of_table(compounds: CompoundRows) -> IndexArray | None:
    """Return the geometry of each row; None if the rows are those of the table."""
    return geometry_numbers(compounds) if compounds.is_posed else None


def world_rings(compounds: CompoundRows) -> Rings:
    """Return the rings of all rows at their present poses."""
    rings = _room_for_rings(compounds.table, rows_of_table(compounds))
    compounds.read_rings(rings.vertices, rings.offsets[1:])
    return rings


def outer_rings(table: PartTable, rings: Rings, rows: IndexArray | None = None) -> BoolArray:
    """Return which of the rings of some geometries, or of all, are exteriors."""
    outer = np.ones(len(rings.offsets) - 1, np.bool_)
    if table.rings is not None and (np.diff(rings.starts) > 1).any():
        table.rings.read_outer(rows, outer.view(np.uint8))
    return outer


def _disc_centres(local: FloatArray, offsets: IndexArray) -> FloatArray | None:
    """Return the local centres of discs, (0, 0) for other parts; None without any disc."""
    discs = np.diff(offsets) == 1
    return np.where(discs[:, None], local[offsets[:-1]], 0.0) if discs.any() else None


def _block_at_origin(
    local: FloatArray,
    offsets: IndexArray,
    radii: FloatArray,
    centres: FloatArray | None,
    compact: bool,
) -> ShapeBlock:
    """Return parts by their vertices in the frame of the pose; discs are at their centres."""
    places = np.zeros((len(radii), 2)) if centres is None else centres
    nowhere = np.zeros((len(radii), 2)), np.zeros(len(radii))
    block = of_rings(local, offsets, radii, *nowhere, fewest=1, compact=compact)
    if centres is not None:
        block.set_poses(None, places, nowhere[1])
    return block


def table_of(
    local: FloatArray,
    offsets: IndexArray,
    radii: FloatArray,
    starts: IndexArray,
    unsure: BoolArray,
    compact: bool,
    rings: Rings | None = None,
) -> PartTable:
    """Return geometries of parts: those from `starts[g]` to `starts[g + 1]` are of geometry g.

    `unsure` marks geometries whose parts may share an area: only for them that is computed.
    `compact` takes a third of the memory, and more time for each query. `rings` are those of
    geometries that are outlines; others are the unions of their parts.
    """
    centres = _disc_centres(local, offsets)
    block = _block_at_origin(local, offsets, radii, centres, compact)
    trees = trees_of(block, starts)
    overlaps = np.zeros(len(starts) - 1, np.bool_)
    for row in np.flatnonzero(unsure & (np.diff(starts) > 1)).tolist():
        overlaps[row] = parts_overlap(_parts_between(block, int(starts[row]), int(starts[row + 1])))
    bounds = None if rings is None else ring_table(rings)
    return PartTable(block, starts, centres, overlaps.view(np.uint8), trees, bounds)


def table_of_outline(cut: Any) -> PartTable:
    """Return a table of one outline that was cut: `table_of` for it takes twice as long."""
    flat = np.zeros(len(cut.part_offsets) - 1)
    block = of_rings(cut.vertices, cut.part_offsets, flat, np.zeros((len(flat), 2)), flat, fewest=3)
    trees = [ShapeTree(block)] if len(flat) > _FEW_PARTS else None
    rings = RingTable(cut.corners, cut.ring_offsets, cut.ring_starts)
    return PartTable(block, cut.starts, None, np.zeros(1, np.uint8), trees, rings)


def _parts_between(block: ShapeBlock, start: int, stop: int) -> ShapeBlock:
    if (start, stop) == (0, block.count):
        return block
    return block.take(np.arange(start, stop, dtype=np.intp))


def trees_of(block: ShapeBlock, starts: IndexArray) -> list[ShapeTree | None] | None:
    """Return a tree for each geometry of many parts; None where there is none."""
    many = np.flatnonzero(np.diff(starts) > _FEW_PARTS)
    if not len(many):
        return None
    trees: list[ShapeTree | None] = [None] * (len(starts) - 1)
    for row in many.tolist():
        trees[row] = ShapeTree(_parts_between(block, int(starts[row]), int(starts[row + 1])))
    return trees


def geometry_of(table: PartTable) -> tuple[FloatArray, IndexArray, FloatArray]:
    """Return the vertices of all parts in the frames of the poses, their offsets and the radii."""
    parts = table.parts
    local, offsets = np.empty((parts.vertex_count, 2)), offsets_of(parts)
    parts.read_vertices(local, True)
    centres = np.zeros((parts.count, 2))
    if table.read_centres(centres):
        discs = np.diff(offsets) == 1
        local[offsets[:-1][discs]] = centres[discs]
    return local, offsets, radii_of(parts)


# --- rows ---------------------------------------------------------------------------------


def geometry_numbers(compounds: CompoundRows) -> IndexArray:
    """Return the number of the geometry of each row."""
    out = np.empty(compounds.count, np.intp)
    compounds.read_geometry(out)
    return out


def first_parts(table: PartTable) -> IndexArray:
    """Return the number of the first part of each geometry."""
    out = np.empty(table.count, np.intp)
    table.read_firsts(out)
    return out


def _trees_of(table: PartTable, rows: IndexArray) -> list[ShapeTree | None] | None:
    """Return the trees of some geometries; None where there is none."""
    trees = [table.tree(row) for row in rows.tolist()]
    return trees if any(tree is not None for tree in trees) else None


def some_geometries(table: PartTable, rows: IndexArray) -> PartTable:
    """Return a table of some geometries of another."""
    if table.count == 1 == len(rows):
        return table
    if not table.is_cut:
        return table.of_rings(RingTable(*rings_of(table, rows)), allocate_lock())
    # Of one geometry this must not take longer in a larger table: arrays are iterated over.
    extents = np.array([table.extent(row) for row in rows.tolist()], np.intp).reshape(-1, 2)
    firsts, sizes = extents[:, 0], extents[:, 1] - extents[:, 0]
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.intp)
    parts = np.arange(starts[-1]) - np.repeat(starts[:-1] - firsts, sizes)
    centres = np.zeros((len(parts), 2))
    has_discs = table.read_centres(centres, parts)
    overlaps = np.array([table.overlaps(row) for row in rows.tolist()], np.uint8)
    return PartTable(
        table.parts.take(parts),
        starts,
        centres if has_discs else None,
        overlaps,
        _trees_of(table, rows),
        None if table.rings is None else ring_table(rings_of(table, rows)),
    )


def taken_rows(compounds: CompoundRows, rows: IndexArray | None) -> CompoundRows:
    """Return some rows, or all. Rows without poses keep only the geometries that they use."""
    if not compounds.is_posed:
        table = compounds.table if rows is None else some_geometries(compounds.table, rows)
        return CompoundRows(table, None, allocate_lock())
    chosen = slice(None) if rows is None else rows
    taken = CompoundRows(compounds.table, geometry_numbers(compounds)[chosen], allocate_lock())
    positions, angles = poses_of(compounds)
    taken.set_poses(None, positions[chosen], angles[chosen])
    return taken


def joined_rows(several: list[CompoundRows]) -> CompoundRows:
    """Return the rows of several, one after the other; what they share is stored once."""
    tables = list({id(compounds.table): compounds.table for compounds in several}.values())
    first = dict(zip(map(id, tables), np.cumsum([0, *(t.count for t in tables)]), strict=False))
    geometry = [geometry_numbers(compounds) + first[id(compounds.table)] for compounds in several]
    table = tables[0] if len(tables) == 1 else _joined_tables(tables)
    numbers_of_rows = np.concatenate([np.empty(0, np.intp), *geometry]).astype(np.intp)
    if not any(compounds.is_posed for compounds in several) and len(several) == len(tables):
        return CompoundRows(table, None, allocate_lock())
    joined = CompoundRows(table, numbers_of_rows, allocate_lock())
    poses = [poses_of(compounds) for compounds in several]
    joined.set_poses(None, *(np.concatenate(column) for column in zip(*poses, strict=True)))
    return joined


def rows_of_items(items: list[Any]) -> CompoundRows:
    """Return compounds and shapes as rows; their present poses are ignored."""
    of_each = [_rows_of_shape(of) if isinstance(of, Shape) else of._own_rows for of in items]
    return joined_rows(of_each)


def _rows_of_shape(shape: Shape) -> CompoundRows:
    """Return a shape as a row of one part, at the origin."""
    block = of_shape(shape)
    local, offsets = np.empty((block.vertex_count, 2)), offsets_of(block)
    block.read_vertices(local, True)
    starts, sure = np.arange(2, dtype=np.intp), np.zeros(1, np.bool_)
    table = table_of(local, offsets, radii_of(block), starts, sure, compact=False)
    return CompoundRows(table, None, allocate_lock())


def _joined_tables(tables: list[PartTable]) -> PartTable:
    """Return the geometries of several tables, one after the other."""
    counts_of_parts = np.cumsum([0, *(table.parts.count for table in tables)])
    firsts = [
        first_parts(table) + start for table, start in zip(tables, counts_of_parts, strict=False)
    ]
    starts = np.concatenate([*firsts, counts_of_parts[-1:]]).astype(np.intp)
    centres = np.zeros((int(starts[-1]), 2))
    has_discs = False
    for table, start in zip(tables, counts_of_parts.tolist(), strict=False):
        has_discs |= table.read_centres(centres[start : start + table.parts.count])
    every = [(table, k) for table in tables for k in range(table.count)]
    trees = [table.tree(k) for table, k in every]
    return PartTable(
        join([table.parts for table in tables]),
        starts,
        centres if has_discs else None,
        np.array([table.overlaps(k) for table, k in every], np.uint8),
        trees if any(tree is not None for tree in trees) else None,
        ring_table(_joined_rings([rings_of(table) for table in tables])),
    )


def _joined_rings(several: list[Rings]) -> Rings:
    """Return the rings of several, one after the other."""
    ends = np.cumsum([0, *(len(rings.vertices) for rings in several)])
    counts = np.cumsum([0, *(len(rings.offsets) - 1 for rings in several)])
    offsets = [rings.offsets[1:] + end for rings, end in zip(several, ends, strict=False)]
    starts = [rings.starts[1:] + count for rings, count in zip(several, counts, strict=False)]
    zero = np.zeros(1, np.intp)
    return Rings(
        np.concatenate([np.empty((0, 2)), *(rings.vertices for rings in several)]),
        np.concatenate([zero, *offsets]).astype(np.intp),
        np.concatenate([zero, *starts]).astype(np.intp),
    )
