"""How many answers were compared with the known ones, and how many of them are wrong."""

from collections.abc import Iterable
from typing import NamedTuple


class Tally(NamedTuple):
    """Counts of answers of one contestant: compared, wrong, and raised instead."""

    checked: int
    wrong: int
    raised: int = 0


Groups = dict[str, dict[str, Tally]]  # by contestant, then by verb or case


def grouped(counted: Iterable[tuple[str, dict[str, Tally]]]) -> Groups:
    """Sum up tallies by contestant; each comes with the name of its group."""
    groups: Groups = {}
    for group, tallies in counted:
        for name, tally in tallies.items():
            of_one = groups.setdefault(name, {})
            of_one[group] = total((of_one.get(group, Tally(0, 0)), tally))
    return groups


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sums of the counts."""
    return Tally(*(sum(counts) for counts in zip(Tally(0, 0), *tallies, strict=True)))


def defects(tallies: dict[str, Tally]) -> list[str]:
    """Return a text for each group with a wrong answer."""
    return [
        f"{group}: {wrong} of {checked}" + (f", {raised} raised" if raised else "")
        for group, (checked, wrong, raised) in tallies.items()
        if wrong
    ]


def show_agreement(groups: Groups) -> None:
    """Print one line for each contestant, and on it where it disagrees."""
    print("\nAgreement with the known answers (wrong / checked)")
    for name, tallies in groups.items():
        checked, wrong, _ = total(tallies.values())
        print(f"  {name:<12}{wrong:>8} / {checked}", *defects(tallies), sep="   ")
