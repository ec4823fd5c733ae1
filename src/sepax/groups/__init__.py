"""Groups: convex parts at one pose that answer as one shape, as a `sepax.Compound` does.

Imports point down: `parts` (groups in a scene) and `single` (two groups without a plan) > `pairs`
(for groups what the plans of compiled code are for convex shapes) > `sweeps` > `contacts` >
`faces`, `parting`, `covering` and `areas` (a question each) > `seams` (what is inside of a union,
in exact arithmetic).
"""
