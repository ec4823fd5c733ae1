"""The least number of convex parts of a simple polygon over its own vertices, exactly.

Each part is a convex chain of diagonals and edges over one diagonal of the part before. So the
least number for what a diagonal cuts off is one more than the cheapest such chain (in the manner of
Keil, 1985). Some minimum has only diagonals that end in a reflex corner, as others can be removed.
"""

from __future__ import annotations

from collections.abc import Sequence

from outlines import Spot, area, corners, cross


class _Decomposition:
    def __init__(self, ring: Sequence[Spot]) -> None:
        tidy = corners(ring)
        assert tidy is not None
        self.ring = tidy if area(tidy) > 0 else tidy[::-1]
        n = len(self.ring)
        self.reflex = [
            cross(self.ring[i - 1], self.ring[i], self.ring[(i + 1) % n]) < 0 for i in range(n)
        ]
        self.cost: dict[tuple[int, int], int] = {
            (i, j): 0 if j == i + 1 else -1
            for i in range(n)
            for j in range(i + 1, n)
            if j == i + 1 or self.is_diagonal(i, j)
        }
        self.into = {j: [i for i in range(j) if (i, j) in self.cost] for j in range(n)}

    def side(self, i: int, j: int, k: int) -> int:
        return cross(self.ring[i], self.ring[j], self.ring[k])

    def looks_inside(self, i: int, j: int) -> bool:
        """Whether the way from a corner to another begins inside."""
        before, after = (i - 1) % len(self.ring), (i + 1) % len(self.ring)
        lefts = (self.side(before, i, j) > 0, self.side(i, after, j) > 0)
        return any(lefts) if self.reflex[i] else all(lefts)

    def is_diagonal(self, i: int, j: int) -> bool:
        """Whether a segment that ends in a reflex corner is inside, and touches no other corner."""
        ring = self.ring
        if not ((self.reflex[i] or self.reflex[j]) and self.looks_inside(i, j)):
            return False
        sides = [self.side(i, j, k) for k in range(len(ring))]
        low, high = sorted((ring[i], ring[j]))
        if any(s == 0 and low < spot < high for s, spot in zip(sides, ring, strict=True)):
            return False
        return not any(
            sides[k - 1] * sides[k] < 0 and self.side(k - 1, k, i) * self.side(k - 1, k, j) < 0
            for k in range(len(ring))
        )

    def chain(self, i: int, j: int) -> int:
        """Return the cost of the cheapest convex chain from i to j, on the left of j -> i."""
        into: dict[int, dict[int, int]] = {}  # of a corner: the costs of chains, by the one before
        for b in (*(k for k in range(i + 1, j) if self.side(j, i, k) >= 0), j):
            costs = {}
            for a in self.into[b]:
                if a == i and b != j:
                    costs[a] = self.cost[a, b]
                elif a > i:
                    ways = [
                        cost
                        for before, cost in into.get(a, {}).items()
                        if self.side(before, a, b) >= 0
                    ]
                    if ways:
                        costs[a] = min(ways) + self.cost[a, b]
            into[b] = costs
        return min(into[j].values())

    def least(self) -> int:
        n = len(self.ring)
        if not any(self.reflex):
            return 1
        self.cost[0, n - 1] = -1
        self.into[n - 1] = sorted({0, *self.into[n - 1]})
        for i, j in sorted(self.cost, key=lambda ends: ends[1] - ends[0]):
            if j > i + 1:
                self.cost[i, j] = 1 + self.chain(i, j)
        return self.cost[0, n - 1]


def fewest_parts(ring: Sequence[Spot]) -> int:
    """Return the least number of convex parts of a simple polygon, without other vertices."""
    return _Decomposition(ring).least()
