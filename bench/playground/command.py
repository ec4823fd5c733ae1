"""Time frames of the playground's scenes, without a screen: time passes, and all is drawn."""

import argparse
import os
from statistics import median, quantiles
from time import thread_time_ns

from common.options import add_quick
from common.targets import Outcome, show_targets

from sepax.playground.controls import OVERLAYS, Playground
from sepax.playground.scenes import SCENES
from sepax.playground.window import Window

FRAMES, QUICK_FRAMES = 120, 30
AIM = 1000 / 60  # milliseconds a frame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_quick(parser, f"{QUICK_FRAMES} frames of each scene, not {FRAMES}")


def main(options: argparse.Namespace) -> int:
    """Measure all scenes, as they open and with everything on."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    frames = QUICK_FRAMES if options.quick else FRAMES
    outcomes = []
    print(f"{'ms a frame':<48}{'median':>9}{'95 %':>9}")
    for k, scene in enumerate(SCENES):
        for everything in (False, True):
            name = f"{scene.title}, {'everything on' if everything else 'as it opens'}"
            times = measured(k, frames, everything)
            print(f"{name:<48}{median(times):>9.2f}{quantiles(times, n=20)[-1]:>9.2f}", flush=True)
            outcomes.append(Outcome(f"{name}: ms a frame", median(times), AIM, at_most=True))
    show_targets(outcomes)
    return 0


def measured(scene: int, frames: int, everything: bool) -> list[float]:
    """Return the milliseconds that the processor took for each frame."""
    playground = Playground(scene)
    window = Window(playground)
    if everything:
        turn_all_on(playground)
    times = []
    for frame in range(frames):
        if everything:
            playground.mouse_move((0.01 * frame, 0.0))
        start = thread_time_ns()
        window.frame(1 / 60)
        times.append((thread_time_ns() - start) / 1e6)
    window.close()
    return times


def turn_all_on(playground: Playground) -> None:
    """Take hold of the first body, show every overlay, and let all push."""
    x, y = playground.world.positions[0].tolist()
    playground.mouse_down((x, y))
    for key, overlay in OVERLAYS.items():
        if overlay not in playground.shows:
            playground.press(key)
    if not playground.running:
        playground.press("space")
