"""Queries of detections: IoU of all pairs, non-maximum suppression, and matches of images."""

import math
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Array, Index

from scene.drawing import Scene
from scene.memory import peak_memory
from scene.questions import Question, shape_array

ROWS = 2_000  # of the matrix, and as many columns
FOUND, MANY_FOUND = 20_000, 200_000
ON_AN_OBJECT = 10  # detections of the same thing
HEAPS = 40  # objects of all that a detector finds before suppression
IMAGES, TRUTHS, GUESSES = 5_000, 8, 20  # truths and detections of an image
IMAGE_SIDE = 1_000.0
THRESHOLD = 0.5
MATRIX_TARGET = 20.0  # times the STRtree at least
SUPPRESSION_TARGET = 30.0
HEAPS_TARGET = 2.0  # times one call of `iou` for each row that is kept
MATCH_TARGET = 15.0  # times one call for each image


def detections(count: int, seed: int, objects: int | None = None) -> Scene:
    """Draw boxes as a detector finds them: some around every object, the objects apart or not."""
    random = np.random.default_rng(seed)
    objects = objects or max(1, count // ON_AN_OBJECT)
    field = 60.0 * math.sqrt(objects)
    of = random.integers(0, objects, count)
    place = random.uniform(0.0, field, (objects, 2))[of] + random.normal(0.0, 3.0, (count, 2))
    half = random.uniform(5.0, 30.0, (objects, 2))[of] * random.normal(1.0, 0.07, (count, 2))
    angle = random.uniform(-math.pi, math.pi, objects)[of] + random.normal(0.0, 0.07, count)
    return Scene(place, half, angle)


def iou_of(shapely: Any, a: Any, b: Any) -> Array:
    shared = shapely.area(shapely.intersection(a, b))
    share: Array = shared / (shapely.area(a) + shapely.area(b) - shared)
    return share


def matrix_question() -> Question:
    """Compute the IoU of all pairs of two sets of boxes."""
    sepax, shapely = import_module("sepax"), import_module("shapely")
    scenes = detections(ROWS, 1), detections(ROWS, 1)
    scenes[1].position[:] += np.random.default_rng(2).normal(0.0, 3.0, (ROWS, 2))
    a, b = map(shape_array, scenes)
    ones, others = (shapely.polygons(scene.vertices) for scene in scenes)

    def by_tree() -> Array:
        i, j = shapely.STRtree(others).query(ones, predicate="intersects")
        matrix = np.zeros((len(ones), len(others)))
        matrix[i, j] = iou_of(shapely, ones[i], others[j])
        return matrix.round(6)

    return Question(
        f"IoU of {ROWS:,} x {ROWS:,} boxes",
        {"sepax": lambda: sepax.iou_matrix(a, b).round(6), "STRtree": by_tree},
        {"STRtree": MATRIX_TARGET},
    )


def kept_of(order: Index, better: Index, worse: Index) -> Index:
    """Return who is kept, by falling score; of ranks those that would suppress others, in order."""
    kept = np.ones(len(order), np.bool_)
    for one, other in zip(better.tolist(), worse.tolist(), strict=True):
        if kept[one]:
            kept[other] = False
    chosen: Index = order[kept]
    return chosen


def suppression_question(count: int) -> Question:
    """Find which of many boxes are kept."""
    sepax, shapely = import_module("sepax"), import_module("shapely")
    scene = detections(count, 3)
    scores = np.random.default_rng(4).uniform(0.0, 1.0, count)
    boxes, polygons = shape_array(scene), shapely.polygons(scene.vertices)

    def by_tree() -> Index:
        order = np.argsort(-scores, kind="stable")
        ranked = polygons[order]
        i, j = shapely.STRtree(ranked).query(ranked, predicate="intersects")
        i, j = i[i < j], j[i < j]
        alike = iou_of(shapely, ranked[i], ranked[j]) > THRESHOLD
        i, j = i[alike], j[alike]
        by_rank = np.lexsort((j, i))
        return kept_of(order, i[by_rank], j[by_rank])

    works = {"sepax": lambda: sepax.nms(boxes, scores, THRESHOLD), "STRtree": by_tree}
    if count > FOUND:  # it would take a minute
        del works["STRtree"]
    targets = {"STRtree": SUPPRESSION_TARGET} if "STRtree" in works else {}
    return Question(f"suppression of {count:,} boxes", works, targets)


def heaps_question() -> Question:
    """Find which of many boxes are kept, hundreds on each object."""
    sepax = import_module("sepax")
    scores = np.random.default_rng(4).uniform(0.0, 1.0, FOUND)
    boxes = shape_array(detections(FOUND, 3, HEAPS))

    def by_rows() -> Index:
        alive, kept = np.ones(FOUND, np.bool_), []
        for row in np.argsort(-scores, kind="stable").tolist():
            if alive[row]:
                kept.append(row)
                alive &= ~(sepax.iou(boxes[row], boxes) > THRESHOLD)
        return np.array(kept)

    return Question(
        f"suppression of {FOUND:,} boxes on {HEAPS} objects",
        {"sepax": lambda: sepax.nms(boxes, scores, THRESHOLD), "iou": by_rows},
        {"iou": HEAPS_TARGET},
    )


def draw_images() -> tuple[Any, Index, Any, Index]:
    """Draw detections and truths, and the image of each; the rows of an image are together."""
    random, count = np.random.default_rng(5), IMAGES * TRUTHS
    image = np.repeat(np.arange(IMAGES), TRUTHS)
    half = random.uniform(10.0, 75.0, (count, 2))
    place, angle = random.uniform(0.0, IMAGE_SIDE, (count, 2)), random.uniform(-3.0, 3.0, count)
    first = TRUTHS * np.repeat(np.arange(IMAGES), GUESSES)
    of = first + random.integers(0, TRUTHS, len(first))
    blur = random.gamma(1.5, 4.0, (len(of), 1))
    places = place[of] + blur * random.normal(size=(len(of), 2))
    angles = angle[of] + random.normal(0.0, 0.05, len(of))
    found = Scene(places, half[of] * random.normal(1.0, 0.07, (len(of), 2)).clip(0.5), angles)
    return shape_array(found), image[of], shape_array(Scene(place, half, angle)), image


def match_question() -> Question:
    """Match the detections of many images with their truths."""
    sepax = import_module("sepax")
    found, image, truths, image_of_truth = draw_images()
    names = {"groups": image, "groups_b": image_of_truth}

    def by_images() -> Index:
        hits = np.full(len(found), -1)
        for k in range(IMAGES):
            rows, others = (
                slice(GUESSES * k, GUESSES * (k + 1)),
                slice(TRUTHS * k, TRUTHS * (k + 1)),
            )
            hit = sepax.match(found[rows], truths[others], THRESHOLD)
            hits[rows] = np.where(hit >= 0, hit + TRUTHS * k, -1)
        return hits

    return Question(
        f"matches of {IMAGES:,} images",
        {
            "sepax": lambda: sepax.match(found, truths, THRESHOLD, **names),
            "as classes": lambda: sepax.match(
                found, truths, THRESHOLD, classes=(image, image_of_truth)
            ),
            "by images": by_images,
        },
        {"by images": MATCH_TARGET},
    )


def show_match_memory() -> None:
    """Print the most memory that the matches of many images hold beyond the shapes."""
    found, peak = peak_memory(match_question().works["sepax"])
    print(f"matches of {IMAGES:,} images, peak memory: {peak / 1e6:.1f} MB for {len(found):,} rows")


def detection_questions() -> Iterator[Question]:
    """Yield the queries that evaluate object detectors and suppress their duplicates."""
    yield matrix_question()
    yield suppression_question(FOUND)
    yield heaps_question()
    yield suppression_question(MANY_FOUND)
    yield match_question()
