"""Draw labels of points before and after three seconds of adjustText: the picture beside.

``python docs/images/labels.py`` writes labels.png. It needs adjustText, and takes ten seconds.
"""

from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any

import adjustText
import matplotlib as mpl
import numpy as np
from PIL import Image

import sepax.compat.adjusttext as drop_in

mpl.use("Agg")
from matplotlib import pyplot as plt

POINTS = 120
SECONDS = 3.0
COLORS = 32  # in the file
PANELS: dict[str, Any] = {
    "labels on their points": None,
    f"after {SECONDS:.0f} s of adjust_text": nullcontext,
    f"after {SECONDS:.0f} s on sepax": drop_in.enabled,
}


def draw(axes: Any, context: Any) -> None:
    """Label the points, and adjust the labels in a context, if there is one."""
    random = np.random.default_rng(4)
    spots = np.clip(random.normal(size=(POINTS, 2)), -2.4, 2.4)
    axes.scatter(*spots.T, s=6, color="#d55e00")
    axes.set(xticks=[], yticks=[], xlim=(-2.9, 2.9), ylim=(-2.9, 2.9))
    labels = [axes.text(x, y, f"point {k}", size=6) for k, (x, y) in enumerate(spots.tolist())]
    if context is not None:
        with context():
            line = {"arrowstyle": "-", "color": "#0072b2", "lw": 0.4}
            adjustText.adjust_text(labels, ax=axes, time_lim=SECONDS, arrowprops=line)


def main() -> None:
    """Draw all panels beside each other."""
    figure, all_axes = plt.subplots(1, len(PANELS), figsize=(12, 4.2), dpi=100)
    for axes, (title, context) in zip(all_axes, PANELS.items(), strict=True):
        axes.set_title(title, fontsize=10)
        draw(axes, context)
    figure.tight_layout()
    drawn = BytesIO()
    figure.savefig(drawn)
    picture = Image.open(drawn).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    picture.save(Path(__file__).with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    main()
