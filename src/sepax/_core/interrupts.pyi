__pyx_capi__: dict[str, object]

PIECE: int
helpers: dict[int, list[bool]]
