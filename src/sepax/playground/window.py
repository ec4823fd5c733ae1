"""The window: pygame's screen, keys and mouse."""

from __future__ import annotations

import gc
import os
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sepax.playground.canvas import Canvas
from sepax.playground.controls import Playground
from sepax.playground.drawing import Painter, view_of
from sepax.playground.world import Place

if TYPE_CHECKING:
    import pygame

SIZE = (1200, 850)
FRAMES_A_SECOND = 60
LONGEST_STEP = 0.05  # seconds: after a halt the world does not jump


def require_pygame() -> None:
    """Raise an ImportError that names the extra if pygame is not installed."""
    if find_spec("pygame") is None:
        raise ImportError('the playground needs pygame-ce: pip install "sepax[playground]"')


class Window:
    """A window that shows a playground; `frame` draws one frame."""

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
        self._drawn: tuple[object, ...] = ()  # the state that the screen shows
        # A frame makes thousands of lists, which start the garbage collector. It does not scan
        # frozen objects; otherwise one frame of ten takes twice as long (bench/run.py playground).
        gc.collect()
        gc.freeze()

    def to_world(self, pixel: tuple[int, int]) -> Place:
        """Return the world point at a pixel."""
        return view_of(self.playground, self.canvas.size).to_world(pixel)

    def close(self) -> None:
        """Close the window."""
        gc.unfreeze()
        self.pygame.quit()

    def run(self, frames: int | None = None) -> None:
        """Draw frames until the user closes the window, or this many frames."""
        made = 0
        while not self.playground.over and (frames is None or made < frames):
            seconds = self.clock.tick(FRAMES_A_SECOND) / 1000
            self.frame(min(seconds, LONGEST_STEP))
            made += 1

    def frame(self, seconds: float) -> None:
        """Handle events, advance time, and draw if anything looks different."""
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
        """Save a picture under the first free name; return a message with the name or the error."""
        names = (self.pictures / f"sepax-playground-{k}.png" for k in count(1))
        path = next(name for name in names if not name.exists())
        try:
            self.pygame.image.save(self.canvas.surface, path)
        except (OSError, self.pygame.error) as error:
            return f"No picture: {error}"
        return f"Saved {path}."

    def handle(self, event: pygame.event.Event) -> None:
        """Pass an event to the playground."""
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
