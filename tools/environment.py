"""Makes .venv with the Python that runs this; nothing else has to be installed for it."""

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parent.parent / ".venv"
NEEDED = (3, 11)


def main() -> None:
    if sys.version_info < NEEDED:
        here = sys.version.split()[0]
        sys.exit(f"Python 3.11 or newer is needed and this is {here}: make PYTHON=/path/to/python3")
    if not importlib.util.find_spec("ensurepip"):
        add_ensurepip()
    venv.create(ENVIRONMENT, with_pip=True, clear=True)


def add_ensurepip() -> None:
    """Debian keeps this part of Python in a package of its own."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"This Python cannot make virtual environments: apt install {package}")
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", package], check=True)


if __name__ == "__main__":
    main()
