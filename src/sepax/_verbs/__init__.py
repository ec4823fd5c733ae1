"""The verbs over arrays, and as methods."""
