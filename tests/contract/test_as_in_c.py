"""Functions of `sepax.raw` asked with the arguments of C: they write the bytes of those in C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest
from callers import FUNCTIONS, as_array
from families import pairs

from sepax import _as_in_c, raw

TWO = ("vertices_a", "radius_a", "vertices_b", "radius_b")
MOTION = ("velocity_a", "velocity_b", "max_time", "touching", "skip_leaving")
CALLS: dict[str, tuple[Callable[..., Any], tuple[str, ...], tuple[float, ...]]] = {
    "rings_intersect": (raw.intersects, (*TWO, "touching"), (1,)),
    "rings_separating_axis": (raw.separating_axis, TWO, ()),
    "rings_mtv": (raw.mtv, TWO, ()),
    "rings_contact": (raw.collide, (*TWO, "margin"), (0.0,)),
    "rings_nearest_points": (raw.nearest_points, TWO, ()),
    "rings_sweep": (raw.sweep, (*TWO, *MOTION), (1.0, 0.5, -0.25, 0.0, 10.0, 1, 0)),
    "ring_contains": (raw.contains, ("vertices", "radius", "point"), (0.25, 0.5)),
    "ring_project": (raw.project, ("vertices", "radius", "axis"), (0.3, -0.7)),
}


@pytest.mark.parametrize("name", CALLS)
def test_bytes_of_the_functions_in_c(name: str) -> None:
    """Also of contacts of one point; and a ring that is none is refused."""
    python, names, options = CALLS[name]
    answered = set()
    for family in ("boxes", "polygons", "touching_vertex_edge"):
        for a, b in pairs(family)[:40]:
            rings = [as_array(a.vertices), as_array(b.vertices)][
                : sum("vert" in of for of in names)
            ]
            given = [x for ring in rings for x in (ring.ctypes.data, len(ring), 2, 0.0)]
            memory = (ctypes.c_double * 16)(), (ctypes.c_double * 16)()
            places = [[ctypes.addressof(each)] for each in memory]
            if name in {"rings_intersect", "ring_contains"}:
                places = [[], []]
            in_c = FUNCTIONS[name](*given, *options, *places[0], None, 0)
            assert _as_in_c.answer(python, names, *given, *options, *places[1]) == in_c
            assert bytes(memory[0]) == bytes(memory[1])
            answered.add(in_c)
            given[1] = 0
            assert _as_in_c.answer(python, names, *given, *options, *places[1]) == -1
    assert 1 in answered
