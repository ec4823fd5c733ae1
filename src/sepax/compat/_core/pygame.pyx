"""The sprites of pygame: which of them overlap, and how to separate them.

Only `sepax.compat.pygame` uses this module. docs/drop-ins-pygame.md says what the outline of a
sprite is. Convex shapes (pygame_figures.pxd) are made only of two outlines (pygame_outlines.pyx)
whose bounds overlap.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree
from libc.math cimport ceil, copysign, fabs

from sepax._core.interrupts cimport discard_if_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.queries cimport convex_intersect, convex_penetration
from sepax._core.memory cimport new_zeros
from sepax._core.shape cimport Shape
from sepax.compat._core.pygame_figures cimport (
    Box, Figure, Point, box_of, build, discard, mask_corners)
from sepax.compat._core.pygame_outlines cimport (
    DISC, EMPTY, PIXELS, POINTS, SHAPE, UPRIGHT, Host, Outline, Rectangle, begin, installed, is_a,
    is_list_of_points, near_in, read, read_rectangle, rect_of, release, settle, turn)

from importlib import import_module

cdef tuple OUTLINES = ("hitbox", "shape")   # attributes of a sprite that say more than its rect

cdef enum:
    ATTEMPTS = 8    # to leave an overlap that rounding brought back, each twice as far


# --- testing ----------------------------------------------------------------------

cdef inline bint bounds_overlap(const Outline* a, const Outline* b) noexcept nogil:
    return ((a.low_x < b.high_x) & (b.low_x < a.high_x)
            & (a.low_y < b.high_y) & (b.low_y < a.high_y))


cdef bint figures_overlap(const Outline* a, const Outline* b, Axis* widest,
                          double* depth) except -1:
    """Whether two outlines overlap; with `widest`, whether they meet, by which axis, how deep."""
    cdef Figure first, second
    cdef bint hit
    first.heap = second.heap = NULL
    try:
        if not (build(&first, a) and build(&second, b)):
            return False
        if widest is NULL:
            hit = convex_intersect(first.convex, second.convex, True)
        else:
            hit = convex_penetration(first.convex, second.convex, widest, depth)
        discard_if_interrupted(first.convex.n, second.convex.n)
        return hit
    finally:
        discard(&first)
        discard(&second)


cdef inline bint overlap(Outline* a, Outline* b, Host host) except -1:
    """Whether two outlines have a common area."""
    if a.form == EMPTY or b.form == EMPTY or not bounds_overlap(a, b):
        return False
    settle(a, host)
    settle(b, host)
    if a.form == UPRIGHT and b.form == UPRIGHT:
        return (a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom)
    if not bounds_overlap(a, b):    # now that the angles are known
        return False
    return figures_overlap(a, b, NULL, NULL)


def collided(a: Any, b: Any) -> bool:
    """Whether two sprites overlap; for the `collided` of pygame's functions.

    Parameters
    ----------
    a, b : sprite, or anything that `shape_of` takes
        A shape without area (a flat rectangle, an empty mask, points on a line) overlaps nothing.

    Returns
    -------
    bool
        False if they only touch.

    Raises
    ------
    TypeError
        For what has no shape.
    ValueError
        For numbers that are not finite.

    Warns
    -----
    RuntimeWarning
        For a turned sprite if its `rect` may be that of the turned image.
    """
    cdef Host host = installed()
    cdef Outline outline_a, outline_b
    begin(&outline_a)
    begin(&outline_b)
    try:
        read(a, &outline_a, host)
        read(b, &outline_b, host, &outline_a)
        return overlap(&outline_a, &outline_b, host)
    finally:
        release(&outline_a)
        release(&outline_b)


cdef object the_test = collided


def outline_of(thing: Any, double angle) -> tuple[Any, ...]:
    """The numbers for `shape_of`; a bare rectangle is turned by so many degrees.

    Returns a kind and its numbers: ``("box", width, height, centre, radians)``,
    ``("circle", centre, radius)``, ``("ring", corners, place)``, ``("hull", points)`` or
    ``("shape", shape)``.
    """
    cdef Host host = installed()
    cdef Outline outline
    cdef Box box
    cdef Point* corners = NULL
    cdef Py_ssize_t n
    begin(&outline)
    try:
        read(thing, &outline, host)
        settle(&outline, host)
        if outline.form == UPRIGHT and (is_a(thing, host.rect) or is_a(thing, host.float_rect)):
            turn(&outline, angle)
        if outline.form == SHAPE or outline.form == POINTS:
            return ("shape" if outline.form == SHAPE else "hull", <object>outline.source)
        if outline.form == DISC:
            return "circle", (outline.x, outline.y), outline.width
        if outline.form != PIXELS:
            box = box_of(&outline)
            return "box", box.width, box.height, (box.x, box.y), box.angle
        n = mask_corners(&outline, &corners)
        return "ring", [(corners[i].x, corners[i].y) for i in range(n)], (outline.x, outline.y)
    finally:
        PyMem_RawFree(corners)
        release(&outline)


# --- groups -----------------------------------------------------------------------

@cython.final
cdef class Crowd:
    """The outlines of a group's sprites, each read once."""

    cdef list sprites
    cdef Outline* outlines
    cdef Py_ssize_t n       # of them read

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.n):
            release(&self.outlines[i])
        PyMem_RawFree(self.outlines)

    cdef int fill(self, group, Host host) except -1:
        self.sprites = list(group)
        self.outlines = <Outline*>new_zeros(len(self.sprites), sizeof(Outline))
        if self.outlines is NULL:
            raise MemoryError
        for sprite in self.sprites:
            self.n += 1     # a half-read outline is released, too
            read(sprite, &self.outlines[self.n - 1], host)
        return 0

    cdef list hits(self, Outline* outline, Host host):
        cdef Py_ssize_t i
        cdef list found = []
        for i in range(self.n):
            if overlap(outline, &self.outlines[i], host):
                found.append(self.sprites[i])
        return found


