# cython: binding=True, auto_pickle=False
# The functions that replace those of arcade bind as methods, and can be named and pickled like
# them.
"""The narrow phase of arcade: sprites and hit boxes, with arcade's rules.

Only `sepax.compat.arcade` uses this module. It reads the attributes of sprites and imports nothing
of arcade. These rules are arcade's:

- Touching is no hit. - Any list of points is an outline: of either winding, closed or open,
concave, or empty. The answer
  is exact for two convex outlines, and for outlines whose bounding boxes do not overlap. Others get
  arcade's own formula, rounding included, since programs were tuned on it.
- A repeated point is dropped. (In arcade it makes an axis of length 0, on which nothing overlaps.)
- An outline whose points are all on one line never hits, and neither does a sprite of scale 0. In
  arcade such outlines mostly have repeated points.
"""

from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GET_SIZE
from libc.math cimport INFINITY, fabs, fmod

from inspect import signature
from math import cos, radians, sin

from sepax._core.arguments cimport radians_of
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.pose cimport sine_cosine
from sepax._core.kernels.roundoff cimport SMALLEST_UNIT
from sepax.compat._core.arcade_outlines cimport (
    FLAT, Outline, PyTuple_GET_ITEM, begin, outline_holds, outlines_meet, read_number_pair,
    read_outline, release)

cdef extern from "Python.h":
    double PyLong_AsDouble(object) noexcept         # -1, and sets an exception

cdef enum:
    MOST_CELLS = 4096           # of a spatial hash in one query; arcade counts more by itself
    LARGEST_SIMPLE_LIST = 1500  # sprites; above, arcade lets the graphics card choose some

cdef double FARTHEST_PIXEL = 2.0 ** 52  # up to here, a double tells whole numbers apart

cdef struct Body:               # what arcade's check of distances looks at
    double x, y
    double size                 # the larger of width and height


# --- polygons ---------------------------------------------------------------

cdef inline bint is_nothing(object source) except -1:
    """Whether arcade takes it for no outline, as None. An array has no truth value."""
    if type(source) is list:
        return not <list>source
    if type(source) is tuple:
        return not <tuple>source
    return not hasattr(source, "tolist") and not source


cdef inline bint polygons_intersect(object poly_a, object poly_b) except -1:
    cdef Outline a, b
    if is_nothing(poly_a) or is_nothing(poly_b):
        return False
    begin(&a)
    begin(&b)
    try:
        read_outline(poly_a, &a)
        read_outline(poly_b, &b)
        return outlines_meet(&a, &b)
    finally:
        release(&a)
        release(&b)


cdef inline bint polygon_holds(double x, double y, object polygon) except -1:
    cdef Outline ring
    begin(&ring)
    try:
        read_outline(polygon, &ring)
        return outline_holds(&ring, x, y)
    finally:
        release(&ring)


# --- hit boxes --------------------------------------------------------------

cdef struct Placement:          # from the points of a hit box to those in the world
    double x, y
    double scale_x, scale_y
    double cosine, sine
    bint turned
    bint scale_x_is_float, scale_y_is_float


cdef inline bint read_number(object value, double* number, bint* is_float) noexcept:
    """Read a float or an int that a double can hold; False if there is anything else."""
    is_float[0] = PyFloat_CheckExact(value)
    if is_float[0]:
        number[0] = PyFloat_AS_DOUBLE(value)
        return True
    if not PyLong_CheckExact(value):
        return False
    number[0] = PyLong_AsDouble(value)
    if number[0] == -1.0 and PyErr_Occurred():
        PyErr_Clear()
        return False
    return True


cdef inline bint read_tuple_pair(object pair, double* x, double* y, bint* x_is_float,
                                 bint* y_is_float) noexcept:
    """Read a tuple of two numbers."""
    if not PyTuple_CheckExact(pair) or PyTuple_GET_SIZE(pair) != 2:
        return False
    return (read_number(<object>PyTuple_GET_ITEM(pair, 0), x, x_is_float)
            and read_number(<object>PyTuple_GET_ITEM(pair, 1), y, y_is_float))


