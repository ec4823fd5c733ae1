"""An `Explanation` as a picture, and as a picture above a table in HTML.

The picture has two parts. The upper part shows the shapes and the axis that decides, or the motion.
The lower part has a strip for each axis, with both shadows, or with the times of their overlap.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from sepax._explained.turning import Way
from sepax.pictures import words
from sepax.pictures.axes import AxisLine, line_beside, shown_axis
from sepax.pictures.colors import BLUE, DOTTED, FAINT, GREEN, INK, ORANGE, PURPLE, RED, YELLOW
from sepax.pictures.drawings import at_rest, in_motion, meeting, numbers
from sepax.pictures.marks import Bar, Dots, Line, Look, Mark, Place, Text, box_of
from sepax.pictures.svg import Sheet, text_width

WIDTH, SCENE = 640.0, 300.0  # of the picture, and how high its upper part is; pixels
STRIP = 26.0  # how high a strip is
LEFT, RESULT = 200.0, 176.0  # how wide the texts beside a strip are
ROOM = WIDTH - LEFT - RESULT - 20.0  # between them
ZOOM = 1.6  # of the axis beside the shapes


def explanation_html(explanation: Any) -> str:
    """Return the picture above the table."""
    table = words.html_table(*words.cells_of(explanation), words.rest_text(explanation))
    return words.html_block(explanation_svg(explanation), table)


def explanation_svg(explanation: Any) -> str:
    """Draw the shapes, and below them a strip for each axis."""
    shown, timed = words.rows_shown(explanation), words.has_times(explanation)
    title, rest = words.title_of(explanation), words.rest_text(explanation)
    strips = SCENE + 34.0
    bottom = strips + STRIP * len(shown)
    height = bottom + (44.0 if timed else 12.0) + (18.0 if rest else 0.0)
    sheet = Sheet(WIDTH, height, title)
    sheet.write(Text((16.0, 24.0), title, 13.0, bold=True, room=0.9 * (WIDTH - 32.0)))
    letters = int((WIDTH - 32.0) / text_width(" ", 12.0))
    for i, line in enumerate(wrap(words.verdict_text(explanation), letters)):
        sheet.write(Text((16.0, 42.0 + 16.0 * i), line))
    (_draw_at_rest if explanation.velocity_a is None else _draw_in_motion)(sheet, explanation)
    sheet.write(*_legend(explanation, SCENE + 18.0))
    for i, k in enumerate(shown):
        top = strips + STRIP * i
        sheet.write(*_strip_texts(explanation, k, top))
        sheet.write(*(_time_strip if timed else _shadow_strip)(explanation, k, top))
    if timed:
        sheet.write(*_time_marks(explanation, strips, bottom))
    if rest:
        sheet.write(Text((16.0, height - 8.0), rest, 11.0, FAINT))
    return sheet.svg()


# --- the shapes, and the axis that decides, or the motion -----------------------------


def _draw_at_rest(sheet: Sheet, explanation: Any) -> None:
    a, b, mtv, chosen = explanation.a, explanation.b, explanation.mtv, shown_axis(explanation)
    marks = [*at_rest(a, b, mtv), *numbers(a), *numbers(b)]
    line = None if chosen is None else line_beside(explanation, chosen)
    marks += [] if line is None else line.marks(decides=True, zoom=ZOOM)
    sheet.look_at(box_of(marks), 40.0, 70.0, WIDTH - 80.0, SCENE - 125.0)
    sheet.draw(*marks)
    _letters(sheet, explanation, [mtv or (0.0, 0.0), (0.0, 0.0)])
    if line is not None:
        _label(sheet, line)


def _draw_in_motion(sheet: Sheet, explanation: Any) -> None:
    """Draw the shapes at the start, and at the impact, the end, or where they are nearest."""
    x, impact = explanation, explanation.impact
    turns = x.axes_time is not None
    time = x.axes_time if turns else x.max_time if impact is None else impact.time
    time = time if math.isfinite(time) else 0.0
    ways = [
        Way(x.velocity_a, x.angular_velocity_a or 0.0, x.pivot_a or x.a.position),
        Way(x.velocity_b, x.angular_velocity_b or 0.0, x.pivot_b or x.b.position),
    ]
    marks = in_motion((x.a, x.b), ways, time, "")
    sheet.look_at(box_of(marks), 40.0, 70.0, WIDTH - 80.0, SCENE - 100.0)
    sheet.draw(*marks)
    is_straight = time > 0.0 and not turns  # arrows then begin at the centroids
    _letters(sheet, x, [way.velocity if is_straight else (0.0, 0.0) for way in ways])
    if impact is not None:
        sheet.draw(*meeting([impact.point], impact.normal, ""))


def _label(sheet: Sheet, line: AxisLine) -> None:
    """Write the gap or the overlap beside the shadows, inside the picture."""
    text, (across, up) = words.result_text(line.axis.row), line.out
    x, y = sheet.view.spot(line.at(0.5 * sum(line.axis.separation)))
    half = 0.5 * text_width(text, 12.0)
    x = min(max(x + across * (36.0 + half), 8.0 + half), WIDTH - 8.0 - half)
    sheet.write(Text((x, y - 36.0 * up + 4.0), text, anchor="middle", bold=True))


def _letter_place(shape: Any, other: Any) -> Place:
    """Return the place for a shape's letter: its centroid, unless the other shape covers that."""
    x, y = shape.centroid
    if shape.area <= other.area or not shape.contains(other.centroid):
        return (x, y)
    far = max(shape.vertices.tolist(), key=lambda corner: math.dist(corner, other.centroid))
    return 0.45 * x + 0.55 * far[0], 0.45 * y + 0.55 * far[1]


