"""Writes down what the API promises: `python -m tests.api.freeze`, after a look at what changes.

Within a version resources, fields that are answered and parameters that may be left out come to
it; nothing is renamed, taken away or given another meaning.
"""

import json
import os
from pathlib import Path


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from tests.api import contract

    text = json.dumps(contract.description(), ensure_ascii=False, indent=1)
    Path(__file__).with_name("openapi.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
