"""An `Explanation` in words, as a table in text and HTML, and as a picture.

The picture has two parts. The upper part shows the shapes and the axis that decides, or the motion.
The lower part has a strip for each axis, with both shadows, or with the times of their overlap.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from textwrap import wrap
from typing import Any

from sepax._pictures import (
    FILL_A,
    FILL_B,
    GHOST,
    MOST_AXES,
    describe,
    html_block,
    html_table,
    name_vertices,
    pair_text,
    plain_table,
    short,
)
from sepax._svg import (
    BLUE,
    FAINT,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    Box,
    Picture,
    Place,
    Spot,
    box_around,
    text_width,
)
from sepax._turning_svg import draw_path, draw_turn, turns_of, world_of

WIDTH, SCENE = 640.0, 300.0  # of the picture, and how high its upper part is; pixels
STRIP = 26.0  # how high a strip is
LABEL, RESULT = 200.0, 176.0  # how wide the texts beside a strip are
NOTE = "stop here"


# --- words -------------------------------------------------------------------------


def title_of(explanation: Any) -> str:
    """Return a line that describes both shapes."""
    return ", ".join(
        f"{name}: {'' if part is None else f'part {part}, '}{describe(shape)}"
        for shape, name, part in (
            (explanation.a, "a", explanation.part_a),
            (explanation.b, "b", explanation.part_b),
        )
    )


def _plain(value: float) -> float:
    """Return 0 for a component of a unit vector that is within rounding of 0."""
    return 0.0 if abs(value) < 2.0**-40 else value


def interval_text(interval: Sequence[float], span: float) -> str:
    """Write an interval with enough digits for its length, however far it is from 0."""
    reach = max(map(abs, interval))
    digits = 4
    if 0.0 < span < reach:
        digits = min(4 + int(math.log10(reach / span)), 17)
    low, high = (f"{0.0 if abs(x) < 1e-9 * span else x:.{digits}g}" for x in interval)
    return f"{low} to {high}"


def result_text(row: Any) -> str:
    """Return the separation on an axis in words: gap, touching or overlap."""
    exactly = " (exactly)" if row.close else ""
    if row.verdict == "gap":
        return f"gap {short(row.separation)}{exactly}"
    if row.verdict == "touching":
        return f"touching{exactly}"
    return f"overlap {short(-row.separation)}{exactly}"


def times_text(row: Any) -> str:
    """Return the times of overlap on an axis in words."""
    if row.enter == math.inf:
        return "never"
    if row.enter == -math.inf:
        return "always"
    if row.enter < 0.0:
        return f"until {short(row.leave)}"
    return f"{short(row.enter)} to {short(row.leave)}"


def remark(explanation: Any, k: int) -> str:
    """Return why an axis is special: where the test stops, the MTV, impact or exit."""
    words = []
    if k == explanation.stop:
        words.append(NOTE)
    if explanation.velocity_a is None:
        if k == explanation.mtv_axis:
            words.append("MTV")
    elif explanation.impact is not None and not explanation.impact.initial:
        words += ["impact"] if k == explanation.impact_axis else []
        words += ["exit"] if k == explanation.exit_axis else []
    return ", ".join(words)


def rows_shown(explanation: Any) -> list[int]:
    """Return the axes to show: the first ones, and all special ones."""
    count = len(explanation.axes)
    special = [k for k in range(MOST_AXES, count) if remark(explanation, k)]
    return [*range(min(count, MOST_AXES - len(special))), *special]


def _has_times(explanation: Any) -> bool:
    """Return whether the rows have the times of a motion, in which no shape turns."""
    return explanation.velocity_a is not None and explanation.axes_time is None


def _cells(explanation: Any) -> tuple[list[str], list[list[str]]]:
    moving = _has_times(explanation)
    head = ["axis", "direction", "from", "shadow of a", "shadow of b", "on the axis"]
    head += ["overlap in time"] if moving else []
    rows = []
    for k in rows_shown(explanation):
        row = explanation.axes[k]
        spans = [high - low for low, high in (row.shadow_a, row.shadow_b)]
        span = max(*spans, abs(row.separation))
        cells = [str(k), pair_text(_plain(x) for x in row.axis), row.source]
        cells += [interval_text(shadow, span) for shadow in (row.shadow_a, row.shadow_b)]
        cells.append(result_text(row))
        cells += [times_text(row)] if moving else []
        rows.append([*cells, remark(explanation, k)])
    return [*head, ""], rows


def _rest(explanation: Any) -> str:
    left = len(explanation.axes) - len(rows_shown(explanation))
    return f"and {left} more axes" if left else ""


def explanation_text(explanation: Any) -> str:
    """Return the table as text, under the verdict."""
    head, rows = _cells(explanation)
    lines = [title_of(explanation), verdict_text(explanation), "", *plain_table(head, rows)]
    return "\n".join([*lines, _rest(explanation)] if _rest(explanation) else lines)


def explanation_html(explanation: Any) -> str:
    """Return the picture above the table."""
    return html_block(
        explanation_svg(explanation), html_table(*_cells(explanation), _rest(explanation))
    )


# --- the verdict ---------------------------------------------------------------------


def verdict_text(explanation: Any) -> str:
    """Return the result and its reason, in a sentence."""
    at_rest = explanation.velocity_a is None
    return _verdict_at_rest(explanation) if at_rest else _verdict_in_motion(explanation)


def _verdict_at_rest(explanation: Any) -> str:
    if explanation.intersects:
        return _verdict_of_contact(explanation)
    away, stop = short(explanation.distance), explanation.stop
    if stop is None:  # the only axis with a gap is one within rounding
        return f"apart, by a distance of {away}"
    found = f"on axis {stop} there is a gap of {short(explanation.axes[stop].separation)}"
    return f"apart: {found} between the shadows. The distance is {away}"


def _verdict_of_contact(explanation: Any) -> str:
    k = explanation.mtv_axis
    if explanation.touching or explanation.contact is None:
        if k is None or explanation.axes[k].verdict != "touching":
            return "touching: the shadows overlap on every axis, but only the boundaries meet"
        return f"touching: there is no gap on any axis, and on axis {k} the shadows only touch"
    if k is None and explanation.mtv is not None:
        depth = short(math.hypot(*explanation.mtv))
        return (
            "overlapping: the shadows of these parts overlap on every axis; a move by "
            f"{depth} separates the whole shapes"
        )
    depth = short(explanation.contact.depth)
    return f"overlapping: the shadows overlap on every axis, least on axis {k}, by {depth}"


def _verdict_in_motion(explanation: Any) -> str:
    impact, k = explanation.impact, explanation.impact_axis
    if impact is None:
        return _verdict_of_a_miss(explanation)
    if impact.initial:
        return "at the start " + _verdict_at_rest(explanation)
    time, end = short(impact.time), short(impact.exit_time)
    if explanation.axes_time is not None:
        where = "" if k is None else f", where the shadows touch on axis {k}"
        return f"they meet at time {time}{where}"
    if k is None:
        return f"they meet at time {time}, and separate at {end}"
    if explanation.axes[k].enter != impact.time:
        return f"they graze at time {time}, along axis {k}"
    return (
        f"they meet at time {time}, when the shadows begin to overlap on axis {k}, "
        f"the last; they separate at {end}"
    )


def _verdict_of_a_miss(explanation: Any) -> str:
    k, end = explanation.stop, explanation.max_time or 0.0
    if k is not None and explanation.axes_time is not None:
        gap, time = short(explanation.axes[k].separation), short(explanation.axes_time)
        return (
            f"they miss each other: even at time {time}, when they are nearest, there is a gap of "
            f"{gap} on axis {k}"
        )
    if k is None:
        return "they miss each other within rounding, so that no axis proves it"
    row = explanation.axes[k]
    if row.enter == math.inf:
        return f"they never meet: on axis {k} the gap between the shadows stays"
    if row.leave is not None and row.leave < 0.0:
        return f"they do not meet: on axis {k} the shadows separate before the motion begins"
    if max((other.enter or 0.0) for other in explanation.axes[: k + 1]) > end:
        return f"they do not meet in time: on axis {k} there is still a gap at the end"
    return (
        "they miss each other: the shadows never overlap on all axes at once, "
        f"as axes 0 to {k} prove"
    )


# --- the shapes, and the axis that decides --------------------------------------------


def shown_axis(explanation: Any) -> int | None:
    """Return the axis to draw beside the shapes."""
    if not explanation.axes:
        return None
    chosen = explanation.stop if explanation.stop is not None else explanation.mtv_axis
    if chosen is not None:
        return int(chosen)
    return max(range(len(explanation.axes)), key=lambda k: explanation.axes[k].separation)


def ends_of(explanation: Any, row: Any) -> dict[str, list[Spot]]:
    """Return the lowest and the highest point of each shape along the axis of a row."""
    sides = (("a", explanation.a, row.extremes_a), ("b", explanation.b, row.extremes_b))
    return {
        name: [_support(shape, row.axis, low, -1.0), _support(shape, row.axis, high, 1.0)]
        for name, shape, (low, high) in sides
    }


def _support(shape: Any, axis: Place, vertex: int, sign: float) -> Spot:
    """Return the support point of a shape along an axis (sign 1.0) or against it (-1.0)."""
    x, y = shape.vertices[vertex].tolist()
    return x + sign * shape.radius * axis[0], y + sign * shape.radius * axis[1]


class _AxisLine:
    """An axis beside two shapes: below them, or on the right."""

    def __init__(self, explanation: Any, row: Any, box: Box) -> None:
        self.row = row
        x, y = row.axis
        self.out = (y, -x) if 0.4 * y - x < 0.0 else (-y, x)
        corners = product((box.left, box.right), (box.bottom, box.top))
        self.middle = 0.5 * box.left + 0.5 * box.right, 0.5 * box.bottom + 0.5 * box.top
        away = max(self._along(self.out, corner) for corner in corners)
        self.distance = away + 0.14 * (box.size or 1.0)
        self.ends = ends_of(explanation, row)

    def _along(self, unit: Place, place: Place) -> float:
        return sum(u * (p - m) for u, p, m in zip(unit, place, self.middle, strict=True))

    def foot(self, place: Place) -> tuple[float, float]:
        """Return the projection of a place on the line."""
        along = self._along(self.row.axis, place)
        (mx, my), (x, y), (ox, oy) = self.middle, self.row.axis, self.out
        return mx + along * x + self.distance * ox, my + along * y + self.distance * oy

    def box(self) -> Box:
        """Return the bounding box of the line."""
        feet = [self.foot(place) for ends in self.ends.values() for place in ends]
        return box_around((x, y, x, y) for x, y in feet)


def _draw_axis(picture: Picture, line: _AxisLine) -> None:
    """Draw both shadows, and dashed lines from the extreme vertices to their ends."""
    x, y = line.out[0], -line.out[1]  # in pixels
    feet: dict[str, list[Spot]] = {}
    for place, color, name in ((3.0, BLUE, "a"), (11.0, ORANGE, "b")):
        spots = [picture.spot(line.foot(end)) for end in line.ends[name]]
        for end, spot in zip(line.ends[name], spots, strict=True):
            picture.line(picture.spot(end), spot, FAINT, 0.8, stroke_dasharray="2 3")
        feet[name] = [(sx + place * x, sy + place * y) for sx, sy in spots]
        picture.line(feet[name][0], feet[name][1], color, 7.0, stroke_opacity=0.8)
    for name in "ab":
        for end, foot, color in zip(line.ends[name], feet[name], (YELLOW, RED), strict=True):
            picture.dot(picture.spot(end), color)
            picture.dot(foot, color)
    _draw_separation(picture, line, (17.0 * x, 17.0 * y))


def _draw_separation(picture: Picture, line: _AxisLine, aside: Spot) -> None:
    """Draw the gap or the overlap beside the shadows."""
    row = line.row
    ends = [picture.spot(line.foot(line.ends[name][k])) for name, k in (("a", 1), ("b", 0))]
    spots = [(x + 1.2 * aside[0], y + 1.2 * aside[1]) for x, y in ends]
    color = GREEN if row.separation > 0.0 else PURPLE
    if row.verdict != "touching":
        picture.line(spots[0], spots[1], color, 5.0)
    text = result_text(row)
    x, y = (0.5 * (first + last) for first, last in zip(*spots, strict=True))
    x, y = x + 0.9 * aside[0], y + 0.9 * aside[1]
    sideways = aside[0] / 17.0
    half = 0.5 * text_width(text, 12.0)
    x = min(max(x + sideways * half, 8.0 + half), picture.width - 8.0 - half)
    picture.text((x, y + 4.0), text, text_anchor="middle", font_weight="bold")


def _letter_place(shape: Any, other: Any) -> Place:
    """Return the place for a shape's letter: its centroid, unless the other shape covers that."""
    x, y = shape.centroid
    if shape.area <= other.area or not shape.contains(other.centroid):
        return (x, y)
    far = max(shape.vertices.tolist(), key=lambda corner: math.dist(corner, other.centroid))
    return 0.45 * x + 0.55 * far[0], 0.45 * y + 0.55 * far[1]


