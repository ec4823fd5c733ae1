"""The polygons that polygons share, and what compounds share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, overload

from sepax._base.arguments import BoolArray
from sepax._rows.sides import CompoundBase, block_of
from sepax._verbs.methods import Pairs
from sepax.arrays import ShapeArray, Shapes, overlaps_of_pairs
from sepax.compound import Compound, shared_compound
from sepax.shapes import Polygon, Shape, shared_polygon, sharp_polygon


@overload
def overlap(a: Shape, b: Shape) -> Polygon | None: ...
@overload
def overlap(a: Compound, b: Shape | Compound) -> Compound | None: ...
@overload
def overlap(a: Shape, b: Compound) -> Compound | None: ...
@overload
def overlap(
    a: Iterable[Shape], b: Shapes, *, pairs: Pairs | None = ...
) -> tuple[ShapeArray, BoolArray]: ...
@overload
def overlap(
    a: Shapes, b: Iterable[Shape], *, pairs: Pairs | None = ...
) -> tuple[ShapeArray, BoolArray]: ...
def overlap(
    a: Any, b: Any, *, pairs: Pairs | None = None
) -> Polygon | Compound | tuple[ShapeArray, BoolArray] | None:
    """The region that polygons share, or compounds of polygons.

    Parameters
    ----------
    a, b : Polygon, Compound or ShapeArray
        Polygons without a radius, in any iterable; or two single ones, each such a polygon or a
        compound of these: an outline, or a union.
    pairs : tuple (i, j) of (k,) int, or (k, 2) int, optional
        With arrays: which rows of `a` and `b` meet. By default row k of both, or one polygon
        against every row.

    Returns
    -------
    Polygon, Compound or None
        Of two polygons a `Polygon`: its corners are the exact ones, rounded to float64, and its
        pose is at the origin. With a compound a `Compound`: the union of such polygons, one for
        each two parts that share an area. None where the interiors do not meet, and where the
        rounded corners are all on one line. Of arrays a tuple: a `ShapeArray` of the polygons
        that there are, and (n,) bool, which pairs share one.

    Raises
    ------
    TypeError
        For anything else than polygons without a radius: what rounded shapes share is no
        polygon. For arrays with compounds. For pairs with two single shapes.
    ValueError
        For arrays whose lengths differ.
    IndexError
        For an index in pairs that is out of range.

    See Also
    --------
    sepax.overlap_area : its area alone, for much less, and of all kinds of shapes.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.overlap(a, sepax.Polygon.box(2, 2, position=(1, 0.5))).bounds
    (0.0, -0.5, 1.0, 1.0)
    >>> sepax.overlap(a, sepax.Polygon.box(2, 2, position=(2, 0)))
    >>> shared, met = sepax.overlap(a, sepax.ShapeArray.boxes(2, 2, [(2, 0), (1, 1)]))
    >>> shared.areas, met
    (array([1.]), array([False,  True]))
    >>> cup = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
    >>> water = sepax.Polygon.box(5, 2, position=(2.5, 3))
    >>> shared = sepax.overlap(sepax.Compound.from_polygon(cup), water)
    >>> shared.area, len(shared.parts)
    (4.0, 2)
    """
    if not (isinstance(a, (Shape, CompoundBase)) and isinstance(b, (Shape, CompoundBase))):
        one, other = ShapeArray._of(block_of(a, "a")), ShapeArray._of(block_of(b, "b"))
        return overlaps_of_pairs(one, other, pairs)
    if pairs is not None:
        raise TypeError("pairs is for arrays: these are single shapes")
    if isinstance(a, Compound) or isinstance(b, Compound):
        return shared_compound(a, b, "a", "b")
    return shared_polygon(sharp_polygon(a, "a"), sharp_polygon(b, "b"))
