"""From numbers to shapes: the base of shapes, rings, hulls, and geometries of shapely."""
