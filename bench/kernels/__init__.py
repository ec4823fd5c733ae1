"""sepax inside of compiled loops: what a call costs there, and what users write instead."""
