# For other compiled modules only: they take the functions of queries.pxd.
__pyx_capi__: dict[str, object]
