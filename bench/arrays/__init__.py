"""Arrays of boxes and polygons: the verbs over pairs of them, in memory and in cache."""