cdef bint read_placement(object hit_box, bint rotatable, Placement* place) except -1:
    """Read where a hit box is; False if in numbers other than Python's own."""
    cdef bint is_float
    cdef double angle = 0.0
    if rotatable:
        degrees = hit_box._angle
        if not read_number(degrees, &angle, &is_float):
            return False
    place.turned = angle != 0.0
    if place.turned and fmod(angle, 90.0) == 0.0:   # exact, where arcade's own are off by 1e-16
        sine_cosine(radians_of(-angle), &place.sine, &place.cosine)
    elif place.turned:  # by Python's own functions: the bits are then arcade's
        angle_in_radians = radians(-degrees)
        place.turned = angle_in_radians != 0.0
        place.cosine = cos(angle_in_radians)
        place.sine = sin(angle_in_radians)
    return (read_tuple_pair(hit_box._position, &place.x, &place.y, &is_float, &is_float)
            and read_tuple_pair(hit_box._scale, &place.scale_x, &place.scale_y,
                                &place.scale_x_is_float, &place.scale_y_is_float))


cdef list placed_points(object source, const Placement* place):
    """The points of a hit box in the world, by arcade's own operations. None if arcade's numbers
    would not all be floats: those are left to arcade."""
    cdef tuple points
    cdef list placed = []
    cdef double x = 0.0, y = 0.0, turned_x
    cdef bint x_is_float = False, y_is_float = False
    if type(source) is not list and type(source) is not tuple:
        return None
    points = tuple(source)  # so that nothing can change it while its numbers are read
    for point in points:
        if not read_tuple_pair(point, &x, &y, &x_is_float, &y_is_float):
            return None
        if not ((x_is_float or place.scale_x_is_float) and (y_is_float or place.scale_y_is_float)):
            return None
        x *= place.scale_x
        y *= place.scale_y
        if place.turned:
            turned_x = x * place.cosine - y * place.sine
            y = x * place.sine + y * place.cosine
            x = turned_x
        placed.append((x + place.x, y + place.y))
    return placed


cdef object adjusted_points(object hit_box, bint rotatable, object original):
    cdef Placement place
    if not hit_box._adjusted_cache_dirty:
        return hit_box._adjusted_points
    points = None
    if read_placement(hit_box, rotatable, &place):
        points = placed_points(hit_box._points, &place)
    if points is None:
        return original(hit_box)
    hit_box._adjusted_points = points
    hit_box._adjusted_cache_dirty = False
    return points


cdef bint is_out_of_reach(object hit_box, double left, double right, double bottom,
                          double top) except -1:
    """Whether a hit box of a class of arcade's is certainly apart from a box, at any angle. No
    point is farther from its position than the sum of its scaled coordinates, and the margin for
    rounding is more than ample."""
    cdef Placement place
    cdef double x = 0.0, y = 0.0, distance, reach = 0.0
    cdef bint is_float
    if not read_placement(hit_box, False, &place):
        return False
    points = hit_box._points
    if type(points) is not list and type(points) is not tuple:
        return False
    for point in points:
        if not read_tuple_pair(point, &x, &y, &is_float, &is_float):
            return False
        distance = fabs(x * place.scale_x) + fabs(y * place.scale_y)
        if not distance < INFINITY:
            return False
        reach = max(reach, distance)
    reach += (reach + fabs(place.x) + fabs(place.y)) * 1e-9 + SMALLEST_UNIT
    return (left - place.x > reach or place.x - right > reach
            or bottom - place.y > reach or place.y - top > reach)


# --- sprites ----------------------------------------------------------------

cdef inline int read_position(object position, double* x, double* y) except -1:
    cdef bint is_float
    if not read_tuple_pair(position, x, y, &is_float, &is_float):
        read_number_pair(position, x, y)
    return 0


cdef inline int read_body(object sprite, Body* body) except -1:
    cdef double width = sprite._width, height = sprite._height
    read_position(sprite._position, &body.x, &body.y)
    body.size = width if width > height else height
    return 0


cdef inline bint too_far(const Body* a, const Body* b) noexcept nogil:
    """Arcade's first check, to the letter: circles around squares of the larger side."""
    cdef double radius = (a.size + b.size) * 0.71
    cdef double limit = radius * radius
    cdef double dx = a.x - b.x, dy = a.y - b.y
    dx *= dx
    dy *= dy
    return dx > limit or dy > limit or dx + dy > limit


