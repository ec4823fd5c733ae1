"""The compiled core: buffers at its edges, plain C inside; it imports no NumPy.

README.md of each folder says what a module holds. A module imports only from lower layers, which
tests/docs/test_architecture.py checks by `LAYERS` and `PUBLIC`. `pair`, `raw` and `arrays.pairs`
share the kernels and never import each other.
"""

LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(layer.split())
    for layer in (  # the lowest first: a module imports from layers below its own
        "memory buffers interrupts simd.convex simd.result_arrays kernels.exact kernels.rotation "
        "kernels.answers",
        "simd.box simd.overlap simd.lanes simd.levels kernels.roundoff rows",
        "kernels.convex kernels.predicates",
        "kernels.projection kernels.minkowski kernels.angles kernels.outline",
        "kernels.edges kernels.measure kernels.obstacle",
        "kernels.pose",
        "kernels.support kernels.area kernels.boundaries",
        "kernels.nearest kernels.difference kernels.arcs",
        "arrays.boxes arrays.discs arrays.segments arrays.records arrays.polygons",
        "kernels.intersect",
        "kernels.separation kernels.containment kernels.crossing arrays.storage",
        "kernels.contact kernels.distance arrays.poses arrays.extents",
        "kernels.sweep",
        "kernels.grazing kernels.raycast kernels.queries kernels.certificate",
        "kernels.peaks",
        "kernels.tangent kernels.turning kernels.overlap",
        "kernels.openings arrays.turns",
        "answers.answer",
        "answers.intersects answers.separating_axis answers.contains answers.covers "
        "answers.project answers.support_point answers.mtv answers.distance "
        "answers.nearest_points answers.overlap_area answers.iou answers.sweep answers.raycast",
        "answers.collide answers.time_of_impact",
        "answers.compiled",
        "arguments results",
        "ring callers writers",
        "shape outline decomposition arrays.pair_list",
        "arrays.worlds triangles clip",
        "arrays.block arrays.broadphase regions",
        "arrays.index arrays.meetings arrays.scans partition",
        "arrays.scene arrays.holders arrays.suppression arrays.unions arrays.rows cutting parting "
        "touching",
        "arrays.descent arrays.posed",
        "arrays.group arrays.group_meeting arrays.group_time",
        "arrays.surface arrays.sectors arrays.any_meeting arrays.mover arrays.raylanes "
        "arrays.group_distance",
        "pair raw numbers arrays.pairs arrays.raycast arrays.nearest arrays.groups "
        "arrays.constructors arrays.compounds arrays.slides arrays.overlaps",
    )
)

PUBLIC: dict[str, frozenset[str]] = {  # what Python code outside of the core may import of it
    module: frozenset(names.split())
    for module, names in {
        "arguments": "accept_numpy cure_for described fill_numbers fill_points first_outside "
        "is_apart is_memory is_plain length name_of number positive_number radians_of "
        "refuse_masked refuse_others two_numbers viewed whole_number",
        "arrays.any_meeting": "AnyMeeting",
        "arrays.block": "ShapeBlock block_of_array",
        "arrays.broadphase": "candidate_pairs",
        "arrays.meetings": "near_pairs",
        "arrays.compounds": "sweep_parted sweep_parts",
        "arrays.constructors": "join mark_rings of_boxes of_rings of_shape of_shapes",
        "arrays.group": "Group",
        "arrays.groups": "GroupRows GroupSide GroupSpots distance_between has_thin holds meet "
        "points_between time_between",
        "arrays.holders": "holders",
        "arrays.index": "ShapeTree",
        "arrays.mover": "Wholes",
        "arrays.nearest": "NearestRows",
        "arrays.posed": "PartTable PosedGroups",
        "arrays.overlaps": "SharedRings",
        "arrays.pairs": "PointPairs ShapePairs all_meet pairs_of_arrays",
        "arrays.raycast": "RayCast RayRows cast_one fill_beams first_zero",
        "arrays.scene": "FirstMeeting joint_extent pairs_of_tree read_near_bounds "
        "read_swept_bounds",
        "arrays.scans": "GroupScan keep_first keep_nearest",
        "arrays.slides": "SlidePlan SlideNotes slide_shape slide_whole",
        "arrays.suppression": "Suppression",
        "arrays.unions": "union_area union_moments",
        "arrays.worlds": "SightLines Worlds",
        "clip": "share",
        "cutting": "Cutter",
        "interrupts": "PIECE hear_signals helpers run_in_slices",
        "numbers": (
            # generated from verbs.toml (numbers): begin
            "box_contains box_project box_raycast boxes_contact boxes_covers boxes_distance "
            "boxes_intersect boxes_iou boxes_mtv boxes_nearest_points boxes_overlap_area "
            "boxes_separating_axis boxes_sweep boxes_time_of_impact circle_contains "
            "circle_project circle_raycast circles_contact circles_covers circles_distance "
            "circles_intersect circles_iou circles_mtv circles_nearest_points "
            "circles_overlap_area circles_separating_axis circles_sweep "
            "circles_time_of_impact get_include "
            # generated from verbs.toml (numbers): end
        ),
        "outline": "FLAT MEETING NESTED NO_RING OUTSIDE OUT_OF_RANGE SPIKE TOO_FEW",
        "pair": (
            "Collider _answer_arrays_by "
            # generated from verbs.toml: begin
            "collide contains covers distance intersects iou mtv nearest_points overlap_area "
            "project raycast separating_axis support_point sweep time_of_impact "
            # generated from verbs.toml: end
        ),
        "parting": "NEGLIGIBLE SPEED_DOUBT compare_boxes parting_toward shortest_parting size_of",
        "raw": "collide contains covers distance intersects iou mtv nearest_points overlap_area "
        "project raycast separating_axis sweep time_of_impact",
        "results": "Contact Impact RayHit _contact _impact _ray_hit",
        "ring": "hull_of_sorted put_hulls put_unit_ring sort_points",
        "shape": "Shape",
        "simd.levels": "simd_level",
        "touching": "touching_normal",
    }.items()
}
