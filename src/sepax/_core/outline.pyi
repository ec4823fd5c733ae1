__pyx_capi__: dict[str, object]

NO_RING: int
OUT_OF_RANGE: int
TOO_FEW: int
FLAT: int
SPIKE: int
MEETING: int
OUTSIDE: int
NESTED: int
INTERRUPTED: int
NO_MEMORY: int