def _letters(picture: Picture, explanation: Any, ways: Sequence[Place]) -> None:
    """Write the letter of each shape inside it, or beside a small one, and clear of arrows."""
    a, b = explanation.a, explanation.b
    for shape, other, name, way in ((a, b, "a", ways[0]), (b, a, "b", ways[1])):
        x, y = picture.spot(_letter_place(shape, other))
        left, bottom, right, top = shape.bounds
        length, half = math.hypot(*way), 0.5 * min(right - left, top - bottom) * picture.scale
        if half < 11.0:
            x, y = x - 12.0, y - 10.0
        elif length:
            aside = 11.0 if half > 18.0 else half + 9.0
            x, y = x - aside * way[0] / length, y + aside * way[1] / length
        picture.text((x, y + 5.0), name, size=15.0, text_anchor="middle", font_weight="bold")


def _draw_at_rest(picture: Picture, explanation: Any, height: float) -> None:
    box = box_around((explanation.a.bounds, explanation.b.bounds))
    chosen = shown_axis(explanation)
    line = None if chosen is None else _AxisLine(explanation, explanation.axes[chosen], box)
    ghost = explanation.mtv is not None and any(explanation.mtv)
    world = box if line is None else box_around((box, line.box()))
    if ghost:
        world = box_around((world, _shifted(explanation.a.bounds, explanation.mtv)))
    picture.look_at(world, 40.0, 70.0, picture.width - 80.0, height - 125.0)
    picture.shape(explanation.a, **FILL_A)
    picture.shape(explanation.b, **FILL_B)
    if ghost:
        picture.shape(explanation.a, explanation.mtv, stroke=BLUE, **GHOST)
    for shape in (explanation.a, explanation.b):
        name_vertices(picture, shape)
    _letters(picture, explanation, (explanation.mtv or (0.0, 0.0), (0.0, 0.0)))
    if line is not None:
        _draw_axis(picture, line)
    if ghost:
        x, y = explanation.a.centroid
        arrow = picture.spot((x, y)), picture.spot((x + explanation.mtv[0], y + explanation.mtv[1]))
        picture.arrow(*arrow, BLUE)


