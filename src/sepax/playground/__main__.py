"""``python -m sepax.playground``: open the window."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sepax.playground.controls import HELP, Playground
from sepax.playground.scenes import SCENES
from sepax.playground.window import Window, require_pygame


def _parser() -> argparse.ArgumentParser:
    scenes = "\n".join(f"  {k}  {scene.title}" for k, scene in enumerate(SCENES, 1))
    keys = "\n".join(f"  {key:6} {words}" for key, words in HELP)
    parser = argparse.ArgumentParser(
        "python -m sepax.playground",
        description="Drag shapes with the mouse and watch what sepax computes.",
        epilog=f"keys:\n{keys}\n\nscenes:\n{scenes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--scene",
        type=int,
        choices=range(1, len(SCENES) + 1),
        default=1,
        metavar=f"1..{len(SCENES)}",
        help="the first scene (default: %(default)s)",
    )
    parser.add_argument("--frames", type=int, metavar="N", help="stop after this number of frames")
    parser.add_argument(
        "--pictures", type=Path, default=Path(), metavar="FOLDER", help="where P saves pictures"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        require_pygame()
    except ImportError as error:
        parser.error(str(error))
    if not options.pictures.is_dir():
        parser.error(f"--pictures: there is no folder {options.pictures}")
    window = Window(Playground(options.scene - 1), options.pictures)
    try:
        window.run(options.frames)
    finally:
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
