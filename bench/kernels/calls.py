"""Single calls from Python about two lists of four corners, beside OpenCV and shapely."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from common.case import Case, Result
from common.contestant import OfSepax
from common.targets import Outcome, Verdict
from common.timing import Call, Effort, Timing, measure
from single.cases import check, known_answers
from single.contestant import OnPairs, arrays, length, lists
from single.geometry import OpenCV, Shapely
from single.pairs import PLACEMENTS, Pairs, Placement, draw_pairs

CallCase = Case[Placement]
CallResult = Result[Placement]

VERBS = {"raw.mtv": "mtv", "raw.overlap-area": "overlap-area"}  # and the verb of the known answers


class OfLists(OnPairs, OfSepax[Pairs, Call]):
    """`sepax.raw` on lists of tuples."""

    def load(self) -> Any:
        self.raw = import_module("sepax.raw")
        return super().load()

    def corners(self, pairs: Pairs) -> list[tuple[Any, Any]]:
        """Return the corners of every pair, as they are passed."""
        return [*lists(pairs)]

    def mtv(self, pairs: Pairs) -> Call:
        return Call(self.corners(pairs), self.raw.mtv, read=length)

    def overlap_area(self, pairs: Pairs) -> Call:
        return Call(self.corners(pairs), self.raw.overlap_area, read=float)


class OfArrays(OfLists):
    """The same on (4, 2) arrays."""

    name = "arrays"

    def corners(self, pairs: Pairs) -> list[tuple[Any, Any]]:
        return [*arrays(pairs)]


class OfPolygons(OfLists):
    """What one wrote before `raw` had it: two polygons of the lists, then the verb."""

    name = "polygons"

    def mtv(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.through(self.library.mtv), read=length)

    def overlap_area(self, pairs: Pairs) -> Call:
        return Call(lists(pairs), self.through(self.library.overlap_area), read=float)

    def through(self, verb: Any) -> Any:
        """Return the verb for two lists."""
        polygon = self.library.Polygon
        return lambda a, b: verb(polygon(a), polygon(b))


PEERS: tuple[type[OnPairs], ...] = (OfArrays, OfPolygons, OpenCV, Shapely)


def run(match: str, present: Sequence[OnPairs], effort: Effort) -> Iterator[CallResult]:
    """Measure every case whose name contains the text."""
    for verb in VERBS:
        for place in PLACEMENTS:
            case = Case(verb, Placement("boxes", place))
            if match in case.name:
                yield run_case(case, present, effort)


def run_case(case: CallCase, present: Sequence[OnPairs], effort: Effort) -> CallResult:
    """Check what everybody answers in this case, then time those that did not raise."""
    pairs, verb = draw_pairs(case.setting), VERBS[case.verb]
    known, clear = known_answers(verb, pairs)
    calls, tallies = {}, {}
    for contestant in present:
        call = contestant.prepare(verb, pairs)
        if call is not None:
            tallies[contestant.name], error = check(call, known, clear)
            if error is None:
                calls[contestant.name] = call
    timings = measure(calls, effort)
    return Result(case, timings, tallies, verdicts(case, timings))


def verdicts(case: CallCase, timings: dict[str, Timing]) -> list[Verdict]:
    """Areas should be faster than those of OpenCV."""
    if OpenCV.name not in timings:
        return []
    ratio = timings[OpenCV.name].nanoseconds / timings[OfLists.name].nanoseconds
    return [Verdict(OfLists.name, Outcome(f"{case.name}: {OpenCV.name} / sepax", ratio, 1.0))]
