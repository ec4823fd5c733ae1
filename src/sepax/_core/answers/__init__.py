"""One file a verb: how its answer for two convex shapes is composed of kernels."""
