"""Arrays of boxes, circles and polygons: the verbs over pairs of them, in memory and in cache."""
