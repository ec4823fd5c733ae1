# For other compiled modules only: they take the functions of overlap.pxd.
__pyx_capi__: dict[str, object]