def _shifted(bounds: Sequence[float], shift: Place) -> Box:
    left, bottom, right, top = bounds
    return Box(left + shift[0], bottom + shift[1], right + shift[0], top + shift[1])


def _draw_turning(picture: Picture, explanation: Any, height: float) -> None:
    """Draw the shapes at the start, on their ways, and at the time of the axes."""
    time, turns = explanation.axes_time, turns_of(explanation)
    picture.look_at(world_of(turns, time), 40.0, 70.0, picture.width - 80.0, height - 100.0)
    for turn in turns:
        draw_turn(picture, turn, time)
    for turn in turns:
        draw_path(picture, turn, time)
    _letters(picture, explanation, [(0.0, 0.0), (0.0, 0.0)])
    _draw_impact(picture, explanation)


def _draw_impact(picture: Picture, explanation: Any) -> None:
    """Draw the normal and the point of an impact."""
    if explanation.impact is not None:
        x, y = picture.spot(explanation.impact.point)
        normal = explanation.impact.normal
        picture.arrow((x, y), (x + 40.0 * normal[0], y - 40.0 * normal[1]), INK)
        picture.dot((x, y), YELLOW)


def _draw_in_motion(picture: Picture, explanation: Any, height: float) -> None:
    """Draw the shapes at the start, and at the impact or the end."""
    if explanation.axes_time is not None:
        _draw_turning(picture, explanation, height)
        return
    until = explanation.max_time if explanation.impact is None else explanation.impact.time
    moved = math.isfinite(until)
    moves = [
        (explanation.a, explanation.velocity_a, FILL_A, BLUE),
        (explanation.b, explanation.velocity_b, FILL_B, ORANGE),
    ]
    ends = [(v[0] * until, v[1] * until) if moved else (0.0, 0.0) for _, v, _, _ in moves]
    world = box_around(
        [shape.bounds for shape, _, _, _ in moves]
        + [_shifted(move[0].bounds, end) for move, end in zip(moves, ends, strict=True)]
    )
    picture.look_at(world, 40.0, 70.0, picture.width - 80.0, height - 100.0)
    for (shape, _, fill, color), end in zip(moves, ends, strict=True):
        picture.shape(shape, **fill)
        if any(end):
            picture.shape(shape, end, stroke=color, **GHOST)
    _letters(picture, explanation, ends)
    for (shape, _, _, color), end in zip(moves, ends, strict=True):
        if any(end):
            x, y = shape.centroid
            picture.arrow(picture.spot((x, y)), picture.spot((x + end[0], y + end[1])), color)
    _draw_impact(picture, explanation)


