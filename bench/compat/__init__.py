"""Host packages: whole programs' calls into them, stock and on sepax."""
