"""Pulkas that were not played here: pulka files, and the final sheets of paper."""
