"""From a tap to the last phone, with many tables open: `python -m bench.live`."""
