"""For object detection: IoU of all pairs, non-maximum suppression, and matching."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from sepax import _threads
from sepax._arguments import FloatArray, IndexArray, integers, numbers
from sepax._core.arguments import number, positive_number, whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.arrays.suppression import Suppression
from sepax._core.arrays.worlds import SightLines
from sepax._sight import sight_of
from sepax.candidates import chosen_rows, near_pairs, wide_bounds
from sepax.groups.pairs import GroupPairs
from sepax.groups.parts import Parts, owner_pairs, parts_of
from sepax.groups.seams import columns_of
from sepax.groups.sides import AnyGroups
from sepax.scene import GroupScene


def _part(value: Any, name: str) -> float:
    part = number(value, name)
    if not 0.0 <= part <= 1.0:
        raise ValueError(f"{name} must be from 0 to 1, got {part}")
    return part


@overload
def iou_matrix(
    a: GroupScene,
    b: GroupScene,
    threshold: float = ...,
    *,
    sparse: Literal[False] = ...,
    groups: npt.ArrayLike | None = ...,
    groups_b: npt.ArrayLike | None = ...,
    workers: int = ...,
) -> FloatArray: ...
@overload
def iou_matrix(
    a: GroupScene,
    b: GroupScene,
    threshold: float = ...,
    *,
    sparse: Literal[True],
    groups: npt.ArrayLike | None = ...,
    groups_b: npt.ArrayLike | None = ...,
    workers: int = ...,
) -> tuple[IndexArray, FloatArray]: ...
def iou_matrix(
    a: GroupScene,
    b: GroupScene,
    threshold: float = 0.0,
    *,
    sparse: bool = False,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    workers: int = 1,
) -> FloatArray | tuple[IndexArray, FloatArray]:
    """Intersection over union of every shape with every other.

    Parameters
    ----------
    a, b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        n shapes and m; a compound alone is one.
    threshold : float, default 0.0
        From 0 to 1. What is not above it counts as 0.
    sparse : bool, default False
        Return the pairs above the threshold and their values, for matrices that would not fit in
        memory.
    groups, groups_b : (n,) and (m,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its image: rows of different
        labels count as 0.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (n, m) float64
        Row i of `a` with row j of `b`, as `sepax.iou` has it, to the bit. If sparse, a tuple:
        (k, 2) intp, sorted by i and then j, and (k,) float64.

    Raises
    ------
    ValueError
        For a threshold that is not from 0 to 1; for labels that are not one for each row, or of
        one side alone.
    TypeError
        For what is no shape, named by its index where there are many.

    Notes
    -----
    Only shapes whose bounding boxes meet are compared, as in `sepax.find_pairs`.

    Examples
    --------
    >>> found = sepax.ShapeArray.boxes(2, 2, [(0, 0), (5, 0), (9, 0)])
    >>> truth = sepax.ShapeArray.boxes(2, [2, 1], [(0, 0), (5, 0)])
    >>> sepax.iou_matrix(found, truth)
    array([[1. , 0. ],
           [0. , 0.5],
           [0. , 0. ]])
    >>> sepax.iou_matrix(found, truth, 0.6, sparse=True)
    (array([[0, 0]]), array([1.]))
    """
    least = _part(threshold, "threshold")
    workers = positive_number(workers, "workers")
    here, there = parts_of(a, "a"), parts_of(b, "b")
    lines = sight_of(here, there, groups, groups_b)
    pairs, shares = _alike(here, there, least, lines, workers)
    if sparse:
        return pairs, shares
    matrix = np.zeros((here.row_count, there.row_count))
    matrix[pairs[:, 0], pairs[:, 1]] = shares
    return matrix


def _alike(
    here: Parts, there: Parts, least: float, lines: SightLines | None = None, workers: int = 1
) -> tuple[IndexArray, FloatArray]:
    """Return the pairs with an IoU above `least`, sorted, and their IoU."""
    near = _near_rows(here, there, lines)
    shares = _shares(here, there, near, workers)
    above = shares > least
    return chosen_rows(near, above), chosen_rows(shares[:, None], above)[:, 0]


def match(
    detections: GroupScene,
    truths: GroupScene,
    threshold: float,
    *,
    classes: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
) -> IndexArray:
    """Which truth each detection hits, as mean average precision (mAP) counts hits.

    Each detection, the first one first, hits the truth with which its IoU is largest, if
    that is above the threshold and no detection before has hit it: the rule of Pascal VOC
    and DOTA. A second detection of the same truth is a miss.

    Parameters
    ----------
    detections : ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        n shapes, by falling score, as ``shapes[sepax.nms(shapes, scores, threshold)]`` are.
    truths : the same
        Of equally large IoU the first counts.
    threshold : float
        From 0 to 1.
    classes : tuple of (n,) and (m,) array-like of int, optional
        The classes of the detections and of the truths: only equal ones match.

    Returns
    -------
    (n,) intp
        Rows of `truths`; -1 for a detection that hits none.

    Raises
    ------
    ValueError
        For a threshold that is not from 0 to 1, and classes that are not one for each shape.
    TypeError
        For what is no shape, named by its index where there are many; for classes that are
        no integers.

    Examples
    --------
    >>> found = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (9, 0)])
    >>> truths = sepax.ShapeArray.boxes(4, 2, [(9, 0), (0, 0)])
    >>> sepax.match(found, truths, 0.5)
    array([ 1, -1,  0])
    >>> sepax.match(found, truths, 0.5, classes=([0, 0, 1], [0, 0]))
    array([ 1, -1, -1])
    """
    least = _part(threshold, "threshold")
    here, there = parts_of(detections, "detections"), parts_of(truths, "truths")
    pairs, shares = _alike(here, there, least)
    if classes is not None:
        if not isinstance(classes, tuple) or len(classes) != 2:
            raise TypeError(
                "classes must be a tuple, the classes of the detections and those of the truths"
            )
        kinds, others = classes
        of_pairs = columns_of(pairs)
        own = _classes(kinds, here.row_count, "classes[0]")[of_pairs[0]]
        same = own == _classes(others, there.row_count, "classes[1]")[of_pairs[1]]
        pairs, shares = pairs[same], shares[same]
    hits: IndexArray = np.full(here.row_count, -1, np.intp)
    order = np.lexsort((pairs[:, 1], -shares, pairs[:, 0]))
    rows, best = np.unique(pairs[order, 0], return_index=True)  # the first of each detection
    nearest = pairs[order[best], 1]
    taken, first = np.unique(nearest, return_index=True)  # the first detection of each truth
    hits[rows[first]] = taken
    return hits


def _near_rows(here: Parts, there: Parts, lines: SightLines | None) -> IndexArray:
    """Return the pairs of shapes and groups whose boxes, or boxes of parts, meet."""
    pairs: IndexArray = np.asarray(near_pairs(here.scene, there.scene, 0.0, lines))
    if here.groups is None and there.groups is None:
        return pairs
    return owner_pairs(pairs, here, there)


def _shares(here: Parts, there: Parts, near: IndexArray, workers: int) -> FloatArray:
    """Return the IoU of each of these pairs."""
    shares = np.empty(len(near))
    i, j = columns_of(near)
    one, other = here.sides, there.sides
    if isinstance(one, ShapeBlock) and isinstance(other, ShapeBlock):
        plan: ShapePairs | GroupPairs = ShapePairs(one, other, i, j)
    else:
        plan = GroupPairs(one, other, False, i, j)
    _threads.run(plan.iou, len(near), workers, shares)
    return shares


def _bounds(here: Parts) -> FloatArray:
    """Return bounds that surely hold each shape or group."""
    bounds = wide_bounds(here.block, 0.0, 0.0)
    starts = here.starts
    if starts is None:
        return bounds
    low = np.minimum.reduceat(bounds[:, :2], starts[:-1])
    high = np.maximum.reduceat(bounds[:, 2:], starts[:-1])
    return np.hstack((low, high))


def _keep_groups(groups: AnyGroups, rows: Suppression, least: float, kept: IndexArray) -> int:
    """Decide by the IoU of groups until `kept` is full; return how many are kept."""
    near: IndexArray = np.empty(groups.count, np.intp)
    for k in range(len(kept)):
        kept[k], count = rows.keep_next(near)
        if kept[k] < 0:
            return k
        if count and least < 1.0:  # no IoU is above it
            shares = _group_shares(groups, kept[k], near[:count])
            rows.suppress(near[:count][shares > least])
    return len(kept)


def _group_shares(groups: AnyGroups, row: int, others: IndexArray) -> FloatArray:
    """Return the IoU of a group with others."""
    shares = np.empty(len(others))
    plan = GroupPairs(groups.taken([row]), groups.taken(others.tolist()), False, None, None)
    _threads.run(plan.iou, len(others), 1, shares)
    return shares


def _scores(scores: npt.ArrayLike, count: int) -> FloatArray:
    array = numbers(scores, "scores", shared=True)
    if len(array) != count or np.ndim(scores) != 1:
        raise ValueError(f"scores must be one for each of {count} shapes, got {np.shape(scores)}")
    if np.isnan(array).any():
        raise ValueError(f"scores[{int(np.argmax(np.isnan(array)))}] must not be NaN")
    return array


def _classes(classes: npt.ArrayLike, count: int, name: str = "classes") -> IndexArray:
    try:
        array = integers(classes, name, shared=True)
    except OverflowError:
        raise ValueError(f"{name} must be integers of at most 64 bits") from None
    if array.shape != (count,):
        raise ValueError(f"{name} must be one for each of {count} shapes, got {array.shape}")
    return array


def nms(
    shapes: GroupScene,
    scores: npt.ArrayLike,
    threshold: float,
    *,
    classes: npt.ArrayLike | None = None,
    max_keep: SupportsIndex | None = None,
) -> IndexArray:
    """Non-maximum suppression: of shapes that overlap too much, the one of the highest score.

    Greedy: from the highest score on, a shape is kept unless its IoU with one that is kept
    is above the threshold.

    Parameters
    ----------
    shapes : ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        n shapes, of any kind.
    scores : (n,) array-like
        Shapes of equal scores come in the order of their rows.
    threshold : float
        From 0 to 1. Shapes whose IoU is exactly this are both kept.
    classes : (n,) array-like of int, optional
        Only shapes of the same class suppress each other.
    max_keep : int, optional
        Stop when so many are kept, of all classes together.

    Returns
    -------
    (k,) intp
        Rows of the shapes that are kept, by falling score.

    Raises
    ------
    ValueError
        For scores that are NaN, scores or classes that are not one for each shape, a
        threshold that is not from 0 to 1, a negative `max_keep`.
    TypeError
        For what is no shape, named by its index where there are many; for classes that are
        no integers.

    Notes
    -----
    Only shapes that are kept are compared with their neighbours, which a tree of bounding
    boxes finds; what is suppressed leaves it. Memory grows with the number of shapes, however
    crowded they are.

    Examples
    --------
    >>> boxes = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (9, 0)], [0.1, 0.2, 0.0])
    >>> sepax.nms(boxes, [0.8, 0.9, 0.3], 0.5)
    array([1, 2])
    >>> sepax.nms(boxes, [0.8, 0.9, 0.3], 0.5, classes=[0, 1, 1])
    array([1, 0, 2])
    """
    least = _part(threshold, "threshold")
    most = None if max_keep is None else whole_number(max_keep, "max_keep")
    if most is not None and most < 0:
        raise ValueError(f"max_keep must not be negative, got {most}")
    here = parts_of(shapes, "shapes")
    count = here.row_count
    worth = np.ascontiguousarray(_scores(scores, count))
    kinds = None if classes is None else np.ascontiguousarray(_classes(classes, count))
    rows = Suppression(_bounds(here), worth, kinds)
    kept: IndexArray = np.empty(count if most is None else min(count, most), np.intp)
    if here.groups is None:
        number = rows.keep(here.block, least, kept)
    else:
        number = _keep_groups(here.groups, rows, least, kept)
    return kept[:number].copy()