cdef Crowd crowd_of(group, Host host):
    cdef Crowd crowd = Crowd()
    crowd.fill(group, host)
    return crowd


cdef bint is_other_test(collided) noexcept:
    return collided is not None and collided is not the_test


cdef list sprite_hits(sprite, group, bint first_only):
    cdef Host host = installed()
    cdef Outline outline, other_outline
    cdef list found = []
    begin(&outline)
    begin(&other_outline)
    try:
        read(sprite, &outline, host)
        # To stop at the first hit is quicker than to look at all sprites.
        for other in group if first_only else near_in(group, &outline, host):
            read(other, &other_outline, host, &outline)
            if overlap(&outline, &other_outline, host):
                found.append(other)
                if first_only:
                    break
            release(&other_outline)
    finally:
        release(&outline)
        release(&other_outline)
    return found


def spritecollide(sprite: Any, group: Iterable[_Sprite], dokill: Any,
                  collided: Callable[[Any, Any], Any] | None = None) -> list[_Sprite]:
    """The sprites of a group that overlap a sprite, in their order.

    `pygame.sprite.spritecollide` with `collided` as its test, in one compiled call.

    Parameters
    ----------
    sprite : sprite, or anything that `shape_of` takes
    group : iterable of sprite
    dokill : bool
        Whether to `kill()` those found, after all were tested.
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    list of sprite
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").spritecollide(sprite, group, dokill, collided)
    cdef list found = sprite_hits(sprite, group, False)
    if dokill:
        for other in found:
            other.kill()
    return found


def spritecollideany(sprite: Any, group: Iterable[_Sprite],
                     collided: Callable[[Any, Any], Any] | None = None) -> _Sprite | None:
    """The first sprite of a group that overlaps a sprite, or None.

    `pygame.sprite.spritecollideany` with `collided` as its test, in one compiled call.

    Parameters
    ----------
    sprite : sprite, or anything that `shape_of` takes
    group : iterable of sprite
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    sprite or None
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").spritecollideany(sprite, group, collided)
    cdef list found = sprite_hits(sprite, group, True)
    return found[0] if found else None


