_C_API: object
__pyx_capi__: dict[str, object]