def _letters(sheet: Sheet, explanation: Any, ways: Sequence[Place]) -> None:
    """Write the letter of each shape inside it, or beside a small one, and clear of arrows."""
    a, b = explanation.a, explanation.b
    for name, shape, other, (x, y) in (("a", a, b, ways[0]), ("b", b, a, ways[1])):
        left, bottom, right, top = shape.bounds
        length, half = math.hypot(x, y), 0.5 * min(right - left, top - bottom) * sheet.view.scale
        across, up = 0.0, 0.0
        if half < 11.0:
            across, up = -12.0, 10.0
        elif length:
            aside = 11.0 if half > 18.0 else half + 9.0
            across, up = -aside * x / length, -aside * y / length
        place = (*_letter_place(shape, other), across, up)
        sheet.draw(Text(place, name, 15.0, anchor="middle", bold=True))


# --- a strip for each axis -----------------------------------------------------------


def _strip_texts(explanation: Any, k: int, top: float) -> list[Mark]:
    row, note = explanation.axes[k], words.remark(explanation, k)
    result = words.times_text(row) if words.has_times(explanation) else words.result_text(row)
    text = f"{result}, {note}" if note else result
    room = (RESULT - 18.0) * (0.9 if note else 1.0)  # bold is wider
    ground = Look(fill=GREEN if k == explanation.stop else ORANGE, fill_opacity=0.13)
    marks: list[Mark] = [Bar(8.0, top, WIDTH - 16.0, STRIP, ground, 4.0)] if note else []
    return [
        *marks,
        Text((16.0, top + 17.0), f"{k}: {row.source}", 11.5, room=LEFT - 24.0),
        Text((WIDTH - RESULT + 4.0, top + 17.0), text, 11.5, bold=bool(note), room=room),
    ]


