"""What is printed below the targets of arrays: what a second thread gains, and memory."""

from importlib import import_module

from scene.drawing import Extent, draw_scene
from scene.memory import peak_memory

from arrays.drawing import draw
from arrays.population import MIXED, Setting
from arrays.sepax import sepax_sides


def show_threads() -> None:
    """Print what a second thread gains here at all, for the targets of two workers."""
    try:
        gains = import_module("arrays.threads").gains()
    except ImportError:
        return
    figures = ", ".join(f"{name} {gain:.2f}" for name, gain in gains.items())
    print(f"Gain of a second thread in plain loops: {figures}")


def show_memory(quick: bool) -> None:
    """Print what an array takes a shape, and find_pairs beyond it."""
    array = import_module("sepax").ShapeArray
    print("\nMemory")
    for family in ("boxes", "8-gons", MIXED):
        population = draw(Setting(family, "elementwise", False, 0.5))
        shapes = sepax_sides(population)[0]
        print(f"  ShapeArray, {family}: {shapes.nbytes / len(shapes):.0f} bytes a shape")
    scene = draw_scene(Extent(100_000 if quick else 1_000_000, "even"))
    boxes = array.boxes(*(2.0 * scene.half.T), scene.position, scene.angle)
    found, peak = peak_memory(lambda: import_module("sepax").find_pairs(boxes))
    beyond = f"{peak / scene.n:.0f} bytes a box, {peak / len(found):.0f} a pair"
    print(
        f"  find_pairs, {scene.n:,} boxes, {len(found):,} pairs: at its peak {beyond} beyond that"
    )
