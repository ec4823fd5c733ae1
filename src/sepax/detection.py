"""For object detection: IoU of all pairs, non-maximum suppression, and matching."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    dimensions,
    numbers,
)
from sepax._base.blocks import chosen_rows, columns_of
from sepax._base.classes import AnyClasses, kinds_of, numbered, read_classes
from sepax._core.arguments import number, positive_number, whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.sides import RowSide
from sepax._core.arrays.suppression import Suppression
from sepax._core.arrays.visibility import Visibility
from sepax._rows.candidates import near_pairs, wide_bounds
from sepax._rows.queries import near_rows
from sepax._rows.scenes import Scene, scene_of
from sepax._rows.visibility import labels_of_rows, visibility_of
from sepax.scene import AnyScene

Metric = Literal["iou", "ios"]  # what two shapes share, by their union or by the smaller of them


def _part(threshold: Any) -> float:
    part = number(threshold, "threshold")
    if not 0.0 <= part <= 1.0:
        raise ValueError(f"threshold must be from 0 to 1, got {part}")
    return part


def _is_ios(metric: Any) -> bool:
    if metric not in ("iou", "ios"):
        raise ValueError(f'metric must be "iou" or "ios", got {metric!r}')
    return bool(metric == "ios")


@overload
def iou_matrix(
    a: AnyScene,
    b: AnyScene,
    threshold: float = ...,
    *,
    metric: Metric = ...,
    sparse: Literal[False] = ...,
    groups: npt.ArrayLike | None = ...,
    groups_b: npt.ArrayLike | None = ...,
    workers: int = ...,
) -> FloatArray: ...
@overload
def iou_matrix(
    a: AnyScene,
    b: AnyScene,
    threshold: float = ...,
    *,
    metric: Metric = ...,
    sparse: Literal[True],
    groups: npt.ArrayLike | None = ...,
    groups_b: npt.ArrayLike | None = ...,
    workers: int = ...,
) -> tuple[IndexArray, FloatArray]: ...
def iou_matrix(
    a: AnyScene,
    b: AnyScene,
    threshold: float = 0.0,
    *,
    metric: Metric = "iou",
    sparse: bool = False,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    workers: int = 1,
) -> FloatArray | tuple[IndexArray, FloatArray]:
    """Intersection over union of every shape with every other.

    Parameters
    ----------
    a, b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        n shapes and m; a compound alone is one. They may be the same: a shape has 1 with itself.
    threshold : float, default 0.0
        From 0 to 1. What is not above it counts as 0.
    metric : {"iou", "ios"}, default "iou"
        Intersection over union, or intersection over the smaller area: 1 where one shape holds
        the other.
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
        Row i of `a` with row j of `b`: their IoU as `sepax.iou` has it, to the bit. The other
        metric is `sepax.overlap_area` by the smaller of what each shape shares with itself.
        Shapes that only touch, or without an area, have 0. If sparse, a tuple:
        (k, 2) intp, sorted by i and then j, and (k,) float64.

    Raises
    ------
    ValueError
        For a threshold that is not from 0 to 1; for another metric; for labels that are not one
        for each row, or of one side alone.
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
    >>> sepax.iou_matrix(found, truth, metric="ios")[1]
    array([0., 1.])
    >>> sepax.iou_matrix(found, truth, 0.6, sparse=True)
    (array([[0, 0]]), array([1.]))
    """
    least, ios = _part(threshold), _is_ios(metric)
    workers = positive_number(workers, "workers")
    here, there = scene_of(a, "a"), scene_of(b, "b")
    visibility = visibility_of(here, there, groups, groups_b)
    pairs, shares = _alike(here, there, least, ios, visibility, workers)
    if sparse:
        return pairs, shares
    matrix = np.zeros((here.row_count, there.row_count))
    matrix[pairs[:, 0], pairs[:, 1]] = shares
    return matrix


def _alike(
    here: Scene,
    there: Scene,
    least: float,
    ios: bool = False,
    visibility: Visibility | None = None,
    workers: int = 1,
) -> tuple[IndexArray, FloatArray]:
    """Return the pairs with an IoU, or an IoS, above `least`, sorted, and that number of each."""
    near: IndexArray
    if here.shapes is None or there.shapes is None:
        near = near_rows(here, there, 0.0, visibility)
    else:
        near = np.asarray(near_pairs(here.shapes, there.shapes, 0.0, visibility))
    one, other = _side(here), _side(there)
    areas = (_own_areas(one), _own_areas(other)) if ios else None
    shares = _shares(one, other, columns_of(near), areas, workers)
    above = shares > least
    return chosen_rows(near, above), chosen_rows(shares[:, None], above)[:, 0]


def match(
    detections: AnyScene,
    truths: AnyScene,
    threshold: float,
    *,
    classes: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
) -> IndexArray:
    """Which truth each detection hits, as mean average precision (mAP) counts hits.

    Each detection, the first one first, hits the truth with which its IoU is largest, if
    that is above the threshold and no detection before has hit it: the rule of Pascal VOC
    and DOTA. A second detection of the same truth is a miss.

    Parameters
    ----------
    detections : ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        n shapes, by falling score, as ``shapes[sepax.nms(shapes, scores, threshold)]`` are.
    truths : ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        Of equally large IoU the first counts. They may be the detections: each hits itself.
    threshold : float
        From 0 to 1.
    classes : tuple of (n,) and (m,) array-like of int or float, optional
        The classes of the detections and of the truths: only equal ones match. An integer equals
        a float of exactly its value.
    groups, groups_b : (n,) and (m,) array-like of int, optional
        A label for each detection and for each truth, such as the number of its image: only equal
        ones match. So one call answers for all images, as a call for each would. Scores are to
        fall within each image; the order of the images is free.

    Returns
    -------
    (n,) intp
        Rows of `truths`; -1 for a detection that hits none.

    Raises
    ------
    ValueError
        For a threshold that is not from 0 to 1, classes that are NaN or not one for each shape,
        and labels that are not one for each row, or of one side alone.
    TypeError
        For what is no shape, named by its index where there are many; for classes that are
        no numbers, and labels that are no integers.

    See Also
    --------
    iou_matrix : with ``sparse=True`` and the same labels, for other rules and several thresholds.

    Notes
    -----
    Only shapes of equal class and label whose bounding boxes meet are compared. Memory grows with
    their number.

    Examples
    --------
    >>> found = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (9, 0)])
    >>> truths = sepax.ShapeArray.boxes(4, 2, [(9, 0), (0, 0)])
    >>> sepax.match(found, truths, 0.5)
    array([ 1, -1,  0])
    >>> sepax.match(found, truths, 0.5, classes=([0, 0, 1], [0, 0]))
    array([ 1, -1, -1])
    >>> sepax.match(found, truths, 0.5, groups=[3, 8, 3], groups_b=[3, 8])  # of two images
    array([-1,  1,  0])
    """
    least = _part(threshold)
    here, there = scene_of(detections, "detections"), scene_of(truths, "truths")
    visibility = _alike_in_kind(here, there, classes, groups, groups_b)
    pairs, shares = _alike(here, there, least, visibility=visibility)
    hits: IndexArray = np.full(here.row_count, -1, np.intp)
    rows, nearest = _best(pairs, shares)
    first = np.full(there.row_count, here.row_count)  # the first detection of each truth
    np.minimum.at(first, nearest, rows)
    hit = first[nearest] == rows
    hits[rows[hit]] = nearest[hit]
    return hits


def _best(pairs: IndexArray, shares: FloatArray) -> tuple[IndexArray, IndexArray]:
    """Return the first column of sorted pairs, each once, and the second where most is shared.

    Of equal ones it is the first.
    """
    first = _are_first(pairs[:, 0])
    most = np.maximum.reduceat(shares, first.nonzero()[0])
    best = pairs[shares == most[first.cumsum() - 1]]
    best = best[_are_first(best[:, 0])]
    return best[:, 0], best[:, 1]


def _are_first(rows: IndexArray) -> BoolArray:
    """Return which of sorted rows differ from the one before."""
    first: BoolArray = np.ones(len(rows), np.bool_)
    np.not_equal(rows[1:], rows[:-1], out=first[1:])
    return first


def _alike_in_kind(
    here: Scene,
    there: Scene,
    classes: tuple[npt.ArrayLike, npt.ArrayLike] | None,
    groups: npt.ArrayLike | None,
    groups_b: npt.ArrayLike | None,
) -> Visibility | None:
    """Return what detections see of truths: those of their class and their label."""
    if classes is None:
        return visibility_of(here, there, groups, groups_b)
    if not isinstance(classes, tuple) or len(classes) != 2:
        raise TypeError(
            "classes must be a tuple, the classes of the detections and those of the truths"
        )
    kinds: tuple[AnyClasses, AnyClasses] = (
        read_classes(classes[0], here.row_count, "classes[0]"),
        read_classes(classes[1], there.row_count, "classes[1]"),
    )
    own = labels_of_rows(here, groups, "groups")
    others = labels_of_rows(there, groups_b, "groups_b")
    if own is None and others is None:
        if not all(side.dtype.kind in "iu" for side in kinds):
            kinds = numbered(*kinds)
    elif own is None or others is None:
        return visibility_of(here, there, groups, groups_b)  # which says what is missing
    else:
        some, more = numbered(*kinds)
        labels, of_truths = numbered(own, others)
        count = len(some) + len(more)  # more than any number
        kinds = labels * count + some, of_truths * count + more
    return visibility_of(here, there, *kinds)


_Side = ShapeBlock | RowSide


def _side(scene: Scene) -> _Side:
    return scene.block if scene.rows is None else scene.compiled()


def _shares(
    a: _Side,
    b: _Side,
    rows: tuple[IndexArray, IndexArray],
    areas: tuple[FloatArray, FloatArray] | None,
    workers: int = 1,
) -> FloatArray:
    """Return the IoU of the shapes in these rows of either side, or with their areas the IoS."""
    i, j = rows
    shares: FloatArray = np.empty(len(i))
    verb = "iou" if areas is None else "overlap_area"
    threads.run(_pair_plan(a, b, i, j).answer, len(i), workers, verb, (shares,))
    if areas is None:
        return shares
    smaller = np.minimum(areas[0][i], areas[1][j])
    share_area = shares > 0.0
    shares[share_area] = (np.minimum(shares, smaller)[share_area]) / smaller[share_area]
    return shares


def _pair_plan(a: _Side, b: _Side, i: IndexArray, j: IndexArray) -> ShapePairs | RowPairs:
    if isinstance(a, ShapeBlock) and isinstance(b, ShapeBlock):
        return ShapePairs(a, b, i, j)
    one, other = (RowSide(of) if isinstance(of, ShapeBlock) else of for of in (a, b))
    return RowPairs(one, other, i, j)


def _own_areas(side: _Side) -> FloatArray:
    """Return the area of each row as `overlap_area` has it: what it shares with itself."""
    rows = np.arange(side.count, dtype=np.intp)
    areas: FloatArray = np.empty(len(rows))
    plan = _pair_plan(side, side, rows, rows)
    threads.run(plan.answer, len(rows), 1, "overlap_area", (areas,))
    return areas


def _bounds(here: Scene) -> FloatArray:
    """Return bounds that surely hold each row."""
    return here.boxes() if here.rows is not None else wide_bounds(here.block, 0.0, 0.0)


def _keep_rows(
    side: RowSide, rows: Suppression, test: _Test, kept: IndexArray, owners: IndexArray
) -> int:
    """Decide by the areas of rows until `kept` is full; return how many are kept."""
    near: IndexArray = np.empty(side.count, np.intp)
    own = _own_areas(side) if test.ios else None
    areas = None if own is None else (own, own)
    for k in range(len(kept)):
        kept[k], count = rows.keep_next(near)
        if kept[k] < 0:
            return k
        if count and test.least < 1.0:  # nothing is above it
            others = near[:count].copy()
            pairs = np.full(count, kept[k]), others
            suppressed = others[_shares(side, side, pairs, areas) > test.least]
            rows.suppress(suppressed)
            owners[suppressed] = kept[k]
    return len(kept)


def _scores(scores: npt.ArrayLike, count: int) -> FloatArray:
    array = numbers(scores, "scores", shared=True)
    if len(array) != count or dimensions(scores) != 1:
        raise ValueError(f"scores must be one for each of {count} shapes, got {np.shape(scores)}")
    if np.isnan(array).any():
        raise ValueError(f"scores[{int(np.argmax(np.isnan(array)))}] must not be NaN")
    return array


class _Test(NamedTuple):
    """What is suppressed: a metric above `least`."""

    least: float
    ios: bool


def _test(threshold: Any, metric: Any, inclusive: bool) -> _Test:
    least = _part(threshold)
    return _Test(math.nextafter(least, -1.0) if inclusive else least, _is_ios(metric))


def _suppress(
    shapes: AnyScene,
    scores: npt.ArrayLike,
    test: _Test,
    classes: npt.ArrayLike | None,
    most: int | None,
    wants_owners: bool,
) -> tuple[IndexArray, IndexArray]:
    """Return which rows are kept, at most so many; and, if wanted, which one suppressed each."""
    here = scene_of(shapes, "shapes")
    count = here.row_count
    worth = np.ascontiguousarray(_scores(scores, count))
    kinds = None if classes is None else kinds_of(read_classes(classes, count))
    owners: IndexArray = np.arange(count, dtype=np.intp)
    if test.least < 0.0:  # even shapes that are apart suppress each other
        return _best_of_each(worth, kinds, most)
    rows = Suppression(_bounds(here), worth, kinds)
    kept: IndexArray = np.empty(count if most is None else min(count, most), np.intp)
    if here.rows is not None:
        number = _keep_rows(here.compiled(), rows, test, kept, owners)
    else:
        areas = _own_areas(here.block) if test.ios else None
        number = rows.keep(here.block, test.least, kept, areas, owners if wants_owners else None)
    return kept[:number].copy(), owners


def _best_of_each(
    worth: FloatArray, kinds: IndexArray | None, most: int | None
) -> tuple[IndexArray, IndexArray]:
    """Return the best row of each class, and for each row that of its own class."""
    order = np.argsort(0.0 - worth, kind="stable")
    labels = np.zeros(len(worth), np.intp) if kinds is None else kinds
    _, first, own = np.unique(labels[order], return_index=True, return_inverse=True)
    owners = np.empty(len(order), np.intp)
    owners[order] = order[first[own]]
    return order[np.sort(first)][:most], owners


def nms(
    shapes: AnyScene,
    scores: npt.ArrayLike,
    threshold: float,
    *,
    classes: npt.ArrayLike | None = None,
    max_keep: SupportsIndex | None = None,
    metric: Metric = "iou",
    inclusive: bool = False,
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
    classes : (n,) array-like of int or float, optional
        Only shapes of the same class suppress each other.
    max_keep : int, optional
        Stop when so many are kept, of all classes together.
    metric : {"iou", "ios"}, default "iou"
        Intersection over union, or intersection over the smaller area (IoS), which also
        suppresses small shapes within large ones: see `iou_matrix`.
    inclusive : bool, default False
        Also suppress shapes whose IoU is exactly the threshold. With a threshold of 0 that are
        all but the best of each class.

    Returns
    -------
    (k,) intp
        Rows of the shapes that are kept, by falling score.

    Raises
    ------
    ValueError
        For scores or classes that are NaN or not one for each shape, a threshold that is not
        from 0 to 1, another metric, a negative `max_keep`.
    TypeError
        For what is no shape, named by its index where there are many; for classes that are
        no numbers.

    See Also
    --------
    nms_groups : also tells which shape suppressed each of the others.

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
    test = _test(threshold, metric, inclusive)
    most = None if max_keep is None else whole_number(max_keep, "max_keep")
    if most is not None and most < 0:
        raise ValueError(f"max_keep must not be negative, got {most}")
    return _suppress(shapes, scores, test, classes, most, wants_owners=False)[0]


def nms_groups(
    shapes: AnyScene,
    scores: npt.ArrayLike,
    threshold: float,
    *,
    classes: npt.ArrayLike | None = None,
    metric: Metric = "iou",
    inclusive: bool = False,
) -> tuple[IndexArray, IndexArray]:
    """Non-maximum suppression that tells which shape suppressed each of the others.

    It serves to merge detections instead of dropping them, as non-maximum merging and weighted
    boxes do.

    Parameters
    ----------
    shapes, scores, threshold, classes, metric, inclusive
        As for `nms`.

    Returns
    -------
    kept : (k,) intp
        What `nms` returns.
    owners : (n,) intp
        For each shape the row of the kept one that suppressed it: the one of the highest score,
        if several would. A shape that is kept has its own row.

    Raises
    ------
    ValueError, TypeError
        As `nms`.

    Examples
    --------
    >>> boxes = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (9, 0)])
    >>> kept, owners = sepax.nms_groups(boxes, [0.8, 0.9, 0.3], 0.5)
    >>> kept, owners
    (array([1, 2]), array([1, 1, 2]))
    >>> [np.flatnonzero(owners == row).tolist() for row in kept]
    [[0, 1], [2]]
    """
    test = _test(threshold, metric, inclusive)
    return _suppress(shapes, scores, test, classes, None, wants_owners=True)
