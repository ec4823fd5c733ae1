"""The numbers that `explain` shows, in plain Python."""
