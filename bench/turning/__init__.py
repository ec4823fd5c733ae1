"""Shapes that turn while they move: how long the swept test takes, and what other engines miss."""
