"""Outlines of public maps: TopoJSON of world-atlas and us-atlas, from their packages.

The folder SEPAX_HOST_SOURCES has the packages. shapely is the judge: its predicates are exact.
"""

import os
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import CompoundArray

geopandas: Any = pytest.importorskip("geopandas", reason="geopandas is not installed")
shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

SOURCES = Path(os.environ.get("SEPAX_HOST_SOURCES", "."))
FILES = {  # the layer of each file, rows, and rows that are refused, not counting empty ones
    "countries-50m": ("world-atlas-2.0.2", "countries", 241, 3),
    "countries-10m": ("world-atlas-2.0.2", "countries", 255, 49),
    "counties-10m": ("us-atlas-3.0.1", "counties", 3231, 21),
}
FAST = ["countries-50m", "counties-10m"]  # to mend the third one takes ten seconds


@pytest.fixture(params=FILES)
def layer(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, int]:
    """Return the geometries of a layer, and how many of its rows are refused."""
    package, name, count, refused = FILES[request.param]
    archive = SOURCES / f"{package}.tgz"
    if not archive.is_file():
        pytest.skip(f"{archive.name} is not in SEPAX_HOST_SOURCES")
    path = tmp_path / f"{request.param}.json"
    with tarfile.open(archive) as packed:
        member = packed.extractfile(f"package/{path.name}")
        assert member is not None
        path.write_bytes(member.read())
    geometries = geopandas.read_file(path, layer=name).geometry.to_numpy()
    assert len(geometries) == count
    return geometries[~shapely.is_empty(geometries)], refused


def test_what_is_valid_is_kept(layer: tuple[Any, int]) -> None:
    geometries, refused = layer
    array, kept = CompoundArray.from_shapely(geometries, invalid="skip")
    assert len(array) == kept.sum() == len(geometries) - refused
    assert not (shapely.is_valid(geometries) & ~kept).any()
    polygons = shapely.get_parts(geometries)
    polygons = polygons[~shapely.is_empty(polygons)]
    kept = CompoundArray.from_shapely(polygons, invalid="skip")[1]
    assert not (shapely.is_valid(polygons) & ~kept).any()


@pytest.mark.parametrize("layer", FAST, indirect=True)
def test_repaired_areas(layer: tuple[Any, int]) -> None:
    geometries, refused = layer
    array, repairs = CompoundArray.from_shapely(geometries, invalid="repair")
    assert repairs.kept.all()
    assert len(set(repairs.rows.tolist())) >= refused
    mended = shapely.make_valid(geometries, method="structure", keep_collapsed=False)
    assert np.allclose(array.areas, shapely.area(mended), rtol=1e-12, atol=0)


def test_points(layer: tuple[Any, int]) -> None:
    """At vertices, level with them, in the middle of edges, and anywhere."""
    geometries, rng = layer[0], np.random.default_rng(7)
    array, kept = CompoundArray.from_shapely(geometries, invalid="skip")
    valid = geometries[kept]
    corners = shapely.get_coordinates(valid)
    low, high = corners.min(axis=0), corners.max(axis=0)
    some = rng.choice(len(corners) - 1, 1500)
    points = np.concatenate(
        (
            corners[some],
            0.5 * (corners[some] + corners[some + 1]),
            np.column_stack((rng.uniform(low[0], high[0], 1500), corners[some, 1])),
            rng.uniform(low, high, (1500, 2)),
        )
    )
    found = sepax.contains(sepax.ShapeIndex(array), points)
    rows, spots = shapely.STRtree(shapely.points(points)).query(valid, predicate="covers")
    order = np.lexsort((spots, rows))
    assert len(found) > 3000
    assert np.array_equal(found, np.column_stack((rows, spots))[order])
