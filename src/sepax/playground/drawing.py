"""Everything on the screen, in the colours of Okabe and Ito; no fact is shown by colour alone.

`View` converts world points to pixels. Methods that begin with "draw" take world points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

import sepax
from sepax.explanation import AxisTest
from sepax.playground import insight
from sepax.playground.canvas import PAPER, Canvas, Color
from sepax.playground.controls import HELP, Playground
from sepax.playground.insight import Partner
from sepax.playground.kinds import FloatArray, size
from sepax.playground.particles import RADIUS
from sepax.playground.scenes import CONTACTS, MTV, PROXIES, SCENES, VELOCITY
from sepax.playground.world import Place, Polylines, World

Spot = Place | FloatArray  # one point of the world
_Line = tuple[int, list[tuple[float, float]]]  # a body, and pixels

INK, PALE, FAINT = (40, 40, 40), (130, 130, 130), (190, 190, 190)
BLUE, ORANGE, GREEN = (0, 114, 178), (230, 159, 0), (0, 158, 115)
RED, PURPLE, YELLOW, SKY = (213, 94, 0), (170, 60, 130), (240, 228, 66), (86, 180, 233)
GREY_FILL, BLUE_FILL = (222, 222, 220), (176, 214, 238)
ORANGE_FILL, HIT_FILL = (250, 221, 160), (246, 196, 168)

SHAPE_OF_FIELD = 15.0 / 24.0  # height by width of the part of the world that is always visible
TOP, BOTTOM = 96, 34  # pixels for text
FEW = 40  # up to this number of bodies, centres and depths of contacts are drawn
BETWEEN, MOST_ON_THE_WAY = math.radians(15), 16  # borders on the way of a body that spins
MARGIN = 0.55  # world units between two shapes and the axes of their shadows
KEYS = "TAB next scene    S shadows    M way out    C contacts    V velocity    X spin"
KEYS += "    SPACE push apart    A add    H help"


class View:
    """Converts between world points and pixels, with `units` world units across the screen."""

    def __init__(self, size: tuple[int, int], units: float) -> None:
        width, height = size[0], size[1] - TOP - BOTTOM
        self.scale = max(min(width / units, height / (units * SHAPE_OF_FIELD)), 1.0)
        self.middle = np.array((width / 2, TOP + height / 2))

    def to_pixels(self, points: npt.ArrayLike) -> FloatArray:
        """Convert world points, (n, 2) or one, to pixels, y downwards."""
        pixels: FloatArray = self.middle + np.multiply(points, (self.scale, -self.scale))
        return pixels

    def to_world(self, pixel: tuple[float, float]) -> Place:
        """Convert a pixel to a world point."""
        x, y = ((np.array(pixel) - self.middle) / (self.scale, -self.scale)).tolist()
        return (x, y)


def view_of(playground: Playground, size: tuple[int, int]) -> View:
    """Return the view of the open scene."""
    return View(size, SCENES[playground.scene].width)


class Painter:
    """Draws one frame."""

    def __init__(self, playground: Playground, canvas: Canvas) -> None:
        self.playground, self.canvas = playground, canvas
        self.world: World = playground.world
        self.view = view_of(playground, canvas.size)
        self.meeting = self.world.meeting_bodies()
        self.partner: Partner | None = None
        if playground.selected >= 0:
            self.partner = insight.partner_of(self.world, playground.selected)

    def draw(self) -> None:
        """Draw everything."""
        self.canvas.clear(PAPER)
        self.draw_bodies()
        self.draw_particles()
        if CONTACTS in self.playground.shows:
            self.draw_contacts()
        if self.playground.selected >= 0:
            self.draw_insight()
        self.write()
        if self.playground.help:
            self.write_help()

    # --- shapes

    def draw_bodies(self) -> None:
        """Fill all bodies first, then draw all borders, so that covered bodies stay visible."""
        meeting = self.meeting
        fills = np.where(meeting[:, None], HIT_FILL, GREY_FILL)
        strokes = np.where(meeting[:, None], RED, INK)
        widths = [2 if hit else 1 for hit in meeting.tolist()]
        for k, fill, stroke in self._chosen():
            fills[k], strokes[k], widths[k] = fill, stroke, 3
        rings = self._pixels(self.world.rings)
        self._fill(rings, fills.tolist())
        self._stroke(rings, strokes.tolist(), widths)
        if len(self.world) <= FEW:
            for middle in self.view.to_pixels(self.world.positions).tolist():
                self.canvas.disc(middle, 3, INK)

    def _chosen(self) -> Iterable[tuple[int, Color, Color]]:
        if self.partner is not None:
            yield self.partner.body, ORANGE_FILL, ORANGE
        if self.playground.selected >= 0:
            yield self.playground.selected, BLUE_FILL, BLUE

    def _pixels(self, lines: Polylines) -> list[_Line]:
        """Convert lines to pixels, each with the index of its body."""
        pixels: list[tuple[float, float]] = self.view.to_pixels(self.world.placed(lines)).tolist()
        return [
            (body, pixels[start:end])
            for body, (start, end) in zip(lines.body, pairwise([0, *lines.ends]), strict=True)
        ]

    def _fill(self, rings: list[_Line], colors: list[Color]) -> None:
        """Fill the parts; the selected body comes last, on top."""
        top = self.playground.selected
        on_top = [line for line in rings if line[0] == top] if top >= 0 else []
        for body, ring in [*rings, *on_top]:
            if len(ring) > 2:
                self.canvas.polygon(ring, colors[body])

    def _stroke(self, rings: list[_Line], colors: list[Color], widths: list[int]) -> None:
        """Draw the borders: whole rings, but for bodies of several parts no seams."""
        models = self.world.models
        for body, ring in rings:
            if len(ring) == 1:
                self.canvas.disc(ring[0], 2 + widths[body], colors[body])
            elif not models[body].borders:
                self.canvas.lines(ring, colors[body], widths[body], closed=True)
        for body, edge in self._pixels(self.world.borders):
            self.canvas.lines(edge, colors[body], widths[body])

    def draw_particles(self) -> None:
        """Draw the stream, if there is one."""
        stream = self.playground.stream
        if stream is not None:
            radius = RADIUS * self.view.scale
            for place in self.view.to_pixels(stream.places).tolist():
                self.canvas.disc(place, radius, SKY)

    # --- overlays

    def draw_contacts(self) -> None:
        """Draw the points of all contacts; with few bodies also normals and depths."""
        rows = self.world.meetings()
        if len(rows) > FEW:
            contacts = sepax.collide(self.world.array, self.world.array, pairs=rows)
            first, second = contacts.points[:, 0], contacts.points[contacts.counts == 2, 1]
            for place in self.view.to_pixels(np.concatenate((first, second))).tolist():
                self.canvas.disc(place, 2, INK)
            return
        for i, j in np.unique(self.world.owner[rows], axis=0).tolist():
            contact = sepax.collide(self.world.shape(i), self.world.shape(j))
            if contact is not None:
                self.draw_contact(contact)

    def draw_contact(self, contact: sepax.Contact) -> None:
        """Draw the points of a contact, with the normal and the depth at each."""
        for point, depth in zip(contact.points, contact.depths, strict=True):
            end = np.array(point) + 0.7 * np.array(contact.normal)
            self.arrow(point, end, INK, 2)
            self.label(end, f"depth {depth:.2g}", INK)
            self.dot(point, RED, 5)

    def draw_insight(self) -> None:
        """Draw the overlays of the selected body that are switched on."""
        shows, partner = self.playground.shows, self.partner
        if PROXIES in shows and partner is not None:
            self.draw_shadows(partner)
        if MTV in shows and partner is not None:
            self.draw_way_out(partner)
        if VELOCITY in shows:
            moving = [k for k in range(len(self.world)) if self.world.moves(k)]
            for k in {self.playground.selected, *moving}:
                self.draw_velocity(k)

    def draw_way_out(self, partner: Partner) -> None:
        """Draw the minimum translation vector of the selected body, and the body moved by it."""
        k = self.playground.selected
        way = insight.way_out(self.world, k, partner)
        if way is None:
            return
        self.dashed(self.world.border_of(k, way), PURPLE)
        start = self.world.positions[k]
        end = start + np.array(way)
        self.arrow(start, end, PURPLE, 4)
        beside = end + np.array((1.05 * size(self.world.models[k]), 0.0))
        self.label(beside, f"way out (MTV): {math.hypot(*way):.3g}", PURPLE)

    def draw_velocity(self, k: int) -> None:
        """Draw the arrow of a velocity, and ghosts at the first impact and at the end."""
        start, way = self.world.positions[k], self.world.velocities[k]
        touch = insight.first_touch(self.world, k)
        self.draw_spin(k, 1.0 if touch is None else touch.impact.time)
        self.ghost(k, 1.0, PALE)
        self.arrow(start, start + way, BLUE, 3)
        self.dot(start + way, SKY, 7)
        if touch is None:
            self.label(start + way, "after one step: no touch on the way", PALE)
            return
        time, normal = touch.impact.time, np.array(touch.impact.normal)
        place = tuple((way * time).tolist())
        self.ghost(k, time, GREEN, filled=True)
        if self.world.moves(touch.body):
            self.ghost(touch.body, time, GREEN)
        self.arrow(touch.impact.point, touch.impact.point + 0.9 * normal, INK, 2)
        self.dot(touch.impact.point, RED, 5)
        above = self.view.to_pixels(start + place + (0, 0.2 + size(self.world.models[k])))
        self.canvas.text(above.tolist(), f"first touch: time {time:.3g}", GREEN, 22, "middle")
        self.label(start + way, "after one step", PALE)

    def draw_shadows(self, partner: Partner) -> None:
        """Draw each axis beside both shapes, with the shadows of both."""
        bounds = np.array((partner.one.bounds, partner.other.bounds))
        low, high = bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)
        middle, reach = (low + high) / 2, math.dist(low, high) / 2 + MARGIN
        rows = sepax.explain(partner.one, partner.other).axes
        deciding = max(rows, key=lambda row: row.separation)
        for i, row in enumerate(rows):  # on both sides in turn
            self.draw_axis(row, middle, reach if i % 2 else -reach, row is deciding)

    def draw_axis(self, row: AxisTest, middle: FloatArray, aside: float, deciding: bool) -> None:
        """Draw one axis beside the shapes, with both shadows."""
        axis = np.array(row.axis)
        across = np.array((-axis[1], axis[0]))
        foot = middle + aside * across
        out = across * math.copysign(1.0, aside)

        def at(value: float, lift: float = 0.0) -> FloatArray:
            return foot + (value - float(foot @ axis)) * axis + lift * out

        ends = (*row.shadow_a, *row.shadow_b)
        low, high = min(ends) - 0.4, max(ends) + 0.4
        apart = row.separation > 0.0
        color = GREEN if apart else PALE
        self.segment(at(low), at(high), color, 3 if apart and deciding else 1)
        for lift, (start, end), shade in ((0.1, row.shadow_a, BLUE), (0.26, row.shadow_b, ORANGE)):
            self.segment(at(start, lift), at(end, lift), shade, 6)
            self.dot(at(start, lift), YELLOW, 6)
            self.dot(at(end, lift), RED, 6)
        inner = sorted(ends)[1:3]
        if apart and deciding:
            for value in inner:  # the edges of the gap
                self.dashes(at(value, 0.1), at(value, -2 * abs(aside)), GREEN)
        words = f"gap {row.gap:.3g}" if apart else f"overlap {row.overlap:.3g}"
        beside = 0.55 + 0.65 * abs(float(out[0]))  # text is wider than high
        place = self.view.to_pixels(at(sum(inner) / 2, beside)).tolist()
        self.canvas.text(place, words, GREEN if apart else INK, 22 if apart else 18, "middle")

    # --- marks

    def segment(self, start: Spot, end: Spot, color: Color, width: int) -> None:
        """Draw a straight line."""
        self.canvas.lines(self.view.to_pixels(np.array((start, end))).tolist(), color, width)

    def dashes(self, start: Spot, end: Spot, color: Color) -> None:
        """Draw a straight line of dashes."""
        first, last = self.view.to_pixels(np.array((start, end)))
        count = max(int(math.dist(first, last) / 6), 1)
        stops = first + np.linspace(0, 1, count + 1)[:, None] * (last - first)
        for k in range(0, count, 2):
            self.canvas.lines(stops[k : k + 2].tolist(), color, 2)

    def dot(self, point: Spot, color: Color, radius: int) -> None:
        """Draw a dot with a dark edge, so that it stands out from any background."""
        place = self.view.to_pixels(point).tolist()
        self.canvas.disc(place, radius, INK)
        self.canvas.disc(place, radius - 1.5, color)

    def arrow(self, start: Spot, end: Spot, color: Color, width: int) -> None:
        """Draw a line with a head."""
        first, last = self.view.to_pixels(np.array((start, end)))
        length = math.dist(first, last)
        if length < 1.0:
            return
        along = (last - first) / length
        head = min(13.0, length)
        side = 0.45 * head * np.array((-along[1], along[0]))
        neck = last - head * along
        self.canvas.lines([first.tolist(), neck.tolist()], color, width)
        self.canvas.polygon([last.tolist(), (neck + side).tolist(), (neck - side).tolist()], color)

    def border_at(self, k: int, time: float) -> list[FloatArray]:
        """Return the border of a body after a time of its motion."""
        x, y = (self.world.velocities[k] * time).tolist()
        return self.world.border_of(k, (x, y), float(self.world.rates[k]) * time)

    def ghost(self, k: int, time: float, color: Color, filled: bool = False) -> None:
        """Draw the border of a body after a time: dashed, or solid if `filled`."""
        border = self.border_at(k, time)
        if filled:
            for line in border:
                self.canvas.lines(self.view.to_pixels(line).tolist(), color, 3)
        else:
            self.dashed(border, color)

    def dashed(self, border: list[FloatArray], color: Color) -> None:
        """Draw the border of a body with dashes."""
        for line in border:
            for start, end in pairwise(line):
                self.dashes(start, end, color)

    def draw_spin(self, k: int, time: float) -> None:
        """Draw thin borders of a body that spins, at times on its way."""
        count = min(int(abs(self.world.rates[k]) * time / BETWEEN), MOST_ON_THE_WAY)
        for step in range(1, count + 1):
            for line in self.border_at(k, time * step / (count + 1)):
                self.canvas.lines(self.view.to_pixels(line).tolist(), FAINT, 1)

    def label(self, point: Spot, words: str, color: Color) -> None:
        """Write beside a point."""
        x, y = self.view.to_pixels(point).tolist()
        self.canvas.text((x + 10, y + 8), words, color, 18)

    # --- words

    def write(self) -> None:
        """Write the title, the state of the selected pair, and the keys."""
        play, canvas = self.playground, self.canvas
        scene = SCENES[play.scene]
        canvas.text((16, 10), f"{play.scene + 1}. {scene.title}", INK, 30)
        canvas.text((16, 40), scene.text, INK, 21)
        canvas.text((16, 66), play.message or self._state(), BLUE if play.message else INK, 21)
        width, height = canvas.size
        canvas.text((16, height - 24), KEYS, PALE, 19)
        if play.running:
            canvas.text((width - 16, 10), "pushing apart", RED, 24, "right")

    def _state(self) -> str:
        play = self.playground
        if play.selected >= 0:
            return insight.verdict(self.world, play.selected, self.partner)
        if play.stream is not None:
            return f"{len(play.stream.places)} particles, {play.stream.bounces} bounces."
        hits = int(np.count_nonzero(self.meeting))
        return f"{len(self.world)} shapes; {hits} touch or overlap another (red). Click one."

    def write_help(self) -> None:
        """Write what the keys do, on top of everything else."""
        width, height = self.canvas.size
        wide, line = 640, 28
        tall = line * len(HELP) + 60
        x, y = (width - wide) / 2, max((height - tall) / 2, 4)
        corners = [(x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)]
        self.canvas.polygon(corners, (255, 255, 255))
        self.canvas.lines([*corners, corners[0]], INK, 2)
        self.canvas.text((x + 24, y + 14), "Keys and mouse", INK, 26)
        for k, (key, words) in enumerate(HELP):
            self.canvas.text((x + 24, y + 48 + line * k), key, BLUE, 22)
            self.canvas.text((x + 120, y + 48 + line * k), words, INK, 21)
