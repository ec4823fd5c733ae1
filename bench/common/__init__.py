"""What all sub-commands share: the clock, cases and results, contestants, shapes, answers."""
