"""The committed pictures of docs/images: one of each example, and one of the playground.

``python docs/gallery.py`` draws them again, with the extras ``plot`` and ``playground``. They are
small files, so that the site builds without pygame and without a run of every example.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
WIDTH, COLORS = 960, 32  # of a picture of an example: pixels, and colours in the file
PLAYGROUND_WIDTH, PLAYGROUND_COLORS = 840, 128
BORDER = 8  # pixels around a picture


def cut(picture: Image.Image) -> Image.Image:
    """Replace the white border by a narrow one."""
    white = Image.new("RGB", picture.size, "white")
    left, top, right, bottom = ImageChops.difference(picture, white).getbbox() or (0, 0, 1, 1)
    width, height = right - left + 2 * BORDER, bottom - top + 2 * BORDER
    framed = Image.new("RGB", (width, height), "white")
    framed.paste(picture.crop((left, top, right, bottom)), (BORDER, BORDER))
    return framed


def shrink(picture: Image.Image, target: Path, width: int, colors: int) -> None:
    """Save a picture at this width, with few colours."""
    size = (width, round(width * picture.height / picture.width))
    small = picture.resize(size, Image.Resampling.LANCZOS)
    small.quantize(colors, dither=Image.Dither.NONE).save(target, optimize=True)


def draw_example(program: Path, folder: Path) -> None:
    """Run an example, and save its picture."""
    drawn = folder / "picture.png"
    subprocess.run([sys.executable, program, "--picture", drawn], check=True, cwd=folder)
    picture = cut(Image.open(drawn).convert("RGB"))
    shrink(picture, IMAGES / f"{program.stem}.png", WIDTH, COLORS)


def draw_playground(folder: Path) -> None:
    """Save the first scene of the playground, drawn without a screen."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from sepax.playground.controls import Playground
    from sepax.playground.window import Window

    window = Window(Playground(), folder)
    try:
        window.frame(0.0)
        window.save()
    finally:
        window.close()
    picture = Image.open(folder / "sepax-playground-1.png").convert("RGB")
    shrink(picture, IMAGES / "playground.png", PLAYGROUND_WIDTH, PLAYGROUND_COLORS)


def main() -> None:
    """Draw all of them."""
    with tempfile.TemporaryDirectory() as folder:
        draw_playground(Path(folder))
        for program in sorted((DOCS / "examples").glob("*.py")):
            draw_example(program, Path(folder))


if __name__ == "__main__":
    main()
