# Written by tools/generate.py from verbs.toml: change that table, not this file.
__pyx_capi__: dict[str, object]
