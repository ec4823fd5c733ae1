"""Which of ranked rows are kept, and which of the others each of these takes; for SAHI."""

from __future__ import annotations

from typing import Any

import numpy as np


def groups_of(better: Any, worse: Any, count: int, is_transitive: bool) -> dict[int, list[int]]:
    """Return each rank that no better one claims, with the ranks that it claims.

    Each of `better`, which ascends, claims the rank of `worse` in its place, in that order. A rank
    that is claimed claims others for its owner if that is transitive, else none.
    """
    stops, others = np.searchsorted(better, np.arange(1, count + 1)).tolist(), worse.tolist()
    owners = [-1] * count
    groups: dict[int, list[int]] = {}
    start = 0
    for rank, stop in enumerate(stops):
        owner = owners[rank]
        if owner < 0:
            owner = rank
            groups[rank] = []
        if owner == rank or is_transitive:
            for other in others[start:stop]:
                if owners[other] < 0:
                    owners[other] = owner
                    groups[owner].append(other)
        start = stop
    return groups