# --- a strip for each axis -----------------------------------------------------------


def _strip_texts(picture: Picture, explanation: Any, k: int, top: float, result: str) -> None:
    row, note = explanation.axes[k], remark(explanation, k)
    if note:
        ground = GREEN if k == explanation.stop else ORANGE
        picture.bar(8.0, top, picture.width - 16.0, STRIP, fill=ground, fill_opacity=0.13, rx=4)
    picture.text((16.0, top + 17.0), f"{k}: {row.source}", size=11.5, room=LABEL - 24.0)
    text = f"{result}, {note}" if note else result
    place, room = (picture.width - RESULT + 4.0, top + 17.0), RESULT - 18.0
    weight, room = ("bold", 0.9 * room) if note else (None, room)  # bold is wider
    picture.text(place, text, size=11.5, room=room, font_weight=weight)


def _shadow_strip(picture: Picture, explanation: Any, k: int, top: float) -> None:
    """Draw both shadows on an axis, a's above b's, and between them what they do."""
    row = explanation.axes[k]
    _strip_texts(picture, explanation, k, top, result_text(row))
    low: float = min(row.shadow_a[0], row.shadow_b[0])
    high: float = max(row.shadow_a[1], row.shadow_b[1])
    span, room = (high - low) or 1.0, picture.width - LABEL - RESULT - 20.0

    def place(value: float) -> float:
        return LABEL + room * (value - low) / span

    # From the separation, which far from the origin knows more than the difference of the shadows.
    middle = place(row.shadow_a[1])
    between = middle, middle + room * row.separation / span
    color = GREEN if row.separation > 0.0 else PURPLE
    left, right = min(between), max(between)
    picture.bar(left, top + 4.0, right - left, STRIP - 8.0, fill=color, fill_opacity=0.45)
    for shadow, color, y in ((row.shadow_a, BLUE, 8.5), (row.shadow_b, ORANGE, 17.5)):
        spots = [(place(end), top + y) for end in shadow]
        picture.line(spots[0], spots[1], color, 5.0)
        for spot, end in zip(spots, (YELLOW, RED), strict=True):
            picture.dot(spot, end, radius=2.8)


