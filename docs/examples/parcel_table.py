"""A table of parcels with holes, joined with rotated boxes: what is built on each parcel.

Run ``python docs/examples/parcel_table.py --picture parcels.png``. It needs shapely and pandas. The
table of parcels is a geopandas.GeoDataFrame where geopandas is installed, else a plain table of
pandas: only the column of geometries matters.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
import shapely

import sepax

SIDE = 50.0  # metres between the middles of parcels
CORNERS = 8


def outlines(count: int) -> Any:
    """Return polygons on a grid: a third has a dent, a third a hole (a pond), some two pieces."""
    source = np.random.default_rng(4)
    turns = source.uniform(-0.15, 0.15, (count, CORNERS)) + source.uniform(0, 1, (count, 1))
    angles = 2.0 * np.pi / CORNERS * np.arange(CORNERS) + turns
    radii = SIDE * source.uniform(0.44, 0.5, (count, CORNERS))
    radii[::3, 2] *= 0.4
    side = int(np.ceil(np.sqrt(count)))
    middles = SIDE * np.column_stack(np.divmod(np.arange(count), side))
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=2)
    parcels = shapely.polygons(radii[:, :, None] * ring + middles[:, None])
    ponds = shapely.polygons(0.2 * SIDE * ring[1::3] + middles[1::3, None])
    parcels[1::3] = shapely.difference(parcels[1::3], ponds)
    x, y = middles[5::9].T
    road = shapely.box(x - 2.0, y - SIDE, x + 2.0, y + SIDE)
    parcels[5::9] = shapely.difference(parcels[5::9], road)  # two pieces: a MultiPolygon
    return parcels


def parcel_frame(count: int) -> Any:
    """Return a table with a column of geometries."""
    geometry = outlines(count)
    names = [f"parcel {row}" for row in range(count)]
    try:
        import geopandas
    except ImportError:
        return pd.DataFrame({"name": names, "geometry": geometry})
    return geopandas.GeoDataFrame({"name": names}, geometry=geometry)


def buildings(count: int) -> sepax.ShapeArray:
    """Return rotated boxes at random, as a detector finds them in a photograph."""
    source = np.random.default_rng(6)
    places = source.uniform(-0.5 * SIDE, SIDE * np.sqrt(count), (2 * count, 2))
    width, height = source.uniform(4.0, 12.0, (2, 2 * count))
    return sepax.ShapeArray.boxes(width, height, places, source.uniform(0, np.pi, 2 * count))


def join(parcels: Any, boxes: sepax.ShapeArray) -> pd.DataFrame:
    """Return a row for each parcel and building that meet, with the area that they share."""
    pairs = sepax.find_pairs(parcels, boxes)
    return pd.DataFrame(
        {
            "parcel": pairs[:, 0],
            "building": pairs[:, 1],
            "shared": sepax.overlap_area(parcels, boxes, pairs=pairs),
            "inside": sepax.covers(parcels, boxes, pairs=pairs),
        }
    )


def summary(frame: Any, parcels: Any, found: pd.DataFrame) -> pd.DataFrame:
    """Return for each parcel its buildings, those that cross its boundary, and the built part."""
    of_parcel = found.groupby("parcel")
    table = pd.DataFrame({"name": frame["name"], "area": parcels.areas})
    table["buildings"] = of_parcel.size()
    table["crossing"] = table["buildings"] - of_parcel["inside"].sum()
    table["built"] = of_parcel["shared"].sum() / table["area"]
    return table.fillna({"buildings": 0, "crossing": 0, "built": 0.0})


def draw(parcels: Any, boxes: sepax.ShapeArray, table: pd.DataFrame, path: str) -> None:
    """Save a picture of the first parcels, coloured by the built part, and all buildings there."""
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(8, 8))
    axes: Any = figure.add_subplot()
    side = int(np.ceil(np.sqrt(len(parcels))))
    shown = [row for row in range(len(parcels)) if row // side < 8 and row % side < 8]
    shades = 0.9 - 0.7 * np.minimum(table["built"].to_numpy() / 0.25, 1.0)
    for row in shown:
        color = (shades[row], 0.9, shades[row])
        draw_shapes(axes, [parcels[row]], facecolor=color, edgecolor="none")
    near = (boxes.positions < 8 * SIDE).all(axis=1)
    draw_shapes(axes, boxes[near], facecolor="#aa4444", edgecolor="none", alpha=0.8)
    axes.set_xlim(-0.6 * SIDE, 7.6 * SIDE)
    axes.set_ylim(-0.6 * SIDE, 7.6 * SIDE)
    axes.set_aspect("equal")
    axes.set_title("The greener a parcel, the more of it is built on")
    figure.savefig(path, dpi=90)


def main(arguments: Sequence[str] | None = None) -> None:
    """Join the tables, and print the parcels with the largest built part."""
    parser = argparse.ArgumentParser(description="Parcels with holes, joined with boxes.")
    parser.add_argument("--parcels", type=int, default=10_000)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    frame, boxes = parcel_frame(options.parcels), buildings(options.parcels)
    began = perf_counter()
    parcels = sepax.CompoundArray.from_shapely(frame["geometry"])
    table = summary(frame, parcels, join(parcels, boxes))
    spent = 1e3 * (perf_counter() - began)
    print(table.nlargest(5, "built").round(3).to_string(index=False))
    print(
        f"{table['buildings'].sum():.0f} pairs of {len(parcels)} parcels and {len(boxes)} "
        f"buildings; {table['crossing'].sum():.0f} cross a boundary ({spent:.0f} ms)"
    )
    areas = np.array([geometry.area for geometry in frame["geometry"]])
    assert np.allclose(table["area"], areas)
    if options.picture:
        draw(parcels, boxes, table, options.picture)


if __name__ == "__main__":
    main()
