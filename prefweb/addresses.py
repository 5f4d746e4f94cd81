"""Where a phone finds this machine."""

import contextlib
import socket
import sys
from typing import TextIO

import segno

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


def network_address() -> str | None:
    """This machine's address in the network its default route leads to; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation; UDP connects by itself
        address: str = probe.getsockname()[0]
        return address
    return None


def is_taken(host: str, port: int) -> bool:
    """Whether somebody else listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def print_addresses(host: str, port: int, out: TextIO = sys.stdout) -> None:
    """Says where to open the site, on this machine and on phones, with a QR where one can look."""
    here = "localhost" if host in EVERYWHERE else host
    print(f"\nPrefweb: open http://{here}:{port}/ on this computer.", file=out)
    network = network_address() if host in EVERYWHERE else None
    if network:
        _print_for_phones(f"http://{network}:{port}/", out)
    elif host in EVERYWHERE:
        print("No network found: phones cannot reach this computer yet.", file=out)
    print("Ctrl-C stops it.\n", file=out, flush=True)


def _print_for_phones(url: str, out: TextIO) -> None:
    print(f"Phones in the same network: {url}\n", file=out)
    if out.isatty():
        segno.make(url).terminal(out, compact=True)
    print(
        "Over plain http a phone offers neither installation nor keeping the screen awake;\n"
        "docs/running.md tells how to serve https.",
        file=out,
    )
