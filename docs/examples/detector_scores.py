"""Score detectors: mean average precision as COCO counts it, and words found as ICDAR counts them.

Run ``python docs/examples/detector_scores.py --images 5000 --picture scores.png``. All images are
compared in one call, with the number of its image as the label of each row.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import sepax

Array = npt.NDArray[Any]
THRESHOLDS = np.linspace(0.5, 0.95, 10)
RECALLS = np.linspace(0.0, 1.0, 101)  # at which COCO reads precision
CLASSES = 15  # of the random objects, as in DOTA


class Objects(NamedTuple):
    """What is in all images: detections, or the ground truth."""

    shapes: Any  # a ShapeArray, or a CompoundArray of words that are not convex
    image: Array
    kind: Array  # integers from 0

    def rows(self, rows: Array) -> Objects:
        """Return some of them, in this order."""
        return Objects(self.shapes[rows], self.image[rows], self.kind[rows])


def give_first(seekers: Array, wanted: Array) -> Array:
    """Give each seeker, the least one first, what it wants most of what is left.

    Their wishes are side by side, sorted by seeker and then by preference. Returns which wishes
    come true. All seekers ask at once, and who asks for what a lesser one wants asks again.
    """
    _, wish = np.unique(seekers, return_index=True)
    end = np.append(wish[1:], len(seekers))
    asking = np.arange(len(wish))
    while True:
        asking = asking[wish[asking] < end[asking]]
        thing = wanted[wish[asking]]
        owner = np.full(wanted.max(initial=-1) + 1, len(wish))
        np.minimum.at(owner, thing, asking)
        lost = asking[owner[thing] != asking]
        if not len(lost):
            break
        wish[lost] += 1
    granted: Array = np.zeros(len(seekers), np.bool_)
    granted[wish[asking]] = True
    return granted


def hits_at_thresholds(found: Objects, truth: Objects) -> Array:
    """Return which detections, by falling score, hit a truth at each threshold, (10, n).

    This is COCO's rule: a detection takes the truth of the highest IoU among those that are left,
    and of equal ones the last.
    """
    kinds = 1 + max(of.kind.max(initial=0) for of in (found, truth))
    pairs, iou = sepax.iou_matrix(
        found.shapes,
        truth.shapes,
        np.nextafter(THRESHOLDS[0], 0.0),  # an IoU of exactly the threshold counts
        groups=found.image * kinds + found.kind,
        groups_b=truth.image * kinds + truth.kind,
        sparse=True,
    )
    order = np.lexsort((-pairs[:, 1], -iou, pairs[:, 0]))
    pairs, iou = pairs[order], iou[order]
    hits = np.zeros((len(THRESHOLDS), len(found.image)), np.bool_)
    for row, threshold in zip(hits, THRESHOLDS, strict=True):
        seekers, wanted = pairs[iou >= threshold].T
        row[seekers[give_first(seekers, wanted)]] = True
    return hits


def precisions(hits: Array, truths: int) -> Array:
    """Return the precision at each recall, (101,), of detections of a class by falling score."""
    right = np.cumsum(hits)
    precision = right / np.arange(1, len(hits) + 1)
    best = np.maximum.accumulate(precision[::-1])[::-1]  # at this recall or a higher one
    place = np.searchsorted(right / truths, RECALLS)
    return np.append(best, 0.0)[place]  # 0 where the recall is never reached


def precision_table(found: Objects, scores: Array, truth: Objects) -> Array:
    """Return the precision by class, threshold and recall, (k, 10, 101), NaN without any truth.

    Its mean is COCO's AP, where no image has crowds, or more than 100 detections of a class.
    """
    order = np.lexsort((found.image, -scores))
    found = found.rows(order)
    hits = hits_at_thresholds(found, truth)
    counts = np.bincount(truth.kind)
    table = np.full((len(counts), len(THRESHOLDS), len(RECALLS)), np.nan)
    for kind in np.flatnonzero(counts):
        of_kind = hits[:, found.kind == kind]
        table[kind] = [precisions(row, counts[kind]) for row in of_kind]
    return table


class Words(NamedTuple):
    """How many words count, and how many are found."""

    found: int
    truths: int
    right: int

    @property
    def scores(self) -> tuple[float, float, float]:
        """Precision, recall, and their harmonic mean."""
        precision, recall = self.right / max(self.found, 1), self.right / max(self.truths, 1)
        return precision, recall, 2.0 * self.right / max(self.found + self.truths, 1)


def count_words(found: Objects, truth: Objects, ignored: Array) -> Words:
    """Count words that are found with an IoU above 0.5, as ICDAR does.

    Some truths are ignored ("don't care"). A detection is ignored, too, if more than half of its
    area is in one of these. A truth, the first one first, takes the first detection that is left.
    """
    unread, truth = truth.rows(ignored), truth.rows(~ignored)
    labels: Any = {"groups": found.image, "groups_b": unread.image}
    pairs = sepax.find_pairs(found.shapes, unread.shapes, touching=False, **labels)
    shared = sepax.overlap_area(found.shapes, unread.shapes, pairs=pairs)
    counts = np.ones(len(found.image), np.bool_)
    counts[pairs[shared > 0.5 * found.shapes.areas[pairs[:, 0]], 0]] = False
    found = found.rows(counts)
    labels = {"groups": truth.image, "groups_b": found.image}
    pairs, _ = sepax.iou_matrix(truth.shapes, found.shapes, 0.5, sparse=True, **labels)
    right = give_first(*pairs.T).sum()
    return Words(len(found.image), len(truth.image), int(right))


def random_objects(images: int, of_each: int, seed: int) -> tuple[Objects, Objects, Array]:
    """Draw rotated boxes, and detections of them with scores, some in a wrong place or class."""
    source = np.random.default_rng(seed)
    count = 8 * images
    image = np.repeat(np.arange(images), 8)
    place, size = source.uniform(0, 1000, (count, 2)), source.uniform(20, 150, (count, 2))
    angle, kind = source.uniform(0, np.pi, count), source.integers(0, CLASSES, count)
    truth = Objects(sepax.ShapeArray.boxes(*size.T, place, angle), image, kind)
    of = 8 * np.repeat(np.arange(images), of_each) + source.integers(0, 8, of_each * images)
    blur = source.gamma(1.5, 1.0, (len(of), 1))
    place = place[of] + 4.0 * blur * source.normal(size=(len(of), 2))
    size = size[of] * np.exp(0.06 * blur * source.normal(size=(len(of), 2)))
    angle = angle[of] + 0.03 * blur[:, 0] * source.normal(size=len(of))
    scores = np.exp(-0.3 * blur[:, 0]) * source.uniform(0.5, 1.0, len(of))
    wrong = source.random(len(of)) < 0.1
    kind = np.where(wrong, source.integers(0, CLASSES, len(of)), kind[of])
    return Objects(sepax.ShapeArray.boxes(*size.T, place, angle), image[of], kind), truth, scores


def draw(table: Array, path: str) -> None:
    """Save a picture of precision by recall, at each threshold."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5))
    axes: Any = figure.add_subplot()
    for k, (threshold, precision) in enumerate(zip(THRESHOLDS, table, strict=True)):
        shade = 0.1 + 0.8 * k / len(table)
        axes.plot(RECALLS, precision, color=(shade, 0.4, 1.0 - shade), label=f"{threshold:.2f}")
    axes.set_xlabel("recall")
    axes.set_ylabel("precision")
    axes.legend(title="IoU", fontsize="small")
    axes.set_title("Precision by recall, mean of all classes")
    figure.savefig(path, dpi=90)


