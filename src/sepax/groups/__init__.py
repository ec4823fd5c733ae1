"""Groups: convex parts at one pose that answer as one shape, as a `sepax.Compound` does.

Imports point down: `parts` (groups in a scene) and `single` (two groups without a plan) > `pairs`
(plans of rows) > `covering` and `areas` (a question each) > `seams` (helpers of blocks, and exact
integers).
"""
