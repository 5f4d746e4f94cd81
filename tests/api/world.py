"""A club with a site of its own, for tests of what the site reads."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

from prefweb.api import tokens
from prefweb.clubs.models import Club
from tests.api import contract
from tests.clubs import people

V1 = "/api/v1"


def secret_of(club: Club, title: str = "Сайт") -> str:
    """The secret of a new token."""
    return tokens.make(club, people.owner_of(club), title, f"form-of-{title}")[1]


@dataclass
class Site:
    """A program that asks with a token."""

    secret: str = ""

    @classmethod
    def of(cls, club: Club) -> Site:
        return cls(secret_of(club))

    def ask(self, path: str, method: str = "get", **headers: str) -> HttpResponse:
        if self.secret:
            headers = {"Authorization": f"Bearer {self.secret}", **headers}
        response: HttpResponse = getattr(Client(), method)(f"{V1}{path}", headers=headers)
        return response

    def read(self, path: str, status: int = 200) -> Any:
        """An answer, which is what the description promises."""
        response = self.ask(path)
        assert response.status_code == status, response.content
        answer = json.loads(response.content)
        resource = re.sub(r"(?<=pulkas/)[^/]+", "{slug}", path.partition("?")[0])
        resource = re.sub(r"(people|rating)/[^/]+", r"\1/{key}", resource)
        contract.check(V1 + resource, status, answer)
        return answer

    def error(self, path: str, status: int) -> str:
        """The code of a refusal."""
        code: str = self.read(path, status)["error"]["code"]
        return code

    def read_file(self, slug: str) -> Any:
        """The file of a pulka, which docs/pulka-file.md describes."""
        response = self.ask(f"/pulkas/{slug}/file")
        assert response.status_code == 200, response.content
        return json.loads(response.content)
