"""The work of one contestant, in a process of its own: ``work.py NAME INPUT OUTPUT``.

Prints the seconds that it took without imports, and the number of pairs.
"""

import sys
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scale.scenes import read_columns

PARTS = 8  # partitions that dask-geopandas is given


def one_array(source: Path, target: Path) -> int:
    """Read, find and write with one array."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    import sepax

    columns = read_columns(source)
    places = np.column_stack((columns["x"], columns["y"]))
    boxes = sepax.ShapeArray.boxes(columns["width"], columns["height"], places, columns["angle"])
    pairs = sepax.find_pairs(boxes)
    target.mkdir()
    table = pa.table({"i": pairs[:, 0], "j": pairs[:, 1]})
    pq.write_table(table, target / "pairs.parquet")
    return len(pairs)


def corners(source: Path) -> NDArray[np.float64]:
    """Return (n, 4, 2) vertices, as others take them."""
    import sepax

    columns = read_columns(source)
    places = np.column_stack((columns["x"], columns["y"]))
    boxes = sepax.ShapeArray.boxes(columns["width"], columns["height"], places, columns["angle"])
    return boxes.vertices.reshape(-1, 4, 2)


def dask_geopandas(source: Path, target: Path) -> int:
    """Join by place; to make the polygons is not counted."""
    import dask_geopandas
    import geopandas
    import shapely

    frame = geopandas.GeoDataFrame(geometry=shapely.polygons(corners(source)))
    frame["row"] = np.arange(len(frame))
    start = perf_counter()
    parted = dask_geopandas.from_geopandas(frame, npartitions=PARTS).spatial_shuffle()
    joined = dask_geopandas.sjoin(parted, parted, predicate="intersects")
    count = int((joined["row_left"] < joined["row_right"]).sum().compute())
    print(f"seconds {perf_counter() - start:.3f}")
    return count


def duckdb(source: Path, target: Path) -> int:
    """Join by place; to make the polygons is not counted."""
    import duckdb as database
    import pandas
    import shapely

    connection = database.connect()
    connection.sql("LOAD spatial")  # which is not in the package: INSTALL spatial fetches it
    shapes = shapely.to_wkb(shapely.polygons(corners(source)))
    rows = pandas.DataFrame({"row": np.arange(len(shapes)), "wkb": shapes})
    connection.register("rows", rows)
    connection.sql("CREATE TABLE a AS SELECT row, ST_GeomFromWKB(wkb) AS shape FROM rows")
    start = perf_counter()
    found = connection.sql(
        "SELECT count(*) FROM a, a AS b WHERE ST_Intersects(a.shape, b.shape) AND a.row < b.row"
    ).fetchone()
    print(f"seconds {perf_counter() - start:.3f}")
    return int(found[0]) if found else 0


CONTESTANTS = {"array": one_array, "dask-geopandas": dask_geopandas, "duckdb": duckdb}


def main(name: str, source: str, target: str) -> None:
    """Do the work, and print what came of it."""
    print("pairs", CONTESTANTS[name](Path(source), Path(target)))


if __name__ == "__main__":
    main(*sys.argv[1:])
