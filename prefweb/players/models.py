"""People: whoever holds a phone at a table, with an account or without."""

import uuid

from django.db import models

NAME_LENGTH = 40


class Player(models.Model):
    """A person as one browser knows him. A guest is a player without an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
