"""A club with a long history, and how fast its pages come."""
