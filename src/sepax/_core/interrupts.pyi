__pyx_capi__: dict[str, object]

helpers: dict[int, list[bool]]
