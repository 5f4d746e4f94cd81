"""What others are told of pulkas that are over, within the transaction that changes them."""

from django.dispatch import Signal

changed_after_end = Signal()
"""A pulka has come to its end, or one that had has changed: `pulka`, and `course` if known."""

dated_anew = Signal()
"""The evenings of a club's pulkas are others now: `club`."""
