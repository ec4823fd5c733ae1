# For other compiled modules only: they take the functions of turning.pxd.
__pyx_capi__: dict[str, object]