cdef class Arcade:
    """The classes and functions of arcade that the replacements use, from the package and its
    modules `collision` and `spatial_hash`."""

    cdef object collision
    cdef object sprite_class, list_class, sequence_class
    cdef object hit_box_class, rotatable_class, hash_class
    cdef object basic_hit_box, sprite_hit_box   # the properties of sprites that return _hit_box
    cdef object left, right, bottom, top        # those that read the hit box

    def __cinit__(self, arcade: ModuleType, collision: ModuleType, spatial_hash: ModuleType):
        self.collision = collision
        self.sprite_class = arcade.BasicSprite
        self.list_class = arcade.SpriteList
        self.sequence_class = arcade.sprite_list.SpriteSequence
        self.hit_box_class = arcade.hitbox.HitBox
        self.rotatable_class = arcade.hitbox.RotatableHitBox
        self.hash_class = spatial_hash.SpatialHash
        self.basic_hit_box = arcade.BasicSprite.hit_box
        self.sprite_hit_box = arcade.Sprite.hit_box
        self.left = arcade.BasicSprite.left
        self.right = arcade.BasicSprite.right
        self.bottom = arcade.BasicSprite.bottom
        self.top = arcade.BasicSprite.top

    cdef inline bint is_sprite(self, value):
        return isinstance(value, self.sprite_class)

    cdef inline bint is_list(self, value):
        # The second test is slow: the class is an abstract base class.
        return type(value) is self.list_class or isinstance(value, self.sequence_class)

    cdef inline object hit_box_of(self, sprite):
        """The hit box of a sprite, past its property if that is one of arcade's own."""
        attribute = getattr(type(sprite), "hit_box", None)
        if attribute is self.sprite_hit_box or attribute is self.basic_hit_box:
            return sprite._hit_box
        return sprite.hit_box

    cdef inline bint is_own(self, hit_box):
        """Whether the class of a hit box is one of arcade's, so that its attributes suffice."""
        return type(hit_box) is self.rotatable_class or type(hit_box) is self.hit_box_class

    cdef inline int read_hit_box(self, hit_box, Outline* ring) except -1:
        cdef double scale_x = 1.0, scale_y = 1.0
        points = hit_box.get_adjusted_points()
        read_outline(() if is_nothing(points) else points, ring)
        if self.is_own(hit_box):
            read_position(hit_box._scale, &scale_x, &scale_y)
            if scale_x == 0.0 or scale_y == 0.0:
                ring.form = FLAT  # also where turning has rounded its points off their line
        return 0

    cdef inline bint uses_hit_box(self, sprite):
        """Whether the bounds of a sprite are those of its hit box."""
        kind = type(sprite)
        return (getattr(kind, "left", None) is self.left
                and getattr(kind, "right", None) is self.right
                and getattr(kind, "bottom", None) is self.bottom
                and getattr(kind, "top", None) is self.top
                and self.is_own(sprite._hit_box))


cdef object candidates(Arcade arcade, sprite, sprite_list, method, bint chooses):
    """Choose candidates as arcade does: from the spatial hash, all, or by the graphics card. With
    method 0 arcade chooses, in versions that can."""
    cdef bint choice = chooses and method == 0
    spatial_hash = sprite_list.spatial_hash
    if spatial_hash is not None and (choice or method == 1):
        return spatial_hash.get_sprites_near_sprite(sprite)
    if method == 3 or (choice and len(sprite_list) <= LARGEST_SIMPLE_LIST):
        return sprite_list
    return arcade.collision._get_nearby_sprites(sprite, sprite_list)


cdef bint sprites_collide(Arcade arcade, sprite1, sprite2) except -1:
    """Whether the hit boxes of two sprites overlap, unless the sprites are far apart."""
    cdef Body body_a, body_b
    cdef Outline a, b
    read_body(sprite1, &body_a)
    read_body(sprite2, &body_b)
    if too_far(&body_a, &body_b):
        return False
    begin(&a)
    begin(&b)
    try:
        arcade.read_hit_box(arcade.hit_box_of(sprite1), &a)
        arcade.read_hit_box(arcade.hit_box_of(sprite2), &b)
        return outlines_meet(&a, &b)
    finally:
        release(&a)
        release(&b)


