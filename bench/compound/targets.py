"""What the bench of compounds holds sepax to: how many times longer another contestant takes."""

from common.targets import Outcome

TARGETS: dict[tuple[str, str], float] = {  # by the beginning of a name, and by contestant
    ("intersects 500 vertices, in contact", "prepared"): 20.0,
    ("intersects 500 vertices, deep", "prepared"): 20.0,
    ("10000 poses of 500", "prepared"): 20.0,
    ("10000 poses of 100", "prepared"): 20.0,
    ("1000 poses one by one", "vectorised"): 15.0,
    ("nearest of 500", "query_nearest"): 8.0,
    ("covers 12288 cars", "shapely"): 1.0,
    ("find_pairs of 1252", "shapely"): 3.3,
    ("nearest in 1252", "shapely"): 2.0,
    ("join", "geopandas"): 1.0,
}
MICROSECONDS = {  # by a word of a name
    "parts, circle": 5.0,  # of some 500 parts
    "cut": 2.0,
}
FURTHER_JOIN = 10.0  # of arrays that stand, against the whole of geopandas
BYTES = 1024.0  # a concave parcel of 8 vertices


def compare(name: str, times: dict[str, float]) -> list[Outcome]:
    """Return what becomes of the targets of a question, given nanoseconds by contestant."""
    outcomes = [
        Outcome(f"{name}, {other} / sepax", times[other] / times["sepax"], bound)
        for (begin, other), bound in TARGETS.items()
        if name.startswith(begin) and other in times
    ]
    if "again" in times and "geopandas" in times:
        ratio = times["geopandas"] / times["again"]
        outcomes.append(Outcome(f"{name}, geopandas / again", ratio, FURTHER_JOIN))
    microseconds = times["sepax"] / 1000.0
    outcomes += [
        Outcome(f"{name}, microseconds", microseconds, bound, at_most=True)
        for word, bound in MICROSECONDS.items()
        if word in name
    ]
    return outcomes


def of_memory(size: float) -> Outcome:
    """Return what becomes of the target of memory, given the bytes of a parcel."""
    return Outcome("bytes of a concave parcel of 8 vertices", size, BYTES, at_most=True)
