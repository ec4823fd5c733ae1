# Written by tools/generate.py from verbs.toml: change that table, not this file.

from sepax._core.kernels.containment cimport convex_covers
from sepax._core.kernels.distance cimport convex_distance, convex_nearest_points
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.support cimport convex_support_point
from sepax._core.kernels.distance cimport Witnesses


cdef void run_covers(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    (<Truths*>out).answers[k] = convex_covers(a, b)


cdef Py_ssize_t covers_range(const Plan* plan, void* out, Py_ssize_t start,
                             Py_ssize_t stop) noexcept nogil:
    return walk(plan, filter_none, run_covers, out, NULL, start, stop)


cdef Py_ssize_t project_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    """Without `walk`: through it 8-gons took 28 ns a pair instead of 22."""
    cdef Intervals* rows = <Intervals*>out
    cdef Watch watch
    cdef RestoredPair restored
    cdef const double* place
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    prepare_pair(plan, &restored)
    for k in range(start, stop):
        place = plan.points + 2 * row_b(plan, k)
        shape = convex_a(plan, k, &restored)
        convex_project(shape, place[0], place[1], rows.low + k, rows.high + k)
        if slice_ended(&watch, shape.n):
            return k + 1
    return stop


cdef Py_ssize_t support_point_range(const Plan* plan, void* out, Py_ssize_t start,
                                    Py_ssize_t stop) noexcept nogil:
    """Without `walk`: through it 8-gons took 28 ns a pair instead of 22."""
    cdef Points* rows = <Points*>out
    cdef Watch watch
    cdef RestoredPair restored
    cdef const double* place
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    prepare_pair(plan, &restored)
    for k in range(start, stop):
        place = plan.points + 2 * row_b(plan, k)
        shape = convex_a(plan, k, &restored)
        convex_support_point(shape, place[0], place[1], rows.points + 2 * k)
        if slice_ended(&watch, shape.n):
            return k + 1
    return stop


cdef void run_distance(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    (<Numbers*>out).answers[k] = convex_distance(a, b)


cdef Py_ssize_t distance_range(const Plan* plan, void* out, Py_ssize_t start,
                               Py_ssize_t stop) noexcept nogil:
    return walk(plan, filter_distances, run_distance, out, NULL, start, stop)


cdef void run_nearest_points(const Convex* a, const Convex* b, Py_ssize_t k,
                             void* out) noexcept nogil:
    cdef NearestPoints* rows = <NearestPoints*>out
    cdef Witnesses points
    convex_nearest_points(a, b, &points)
    rows.of_a[2 * k] = points.a_x
    rows.of_a[2 * k + 1] = points.a_y
    rows.of_b[2 * k] = points.b_x
    rows.of_b[2 * k + 1] = points.b_y


cdef Py_ssize_t nearest_points_range(const Plan* plan, void* out, Py_ssize_t start,
                                     Py_ssize_t stop) noexcept nogil:
    return walk(plan, filter_none, run_nearest_points, out, NULL, start, stop)


cdef void run_overlap_area(const Convex* a, const Convex* b, Py_ssize_t k,
                           void* out) noexcept nogil:
    (<Numbers*>out).answers[k] = convex_overlap_area(a, b)


cdef Py_ssize_t overlap_area_range(const Plan* plan, void* out, Py_ssize_t start,
                                   Py_ssize_t stop) noexcept nogil:
    return walk(plan, filter_overlap_areas, run_overlap_area, out, NULL, start, stop)


cdef void run_iou(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    (<Numbers*>out).answers[k] = convex_iou(a, b)


cdef Py_ssize_t iou_range(const Plan* plan, void* out, Py_ssize_t start,
                          Py_ssize_t stop) noexcept nogil:
    return walk(plan, filter_ious, run_iou, out, NULL, start, stop)


@cython.final
cdef class ShapePairs(Pairs):
    """Pairs of shapes of two blocks."""

    def __cinit__(self, ShapeBlock a not None, ShapeBlock b not None, i=None, j=None):
        self.pair_shapes(a, b, i, j)

    def intersects(self, Py_ssize_t start, Py_ssize_t stop, bint strict, hit):
        """Whether shapes intersect; exact for their float64 vertices."""
        cdef Meetings out
        cdef Wanted[1] arrays = [truths(hit, &out.hit)]
        out.strict = strict
        return self.fill(arrays, 1, intersect_range, &out, start, stop)

    def separating_axis(self, Py_ssize_t start, Py_ssize_t stop, vectors, mask):
        """The direction of an axis that separates shapes."""
        cdef Axes out
        cdef Wanted[2] arrays = [numbers(vectors, 2, &out.vectors), truths(mask, &out.mask)]
        return self.fill(arrays, 2, axis_range, &out, start, stop)

    def covers(self, Py_ssize_t start, Py_ssize_t stop, answers):
        """Whether the first shape covers the second; exact."""
        cdef Truths out
        cdef Wanted[1] arrays = [truths(answers, &out.answers)]
        return self.fill(arrays, 1, covers_range, &out, start, stop)

    def mtv(self, Py_ssize_t start, Py_ssize_t stop, vectors, mask):
        """Minimum translation vector: the shortest move of a that separates the shapes."""
        cdef Translations out
        cdef Wanted[2] arrays = [numbers(vectors, 2, &out.vectors), truths(mask, &out.mask)]
        return self.fill(arrays, 2, mtv_range, &out, start, stop)

    def collide(self, Py_ssize_t start, Py_ssize_t stop, double margin, hit, normal, depth, mtv,
                points, depths, features, counts, a_in_b, b_in_a):
        """The contact of shapes: normal, penetration depth and points."""
        cdef Contacts out
        cdef Wanted[10] arrays = [
            truths(hit, &out.rows.hit),
            numbers(normal, 2, &out.rows.normal),
            numbers(depth, 1, &out.rows.depth),
            numbers(mtv, 2, &out.rows.mtv),
            numbers(points, 4, &out.rows.points),
            numbers(depths, 2, &out.rows.depths),
            to_write(features, 4, sizeof(int32_t), &out.rows.features),
            to_write(counts, 1, sizeof(char), &out.rows.counts),
            truths(a_in_b, &out.rows.a_in_b),
            truths(b_in_a, &out.rows.b_in_a),
        ]
        out.margin = margin
        return self.fill(arrays, 10, collide_range, &out, start, stop)

    def distance(self, Py_ssize_t start, Py_ssize_t stop, answers):
        """The distance between shapes: between their nearest points."""
        cdef Numbers out
        cdef Wanted[1] arrays = [numbers(answers, 1, &out.answers)]
        return self.fill(arrays, 1, distance_range, &out, start, stop)

    def nearest_points(self, Py_ssize_t start, Py_ssize_t stop, of_a, of_b):
        """The points where shapes are nearest to each other."""
        cdef NearestPoints out
        cdef Wanted[2] arrays = [numbers(of_a, 2, &out.of_a), numbers(of_b, 2, &out.of_b)]
        return self.fill(arrays, 2, nearest_points_range, &out, start, stop)

    def overlap_area(self, Py_ssize_t start, Py_ssize_t stop, answers):
        """The area that shapes share."""
        cdef Numbers out
        cdef Wanted[1] arrays = [numbers(answers, 1, &out.answers)]
        return self.fill(arrays, 1, overlap_area_range, &out, start, stop)

    def iou(self, Py_ssize_t start, Py_ssize_t stop, answers):
        """Intersection over union: the area that shapes share, divided by the area that they cover."""
        cdef Numbers out
        cdef Wanted[1] arrays = [numbers(answers, 1, &out.answers)]
        return self.fill(arrays, 1, iou_range, &out, start, stop)

    def sweep(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time, turns,
              bint skip_leaving, bint skip_grazing, hit, time, exit_time, normal, point, initial,
              leaving):
        """When moving shapes, which may also turn, first touch."""
        cdef Impacts out
        cdef Wanted[11] arrays = [
            truths(hit, &out.rows.hit),
            numbers(time, 1, &out.rows.time),
            numbers(exit_time, 1, &out.rows.exit_time),
            numbers(normal, 2, &out.rows.normal),
            numbers(point, 2, &out.rows.point),
            truths(initial, &out.rows.initial),
            truths(leaving, &out.rows.leaving),
            to_read(velocity_a, 2, &out.motions.a, &out.motions.one_a),
            to_read(velocity_b, 2, &out.motions.b, &out.motions.one_b),
            to_read(max_time, 1, &out.motions.max_time, &out.motions.one_time),
            to_read(turns, TURN, &out.turns.rows, &out.turns.is_one),
        ]
        out.motions.skip_leaving = skip_leaving
        out.motions.skip_grazing = skip_grazing
        stop = self.fill(arrays, 11, sweep_range, &out, start, stop)
        raise_turning_failure(&out.turns)
        return stop

    def time_of_impact(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time,
                       turns, time):
        """When moving shapes, which may also turn, first touch: the time of `sweep` alone, for less."""
        cdef Times out
        cdef Wanted[5] arrays = [
            numbers(time, 1, &out.time),
            to_read(velocity_a, 2, &out.motions.a, &out.motions.one_a),
            to_read(velocity_b, 2, &out.motions.b, &out.motions.one_b),
            to_read(max_time, 1, &out.motions.max_time, &out.motions.one_time),
            to_read(turns, TURN, &out.turns.rows, &out.turns.is_one),
        ]
        out.motions.skip_leaving = False
        out.motions.skip_grazing = False
        stop = self.fill(arrays, 5, time_range, &out, start, stop)
        raise_turning_failure(&out.turns)
        return stop


@cython.final
cdef class PointPairs(Pairs):
    """Pairs of a shape and a point or an axis."""

    cdef Buffers points

    def __cinit__(self, ShapeBlock a not None, points, i=None, j=None):
        self.pair_places(a, &self.points, points, i, j)

    def __dealloc__(self):
        release_buffers(&self.points)

    def contains(self, Py_ssize_t start, Py_ssize_t stop, hit):
        """Whether shapes contain points, the boundary included; exact."""
        cdef Meetings out
        cdef Wanted[1] arrays = [truths(hit, &out.hit)]
        out.strict = False
        return self.fill(arrays, 1, contain_range, &out, start, stop)

    def project(self, Py_ssize_t start, Py_ssize_t stop, low, high):
        """Project shapes on axes."""
        cdef Intervals out
        cdef Wanted[2] arrays = [numbers(low, 1, &out.low), numbers(high, 1, &out.high)]
        return self.fill(arrays, 2, project_range, &out, start, stop)

    def support_point(self, Py_ssize_t start, Py_ssize_t stop, points):
        """The point of a shape that is farthest in a direction."""
        cdef Points out
        cdef Wanted[1] arrays = [numbers(points, 2, &out.points)]
        return self.fill(arrays, 1, support_point_range, &out, start, stop)