def groupcollide(groupa: Iterable[_Sprite], groupb: Iterable[_OtherSprite], dokilla: Any,
                 dokillb: Any,
                 collided: Callable[[Any, Any], Any] | None = None
                 ) -> dict[_Sprite, list[_OtherSprite]]:
    """The sprites of a group that overlap any of another group, and which.

    `pygame.sprite.groupcollide` with `collided` as its test, in one compiled call. Every sprite
    is read once, and those of `groupb` again after some were killed.

    Parameters
    ----------
    groupa, groupb : iterable of sprite
    dokilla, dokillb : bool
        Whether to `kill()` those found: of `groupb` at once, of `groupa` in the end.
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    dict of sprite to list of sprite
        Without the sprites that overlap none.
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").groupcollide(
            groupa, groupb, dokilla, dokillb, collided)
    cdef Host host = installed()
    cdef Outline outline
    cdef Crowd crowd = None
    cdef dict found = {}
    begin(&outline)
    try:
        for sprite in groupa:
            PyErr_CheckSignals()
            release(&outline)
            read(sprite, &outline, host)
            if crowd is None:
                crowd = crowd_of(groupb, host)
            hits = crowd.hits(&outline, host)
            if not hits:
                continue
            found[sprite] = hits
            if dokillb:
                for other in hits:
                    other.kill()
                crowd = None
    finally:
        release(&outline)
    if dokilla:
        for sprite in found:
            sprite.kill()
    return found


# --- parting ----------------------------------------------------------------------

cdef double grain_of(const Rectangle* rect, const Outline* outline) noexcept nogil:
    """The least distance that a rectangle and the outline can be relied on to move."""
    # The numbers of an outline hold 53 bits, those of an FRect 24.
    cdef double fine = 2.0**-52 * max(max(fabs(outline.low_x), fabs(outline.high_x)),
                                      max(fabs(outline.low_y), fabs(outline.high_y)))
    if not rect.single:
        return max(1.0, fine)
    return max(fine, 2.0**-22 * max(max(fabs(rect.x), fabs(rect.x + rect.width)),
                                    max(fabs(rect.y), fabs(rect.y + rect.height))))


cdef inline double outward(double step, double grain) noexcept nogil:
    """A whole number of grains, not less than the step but for noise."""
    return copysign(ceil(fabs(step) / grain - 1e-6) * grain, step)


cdef int move_outline(object sprite, str name, object value, object dx, object dy,
                      Host host) except -1:
    """Move an outline, unless the sprite derives it from its rect at each access."""
    if getattr(sprite, name, None) is not value:
        return 0
    if isinstance(value, Shape):
        value.move(dx, dy)
    elif is_a(value, host.rect) or is_a(value, host.float_rect) or is_a(value, host.circle):
        value.move_ip(dx, dy)
    elif is_list_of_points(value):
        setattr(sprite, name, [(x + dx, y + dy) for x, y in value])
    return 0


cdef int move(object thing, object rect, double dx, double dy, bint single, Host host) except -1:
    """Move a rectangle, or a sprite's rect and its other outlines."""
    cdef object step_x = dx, step_y = dy
    if not single:
        step_x, step_y = int(dx), int(dy)
    if thing is rect:
        rect.move_ip(step_x, step_y)
        return 0
    outlines = [getattr(thing, name, None) for name in OUTLINES]
    rect.move_ip(step_x, step_y)
    if rect_of(thing, host) is not rect:    # a property made a copy
        thing.rect = rect
    for name, value in zip(OUTLINES, outlines):
        if value is not None and value is not rect:
            move_outline(thing, name, value, step_x, step_y, host)
    return 0


cdef bint find_translation(Outline* a, Outline* b, double* x, double* y, Host host) except -1:
    """The shortest way for a out of b; False if they do not overlap."""
    cdef Axis widest
    cdef double depth = 0.0
    widest.normal_x = widest.normal_y = 0.0
    if not overlap(a, b, host):
        return False
    figures_overlap(a, b, &widest, &depth)
    x[0] = 0.0 - widest.normal_x * depth
    y[0] = 0.0 - widest.normal_y * depth
    return True


cdef bint still_overlap(object a, Outline* outline, Outline* obstacle, Host host) except -1:
    release(outline)
    read(a, outline, host, obstacle)
    return overlap(outline, obstacle, host)


cdef int move_out(object a, object rect, Outline* outline, Outline* obstacle, double x, double y,
                  const Rectangle* start, Host host) except -1:
    """Move by (x, y), and then along its longer component as long as rounding keeps an overlap."""
    cdef double grain = grain_of(start, outline)
    cdef bint across = fabs(x) < fabs(y)
    cdef double nudge = copysign(grain, y if across else x)
    for _ in range(ATTEMPTS):
        move(a, rect, outward(x, grain), outward(y, grain), start.single, host)
        if not still_overlap(a, outline, obstacle, host):
            break
        x = 0.0 if across else nudge
        y = nudge if across else 0.0
        nudge *= 2.0
    return 0


def push_apart(a: Any, b: Any) -> tuple[float, float]:
    """Move the first of two sprites the shortest way out of the second.

    Parameters
    ----------
    a : sprite or rectangle
        Its ``rect`` is moved in place, and so are its ``hitbox`` and ``shape``. Whole pixels
        are moved where the ``rect`` has only those.
    b : sprite, or anything that `shape_of` takes

    Returns
    -------
    (dx, dy) : (float, float)
        The move; (0.0, 0.0) if they did not overlap, or are the same.

    Raises
    ------
    TypeError
        For an `a` without a ``rect``, and what has no shape.
    """
    cdef Host host = installed()
    cdef Outline outline, obstacle
    cdef Rectangle start, end
    cdef double x = 0.0, y = 0.0
    begin(&outline)
    begin(&obstacle)
    try:
        read(a, &outline, host)
        read(b, &obstacle, host, &outline)
        if a is b or not find_translation(&outline, &obstacle, &x, &y, host):
            return 0.0, 0.0
        rect = a if read_rectangle(a, host, &start) else rect_of(a, host)
        if not read_rectangle(rect, host, &start):
            raise TypeError(f"push_apart moves a rect, and {type(a).__name__} has none")
        move_out(a, rect, &outline, &obstacle, x, y, &start, host)
        read_rectangle(a if a is rect else rect_of(a, host), host, &end)
        return end.x - start.x, end.y - start.y
    finally:
        release(&outline)
        release(&obstacle)
