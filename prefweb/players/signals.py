"""What others are told of people, within the transaction that changes them."""

from django.dispatch import Signal

somebody_else = Signal()
"""Some players are another person than before: `players`, their keys."""
