"""The compiled core: buffers at its edges, plain C inside; it imports no NumPy.

Arrows point down only, within the core as everywhere in sepax::

    compat, playground, plot, scene, arrays, verbs, shapes, raw      Python: what users see (what
                            results look like in a notebook is imported from there, by a look)
    compat/_core            what is compiled for one host each; nothing imports it but its drop-in
    ------------------------------------------------------------------------------- this package
    pair  raw  arrays/pairs     the verbs for two shapes, two rings, many pairs: they share the
                                kernels, and never import each other
    arrays/compounds            two groups of parts in motion: when they meet as wholes, and where
    arrays/raycast              rays and a scene: what they meet first, or at all
    arrays/nearest              shapes and a scene: which of it are nearest
    arrays/groups               groups of parts, each as one shape
    arrays/rows                 the parts of a group, or a single shape, as rows
    arrays/copies               a group at many poses, and a scene
    arrays/any_meeting          shapes and a scene: whether they meet any of it
    arrays/scene                shapes and a scene: which are near, what they meet first
    clip                        the polygon that two polygons share
    arrays/sectors              directions around a place where parts touch, and faces there
    arrays/surface              which edges of parts are of the whole
    arrays/unions               the area that parts cover together
    parting                     the shortest move that parts two groups of convex parts
    touching                    the contact normal of two groups that touch
    arrays/suppression          which shapes are kept of those that are too much alike
    arrays/constructors         what makes a block: of shapes, of columns of numbers
    arrays/index                the boxes of many shapes as a tree
    arrays/meetings             pairs whose boxes meet, without those that lie apart for lanes
    arrays/block                many shapes in one block of memory
    arrays/broadphase           all pairs of boxes that meet
    arrays/pair_list            lists of pairs, and the radix sort
        poses, extents > storage > boxes, discs, segments, records
    shape  ring                 one shape and its memory; how a ring is checked
    partition > outline         outlines with holes: checked, and cut into convex parts
    results > rows  arguments   what verbs return, as rows of structs; what they are given
    kernels/                    one question a file, inline, without the GIL
        queries                 most of them, compiled once for those who call them
        openings > tangent > grazing, raycast > sweep > contact, distance > separation,
            containment > intersect > nearest, difference > support, area > edges
        overlap > queries, arcs
        boundaries > obstacle, pose > minkowski, projection, predicates, outline, angles > convex
            > roundoff, exact, answers
    simd/                       C: the loops that are compiled once for each instruction set
    memory  buffers             where counts become bytes; the arrays that a call is given
    interrupts                  how long work hears Ctrl-C

`LAYERS` says the same to tests/test_architecture.py, which holds it to the tree. How to add a
shape or a query is in docs/architecture.md, to add an instruction set in simd/README.md.
"""

LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(layer.split())
    for layer in (  # the lowest first: a module imports from layers below its own
        "memory buffers interrupts simd.convex simd.result_arrays kernels.exact kernels.rotation "
        "kernels.answers",
        "simd.box simd.overlap simd.lanes simd.levels kernels.roundoff rows",
        "kernels.convex",
        "kernels.predicates kernels.projection kernels.minkowski kernels.angles kernels.outline",
        "kernels.edges kernels.pose kernels.obstacle",
        "kernels.support kernels.area kernels.boundaries",
        "kernels.nearest kernels.difference kernels.arcs",
        "arrays.boxes arrays.discs arrays.segments arrays.records",
        "kernels.intersect",
        "kernels.separation kernels.containment arrays.storage",
        "kernels.contact kernels.distance arrays.poses arrays.extents",
        "kernels.sweep",
        "kernels.grazing kernels.raycast kernels.queries",
        "kernels.tangent kernels.overlap",
        "kernels.openings",
        "arguments results",
        "ring outline",
        "shape partition arrays.pair_list",
        "arrays.block arrays.broadphase",
        "arrays.index arrays.meetings",
        "arrays.scene arrays.suppression arrays.unions parting touching",
        "arrays.surface arrays.sectors arrays.any_meeting arrays.rows",
        "pair raw clip arrays.pairs arrays.raycast arrays.nearest arrays.groups arrays.copies "
        "arrays.constructors arrays.compounds",
    )
)

PUBLIC: dict[str, frozenset[str]] = {  # what Python code outside of the core may import of it
    module: frozenset(names.split())
    for module, names in {
        "arguments": "accept_numpy cure_for described fill_numbers fill_points first_outside "
        "is_apart is_memory is_plain length name_of number positive_number refuse_masked "
        "refuse_others two_numbers whole_number",
        "arrays.any_meeting": "AnyMeeting",
        "arrays.block": "ShapeBlock block_of_array",
        "arrays.broadphase": "candidate_pairs",
        "arrays.meetings": "near_pairs",
        "arrays.compounds": "sweep_parted sweep_parts",
        "arrays.constructors": "join of_boxes of_rings of_shape of_shapes put_rows",
        "arrays.copies": "AnyCopyMeeting",
        "arrays.groups": "Group GroupRows GroupSide GroupSpots meet",
        "arrays.index": "ShapeTree",
        "arrays.nearest": "NearestRows",
        "arrays.pairs": "PointPairs ShapePairs all_meet pairs_of_arrays",
        "arrays.raycast": "RayCast RayRows cast_one",
        "arrays.scene": "FirstMeeting holders joint_extent pairs_of_tree "
        "read_near_bounds read_swept_bounds",
        "arrays.suppression": "Suppression",
        "arrays.unions": "union_area union_moments",
        "clip": "shared_corners",
        "interrupts": "PIECE helpers run_in_slices",
        "outline": "corner_turns edges_that_meet rings_around",
        "pair": (
            "Collider _answer_arrays_by "
            # generated from verbs.toml: begin
            "collide "
            "contains "
            "covers "
            "distance "
            "intersects "
            "iou "
            "mtv "
            "nearest_points "
            "overlap_area "
            "project "
            "raycast "
            "separating_axis "
            "support_point "
            "sweep "
            "time_of_impact "
            # generated from verbs.toml: end
        ),
        "parting": "NEGLIGIBLE SPEED_DOUBT compare_boxes parting_toward shortest_parting size_of",
        "partition": "convex_faces sweep_triangles",
        "raw": "collide contains intersects mtv project separating_axis sweep",
        "results": "Contact Impact RayHit _contact _impact _ray_hit",
        "ring": "hull_of_sorted sort_points",
        "shape": "Shape",
        "simd.levels": "simd_level",
        "touching": "touching_normal",
    }.items()
}
