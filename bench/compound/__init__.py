"""Concave outlines as compounds, and as prepared polygons of shapely."""
