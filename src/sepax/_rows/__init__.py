"""Rows of shapes and compounds: sides of pairs, scenes, and what queries of them share."""
