"""Boxes in Parquet files, and how many pairs a folder of files holds."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

GROUP = 1 << 20  # rows of a row group
AREA = 4.0  # of the plane for a box; each box has an area of about 1, and half of them meet another


def write_boxes(path: Path, count: int) -> None:
    """Write boxes at any angle, evenly spread, if they are not there."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if path.exists() and pq.read_metadata(path).num_rows == count:
        return
    rng, side = np.random.default_rng(1), float(np.sqrt(AREA * count))
    writer = None
    for start in range(0, count, GROUP):
        rows = min(GROUP, count - start)
        columns = {
            "x": rng.uniform(0.0, side, rows),
            "y": rng.uniform(0.0, side, rows),
            "angle": rng.uniform(0.0, 2.0 * np.pi, rows),
            "width": rng.uniform(0.5, 1.5, rows),
            "height": rng.uniform(0.5, 1.5, rows),
        }
        table = pa.table(columns)
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def read_columns(path: Path) -> dict[str, NDArray[np.float64]]:
    """Read all boxes."""
    import pyarrow.parquet as pq

    table: Any = pq.read_table(path)
    return {name: table[name].to_numpy() for name in table.column_names}


def sorted_pairs(path: Path) -> NDArray[np.int64]:
    """Read the pairs in a folder, and sort them."""
    import pyarrow.parquet as pq

    table: Any = pq.read_table(path)
    pairs = np.column_stack((table["i"].to_numpy(), table["j"].to_numpy()))
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
