"""The window: pygame's screen, keys and mouse. Nothing else of the playground imports pygame."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sepax.playground.controls import Playground
from sepax.playground.drawing import PAPER, Color, Painter, view_of
from sepax.playground.world import Place

if TYPE_CHECKING:
    import pygame

SIZE = (1200, 850)
FRAMES_A_SECOND = 60
LONGEST_STEP = 0.05  # seconds: after a halt the world does not jump

Pixel = Sequence[float]


def require_pygame() -> None:
    """Raise an ImportError that names the extra if pygame is not installed."""
    if find_spec("pygame") is None:
        raise ImportError('the playground needs pygame-ce: pip install "sepax[playground]"')


class Canvas:
    """What is drawn on: a surface of pygame, in pixels from the top left corner."""

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


class Window:
    """A window on a playground; `frame` makes one frame of it."""

    def __init__(self, playground: Playground, pictures: Path = Path()) -> None:
        require_pygame()
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame

        self.pygame, self.playground, self.pictures = pygame, playground, pictures
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("sepax playground")
        self.canvas = Canvas(pygame.display.set_mode(SIZE, pygame.RESIZABLE))
        self.clock = pygame.time.Clock()
        self._drawn: tuple[object, ...] = ()  # what the picture on the screen depends on
        # A frame makes thousands of lists. Without this, looking for cycles among all objects of
        # all modules each time doubles one frame of ten (bench/run.py playground).
        gc.collect()
        gc.freeze()

    def to_world(self, pixel: tuple[int, int]) -> Place:
        """Return the point of the world that is seen at a pixel."""
        return view_of(self.playground, self.canvas.size).to_world(pixel)

    def close(self) -> None:
        """Close the window."""
        gc.unfreeze()
        self.pygame.quit()

    def run(self, frames: int | None = None) -> None:
        """Make frames until the window is closed, or so many."""
        made = 0
        while not self.playground.over and (frames is None or made < frames):
            seconds = self.clock.tick(FRAMES_A_SECOND) / 1000
            self.frame(min(seconds, LONGEST_STEP))
            made += 1

    def frame(self, seconds: float) -> None:
        """Take up what has happened, let time pass, and draw if anything looks different."""
        for event in self.pygame.event.get():
            self.handle(event)
        self.playground.step(seconds)
        looks = (self.canvas, *self.playground.looks())
        if looks != self._drawn:
            Painter(self.playground, self.canvas).draw()
            self.pygame.display.flip()
            self._drawn = looks
        while self.playground.pictures_wanted:
            self.playground.pictures_wanted -= 1
            self.playground.message = self.save()

    def save(self) -> str:
        """Save a picture under the first name that is free; say which, or what went wrong."""
        names = (self.pictures / f"sepax-playground-{k}.png" for k in count(1))
        path = next(name for name in names if not name.exists())
        try:
            self.pygame.image.save(self.canvas.surface, path)
        except (OSError, self.pygame.error) as error:
            return f"No picture: {error}"
        return f"Saved {path}."

    def handle(self, event: pygame.event.Event) -> None:
        """Hand an event to the playground."""
        pygame, play = self.pygame, self.playground
        if event.type == pygame.QUIT:
            play.leave()
        elif event.type == pygame.VIDEORESIZE:
            self.canvas = Canvas(pygame.display.get_surface())
        elif event.type == pygame.WINDOWEXPOSED:
            self._drawn = ()  # the picture may be gone
        elif event.type == pygame.KEYDOWN:
            play.press(pygame.key.name(event.key), bool(event.mod & pygame.KMOD_SHIFT))
        elif event.type == pygame.KEYUP:
            play.release(pygame.key.name(event.key))
        elif event.type == pygame.WINDOWFOCUSLOST:
            play.held.clear()  # no more is heard of keys
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            play.mouse_down(self.to_world(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            play.mouse_up()
        elif event.type == pygame.MOUSEMOTION:
            play.mouse_move(self.to_world(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            play.wheel(event.y)
