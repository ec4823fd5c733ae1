"""All pairs that meet in scenes of a thousand to a million boxes."""
