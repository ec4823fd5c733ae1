"""Single pairs of shapes: every query against an empty call and against other libraries."""
