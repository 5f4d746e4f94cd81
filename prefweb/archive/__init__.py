"""A whole club as one file, and back in on another server."""
