"""Questions about two shapes, answered in inline functions that need no GIL and cannot fail."""
