"""Groups of rows, and rows that a query ignores, as arguments of queries of a scene."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import IndexArray, LabelArray, integers_of_rows
from sepax._base.arguments import labels as any_labels
from sepax._core.arrays.visibility import RowGroups, Visibility
from sepax._rows.scenes import Scene, groups_of_labels, known_labels


def read_labels(value: npt.ArrayLike, name: str, count: int) -> LabelArray:
    """Return one label, an integer, for each of so many rows."""
    labels = any_labels(value, name)
    if labels.shape != (count,):
        raise ValueError(f"{name} must be one integer for each of {count} rows, got {labels.shape}")
    return labels if labels.flags.c_contiguous else labels.copy()


def labels_of_rows(scene: Scene, labels: npt.ArrayLike | None, name: str) -> LabelArray | None:
    """Return the labels given for the rows, or those of an index with groups."""
    return scene.labels if labels is None else read_labels(labels, name, scene.row_count)


def words_of(labels: LabelArray, row_groups: RowGroups) -> IndexArray:
    """Return labels as bit patterns to compare with those of a scene.

    Where one is signed and the other not, a label that the other type cannot hold becomes one that
    no row has.
    """
    words = labels.view(np.intp)
    if row_groups.are_unsigned == (labels.dtype.kind == "u"):
        return words
    known = known_labels(row_groups).view(np.intp)
    unknown = np.setdiff1d(np.arange(len(known) + 1), known)[0]
    return np.where(words < 0, unknown, words)


def groups_for(scene: Scene, labels: npt.ArrayLike | None, name: str) -> RowGroups | None:
    """Return the groups of a scene: by the labels that are given, or those of the index."""
    if labels is None:
        return scene.row_groups
    return groups_of_labels(read_labels(labels, name, scene.row_count))


def read_ignored(ignore: npt.ArrayLike, count: int) -> IndexArray:
    """Return rows of a scene for each query, -1 for none; compiled code checks their range."""
    rows = integers_of_rows(ignore, "ignore", shared=True)
    if rows.ndim == 1:
        rows = rows[:, None]
    if rows.ndim != 2 or len(rows) != count:
        raise ValueError(
            f"ignore must have the shape ({count},) or ({count}, k), one row for each query, "
            f"got {np.shape(ignore)}"
        )
    return np.ascontiguousarray(rows)


def visibility_from(
    queries: int,
    there: Scene,
    labels: LabelArray | None,
    row_groups: RowGroups | None,
    ignored: IndexArray | None,
    names: tuple[str, str] | None,
    not_itself: bool = False,
) -> Visibility | None:
    """Return what so many queries see, None for everything; `labels` are those of the queries.

    Both sides have labels, by these names; queries that are the rows of the scene need none.
    """
    if labels is None and row_groups is None and ignored is None and not not_itself:
        return None
    if names is not None and (labels is None) != (row_groups is None):
        given, missing = names if row_groups is None else names[::-1]
        raise ValueError(
            f"{given} without {missing}: rows of both sides need a label, as only rows of equal "
            "label are compared"
        )
    words = None if labels is None or row_groups is None else words_of(labels, row_groups)
    return Visibility(queries, there.row_count, row_groups, words, ignored, not_itself)


def visibility_of(
    here: Scene,
    there: Scene | None,
    groups: npt.ArrayLike | None,
    groups_b: npt.ArrayLike | None,
    ignore: npt.ArrayLike | None = None,
    *,
    not_itself: bool = False,
) -> Visibility | None:
    """Return what the shapes of one scene see of another, or of their own; None for everything."""
    labels = None
    sees_all = groups is groups_b is ignore is None
    if sees_all and there is not None and here.row_groups is there.row_groups is None:
        return None  # the fast path
    if there is None:
        if groups_b is not None:
            raise ValueError("groups_b is that of shapes of b: without b, give groups alone")
        row_groups = groups_for(here, groups, "groups")
    else:
        row_groups = groups_for(there, groups_b, "groups_b")
        labels = labels_of_rows(here, groups, "groups")
    ignored = None if ignore is None else read_ignored(ignore, here.row_count)
    return visibility_from(
        here.row_count,
        here if there is None else there,
        labels,
        row_groups,
        ignored,
        None if there is None else ("groups", "groups_b"),
        not_itself and there is None,
    )
