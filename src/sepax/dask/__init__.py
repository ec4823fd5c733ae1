"""Scenes larger than memory, or than one machine: shapes in Dask data frames.

Needs the extra `dask`. Dask moves the rows, and each query runs on one partition at a time. The
answers are those of one `ShapeArray` of all shapes, bit for bit. docs/scale.md says when one array
is enough, which is nearly always.
"""

from sepax.dask.collection import Shapes, from_dataframe, from_parquet, partition, to_parquet
from sepax.dask.questions import (
    collide,
    contains,
    find_pairs,
    intersects_any,
    mtv,
    nearest,
    sweep_pairs,
)

__all__ = [
    "Shapes",
    "collide",
    "contains",
    "find_pairs",
    "from_dataframe",
    "from_parquet",
    "intersects_any",
    "mtv",
    "nearest",
    "partition",
    "sweep_pairs",
    "to_parquet",
]
