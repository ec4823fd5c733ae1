"""From numbers to shapes: rings, hulls, and geometries of shapely."""
