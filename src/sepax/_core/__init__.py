"""The compiled core. Arrows point down only: pair, raw -> shape -> sweep -> sat ->
predicates -> hull -> libc; exact and rotation stand beside predicates and hull."""
