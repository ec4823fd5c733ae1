"""CompoundBase: convex parts that are one shape at one pose, the base of `sepax.Compound`."""

cimport cython

from sepax._core.arguments cimport read_number, read_pair
from sepax._core.shape cimport refuse_place, refuse_step


@cython.auto_pickle(False)
cdef class CompoundBase:
    """Convex parts at one pose. They are set once; the pose may change."""

    @cython.critical_section
    def _hold(self, CompoundRows compounds not None) -> None:
        """Take the parts and their pose, of one call if several threads make it at once."""
        if self._rows is not None:
            raise TypeError(f"this {type(self).__name__} has its parts: make a new one")
        if compounds.count != 1:
            raise ValueError(f"a compound has one pose, got {compounds.count}")
        self._rows = compounds

    @property
    def _is_ready(self) -> bool:
        """Whether the parts were set."""
        return self._rows is not None

    @property
    def _own_rows(self) -> CompoundRows:
        """The parts and the pose. A ValueError before they are set."""
        return ready_rows(self)

    @property
    def _parts(self) -> ShapeBlock:
        """The parts at the present pose, only to be read; None until they are set."""
        return None if self._rows is None else self._rows.world_block()

    @property
    def _tree_of_parts(self) -> ShapeTree | None:
        """The tree of these parts; None where they are few."""
        return ready_rows(self).world_tree_of_row()

    @property
    def _overlaps(self) -> bool:
        """Whether parts share an area with each other."""
        return bool(ready_rows(self).geometry_at(0).overlaps)

    @property
    def position(self) -> tuple[float, float]:
        """(x, y): world coordinates of the local origin; can be set."""
        cdef CompoundRows compounds = ready_rows(self)
        return compounds.poses.x, compounds.poses.y

    @position.setter
    def position(self, value: Iterable[SupportsFloat]) -> None:
        cdef CompoundRows compounds = ready_rows(self)
        cdef double x, y
        read_pair(value, "position", &x, &y)
        compounds.set_pose(0, x, y, compounds.poses.angle)

    @property
    def angle(self) -> float:
        """Rotation about the position in radians, counter-clockwise; can be set."""
        return ready_rows(self).poses.angle

    @angle.setter
    def angle(self, value: SupportsFloat) -> None:
        cdef CompoundRows compounds = ready_rows(self)
        cdef double angle
        read_number(value, "angle", &angle)
        compounds.set_pose(0, compounds.poses.x, compounds.poses.y, angle)

    # Defaults are for the sake of error messages; signatures hide them.
    @cython.embedsignature(False)
    def move(self, dx: SupportsFloat = ..., dy: SupportsFloat = ...) -> None:
        """move($self, dx, dy)
--

        Translate by (dx, dy) in world units.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.move(3, 0)
        >>> pair.bounds
        (2.0, -1.0, 6.0, 1.0)
        """
        cdef CompoundRows compounds = ready_rows(self)
        cdef double step_x, step_y
        if dy is ...:
            refuse_step(dx)
        read_number(dx, "dx", &step_x)
        read_number(dy, "dy", &step_y)
        compounds.set_pose(0, compounds.poses.x + step_x, compounds.poses.y + step_y, compounds.poses.angle)

    def rotate(self, angle: SupportsFloat) -> None:
        """Turn about the position by so many radians, counter-clockwise.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.rotate(0.5)
        >>> pair.angle
        0.5
        """
        cdef CompoundRows compounds = ready_rows(self)
        cdef double turn
        read_number(angle, "angle", &turn)
        compounds.set_pose(0, compounds.poses.x, compounds.poses.y, compounds.poses.angle + turn)

    @cython.embedsignature(False)
    def set_pose(self, x: SupportsFloat = ..., y: SupportsFloat = ..., angle: SupportsFloat = ...,
                 *, position=...) -> None:
        """set_pose($self, x, y, angle)
--

        Set position and angle in one step, whatever the number of parts.

        Raises
        ------
        ValueError
            For a pose that is not finite, or that rounds away a part of a union, or a ring of an
            outline. The compound keeps its pose.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.set_pose(1, 2, 0.5)
        >>> pair.position, pair.angle
        ((1.0, 2.0), 0.5)
        """
        cdef CompoundRows compounds = ready_rows(self)
        cdef double to_x, to_y, to_angle
        if x is ... or y is ... or angle is ... or position is not ...:
            refuse_place(x, y, angle, position)
        read_number(x, "x", &to_x)
        read_number(y, "y", &to_y)
        read_number(angle, "angle", &to_angle)
        compounds.set_pose(0, to_x, to_y, to_angle)
