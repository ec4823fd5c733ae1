#!/usr/bin/env python3
"""Judge the answers of sepax, and of others, by exact arithmetic, and write docs/correctness.md.

    python tests/proof.py            all cases, in six minutes on one core, and the page is written
    python tests/proof.py --quick    a tenth of them in two minutes; the page stays as it is

The families and the judges are those of the tests; the seeds are not, so that these are other
cases. How often float32 decides is counted by a build with SEPAX_BUILD=bounds alone, which the
page is made with; other builds say so in place of the table. The exit status is 1 if an answer of
sepax is wrong.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle
import proof_peers
import rounded  # registers its families
import turning_cases
from families import PAIRS, POLYGON_PAIRS, ROUNDED_PAIRS, ROUNDED_SWEEPS, SWEEPS, Sweep
from judges import (
    Exact,
    Verdict,
    judge_axis,
    judge_boolean,
    judge_contact,
    judge_distance,
    judge_features,
    judge_mtv,
    judge_places,
)
from motion_judges import ExactRay, ExactSweep, judge_grazes, judge_ray, judge_sweep
from oracle import dot, vector
from proof_tables import Score, Section, Table, fill, line, written
from proxies import scene, scene_of_polygons
from test_overlap_area import FAMILIES as AREA_FAMILIES
from test_raycast import RAYS, of_sweep
from turning_brackets import error_at
from turning_exact import signed_separation
from turning_oracle import judge_turning
from verdicts import ACCURACY, JUDGES
from verdicts import judged as judge_of

import sepax
from sepax import Shape, ShapeArray
from sepax._core.simd import levels

assert rounded.__name__ == "rounded"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "correctness.md"
BEGIN, END = "<!-- made by tests/proof.py: begin -->", "<!-- made by tests/proof.py: end -->"
FAULTS: list[str] = []  # what judges say of sepax
NOT_COUNTED = "The filter stages are counted by a build with SEPAX_BUILD=bounds alone."
COUNTED = {"cases": "asked", "answers": "asked", "wrong": "wrong"}
# As in the kernels: of orient2d, by the magnitudes of its two products.
PRODUCTS_ROUNDOFF, UNDERFLOW_ERROR = 3.4e-16, 1e-290
Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]


def complain(family: str, case: object, verdicts: dict[str, Verdict | list[str]]) -> int:
    """Keep what judges find wrong; return how many answers that are."""
    wrong = {verb: verdict for verb, verdict in verdicts.items() if verdict}
    FAULTS.extend(f"{family}, {verb}: {verdict}\n  {case}" for verb, verdict in wrong.items())
    return len(wrong)


def worst_of(error: Fraction, bound: Fraction) -> Score:
    """Return an error in eps L, where the bound is 16 of these."""
    return Score(worst=float(16 * abs(error) / bound)) if bound else Score()


def summed(rows: Iterator[list[Score]]) -> list[Score]:
    total = next(rows)
    for row in rows:
        total = [one + other for one, other in zip(total, row, strict=True)]
    return total


# Pairs ----------------------------------------------------------------------------------


def judged_pair(family: str, pair: Exact) -> list[Score]:
    """Ask all verbs about two shapes."""
    a, b = pair.a, pair.b
    mtv, contact, distance = sepax.mtv(a, b), sepax.collide(a, b), sepax.distance(a, b)
    of_mtv = of_depth = of_distance = Fraction(0)
    if mtv is not None:
        step = vector(mtv)
        left = pair.difference.after(step).separation
        of_mtv = max(abs(left), abs(oracle.root(dot(step, step)) + pair.separation))
    if contact is not None:
        of_depth = Fraction(contact.depth) + pair.separation
    else:
        of_distance = Fraction(distance) - pair.separation
    verdicts: dict[str, Verdict | list[str]] = {
        "intersects": judge_boolean(sepax.intersects(a, b), pair.side <= 0, "it"),
        "touching=False": judge_boolean(
            sepax.intersects(a, b, touching=False), pair.side < 0, "it"
        ),
        "separating_axis": judge_axis(pair, sepax.separating_axis(a, b)),
        "mtv": judge_mtv(pair, mtv),
        "collide": judge_contact(pair, contact),
        "features": judge_features(pair, contact) if contact else None,
        "distance": judge_distance(pair, distance),
        "nearest_points": judge_places(pair, sepax.nearest_points(a, b)),
        "covers": JUDGES["covers"](pair, sepax.covers(a, b)),
        "covered": JUDGES["covers"](pair.swapped, sepax.covers(b, a)),
    }
    return [
        Score(1),
        Score(10, complain(family, pair, verdicts)),  # covers either way
        *(worst_of(error, pair.bound) for error in (of_mtv, of_depth, of_distance)),
    ]


def from_arrays(family: str, pairs: list[Exact]) -> Score:
    """Ask about all pairs at once: the same bits as about two shapes."""
    a, b = (ShapeArray([getattr(pair, side) for pair in pairs]) for side in "ab")
    vectors, hits = sepax.mtv(a, b)
    together = zip(
        sepax.intersects(a, b).tolist(),
        [tuple(row) if hit else None for row, hit in zip(vectors.tolist(), hits, strict=True)],
        sepax.distance(a, b).tolist(),
        strict=True,
    )
    wrong = 0
    for pair, row in zip(pairs, together, strict=True):
        alone = [verb(pair.a, pair.b) for verb in (sepax.intersects, sepax.mtv, sepax.distance)]
        said = {
            f"array {k}": None if x == y else f"{y}, and alone {x}"
            for k, (x, y) in enumerate(zip(alone, row, strict=True))
        }
        wrong += complain(family, pair, {**said})
    return Score(3 * len(pairs), wrong)


def row_of_pairs(family: str, count: int) -> list[Score]:
    source, make = Random(f"proof {family}"), PAIRS.get(family) or ROUNDED_PAIRS[family]
    pairs = [Exact(*make(source)) for _ in range(count)]
    cases, answers, *errors = summed(judged_pair(family, pair) for pair in pairs)
    answers += from_arrays(family, pairs)
    return [cases, answers, answers, *errors]


# Motion ---------------------------------------------------------------------------------


def judged_sweep(family: str, sweep: Sweep) -> list[Score]:
    """Ask all verbs about two shapes in motion, and cast the ray that one of them describes."""
    case = ExactSweep(sweep)
    impact, ray = sepax.sweep(*sweep), of_sweep(sweep)
    strict = sepax.sweep(*sweep, touching=False)
    time = float("inf") if impact is None else impact.time
    verdicts: dict[str, Verdict | list[str]] = {
        "sweep": judge_sweep(case, impact),
        "touching=False": judge_grazes(case, impact, strict),
        "time_of_impact": judge_boolean(sepax.time_of_impact(*sweep) == time, True, "equality"),
    }
    if ray is not None:
        verdicts["raycast"] = judge_ray(ExactRay(ray), sepax.raycast(*ray))
    error = Score()
    if impact is not None and not impact.initial:
        error = worst_of(case.at(impact.time).separation, case.leeway(impact.time))
    answers = Score(len(verdicts), complain(family, case, verdicts))
    return [Score(1), answers, answers, error]


def row_of_sweeps(family: str, count: int) -> list[Score]:
    source, make = Random(f"proof {family}"), SWEEPS.get(family) or ROUNDED_SWEEPS[family]
    return summed(judged_sweep(family, make(source)) for _ in range(count))


def row_of_rays(family: str, count: int) -> list[Score]:
    source = Random(f"proof {family}")

    def judged(ray: Any) -> list[Score]:
        case, hit = ExactRay(ray), sepax.raycast(*ray)
        answers = Score(1, complain(family, case, {"raycast": judge_ray(case, hit)}))
        error = Score()
        if hit is not None and hit.distance > 0.0:
            time = case.time_of(hit.distance)
            error = worst_of(case.at(time).separation, case.leeway(time))
        return [Score(1), answers, answers, error]

    return summed(judged(RAYS[family](source)) for _ in range(count))


# Those of the others are rings that turn about a place beside them: `sepax.raw` alone has these.
TURNING = [name for name in turning_cases.FAMILIES if name != "graze_orbits"]


def row_of_turning(family: str, count: int) -> list[Score]:
    source = Random(f"proof {family}")

    def judged(case: Any) -> list[Score]:
        made = turning_cases.shapes_of(case)
        if made is None or not made[2].turns:  # a disc beside its pivot; or what sweeps have
            return [Score()] * 4
        a, b, case = made
        error, verdicts = Score(), {}
        for touching in (True, False):
            keywords = {**turning_cases.keywords(case), "touching": touching}
            impact = sepax.sweep(a, b, **keywords)
            verdicts[f"touching={touching}"] = judge_turning(case, impact, touching=touching)
            if impact is not None and not impact.initial and touching:
                gap = signed_separation(case, impact.time)
                error = worst_of(gap, Fraction(error_at(case, impact.time)))
        answers = Score(2, complain(family, case, {**verdicts}))
        return [Score(1), answers, answers, error]

    return summed(judged(turning_cases.FAMILIES[family](source)) for _ in range(count))


# Areas ----------------------------------------------------------------------------------

AREAS: dict[str, Callable[[Random], Any]] = {
    **{f"areas of {name}": make for name, make in AREA_FAMILIES.items()},
    **{
        name: PAIRS[name]
        for name in POLYGON_PAIRS
        if name not in ("extreme_exponents", "many_sided")  # areas that underflow; too slow
    },
}


def row_of_areas(family: str, count: int) -> list[Score]:
    source = Random(f"proof {family}")

    def judged(a: Any, b: Any) -> list[Score]:
        pair = Exact(a, b)
        fault = judge_of("overlap_area")(pair) or judge_of("iou")(pair)
        exact = oracle.shared_area(oracle.body(a), oracle.body(b))
        thin = oracle.extent(oracle.body(a), oracle.body(b)) ** 2 / 2**95
        off = abs(Fraction(sepax.overlap_area(a, b)) - exact)
        answers = Score(2, complain(family, (a, b), {"overlap_area, iou": fault}))
        return [Score(1), answers, answers, Score(worst=float(off / (ACCURACY * exact + thin)))]

    return summed(judged(*AREAS[family](source)) for _ in range(count))


# Filter stages --------------------------------------------------------------------------

SCENES: dict[str, Callable[[int], tuple[ShapeArray, ShapeArray]]] = {
    "scattered boxes": lambda n: (scene(n, 1), scene(n, 2)),
    "polygons side by side": lambda n: (
        scene_of_polygons(n, 1),
        scene_of_polygons(n, 2),
    ),
}


def sides_of(edges_of: Floats, others: Floats) -> tuple[Truths, Truths]:
    """Return whether each vertex is certainly outside of each edge, and certainly inside."""
    start, way = edges_of[:, None, :], np.roll(edges_of, -1, axis=0)[:, None, :]
    left = (way[..., 0] - start[..., 0]) * (others[:, 1] - start[..., 1])
    right = (way[..., 1] - start[..., 1]) * (others[:, 0] - start[..., 0])
    area, bound = left - right, PRODUCTS_ROUNDOFF * (abs(left) + abs(right)) + UNDERFLOW_ERROR
    return area < -bound, area > bound


def is_certain(a: Shape, b: Shape) -> bool:
    """Whether float64 and the error bound of orient2d decide if two polygons intersect."""
    both = [sides_of(p, q) for p, q in ((a.vertices, b.vertices), (b.vertices, a.vertices))]
    is_apart = any(outside.all(axis=1).any() for outside, _ in both)
    return bool(is_apart or all(inside.any(axis=1).all() for _, inside in both))


def row_of_stages(family: str, count: int) -> list[Score]:
    if family in SCENES:
        a, b = SCENES[family](10 * count)
    else:
        source = Random(f"proof {family}")
        one, other = zip(*(PAIRS[family](source) for _ in range(count)), strict=True)
        a, b = ShapeArray(one), ShapeArray(other)
    before = levels._proxy_counts()
    sepax.intersects(a, b)
    after = levels._proxy_counts()
    assert before is not None
    assert after is not None
    pairs, decided = len(a), after[0] + after[2] - before[0] - before[2]
    exact = sum(not is_certain(a[k], b[k]) for k in range(pairs))
    rest = pairs - decided - exact
    return [Score(pairs), *(Score(pairs, part) for part in (decided, rest, exact))]


# Tables ---------------------------------------------------------------------------------


def sections() -> list[Section]:
    """Return the tables about sepax."""
    moving = {**COUNTED, "separation at the time": "worst"}
    return [
        Section(
            "Two shapes",
            "`intersects` with and without touching, `separating_axis`, `mtv`, `collide` and its "
            "features, `distance`, `nearest_points`, and `covers` either way; then `intersects`, "
            "`mtv` and `distance` of arrays of the same pairs, which must have the same bits. The "
            "largest errors are in eps L; 16 are allowed.",
            {**COUNTED, "mtv": "worst", "depth": "worst", "distance": "worst"},
            [*PAIRS, *ROUNDED_PAIRS],
            row_of_pairs,
            cases=300,
            quick=20,
        ),
        Section(
            "Shapes in motion",
            "`sweep` with and without touching, `time_of_impact`, and the ray along the motion. "
            "The largest separations at the time of impact are in eps L; 16 are allowed.",
            moving,
            [*SWEEPS, *ROUNDED_SWEEPS],
            row_of_sweeps,
            cases=100,
            quick=12,
        ),
        Section(
            "Rays that touch",
            "Rays through vertices, along edges, and past discs. The largest distances of the hit "
            "from the shape are in eps L; 16 are allowed.",
            moving,
            list(RAYS),
            row_of_rays,
            cases=300,
            quick=60,
        ),
        Section(
            "Shapes that turn",
            "`sweep` of shapes that turn while they move, with and without touching. The largest "
            "separations at the time of impact are in eps L; 80 are allowed.",
            moving,
            TURNING,
            row_of_turning,
            cases=50,
            quick=12,
        ),
        Section(
            "Shared areas",
            "`overlap_area` and `iou` of polygons. The largest errors of the area are shares of "
            "what is allowed: 1e-11 of the area, and 2^-95 of L squared.",
            {**COUNTED, "of what is allowed": "worst"},
            list(AREAS),
            row_of_areas,
            cases=150,
            quick=20,
        ),
    ]


def stages() -> Section:
    """Return the table of filter stages."""
    return Section(
        "Which stage decides",
        "`intersects` of two arrays of polygons, by a build with SEPAX_BUILD=bounds. What "
        "float32 decides is counted. A pair is exact if float64 and the error bound of "
        "`orient2d` leave it uncertain. The rest is float64, with the pairs that bounding circles "
        "decide before.",
        {"pairs": "asked", "float32": "share", "float64": "share", "exact": "share"},
        [*SCENES, *POLYGON_PAIRS],
        row_of_stages,
        cases=500,
        quick=50,
    )


def summary(tables: list[Table]) -> str:
    """Return the totals of all tables about sepax."""
    lines = [line("sepax", *COUNTED), "|---|---:|---:|---:|"]
    totals = [table.total[:3] for table in tables]
    named = [(table.section.title, total) for table, total in zip(tables, totals, strict=True)]
    for name, scores in [*named, ("**all**", summed(iter(totals)))]:
        lines.append(line(name, *written(COUNTED.values(), scores)))
    booleans = 5 * totals[0][0].asked
    lines += ["", f"Of these answers {booleans:,} are booleans about two shapes."]
    return "\n".join(lines)


def figures(is_quick: bool) -> str:
    """Ask everybody everything; return what the page says of it."""
    is_counted = levels._proxy_counts() is not None
    about_sepax = [fill(section, is_quick) for section in sections()]
    parts = [
        f"sepax {sepax.__version__}, `{sepax.simd_level()}`, Python {platform.python_version()}, "
        f"{platform.system()} on {platform.machine()}{', with SEPAX_BUILD=bounds' * is_counted}.",
        summary(about_sepax),
        *(table.markdown() for table in about_sepax),
        fill(stages(), is_quick).markdown() if is_counted else NOT_COUNTED,
        "## The same families through others",
        proof_peers.who_was_asked(),
        *(fill(section, is_quick).markdown() for section in proof_peers.sections()),
    ]
    return "\n\n".join(parts)


def main() -> int:
    """Run the proof."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of it; the page stays")
    is_quick = parser.parse_args().quick
    text = figures(is_quick)
    if is_quick:
        print(text)
    else:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    for fault in FAULTS:
        print(f"WRONG: {fault}", file=sys.stderr)
    return int(bool(FAULTS))


if __name__ == "__main__":
    sys.exit(main())
