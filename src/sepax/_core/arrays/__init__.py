"""Many shapes in one block of memory, and the loops over pairs of them."""