def _last_time(explanation: Any) -> float:
    """Return a time after all that there is to see."""
    times: list[float] = [
        t for row in explanation.axes for t in (row.enter, row.leave) if math.isfinite(t)
    ]
    if explanation.impact is not None and math.isfinite(explanation.impact.exit_time):
        times.append(explanation.impact.exit_time)
    if math.isfinite(explanation.max_time):
        times = [*(t for t in times if t < 3.0 * explanation.max_time), explanation.max_time]
    last: float = max([t for t in times if t > 0.0], default=1.0)
    return 1.06 * last


def _time_strip(picture: Picture, explanation: Any, k: int, top: float) -> None:
    """Draw when the shadows on an axis overlap."""
    row = explanation.axes[k]
    _strip_texts(picture, explanation, k, top, times_text(row))
    room, end = picture.width - LABEL - RESULT - 20.0, _last_time(explanation)
    left, right = (LABEL + room * min(max(t / end, 0.0), 1.0) for t in (row.enter, row.leave))
    picture.line((LABEL, top + 13.0), (LABEL + room, top + 13.0), FAINT, 0.8)
    if row.leave >= 0.0:
        picture.bar(left, top + 8.0, right - left, 10.0, fill=PURPLE, fill_opacity=0.75)


def _time_marks(picture: Picture, explanation: Any, top: float, bottom: float) -> None:
    """Mark the times of the impact and of the end across all strips."""
    room, end = picture.width - LABEL - RESULT - 20.0, _last_time(explanation)
    marks = [(0.0, "0", FAINT)]
    if explanation.impact is not None:
        marks.append((explanation.impact.time, f"impact {short(explanation.impact.time)}", INK))
    if explanation.max_time <= end:
        marks.append((explanation.max_time, f"end {short(explanation.max_time)}", FAINT))
    level, last = bottom + 13.0, -math.inf
    for time, text, color in marks:
        x = LABEL + room * time / end
        dashes = None if color == INK else "2 3"
        picture.line((x, top), (x, bottom), color, 1.2, stroke_dasharray=dashes)
        half = 0.5 * text_width(text, 10.5)
        if x - half < last + 6.0:
            level += 12.0
        last = x + half
        picture.text((x, level), text, size=10.5, fill=color, text_anchor="middle")