cdef int add_colliding(Arcade arcade, sprite, others, list hits) except -1:
    """Add those that collide with a sprite, in their order, itself left out."""
    cdef Body body, other_body
    cdef Outline outline, other_outline
    cdef bint known = False
    cdef Py_ssize_t work = 0
    begin(&outline)
    begin(&other_outline)
    try:
        read_body(sprite, &body)
        for other in others:
            check_interrupts(&work, 8)
            if other is sprite:
                continue
            read_body(other, &other_body)
            if too_far(&body, &other_body):
                continue
            if not known:  # most sprites are near nothing: their points are not read
                arcade.read_hit_box(arcade.hit_box_of(sprite), &outline)
                known = True
            arcade.read_hit_box(arcade.hit_box_of(other), &other_outline)
            if outlines_meet(&outline, &other_outline):
                hits.append(other)
    finally:
        release(&outline)
        release(&other_outline)
    return 0


cdef list sprites_in_box(Arcade arcade, sprites, double left, double right, double bottom,
                         double top, Outline* outline):
    """Those whose hit boxes overlap an outline in a box, in their order. Without an outline, those
    whose hit boxes hold the point that the box is."""
    cdef Outline other
    cdef list hits = []
    cdef Py_ssize_t work = 0
    begin(&other)
    try:
        for sprite in sprites:
            check_interrupts(&work, 8)
            hit_box = arcade.hit_box_of(sprite)
            if arcade.is_own(hit_box) and is_out_of_reach(hit_box, left, right, bottom, top):
                continue
            arcade.read_hit_box(hit_box, &other)
            if (outline_holds(&other, left, bottom) if outline is NULL
                    else outlines_meet(outline, &other)):
                hits.append(sprite)
    finally:
        release(&other)
    return hits


cdef list sprites_in_outline(Arcade arcade, points, sprites):
    cdef Outline outline
    begin(&outline)
    try:
        read_outline(points, &outline)
        return sprites_in_box(arcade, sprites, outline.left, outline.right, outline.bottom,
                              outline.top, &outline)
    finally:
        release(&outline)


# --- the spatial hash -------------------------------------------------------

cdef inline long long cell_of(double coordinate, long long size) noexcept nogil:
    """The cell of a coordinate, which is rounded to a pixel towards 0, then downwards."""
    cdef long long pixel = <long long>coordinate
    return pixel // size - (pixel % size < 0)


cdef set sprites_in_cells(dict contents, long long size, const Outline* ring):
    """All sprites in the cells that a bounding box covers, in the order of arcade. None leaves the
    call to arcade: for outlines that are empty, not finite or too large."""
    cdef long long left, right, bottom, top, column, row
    cdef set near = set()
    if ring.convex.n == 0 or not ring.bounded or size <= 0 or (
            max(-ring.left, ring.right, -ring.bottom, ring.top) > FARTHEST_PIXEL):
        return None
    left = cell_of(ring.left, size)
    right = cell_of(ring.right, size)
    bottom = cell_of(ring.bottom, size)
    top = cell_of(ring.top, size)
    if right - left >= MOST_CELLS or top - bottom >= MOST_CELLS:
        return None
    for column in range(left, right + 1):
        for row in range(bottom, top + 1):
            cell = (column, row)
            bucket = contents.get(cell)
            if bucket is None:
                bucket = contents.setdefault(cell, set())  # arcade leaves one as well
            near.update(bucket)
    return near


cdef set near_sprite(Arcade arcade, spatial_hash, sprite):
    """The sprites in the cells that a sprite covers; None leaves the call to arcade."""
    cdef Outline outline
    if type(spatial_hash) is not arcade.hash_class or not arcade.uses_hit_box(sprite):
        return None
    contents, size = spatial_hash.contents, spatial_hash.cell_size
    if type(contents) is not dict or type(size) is not int or size > FARTHEST_PIXEL:
        return None
    begin(&outline)
    try:
        read_outline(sprite._hit_box.get_adjusted_points(), &outline)
        return sprites_in_cells(contents, size, &outline)
    finally:
        release(&outline)


# --- the functions ----------------------------------------------------------

cdef dict by_name(tuple functions):
    return {function.__name__: function for function in functions}


def polygon_functions() -> dict[str, Callable[..., Any]]:
    """The replacements in `arcade.geometry`, by their names."""

    def are_polygons_intersecting(poly_a, poly_b):
        return polygons_intersect(poly_a, poly_b)

    def is_point_in_polygon(x, y, polygon):
        return polygon_holds(x, y, polygon)

    return by_name((are_polygons_intersecting, is_point_in_polygon))


