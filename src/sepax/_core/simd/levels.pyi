import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

_Floats = npt.NDArray[np.float64]
_Index = npt.NDArray[np.intp]
_Proxies = npt.NDArray[np.float32]

def simd_level() -> str: ...
def _levels() -> list[str]: ...
def _classify(
    kind: str,
    level: str,
    records_a: _Floats,
    records_b: _Floats,
    out: npt.NDArray[np.uint8],
    index_a: _Index | None = None,
    index_b: _Index | None = None,
) -> int: ...
def _write_proxies(kind: str, records: _Floats, origin: _Floats, proxies: _Proxies) -> None: ...
def _classify_proxies(
    level: str,
    kind_a: str,
    kind_b: str,
    records_a: _Floats,
    records_b: _Floats,
    proxies_a: _Proxies,
    proxies_b: _Proxies,
    origin_a: _Floats,
    origin_b: _Floats,
    out: npt.NDArray[np.uint8],
    index_a: _Index | None = None,
    index_b: _Index | None = None,
) -> int: ...
def _classify_points(
    level: str,
    kind: str,
    records: _Floats,
    proxies: _Proxies,
    origin: _Floats,
    points: _Floats,
    out: npt.NDArray[np.uint8],
) -> int: ...
def _proxy_counts() -> tuple[int, int, int, int] | None: ...
def _measure(
    kind: str,
    level: str,
    records_a: _Floats,
    records_b: _Floats,
    numbers: _Floats,
    out: npt.NDArray[np.uint8],
    index_a: _Index | None = None,
    index_b: _Index | None = None,
) -> int: ...
def _measure_round(
    level: str,
    kind_a: str,
    kind_b: str,
    rows_a: _Floats,
    rows_b: _Floats,
    radii_a: _Floats,
    radii_b: _Floats,
    distances: _Floats,
    out: npt.NDArray[np.uint8],
    index_a: _Index | None = None,
    index_b: _Index | None = None,
) -> int: ...
def _sweep(
    level: str,
    order: int,
    sweeping: _Floats,
    index: npt.NDArray[np.uint32],
    others: _Floats,
    index_of_others: npt.NDArray[np.uint32],
    words: npt.NDArray[np.uint64],
    work: int,
) -> tuple[int, int, int]: ...
