"""Polygons, lines, discs and texts on a surface of pygame.

The class imports pygame when a canvas is made. So the modules that draw need pygame for no import.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pygame

Color = tuple[int, int, int]
Pixel = Sequence[float]

PAPER: Color = (251, 251, 248)  # the background, also behind texts


class Canvas:
    """A surface of pygame to draw on, in pixels from the top left corner."""

    def __init__(self, surface: pygame.Surface) -> None:
        import pygame

        self.surface, self.size = surface, surface.get_size()
        self._draw, self._font = pygame.draw, pygame.font
        self._fonts: dict[int, pygame.font.Font] = {}

    def clear(self, color: Color) -> None:
        """Paint it all over."""
        self.surface.fill(color)

    def polygon(self, corners: Sequence[Pixel], color: Color) -> None:
        """Fill a polygon."""
        self._draw.polygon(self.surface, color, corners)

    def lines(
        self, points: Sequence[Pixel], color: Color, width: int, closed: bool = False
    ) -> None:
        """Draw a polyline."""
        self._draw.lines(self.surface, color, closed, points, width)

    def disc(self, center: Pixel, radius: float, color: Color) -> None:
        """Fill a disc."""
        self._draw.circle(self.surface, color, center, radius)

    def text(
        self, place: Pixel, words: str, color: Color, height: int, anchor: str = "left"
    ) -> None:
        """Write one line from a place to the right, to the left, or about it."""
        if height not in self._fonts:
            self._fonts[height] = self._font.Font(None, height)
        drawn = self._fonts[height].render(words, True, color, PAPER)
        x, y = place
        x -= {"left": 0.0, "right": drawn.get_width(), "middle": drawn.get_width() / 2}[anchor]
        self.surface.blit(drawn, (x, y - drawn.get_height() / 2 if anchor == "middle" else y))
