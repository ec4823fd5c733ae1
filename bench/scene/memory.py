"""The most memory that finding pairs takes."""

import tracemalloc

from common.shapes import Index

from scene.contestants import Sepax, Work
from scene.drawing import Extent, draw_scene


def peak_memory(work: Work) -> tuple[Index, int]:
    """Return what the work returns, and the most bytes that it held at once."""
    tracemalloc.start()
    found: Index = work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found, peak


def show_memory(n: int) -> None:
    """Print the most memory that sepax holds beyond its input, by box, and by pair the result."""
    sepax, scene = Sepax(), draw_scene(Extent(n, "even"))
    for work in ("candidates", "pairs"):
        found, peak = peak_memory(getattr(sepax, work)(scene))
        held = f"{peak / 1e6:.1f} MB, {peak / n:.0f} bytes a box"
        print(f"{work}, peak memory at {n:,} boxes and {len(found):,} pairs: {held}")