def _legend(picture: Picture, explanation: Any, top: float) -> None:
    entries, dashed = [("a", BLUE), ("b", ORANGE)], ""
    timed = _has_times(explanation)
    if timed:
        entries += [("shadows overlap", PURPLE)]
    else:
        entries += [("gap", GREEN), ("overlap", PURPLE), ("lowest", YELLOW), ("highest", RED)]
    if explanation.velocity_a is not None:
        if explanation.impact is None:
            dashed = "at the end" if timed else "where they are nearest"
        elif not explanation.impact.initial:
            dashed = "at the impact"
    elif explanation.mtv is not None and any(explanation.mtv):
        dashed = "a, moved out by the MTV"
    x = 16.0
    for text, color in entries:
        if text in ("lowest", "highest"):
            picture.dot((x + 5.0, top - 4.0), color)
        else:
            picture.bar(x, top - 9.0, 10.0, 10.0, fill=color, fill_opacity=0.8)
        picture.text((x + 15.0, top), text, size=11.0)
        x += 34.0 + text_width(text, 11.0)
    if dashed:
        style = {**GHOST, "stroke": INK, "stroke_dasharray": "3 2"}
        picture.bar(x, top - 9.0, 10.0, 10.0, **style)
        picture.text((x + 15.0, top), dashed, size=11.0)


def explanation_svg(explanation: Any) -> str:
    """Draw the shapes, and below them a strip for each axis."""
    moving, shown = explanation.velocity_a is not None, rows_shown(explanation)
    timed, title, rest = _has_times(explanation), title_of(explanation), _rest(explanation)
    strips = SCENE + 34.0
    bottom = strips + STRIP * len(shown)
    height = bottom + (44.0 if timed else 12.0) + (18.0 if rest else 0.0)
    picture = Picture(WIDTH, height, title)
    picture.text((16.0, 24.0), title, size=13.0, room=0.9 * (WIDTH - 32.0), font_weight="bold")
    letters = int((WIDTH - 32.0) / text_width(" ", 12.0))
    for i, line in enumerate(wrap(verdict_text(explanation), letters)):
        picture.text((16.0, 42.0 + 16.0 * i), line)
    (_draw_in_motion if moving else _draw_at_rest)(picture, explanation, SCENE)
    _legend(picture, explanation, SCENE + 18.0)
    for i, k in enumerate(shown):
        (_time_strip if timed else _shadow_strip)(picture, explanation, k, strips + STRIP * i)
    if timed:
        _time_marks(picture, explanation, strips, bottom)
    if rest:
        picture.text((16.0, height - 8.0), rest, size=11.0, fill=FAINT)
    return picture.svg()