def main(arguments: Sequence[str] | None = None) -> None:
    """Score random detections, as objects and as words."""
    parser = argparse.ArgumentParser(description="Mean average precision, and words found.")
    parser.add_argument("--images", type=int, default=5_000)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    found, truth, scores = random_objects(options.images, 20, 1)
    began = perf_counter()
    table = precision_table(found, scores, truth)
    spent = 1e3 * (perf_counter() - began)
    by_threshold = np.nanmean(table, axis=(0, 2))
    print(f"{len(scores):,} detections, {len(truth.kind):,} objects: {spent:.0f} ms")
    print(f"AP {np.nanmean(table):.3f}, AP50 {by_threshold[0]:.3f}, AP75 {by_threshold[5]:.3f}")
    ignored = np.arange(len(truth.kind)) % 7 == 0
    best = np.flatnonzero(scores > 0.55)
    began = perf_counter()
    words = count_words(found.rows(best), truth, ignored)
    spent = 1e3 * (perf_counter() - began)
    precision, recall, mean = words.scores
    print(f"as words: precision {precision:.3f}, recall {recall:.3f}, hmean {mean:.3f}", end="")
    print(f" ({spent:.0f} ms)")
    if options.picture:
        draw(np.nanmean(table, axis=0), options.picture)


if __name__ == "__main__":
    main()
