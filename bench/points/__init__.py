"""Which of many outlines holds each of many points."""