def _shadow_strip(explanation: Any, k: int, top: float) -> list[Mark]:
    """Return both shadows on an axis, a's above b's, and between them what they do."""
    row = explanation.axes[k]
    low: float = min(row.shadow_a[0], row.shadow_b[0])
    high: float = max(row.shadow_a[1], row.shadow_b[1])
    span = (high - low) or 1.0
    # From the separation, which far from the origin knows more than the difference of the shadows.
    start, width = LEFT + ROOM * (row.shadow_a[1] - low) / span, ROOM * row.separation / span
    look = Look(fill=GREEN if row.separation > 0.0 else PURPLE, fill_opacity=0.45)
    marks: list[Mark] = [Bar(min(start, start + width), top + 4.0, abs(width), STRIP - 8.0, look)]
    for shadow, color, y in ((row.shadow_a, BLUE, 8.5), (row.shadow_b, ORANGE, 17.5)):
        spots = [(LEFT + ROOM * (end - low) / span, top + y) for end in shadow]
        marks.append(Line(spots, Look(color, 5.0)))
        marks += [Dots([spot], end, 2.8) for spot, end in zip(spots, (YELLOW, RED), strict=True)]
    return marks


def _last_time(explanation: Any) -> float:
    """Return a time after all that there is to see."""
    times: list[float] = [t for row in explanation.axes for t in (row.enter, row.leave)]
    times += [] if explanation.impact is None else [explanation.impact.exit_time]
    if math.isfinite(explanation.max_time):
        times = [*(t for t in times if t < 3.0 * explanation.max_time), explanation.max_time]
    return 1.06 * max([t for t in times if 0.0 < t < math.inf], default=1.0)


def _time_strip(explanation: Any, k: int, top: float) -> list[Mark]:
    """Return a bar from when to when the shadows on an axis overlap."""
    row, end = explanation.axes[k], _last_time(explanation)
    left, right = (LEFT + ROOM * min(max(t / end, 0.0), 1.0) for t in (row.enter, row.leave))
    marks: list[Mark] = [Line([(LEFT, top + 13.0), (LEFT + ROOM, top + 13.0)], Look(FAINT, 0.8))]
    if row.leave >= 0.0:
        look = Look(fill=PURPLE, fill_opacity=0.75)
        marks.append(Bar(left, top + 8.0, right - left, 10.0, look))
    return marks


def _time_marks(explanation: Any, top: float, bottom: float) -> list[Mark]:
    """Return the times of the impact and of the end as lines across all strips."""
    end, until = _last_time(explanation), explanation.max_time
    times: list[tuple[float, str, Look]] = [(0.0, "0", Look(FAINT, 1.2, DOTTED))]
    if explanation.impact is not None:
        time = explanation.impact.time
        times.append((time, f"impact {words.short(time)}", Look(INK, 1.2)))
    if until <= end:
        times.append((until, f"end {words.short(until)}", Look(FAINT, 1.2, DOTTED)))
    marks: list[Mark] = []
    level, last = bottom + 13.0, -math.inf
    for time, text, look in times:
        x, half = LEFT + ROOM * time / end, 0.5 * text_width(text, 10.5)
        level += 12.0 if x - half < last + 6.0 else 0.0
        last = x + half
        marks.append(Line([(x, top), (x, bottom)], look))
        marks.append(Text((x, level), text, 10.5, look.stroke, "middle"))
    return marks


def _legend(explanation: Any, top: float) -> list[Mark]:
    entries, dashed = [("a", BLUE), ("b", ORANGE)], ""
    timed = words.has_times(explanation)
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
    entries += [(dashed, INK)] if dashed else []
    marks: list[Mark] = []
    x = 16.0
    for text, color in entries:
        if color in (YELLOW, RED):
            marks.append(Dots([(x + 5.0, top - 4.0)], color))
        else:
            look = Look(INK, 1.4, DOTTED) if text == dashed else Look(fill=color, fill_opacity=0.8)
            marks.append(Bar(x, top - 9.0, 10.0, 10.0, look))
        marks.append(Text((x + 15.0, top), text, 11.0))
        x += 34.0 + text_width(text, 11.0)
    return marks
