"""Draw how `ShapeArray.from_rotated_boxes` reads an angle: the picture beside, as text.

python docs/images/rotated_boxes.py > docs/images/rotated_boxes.svg
"""

import math

import sepax

ROW = (0.0, 0.0, 4.0, 2.0, 30.0)  # x, y, width, height, angle
UNIT = 34.0  # pixels
PANEL, TITLE = 260.0, 40.0
FORMATS = ("xywhd", "xywh-d")
VIEWS = (("in an image, y down", 1.0), ("in a plot, y up", -1.0))
BLUE, RED, INK, FAINT = "#0072b2", "#d55e00", "#222222", "#767676"

Point = tuple[float, float]


def text(place: Point, words: str, size: int = 14, colour: str = INK) -> str:
    """Return a text, its middle at a place."""
    x, y = place
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
        f'text-anchor="middle">{words}</text>'
    )


def line(places: list[Point], colour: str, width: float, more: str = "") -> str:
    """Return a line from place to place."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return (
        f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>'
    )


def panel(left: float, top: float, form: str, y_sign: float) -> list[str]:
    """Return the box in one format, seen with the y axis down or up."""
    middle_x, middle_y = left + 0.5 * PANEL, top + 0.5 * PANEL

    def spot(x: float, y: float) -> Point:
        return middle_x + UNIT * x, middle_y + UNIT * y_sign * y

    box = sepax.ShapeArray.from_rotated_boxes([ROW], form)[0]
    corners = [spot(x, y) for x, y in box.vertices.tolist()]
    angle = box.angle
    arc = [spot(1.6 * math.cos(k * angle / 12), 1.6 * math.sin(k * angle / 12)) for k in range(13)]
    start, ahead = box.vertices[0], box.vertices[1] - box.vertices[0]
    beside = spot(*(start + 0.25 * ahead + 0.6 * box.normals[0]).tolist())
    way = math.cos(angle), math.sin(angle)
    middle = spot(2.15 * math.cos(0.5 * angle), 2.15 * math.sin(0.5 * angle))
    end = spot(2.6 * way[0], 2.6 * way[1])
    arrow = ' marker-end="url(#arrow)"'
    return [
        line([spot(-3.0, 0.0), spot(3.3, 0.0)], FAINT, 1.0, arrow),
        line([spot(0.0, -3.0 if y_sign > 0 else -2.6), spot(0.0, 3.0)], FAINT, 1.0, arrow),
        text(spot(3.45, -0.35 * y_sign), "x", 13, FAINT),
        text(spot(0.35, 3.0), "y", 13, FAINT),
        line([*corners, corners[0]], BLUE, 2.0),
        line([spot(0.0, 0.0), end], RED, 1.5, arrow),
        line(arc, RED, 1.5, arrow),
        text((middle[0], middle[1] + 5.0), "30°", 13, RED),
        text((beside[0], beside[1] + 4.0), "width", 13, BLUE),
        text((middle_x, top + PANEL - 6.0), f"&quot;{form}&quot;", 15),
    ]


def picture() -> str:
    """Return the picture of all formats, seen both ways."""
    width, height = PANEL * len(VIEWS), TITLE + PANEL * len(FORMATS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto-start-reverse">'
        '<path d="M0,0 L8,4 L0,8 z" fill="context-stroke"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
    ]
    for column, (view, y_sign) in enumerate(VIEWS):
        left = PANEL * column
        parts.append(text((left + 0.5 * PANEL, 26.0), view, 16))
        for row, form in enumerate(FORMATS):
            parts += panel(left, TITLE + PANEL * row, form, y_sign)
    return "\n".join([*parts, "</svg>"])


if __name__ == "__main__":
    print(picture())
