"""Measurements: each `python -m bench.NAME` prints a table. None of them is a test."""
