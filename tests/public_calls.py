"""A call of every public function, method and attribute: of all that tests/limits.py repeats.

The names come from the package: from `sepax.__all__`, the modules that it names, and the public
attributes of its classes. `missing` has the names without arguments here, and the arguments
here whose name is gone.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import operator
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from questions import MOVING, OF_PLACES, OF_TWO

import sepax
from sepax import Capsule, Circle, Compound, CompoundArray, Point, Polygon, Segment, ShapeArray

Thunk = Callable[[], object]
SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
DART = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]
WAY = (1.0, 0.5)
WRONG: tuple[Any, ...] = (object(), [(0.0, float("nan"))] * 3, [[1.0, 2.0], [3.0]], -1)


class Given(NamedTuple):
    """The arguments of one call."""

    arguments: tuple[Any, ...]
    options: dict[str, Any]


def given(*arguments: Any, **options: Any) -> Given:
    return Given(arguments, options)


class Call(NamedTuple):
    """A public name, what is called, with which arguments, and on what object."""

    name: str
    function: Callable[..., Any]
    given: list[Given]
    subject: Any

    def answers(self) -> list[Thunk]:
        return [partial(self.function, *one.arguments, **one.options) for one in self.given]

    def errors(self) -> list[Thunk]:
        """Return calls that raise: each argument in turn is a wrong one, or there is one more."""
        return [one for one in self._spoiled() if _raises(one)]

    def _spoiled(self) -> Iterator[Thunk]:
        first = self.given[0]
        for i in range(len(first.arguments)):
            for wrong in WRONG:
                changed = (*first.arguments[:i], wrong, *first.arguments[i + 1 :])
                yield partial(self.function, *changed, **first.options)
        for one in self.given:
            for option in one.options:
                yield partial(self.function, *one.arguments, **{**one.options, option: WRONG[0]})
        yield partial(self.function, *first.arguments, no_such_option=1)


def _raises(call: Thunk) -> bool:
    try:
        call()
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
        return True
    return False


# --- objects that are asked -----------------------------------------------------------------


def boxes() -> ShapeArray:
    return ShapeArray.boxes(2.0, [1.0, 2.0, 3.0], [(0, 0), (1, 0), (9, 0)], 0.25)


def dart() -> Compound:
    return Compound.from_polygon(DART)


def subjects() -> dict[str, Any]:
    """Return an object of each public class."""
    box, disc = Polygon.box(2, 1, angle=0.3), Circle((1, 0.25), 1)
    motion = (4.0, 1.0)
    slides = sepax.move_and_slide(boxes(), boxes(), WAY)
    return {
        "Approach": box.closest_approach(disc, motion),
        "Approaches": sepax.closest_approach(boxes(), boxes(), motion),
        "Capsule": Capsule((0, 0), (1, 1), 0.5),
        "Circle": disc,
        "Clearance": box.clearance(disc),
        "Clearances": sepax.clearance(boxes(), boxes()),
        "Compound": dart(),
        "CompoundArray": CompoundArray.at(dart(), [(0, 0), (1, 0), (9, 0)]),
        "Contact": box.collide(disc),
        "Contacts": sepax.collide(boxes(), boxes()),
        "Explanation": sepax.explain(box, disc),
        "Impact": box.sweep(Circle((5, 0.5), 1), motion),
        "Impacts": sepax.sweep(boxes(), boxes(), motion),
        "Point": Point((1, 0)),
        "Polygon": box,
        "RayHit": sepax.raycast(box, (-9, 0), (1, 0)),
        "RayHits": sepax.raycast(boxes(), [(-9, 0)] * 3, (1, 0)),
        "Repairs": sepax.Repairs(
            np.array([1]), np.array([0]), ("crosses",), np.ones(2, bool), np.zeros(1), np.ones(1)
        ),
        "Segment": Segment((0, 0), (1, 1)),
        "Shape": Polygon.regular(7, 1.0),
        "ShapeArray": boxes(),
        "ShapeIndex": sepax.ShapeIndex(boxes()),
        "Slide": sepax.move_and_slide(box, boxes(), WAY),
        "Slides": slides,
    }


# --- arguments, by name ---------------------------------------------------------------------


def of_two(other: Any) -> dict[str, list[Given]]:
    """Return arguments of the methods that ask a shape about another one, or an array."""
    turning = {"velocity_b": WAY, "max_time": 2.0, "angular_velocity_a": 0.5}
    turning["angular_velocity_b"] = 0.25
    return {
        "copy": [given()],
        **{name: [given(other)] for name in OF_TWO},
        **{name: [given(WAY)] for name in OF_PLACES},
        **{name: [given(other, WAY), given(other, WAY, **turning)] for name in MOVING},
        "closest_approach": [given(other, WAY), given(other, WAY, velocity_b=WAY, max_time=2.0)],
        "collide": [given(other), given(other, margin=0.5)],
        "intersects": [given(other), given(other, touching=False)],
    }


def of_shape(other: Any, same: Any) -> dict[str, list[Given]]:
    return of_two(other) | {
        "explain": [given(other), given(other, velocity_a=WAY, max_time=2.0)],
        "move": [given(0.0, 0.0)],
        "overlap": [given(Polygon.box(1, 1)), given(Polygon.box(1, 1, position=(0.5, 9)))],
        "push_out_of": [given(Circle((50.0, 0.0), 1.0))],
        "raycast": [given((-9.0, 0.25), WAY), given((-9.0, 0.25), (1, 0), 30.0, radius=0.25)],
        "rotate": [given(0.0)],
        "same_as": [given(same)],
        "set_pose": [given(0.5, 0.25, 0.125)],
    }


def of_array(other: Any) -> dict[str, list[Given]]:
    verbs = {
        name: [*calls, Given(calls[0].arguments, calls[0].options | {"pairs": ([2, 0], [0, 1])})]
        for name, calls in of_two(other).items()
        if name != "copy"
    }
    for name in OF_PLACES:
        verbs[name] = [given([WAY] * 3), given([WAY] * 3, pairs=([2, 0], [0, 1]))]
    return verbs | {
        "copy": [given()],
        "set_poses": [given([WAY] * 3, 0.5), given(WAY, where=[1])],
        "take": [given([0, 2])],
    }


def mending(call: Given) -> list[Given]:
    """Return a call that needs shapely, if that is installed."""
    return [call] if importlib.util.find_spec("shapely") else []


RINGS = [SQUARE, SQUARE]
BOW = [(0, 0), (2, 2), (2, 0), (0, 4)]
OF_CLASSES: dict[str, list[Given]] = {
    "Polygon.box": [given(2, 1), given(2, 1, radius=0.5)],
    "Polygon.hull": [given([*SQUARE, (1, 1)])],
    "Polygon.regular": [given(5, 1.0)],
    "Compound.at": [given([(0, 0), (1, 0)], 0.5)],
    "Compound.from_polygon": [
        given(DART),
        given(DART, [[(1, 0.25), (1.5, 0.25), (1, 0.5)]]),
        *mending(given(BOW, invalid="repair")),
    ],
    "CompoundArray.at": [given(dart(), [(0, 0), (1, 0)], 0.5)],
    "CompoundArray.concatenate": [given([CompoundArray([dart()])] * 2)],
    "CompoundArray.from_arrow": [
        given(CompoundArray([dart()] * 2).to_arrow()),
        given(CompoundArray([dart()] * 2).to_arrow(), origin=[(0, 0), (1, 1)]),
        given(CompoundArray([dart()] * 2).to_arrow(), "skip"),
        given(ShapeArray.points([(0, 0)]).to_arrow()),
    ],
    "CompoundArray.from_compounds": [given([dart(), dart()])],
    "CompoundArray.from_outlines": [
        given(DART + SQUARE, [0, 5, 9], [0, 1, 2]),
        given(DART, [0, 5], origin=[(1, 1)]),
        given(DART + [(0, 0)] * 3, [0, 5, 8], invalid="skip"),
        *mending(given(DART + BOW, [0, 5, 9], invalid="repair")),
    ],
    "Approaches.empty": [given(3)],
    "Clearances.empty": [given(3)],
    "Contacts.empty": [given(3)],
    "Impacts.empty": [given(3)],
    "RayHits.empty": [given(3)],
    "ShapeArray.boxes": [given([1, 2], 1), given([1, 2], 1.0, [(0, 0), (1, 1)], 0.5, radii=0.25)],
    "ShapeArray.capsules": [given([(0, 0), (1, 1)], (2, 3), 0.5)],
    "ShapeArray.circles": [given([(0, 0), (1, 1)], 0.5)],
    "ShapeArray.concatenate": [given([boxes(), ShapeArray([Circle((0, 0), 1)])])],
    "CompoundArray.to_arrow": [given()],
    "ShapeArray.from_arrow": [
        given(boxes().to_arrow()),
        given(CompoundArray([dart()]).to_arrow(), "skip"),
        given(ShapeArray.points([(0, 0)]).to_arrow()),
    ],
    "ShapeArray.from_quads": [given(RINGS), given(RINGS, invalid="skip")],
    "ShapeArray.from_rotated_boxes": [given([(0, 0, 2, 1, 0.5)], "xywhr")],
    "ShapeArray.from_shapes": [given([Polygon(SQUARE), Circle((0, 0), 1)])],
    "ShapeArray.hulls": [given(RINGS), given(SQUARE + DART, [0, 4, 9])],
    "ShapeArray.overlap": [given(boxes()), given(boxes(), pairs=([2, 0], [0, 1]))],
    "ShapeArray.points": [given([(0, 0), (1, 1)])],
    "ShapeArray.polygons": [
        given(RINGS),
        given(RINGS, None, [(0, 0), (1, 1)], 0.5, radii=0.5),
        given(SQUARE + DART[:3], [0, 4, 7], invalid="hull"),
    ],
    "ShapeArray.regular": [given([3, 5], 1.0)],
    "ShapeArray.segments": [given([(0, 0), (1, 1)], (2, 3))],
    "ShapeArray.to_arrow": [given()],
    "ShapeIndex.refresh": [given()],
}
CONSTRUCTORS: dict[str, list[Given]] = {
    "Capsule": [given((0, 0), (1, 1), 0.5)],
    "Circle": [given((0, 0), 1.0)],
    "Compound": [given([Polygon(SQUARE), Circle((0, 0), 1)])],
    "CompoundArray": [given([dart()])],
    "Point": [given((0, 0))],
    "Polygon": [given(SQUARE), given(np.array(SQUARE[::-1]), angle=0.5, radius=0.25)],
    "Segment": [given((0, 0), (1, 1))],
    "ShapeArray": [given([Polygon(SQUARE), Circle((0, 0), 1)])],
    "ShapeIndex": [given(boxes())],
}
# Their objects are results of queries.
MADE_BY_THE_LIBRARY = {
    "Approach",
    "Approaches",
    "Clearance",
    "Clearances",
    "Contact",
    "Contacts",
    "Explanation",
    "Impact",
    "Impacts",
    "RayHit",
    "RayHits",
    "Repairs",
    "Shape",
    "Slide",
    "Slides",
}


def of_functions() -> dict[str, list[Given]]:
    """Return arguments of the functions of the package: of two shapes, then of scenes."""
    box, scene, index = Polygon.box(2, 1, angle=0.3), boxes(), sepax.ShapeIndex(boxes())
    disc = Circle((1, 0.25), 1)
    two = {
        name: [given(box, *one.arguments, **one.options) for one in calls]
        + [given(scene, *one.arguments, **one.options) for one in calls]
        for name, calls in of_two(disc).items()
        if name != "copy"
    }
    rays = given(index, [(-9.0, 0.0), (9.0, 9.0)], (1.0, 0.0))
    worlds = {"groups": [0, 1, 0], "groups_b": [0, 1, 0]}
    of_rays = {"groups": [0, 1, 0], "ray_groups": [1]}
    groups = CompoundArray.at(dart(), [(0, 0), (1, 0), (9, 0)])
    return two | {
        "convex_parts": [given(DART), given(SQUARE, [[(0.5, 0.5), (1.5, 0.5), (1.0, 1.5)]])],
        "explain": [given(box, disc), given(dart(), box, velocity_a=WAY)],
        "find_pairs": [given(scene), given(scene, index), given(scene, index, **worlds)],
        "first_impacts": [
            given(scene, index, WAY),
            given(scene, index, WAY, **worlds),
            given(scene, index, WAY, WAY, angular_velocity_a=0.5, angular_velocity_b=0.5),
            given(groups, index, WAY, WAY, ignore=[0, 1, -1]),
        ],
        "get_include": [given()],
        "intersects_any": [
            given(scene, index),
            given(scene, index, owner=[0, 0, 1]),
            given(groups, scene, owner=[0, 0, 1], ignore=[0, 1, -1], **worlds),
        ],
        "iou_matrix": [given(scene, scene), given(scene, scene, sparse=True, **worlds)],
        "lidar": [
            given(index, [(0.0, 5.0)], 0.0, 8, 30.0),
            given(groups, [(0.0, 5.0)], 0.0, [0.0, 0.5, 1.0], 30.0, 0.25, ignore=[0], **of_rays),
        ],
        "match": [
            given(scene, scene, 0.5, classes=([0, 1, 0], [0, 1, 0])),
            given(scene, scene, 0.5, **worlds),
        ],
        "move_and_slide": [
            given(box, index, WAY),
            given(scene, index, WAY, skin=0.01, ignore=[0, 1, 2]),
        ],
        "nearest": [
            given(scene, index, 2),
            given(scene, index, signed=True),
            given(disc, scene),
            given(groups, scene, ignore=[0, 1, -1], **worlds),
        ],
        "nms": [
            given(scene, [0.5, 0.25, 0.75], 0.25),
            given(groups, [0.5, 0.25, 0.75], 0.25, classes=[0, 1, 0]),
        ],
        "nms_groups": [given(scene, [0.5, 0.25, 0.75], 0.25, classes=[0, 1, 0])],
        "overlap": [given(box, Polygon.box(1, 1)), given(scene, scene)],
        "raycast": [
            rays,
            given(box, (-9, 0), (1, 0)),
            given(*rays.arguments, all=True),
            given(groups, [(-9.0, 0.0)], [WAY], 30.0, 0.25, ignore=[[0, 1]], **of_rays),
        ],
        "raycast_distances": [
            rays,
            given(dart(), [(-9.0, 0.0)], [WAY], 30.0, 0.25),
            given(groups, [(-9.0, 0.0)], [WAY], 30.0, 0.25, ignore=[0], **of_rays),
        ],
        "simd_level": [given()],
        "sweep_pairs": [
            given(scene, index, WAY, **worlds),
            given(scene, index, WAY, WAY, angular_velocity_a=0.5, angular_velocity_b=0.5),
        ],
        "sweep_path": [given(box, index, [(0, 0, 0), (3, 0, 1)])],
    }


def of_raw() -> dict[str, list[Given]]:
    ring = np.array(DART[:3])
    turning = {"angular_velocity_a": 0.5, "pivot_a": (1.0, 1.0)}
    moving = {name: [given(ring, WAY), given(ring, WAY, **turning)] for name in MOVING}
    moving["closest_approach"] = [given(ring, WAY)]
    asked = of_two(ring) | moving | {"raycast": [given((-9.0, 0.25), WAY)]}
    return {
        name: [
            given(vertices, *one.arguments, **one.options)
            for vertices in (SQUARE, np.array(SQUARE))
            for one in calls
        ]
        for name, calls in asked.items()
        if name not in ("copy", "support_point")
    }


def of_kernels() -> dict[str, list[Given]]:
    """Return numbers for each parameter of `sepax.kernels`: unit boxes and discs."""
    sizes = {"half_width": 1.0, "half_height": 0.5, "cosine": 1.0, "sine": 0.0, "radius": 1.0}
    found = {}
    for name in sepax.kernels.__all__:
        needed = [
            parameter.name
            for parameter in inspect.signature(getattr(sepax.kernels, name)).parameters.values()
            if parameter.default is parameter.empty
        ]
        values = [sizes.get(one.removesuffix("_a").removesuffix("_b"), 0.25) for one in needed]
        found[name] = [given(*values)]
    return found


def of_plots() -> dict[str, list[Given]]:
    """Return arguments of the functions that draw, on axes without a screen."""
    from matplotlib.figure import Figure

    box, disc = Polygon.box(2, 1, angle=0.3), Circle((1, 0.25), 1)
    arguments: dict[str, tuple[Any, ...]] = {
        "plot_contact": (box, disc),
        "plot_rays": (boxes(), (-9, 0), (1, 0)),
        "plot_shadows": (box, disc),
        "plot_shape": (box,),
        "plot_shapes": ([box, disc],),
        "plot_sweep": (box, disc, WAY),
    }
    axes = Figure().add_subplot()

    def drawn(name: str, *values: Any) -> None:
        axes.clear()
        getattr(sepax.plot, name)(*values, ax=axes)

    return {
        name: [Given((partial(drawn, name), *values), {})] for name, values in arguments.items()
    }


def of_shapely() -> dict[str, list[Given]]:
    if not importlib.util.find_spec("shapely"):
        return {}
    import shapely

    outline = shapely.Polygon(DART)
    return {
        "Compound.from_shapely": [given(outline), given(shapely.Polygon(BOW), invalid="repair")],
        "CompoundArray.from_shapely": [
            given(np.array([outline, outline])),
            given(np.array([outline, outline]), origin=[(0, 0), (1, 1)]),
            given(np.array([outline, shapely.Polygon(BOW)]), invalid="repair"),
        ],
        "ShapeArray.from_shapely": [given(np.array([shapely.Polygon(SQUARE)]))],
        "ShapeArray.to_shapely": [given()],
    }


# --- the calls ------------------------------------------------------------------------------


def public_attributes(kind: type) -> list[str]:
    return [name for name in dir(kind) if not name.startswith("_")]


def _set(subject: Any, name: str, value: Any) -> None:
    setattr(subject, name, value)


def _calls_of_class(name: str, subject: Any, arguments: dict[str, list[Given]]) -> Iterator[Call]:
    for attribute in public_attributes(getattr(sepax, name)):
        value = getattr(subject, attribute)
        full = f"{name}.{attribute}"
        if callable(value) and not isinstance(value, type):
            calls = arguments.get(full) or arguments.get(f"*.{attribute}") or []
            yield Call(full, value, calls, subject)
        else:
            yield Call(full, operator.attrgetter(attribute), [given(subject)], subject)
            if not _raises(partial(setattr, subject, attribute, value)):
                yield Call(f"{full} =", _set, [given(subject, attribute, value)], subject)


def _common_calls(name: str, subject: Any) -> Iterator[Call]:
    """Yield what Python does with objects of every class."""
    yield Call(f"{name}: repr", repr, [given(subject)], subject)
    yield Call(f"{name}: ==", operator.eq, [given(subject, subject), given(subject, 1)], subject)
    if name != "ShapeIndex":
        yield Call(f"{name}: pickle", _pickled, [given(subject)], subject)
        yield Call(f"{name}: copy", copy.copy, [given(subject)], subject)
    if name != "ShapeIndex" and hasattr(subject, "__len__"):
        keys: list[Any] = [0, slice(1, None)] + [[0, 2]] * (name == "ShapeArray")
        yield Call(f"{name}: []", operator.getitem, [given(subject, key) for key in keys], subject)
        yield Call(f"{name}: iter", list, [given(subject)], subject)


def _pickled(subject: Any) -> object:
    return pickle.loads(pickle.dumps(subject))


def _arguments_of(name: str, subject: Any) -> dict[str, list[Given]]:
    if name == "ShapeArray":
        named = of_array(boxes())
    elif name == "CompoundArray":
        named = of_array(CompoundArray([dart()] * 3))
    elif hasattr(subject, "set_pose"):
        named = of_shape(Circle((1, 0.25), 1), subject)
    else:
        named = {}
    return {f"*.{attribute}": calls for attribute, calls in named.items()}


def modules() -> dict[str, tuple[ModuleType, list[str], Callable[[], dict[str, list[Given]]]]]:
    """Return the public modules, their names, and what has the arguments."""
    found = {
        "raw": (sepax.raw, list(sepax.raw.__all__), of_raw),
        "kernels": (sepax.kernels, list(sepax.kernels.__all__), of_kernels),
    }
    if importlib.util.find_spec("matplotlib"):
        drawing = [name for name in dir(sepax.plot) if name.startswith("plot_")]
        found["plot"] = (sepax.plot, drawing, of_plots)
    return found


def public_calls() -> list[Call]:
    """Return a call of every public name; one without arguments here has none to be called with."""
    of_classes = OF_CLASSES | of_shapely()
    functions = of_functions()
    made = subjects()
    calls: list[Call] = []
    for name in sepax.__all__:
        thing = getattr(sepax, name)
        if isinstance(thing, type):
            subject = made[name]
            arguments = of_classes | _arguments_of(name, subject)
            calls += _calls_of_class(name, subject, arguments)
            calls += _common_calls(name, subject)
            if name not in MADE_BY_THE_LIBRARY:
                calls.append(Call(f"{name}()", thing, CONSTRUCTORS.get(name, []), thing))
        elif not isinstance(thing, ModuleType):
            calls.append(Call(name, thing, functions.get(name, []), thing))
    for name, (module, names, arguments_of) in modules().items():
        arguments = arguments_of()
        for one in names:
            function = _call_first if name == "plot" else getattr(module, one)
            calls.append(Call(f"{name}.{one}", function, arguments.get(one, []), module))
    return calls


def _call_first(function: Callable[..., object], *arguments: Any) -> object:
    return function(*arguments)


def stale() -> list[str]:
    """Return public names without a call, and calls of names that are no longer there."""
    calls = public_calls()
    without = [f"{call.name}: no call" for call in calls if not call.given]
    named = {call.name for call in calls}
    known = set(OF_CLASSES) | set(of_functions()) | {f"{name}()" for name in CONSTRUCTORS}
    known |= {f"{name}.{one}" for name, (_, _, of) in modules().items() for one in of()}
    attributes = {name.partition(".")[2] for name in named if "." in name}
    others = [
        f"{name}: no such method"
        for name in of_shape(None, None) | of_array(None)
        if name not in attributes
    ]
    kinds = set(subjects()) | MADE_BY_THE_LIBRARY
    gone = sorted((known - named) | (kinds - set(sepax.__all__)))
    return without + [f"{name}: no such name" for name in gone] + others
