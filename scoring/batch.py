"""Many pulkas at once: JSON Lines in, one line of JSON out for each."""

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from scoring.faults import Fault, Refused
from scoring.json_text import FILE_LIMIT
from scoring.scored import score_text

# A line longer than a file may be is cut here; what follows of it is thrown away unread.
_CUT = FILE_LIMIT + 2


def score_line(line: bytes) -> str:
    """The output for one pulka, or its faults, as a line of JSON.

    >>> score_line(b"")
    '{"errors": [{"at": "", "message": "This is not JSON: line 1, column 1"}]}'
    """
    try:
        return json.dumps(score_text(line), ensure_ascii=False)
    except Refused as refused:
        return json.dumps(errors_of(refused.faults), ensure_ascii=False)


def errors_of(faults: Iterable[Fault]) -> dict[str, list[dict[str, str]]]:
    """Faults as the command and an import answer them."""
    return {"errors": [{"at": fault.at, "message": fault.message} for fault in faults]}


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends, never more of one than can be refused."""
    while line := stream.readline(_CUT):
        rest = line
        while len(rest) == _CUT and not rest.endswith(b"\n"):
            rest = stream.readline(_CUT)
        yield line.removesuffix(b"\n")
