"""What the bench of compounds holds sepax to: how many times longer another contestant takes."""

from common.targets import Outcome

TARGETS: dict[tuple[str, str], float] = {  # by the beginning of a name, and by contestant
    ("intersects 500 vertices, in contact", "prepared"): 20.0,
    ("intersects 500 vertices, deep", "prepared"): 20.0,
    ("10000 poses of 500", "prepared"): 20.0,
    ("10000 poses of 100", "prepared"): 20.0,
}
MICROSECONDS = 5.0  # a compound of 500 parts and a circle


def compare(name: str, times: dict[str, float]) -> list[Outcome]:
    """Return what becomes of the targets of a question, given nanoseconds by contestant."""
    outcomes = [
        Outcome(f"{name}, {other} / sepax", times[other] / times["sepax"], bound)
        for (begin, other), bound in TARGETS.items()
        if name.startswith(begin) and other in times
    ]
    if name.endswith("parts, circle"):
        microseconds = times["sepax"] / 1000.0
        outcomes.append(Outcome(f"{name}, microseconds", microseconds, MICROSECONDS, at_most=True))
    return outcomes
