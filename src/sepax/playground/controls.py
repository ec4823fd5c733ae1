"""The state of the playground, and how keys and the mouse change it. It needs no screen.

Coordinates are world coordinates, y upwards. Keys have the names that pygame gives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from sepax.playground.kinds import all_kinds, scaled, size
from sepax.playground.particles import Stream
from sepax.playground.scenes import CONTACTS, MTV, PROXIES, SCENES, VELOCITY
from sepax.playground.world import Body, Place, World

HELP = [
    ("drag", "move a shape by its middle, or anywhere on it"),
    ("wheel", "make it larger or smaller"),
    ("R  T", "turn it to the left or to the right"),
    ("A", "add a shape at the mouse; each press adds the next kind"),
    ("DEL", "remove it"),
    ("S", "shadows on every axis; yellow: minimum, red: maximum"),
    ("M", "the shortest way out (MTV), with a ghost of the result"),
    ("C", "contact points and normals"),
    ("V", "velocity: drag its tip; a ghost shows the first impact"),
    ("X", "spin by a quarter turn more; with SHIFT the other way round"),
    ("SPACE", "push overlapping shapes apart"),
    ("TAB", "the next scene; with SHIFT the one before"),
    ("P", "save a picture"),
    ("H", "show or hide this help"),
    ("ESC", "leave"),
]
OVERLAYS = {"s": PROXIES, "m": MTV, "c": CONTACTS, "v": VELOCITY}
TURNS = {"r": 1.0, "t": -1.0}

TURN_AT_ONCE = math.radians(3)
TURN_SPEED = math.radians(90)  # a second, while a key is held
WHEEL, MOST_NOTCHES = 1.1, 8.0  # scale per notch of the wheel; most notches in one event
SMALLEST, LARGEST = 0.05, 12.0  # world units from the centre of a shape to its farthest point
REACH = 0.25  # world units: a click this near to a shape or a tip still picks it
SPIN = math.radians(90)  # per unit of time, with each press of X
MOST_SPIN = 8 * SPIN
FIRST_VELOCITY = (4.0, 0.0)  # of a body at rest when V is pressed


class Playground:
    """A scene, the selected body, and the overlays that are on."""

    def __init__(self, scene: int = 0) -> None:
        self.kinds = all_kinds()
        self.next_kind = 0
        self.pointer: Place = (0.0, 0.0)
        self.help = False
        self.over = False
        self.pictures_wanted = 0
        self.held: set[str] = set()  # keys that turn and are down
        self.keys: dict[str, Callable[[], None]] = {
            "a": self.add,
            "delete": self.remove,
            "backspace": self.remove,
            "space": self.toggle_running,
            "h": self.toggle_help,
            "p": self.want_picture,
            "escape": self.leave,
        }
        self.open(scene)

    def open(self, scene: int) -> None:
        """Open a scene by its index from 0; the index wraps around."""
        self.scene = scene % len(SCENES)
        start = SCENES[self.scene]
        self.world = World(start.bodies)
        self.stream = Stream(start.particles) if start.particles else None
        self.selected = -1 if len(self.world) > len(self.kinds) else 0
        self.shows = set(start.shows)
        self.running = start.running
        self.dragging = ""  # or "body", or "tip"
        self.grip: Place = (0.0, 0.0)  # from the pointer to the centre of the dragged body
        self.message = ""

    # --- keys

    def press(self, key: str, shift: bool = False) -> None:
        """Handle a key that went down."""
        self.message = ""
        if key == "tab":
            self.open(self.scene + (-1 if shift else 1))
        elif key in OVERLAYS:
            self.toggle(OVERLAYS[key])
        elif key == "x":
            self.spin(-SPIN if shift else SPIN)
        elif key in TURNS:
            self.held.add(key)
            self.turn(TURNS[key] * TURN_AT_ONCE)
        elif key in self.keys:
            self.keys[key]()

    def release(self, key: str) -> None:
        """Handle a key that went up."""
        self.held.discard(key)

    def toggle(self, overlay: str) -> None:
        """Show an overlay, or hide it."""
        self.shows ^= {overlay}
        if overlay not in self.shows:
            return
        if overlay == VELOCITY and self.selected >= 0:
            velocities = self.world.velocities
            if not velocities[self.selected].any():
                velocities[self.selected] = FIRST_VELOCITY
        if overlay != CONTACTS and self.selected < 0:
            self.message = f"Click a shape to see its {overlay}."

    def turn(self, angle: float) -> None:
        """Turn the selected body."""
        if self.selected >= 0:
            self.world.turn(self.selected, angle)

    def spin(self, more: float) -> None:
        """Let the selected body spin faster, or slower, and show its motion."""
        if self.selected < 0:
            self.message = "Click a shape to let it spin."
            return
        rate = float(self.world.rates[self.selected]) + more
        rate = max(-MOST_SPIN, min(rate, MOST_SPIN))
        self.world.rates[self.selected] = rate
        self.shows.add(VELOCITY)
        self.message = f"It turns by {math.degrees(rate):.0f} degrees in one step."

    def add(self) -> None:
        """Add the next kind at the pointer, and select it."""
        kind = self.kinds[self.next_kind]
        self.next_kind = (self.next_kind + 1) % len(self.kinds)
        self.selected, self.dragging = self.world.add(Body(kind, self.pointer)), ""
        self.message = f"Added: {kind.name}. Next: {self.kinds[self.next_kind].name}."

    def remove(self) -> None:
        """Remove the selected body."""
        if self.selected < 0:
            self.message = "Click a shape to remove it."
            return
        self.world.remove(self.selected)
        self.selected = -1
        self.dragging = ""

    def toggle_running(self) -> None:
        """Start or stop pushing apart."""
        self.running = not self.running

    def toggle_help(self) -> None:
        """Show the keys, or hide them."""
        self.help = not self.help

    def want_picture(self) -> None:
        """Request a picture from the window."""
        self.pictures_wanted += 1

    def leave(self) -> None:
        """End the program."""
        self.over = True

    # --- the mouse

    def tip(self, k: int) -> Place:
        """Return the end of the velocity arrow of body k."""
        x, y = (self.world.positions[k] + self.world.velocities[k]).tolist()
        return (x, y)

    def mouse_down(self, point: Place) -> None:
        """Start to drag the tip of an arrow, or select a body and start to drag it."""
        self.pointer, self.message = point, ""
        if (
            VELOCITY in self.shows
            and self.selected >= 0
            and math.dist(point, self.tip(self.selected)) <= REACH
        ):
            self.dragging = "tip"
            return
        self.selected = self.world.at(point, REACH)
        if self.selected >= 0:
            self.dragging = "body"
            x, y = (self.world.positions[self.selected] - point).tolist()
            self.grip = (x, y)

    def mouse_move(self, point: Place) -> None:
        """Move the dragged tip or body to the pointer."""
        self.pointer = point
        if self.dragging == "tip":
            self.world.velocities[self.selected] = point - self.world.positions[self.selected]
        elif self.dragging == "body":
            place = (point[0] + self.grip[0], point[1] + self.grip[1])
            self.world.move_to(self.selected, place)

    def mouse_up(self) -> None:
        """End the drag."""
        self.dragging = ""

    def wheel(self, notches: float) -> None:
        """Scale the body under the pointer, or else the selected one."""
        k = self.world.at(self.pointer, REACH)
        k = self.selected if k < 0 else k
        if k < 0:
            return
        larger = scaled(
            self.world.models[k], WHEEL ** max(-MOST_NOTCHES, min(notches, MOST_NOTCHES))
        )
        if SMALLEST <= size(larger) <= LARGEST:
            self.world.reshape(k, larger)
        elif size(larger) > 0.0:
            self.message = "This is the smallest or largest size."

    # --- time

    def looks(self) -> tuple[object, ...]:
        """Return everything that the picture depends on, to compare with the previous frame."""
        world, stream = self.world, self.stream
        numbers = (world.positions, world.angles, world.velocities, world.rates)
        return (
            (self.scene, self.selected, frozenset(self.shows), self.running),
            (self.help, self.message),
            world.array,  # another one whenever a body is added, removed or scaled
            *(column.tobytes() for column in numbers),
            None if stream is None else (stream.places.tobytes(), stream.bounces),
        )

    def step(self, seconds: float) -> None:
        """Advance time: turn by held keys, move particles, push apart."""
        for key in self.held:
            self.turn(TURNS[key] * TURN_SPEED * seconds)
        if self.stream is not None:
            self.stream.step(seconds, self.world)
        if self.running:
            self.world.push_apart(self.selected if self.dragging == "body" else -1)
