"""The tables of ``--bodies``: concave bodies in contact, beside pymunk, and among others."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from time import thread_time_ns

from common.agreement import Groups, Tally, grouped, show_agreement, total
from common.timing import Call, Effort, Timing, answers, measure

from compound import bodies as drawing
from compound.bodies import Bodies, array_calls, judge_arrays, judge_moves, single_calls
from compound.chipmunk import Chipmunk
from compound.every import show_every
from compound.large import run_large
from compound.moving import Comparison, comparisons

Counts = list[tuple[str, dict[str, Tally]]]
VERBS = ("mtv", "collide", "sweep")
ENGINE = ("parts", "query", "step")
SLOW = "stars, 32 parts"  # a thousand pairs of parts a pair: pymunk is left out


def has_pymunk() -> bool:
    """Whether pymunk can be imported; say so if not."""
    try:
        import_module("pymunk")
    except ImportError as error:
        print(f"pymunk skipped: {type(error).__name__}: {error}")
        return False
    return True


def judge(calls: Mapping[str, Call], bodies: Bodies) -> dict[str, Tally]:
    """Count who says of pairs that they meet, or that they do not, wrongly."""
    tallies = {}
    for name, call in calls.items():
        given = answers(call)
        raised = sum(isinstance(answer, Exception) for answer in given)
        wrong = sum(
            isinstance(answer, Exception) or answer != known
            for answer, known in zip(given, bodies.meets.tolist(), strict=True)
        )
        tallies[f"pymunk, {name}" if name in ENGINE else "sepax"] = Tally(len(given), wrong, raised)
    return tallies


def check(kind: str, calls: Mapping[str, Call], bodies: Bodies) -> Counts:
    """Count wrong answers of a row: hits, then moves and arrays of sepax."""
    one_by_one = [(f"{kind}, {name}", judge({name: call}, bodies)) for name, call in calls.items()]
    moves, arrays = judge_moves(bodies), judge_arrays(bodies)
    return [
        *one_by_one,
        (f"{kind}, moves", {"sepax": moves}),
        (f"{kind}, arrays", {"sepax": arrays}),
    ]


def timings(calls: Mapping[str, Call], bodies: Bodies, effort: Effort) -> dict[str, Timing]:
    """Time the pairs that overlap, all contestants in turn."""
    overlapping = {
        name: replace(call, items=call.items[: bodies.overlapping]) for name, call in calls.items()
    }
    return measure(overlapping, effort, clock=thread_time_ns)


def show_head() -> None:
    """Print the names of the columns."""
    print("\nMicroseconds a pair that overlaps; pymunk / `collide`")
    peers = "".join(f"{name:>17}" for name in ENGINE)
    print(f"{'':<18}{'single calls':>27}{'arrays':>27}{'pymunk':>17}")
    print(f"{'':<18}{(''.join(f'{verb:>9}' for verb in VERBS)) * 2}{peers}")


def show_row(kind: str, single: dict[str, Timing], array: dict[str, Timing], rows: int) -> None:
    """Print a row of the table."""
    own = "".join(f"{single[verb].nanoseconds / 1e3:>9.2f}" for verb in VERBS)
    many = "".join(f"{timing.nanoseconds / rows / 1e3:>9.2f}" for timing in array.values())
    collide = single["collide"].nanoseconds
    peers = "".join(
        f"{single[name].nanoseconds / 1e3:>10.2f}{single[name].nanoseconds / collide:>6.2f}x"
        for name in ENGINE
        if name in single
    )
    print(f"{kind:<18}{own}{many}{peers}", flush=True)


def run_contacts(match: str, effort: Effort, quick: bool) -> Counts:
    """Check and time each row whose name contains a text; return the counts of wrong answers."""
    tallies: Counts = []
    engine = has_pymunk()
    show_head()
    for kind in (kind for kind in drawing.BODIES if match in kind):
        few = quick and kind == SLOW
        bodies = drawing.draw(kind, drawing.PAIRS // 5 if few else drawing.PAIRS)
        calls = single_calls(bodies)
        if engine and kind != SLOW:
            calls |= Chipmunk(bodies).calls(len(bodies))
        tallies += check(kind, calls, bodies)
        single = timings(calls, bodies, effort)
        array = measure(array_calls(bodies), effort, clock=thread_time_ns)
        show_row(kind, single, array, bodies.overlapping)
    return tallies


def show_comparison(one: Comparison, effort: Effort) -> None:
    """Print the microseconds of each contestant, and how many times those of the last they are."""
    times = measure(one.calls, effort, clock=thread_time_ns)
    first, *others = (timing.nanoseconds / 1e3 for timing in times.values())
    told = "".join(
        f"{name:>17}{time:>10,.1f} us{first / time:>9,.2f}"
        for name, time in zip(list(times)[1:], others, strict=True)
    )
    print(f"{one.name:<62}{first:>14,.1f} us{told}", flush=True)


def run_moving(match: str, effort: Effort, quick: bool) -> Counts:
    """Check and time what moves among others; return the counts of wrong answers."""
    tallies = []
    print(
        "\nMicroseconds a call; those of another scene, and how many times as long the first takes"
    )
    for name, draw in comparisons(quick):
        if match in name:
            one = draw()
            tallies.append((one.name, {"sepax": one.tally}))
            show_comparison(one, effort)
    return tallies


def run_bodies(match: str, effort: Effort, quick: bool) -> int:
    """Run all of ``--bodies``; the exit status is 1 if sepax gave a wrong answer."""
    tallies = run_contacts(match, effort, quick) + run_moving(match, effort, quick)
    show_every(match, effort)
    if not quick:
        print("\nOutlines of thousands of parts: microseconds, and memory beyond the shapes")
        tallies += run_large(match)
    agreement: Groups = grouped(tallies)
    show_agreement(agreement)
    return int(total(agreement.get("sepax", {}).values()).wrong > 0)
