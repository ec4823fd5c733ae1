"""Words of pictures and tables: numbers, shapes, and the sentences and rows of an explanation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

MOST_AXES = 24  # rows of an explanation


def short(value: float) -> str:
    """Write a number with four digits."""
    return f"{value:.4g}"


def pair_text(pair: Iterable[float]) -> str:
    """Write a pair of numbers."""
    return f"({', '.join(map(short, pair))})"


def describe(shape: Any) -> str:
    """Return the kind, the number of vertices and the radius of a shape."""
    name, count, radius = type(shape).__name__, len(shape.vertices), shape.radius
    words = [f"{count} vertices"] if count > 2 else []
    words += [f"radius {short(radius)}"] if radius else []
    return f"{name} ({', '.join(words)})" if words else name


# --- tables ------------------------------------------------------------------------


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """Return a table in HTML, with a note below."""
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    below = f"<p>{escape(note)}</p>" if note else ""
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>{below}"


def html_block(*parts: str) -> str:
    """Stack parts below each other."""
    return f"<div>{''.join(parts)}</div>"


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines of text."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]


# --- the rows of an explanation ----------------------------------------------------------


def title_of(explanation: Any) -> str:
    """Return a line that describes both shapes."""
    x = explanation
    return ", ".join(
        f"{name}: {'' if part is None else f'part {part}, '}{describe(shape)}"
        for name, shape, part in (("a", x.a, x.part_a), ("b", x.b, x.part_b))
    )


def interval_text(interval: Sequence[float], span: float) -> str:
    """Write an interval with enough digits for its length, however far it is from 0."""
    reach = max(map(abs, interval))
    digits = min(4 + int(math.log10(reach / span)), 17) if 0.0 < span < reach else 4
    low, high = (f"{0.0 if abs(x) < 1e-9 * span else x:.{digits}g}" for x in interval)
    return f"{low} to {high}"


def result_text(row: Any) -> str:
    """Return the separation on an axis in words: gap, touching or overlap."""
    exactly = " (exactly)" if row.close else ""
    size = "" if row.verdict == "touching" else f" {short(abs(row.separation))}"
    return f"{row.verdict}{size}{exactly}"


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
    words = ["stop here"] if k == explanation.stop else []
    if explanation.velocity_a is None:
        words += ["MTV"] if k == explanation.mtv_axis else []
    elif explanation.impact is not None and not explanation.impact.initial:
        words += ["impact"] if k == explanation.impact_axis else []
        words += ["exit"] if k == explanation.exit_axis else []
    return ", ".join(words)


def rows_shown(explanation: Any) -> list[int]:
    """Return the axes to show: the first ones, and all special ones."""
    count = len(explanation.axes)
    special = [k for k in range(MOST_AXES, count) if remark(explanation, k)]
    return [*range(min(count, MOST_AXES - len(special))), *special]


def rest_text(explanation: Any) -> str:
    """Return how many axes are not shown, in words."""
    left = len(explanation.axes) - len(rows_shown(explanation))
    return f"and {left} more axes" if left else ""


def has_times(explanation: Any) -> bool:
    """Return whether the rows have the times of a motion, in which no shape turns."""
    return explanation.velocity_a is not None and explanation.axes_time is None


def cells_of(explanation: Any) -> tuple[list[str], list[list[str]]]:
    """Return the head of the table of axes, and its rows."""
    moving = has_times(explanation)
    head = ["axis", "direction", "from", "shadow of a", "shadow of b", "on the axis"]
    head += ["overlap in time"] if moving else []
    rows = []
    for k in rows_shown(explanation):
        row = explanation.axes[k]
        shadows = row.shadow_a, row.shadow_b
        span = max(*(high - low for low, high in shadows), abs(row.separation))
        # A component of a unit vector that is within rounding of 0 is written as 0.
        direction = pair_text(x if abs(x) >= 2.0**-40 else 0.0 for x in row.axis)
        cells = [str(k), direction, row.source]
        cells += [*(interval_text(shadow, span) for shadow in shadows), result_text(row)]
        cells += [times_text(row)] if moving else []
        rows.append([*cells, remark(explanation, k)])
    return [*head, ""], rows


def explanation_text(explanation: Any) -> str:
    """Return the table as text, under the verdict."""
    rest = rest_text(explanation)
    lines = [title_of(explanation), verdict_text(explanation), clearance_text(explanation), ""]
    return "\n".join([*lines, *plain_table(*cells_of(explanation)), *([rest] if rest else [])])


def clearance_text(explanation: Any) -> str:
    """Return how far shapes are apart, and how that changes; or how near moving ones come."""
    found, approach = explanation.clearance, explanation.approach
    if approach is not None:
        near, when = short(approach.distance), short(approach.time)
        return f"closest approach {near} at time {when}, along {pair_text(approach.normal)}"
    of_a, of_b = (short(gradient[2]) for gradient in (found.gradient_a, found.gradient_b))
    kink = "" if found.unique else "; a kink"
    return (
        f"signed distance {short(found.distance)} along {pair_text(found.normal)}; "
        f"a turn by 1 radian adds {of_a} for a, {of_b} for b{kink}"
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
