"""What the bench of arrays holds sepax to: ratios of two contestants' times in one case."""

from dataclasses import dataclass

from common.targets import Outcome, Verdict

from arrays.population import HOLDING, IN_MEMORY, MET, MIXED, Setting

BOXES = ("boxes",)
COMPACT = ("boxes", "circles", "capsules", "rounded boxes")
MEASURED = (*COMPACT, "8-gons")
SHARING = ("boxes", "8-gons")
POLYGONS = tuple(family for family in IN_MEMORY if family.endswith("-gons"))
NUMBA = ("numba", "circles", "textbook")  # the fastest of them is what counts
SHARED = "2 workers"


@dataclass(frozen=True)
class Target:
    """How many times longer one takes than another, at least or at most, in some cases.

    Of several slower ones the fastest counts. ``beside`` is a contestant without whose figure
    there is no such target. ``hits`` are the shares of pairs that meet, None for any.
    """

    verb: str
    families: tuple[str, ...]
    slower: tuple[str, ...]
    faster: str
    bound: float
    at_most: bool = False
    beside: str | None = None
    forms: tuple[str, ...] = ("elementwise",)
    places: tuple[str, ...] = ("memory",)
    hits: tuple[float, ...] | None = None

    def holds_in(self, verb: str, setting: Setting) -> bool:
        """Say whether there is such a target in a case."""
        return (
            verb == self.verb
            and setting.family in self.families
            and setting.form in self.forms
            and setting.place in self.places
            and (self.hits is None or setting.hits in self.hits)
        )

    def compare(self, verb: str, setting: Setting, times: dict[str, float]) -> Verdict | None:
        """Return the ratio in a case; None where there is no such target, or no such figure."""
        present = [name for name in self.slower if name in times]
        complete = self.faster in times and (self.beside or self.faster) in times
        if not (self.holds_in(verb, setting) and present and complete):
            return None
        slower = min(present, key=times.__getitem__)
        what = f"{verb} {setting.name}, {slower} / {self.faster}"
        ratio = times[slower] / times[self.faster]
        subject = SHARED if self.faster == SHARED else slower
        return Verdict(subject, Outcome(what, ratio, self.bound, self.at_most))


BOTH = ("memory", "cache")
TARGETS = (
    # With vectors of 4 doubles the memory decides, no matter how much there is to compute.
    Target("intersects", BOXES, ("avx2",), "read", 1.3, at_most=True),
    Target("intersects", BOXES, ("avx512",), "read", 1.3, at_most=True),
    Target("intersects", BOXES, ("sepax",), "read", 1.3, at_most=True, beside="avx2"),
    Target("intersects", BOXES, NUMBA, "sepax", 1.5),
    Target("intersects", BOXES, NUMBA, "sepax", 1.4, places=("cache",)),
    Target("intersects", BOXES, NUMBA, "sepax", 1.5, forms=("one-to-many",), places=BOTH),
    Target("intersects", BOXES, NUMBA, "sepax", 2.0, forms=("indexed",), places=BOTH),
    Target("mtv", BOXES, NUMBA, "sepax", 2.0, hits=(0.05,)),
    Target("mtv", BOXES, NUMBA, "sepax", 4.0, hits=(0.5, 0.95)),
    Target("time-of-impact", BOXES, NUMBA, "sepax", 1.2, places=BOTH),
    Target("pose-a-then-intersects", BOXES, NUMBA, "sepax", 3.0),
    Target("pose-both-then-intersects", BOXES, NUMBA, "sepax", 3.0),
    Target("time-of-impact", ("circles",), NUMBA, "sepax", 1.1, places=BOTH),
    Target("sweep", BOXES, NUMBA, "sepax", 1.1, places=BOTH),
    Target("intersects", ("circles", MET), NUMBA, "sepax", 1.0, places=BOTH),
    Target("intersects", ("circles",), NUMBA, "sepax", 1.0, forms=("indexed",), places=BOTH),
    Target("intersects", ("rounded boxes",), NUMBA, "sepax", 1.3, places=BOTH),
    Target("contains", HOLDING, NUMBA, "sepax", 1.0, places=BOTH),
    Target("intersects", ("8-gons", MIXED), NUMBA, "sepax", 3.0),
    Target("intersects", ("8-gons", MIXED), ("prepared",), "sepax", 25.0, hits=(0.5,)),
    Target("intersects", (MIXED,), ("prepared",), "sepax", 15.0),
    Target("intersects", ("256-gons",), ("naive",), "sepax", 50.0),
    Target("intersects", POLYGONS, ("sepax",), SHARED, 1.8),
    Target("overlap-area", BOXES, NUMBA, "sepax", 3.0),
    Target("overlap-area", BOXES, ("shapely",), "sepax", 40.0),
    Target("overlap-area", ("8-gons",), NUMBA, "sepax", 1.5, places=BOTH),
    Target("distance", COMPACT, NUMBA, "sepax", 1.2, places=BOTH),
    Target("distance", ("boxes", "8-gons", "rounded boxes"), ("shapely",), "sepax", 20.0),
)


def verdicts(verb: str, setting: Setting, times: dict[str, float]) -> list[Verdict]:
    """Return what becomes of every target that a case has, given nanoseconds by contestant."""
    outcomes = (target.compare(verb, setting, times) for target in TARGETS)
    return [verdict for verdict in outcomes if verdict is not None]