def check_functions(Arcade arcade not None) -> dict[str, Callable[..., Any]]:
    """The replacements in `arcade.sprite_list.collision` that test sprites, by their names.

    Arguments that are no sprites or sprite lists go to arcade's own function, for its errors.
    """
    stock = arcade.collision.check_for_collision
    stock_with_list = arcade.collision.check_for_collision_with_list
    stock_with_lists = arcade.collision.check_for_collision_with_lists
    default = signature(stock_with_lists).parameters["method"].default
    cdef bint chooses = default == 0  # since arcade 3.3.3; before, method 0 was like 2

    def _check_for_collision(sprite1, sprite2):
        return sprites_collide(arcade, sprite1, sprite2)

    def check_for_collision(sprite1, sprite2):
        if arcade.is_sprite(sprite1) and arcade.is_sprite(sprite2):
            return sprites_collide(arcade, sprite1, sprite2)
        return stock(sprite1, sprite2)

    def check_for_collision_with_list(sprite, sprite_list, method=0):
        cdef list hits = []
        if not (arcade.is_sprite(sprite) and arcade.is_list(sprite_list)):
            return stock_with_list(sprite, sprite_list, method)
        add_colliding(arcade, sprite, candidates(arcade, sprite, sprite_list, method, True), hits)
        return hits

    def check_for_collision_with_lists(sprite, sprite_lists, method=default):
        cdef list hits = []
        if not arcade.is_sprite(sprite):
            return stock_with_lists(sprite, sprite_lists, method)
        for sprite_list in sprite_lists:
            others = candidates(arcade, sprite, sprite_list, method, chooses)
            add_colliding(arcade, sprite, others, hits)
        return hits

    return by_name((_check_for_collision, check_for_collision, check_for_collision_with_list,
                    check_for_collision_with_lists))


cdef object near_place(sprite_list, str method, place):
    """The sprites that a method of the spatial hash finds near a place; all if there is no hash."""
    if sprite_list.spatial_hash is None:
        return sprite_list
    return getattr(sprite_list.spatial_hash, method)(place)


def place_functions(Arcade arcade not None) -> dict[str, Callable[..., Any]]:
    """The replacements in `arcade.sprite_list.collision` that search near a place, by name."""
    stock_at_point = arcade.collision.get_sprites_at_point
    stock_in_rect = arcade.collision.get_sprites_in_rect

    def get_sprites_at_point(point, sprite_list):
        cdef double x, y
        if not arcade.is_list(sprite_list):
            return stock_at_point(point, sprite_list)
        near = near_place(sprite_list, "get_sprites_near_point", point)
        try:
            read_position(point, &x, &y)
        except Exception:   # no two numbers: arcade has its answer or its error for that
            return stock_at_point(point, sprite_list)
        return sprites_in_box(arcade, near, x, x, y, y, NULL)

    def get_sprites_in_rect(rect, sprite_list):
        if not arcade.is_list(sprite_list):
            return stock_in_rect(rect, sprite_list)
        near = near_place(sprite_list, "get_sprites_near_rect", rect)
        return sprites_in_outline(arcade, rect.to_points(), near)

    return by_name((get_sprites_at_point, get_sprites_in_rect))


cdef object points_method(hit_box_class, bint rotatable):
    """The replacement of `get_adjusted_points` in one of the classes."""
    stock = hit_box_class.get_adjusted_points

    def get_adjusted_points(self):
        return adjusted_points(self, rotatable, stock)

    return get_adjusted_points


def hit_box_methods(Arcade arcade not None) -> dict[str, Callable[..., Any]]:
    """The replacements of methods in `arcade.hitbox`, by the names of classes and methods."""
    return {
        "HitBox.get_adjusted_points": points_method(arcade.hit_box_class, False),
        "RotatableHitBox.get_adjusted_points": points_method(arcade.rotatable_class, True),
    }


def spatial_hash_methods(Arcade arcade not None) -> dict[str, Callable[..., Any]]:
    """The replacement of a method in `arcade.sprite_list.spatial_hash`, by class and method."""
    stock = arcade.hash_class.get_sprites_near_sprite

    def get_sprites_near_sprite(self, sprite):
        near = near_sprite(arcade, self, sprite)
        return stock(self, sprite) if near is None else near

    return {"SpatialHash.get_sprites_near_sprite": get_sprites_near_sprite}
