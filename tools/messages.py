"""The catalogues of translations: `python -m tools.messages` brings them up to date.

With --check nothing is written: it fails where a catalogue is not what the code and the templates
ask for, or where a translation is missing, doubtful or has other placeholders than its original.
"""

import argparse
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Updates the catalogues of translations.")
    parser.add_argument("--check", action="store_true", help="only say what is wrong with them")
    check = parser.parse_args().check
    wanted = wanted_messages()
    for path in sorted((ROOT / "locale").rglob("*.po")):
        catalog = read(path)
        if not check:
            catalog.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
            write(path, catalog)
        found = faults(wanted, catalog)
        print(*(f"{path.relative_to(ROOT)}: {fault}" for fault in found), sep="\n", end="")
        if found and check:
            sys.exit("\nThe translations are not complete: `make messages`, then translate.")


def wanted_messages() -> Catalog:
    """Everything the code and the templates want translated."""
    if not settings.configured:
        settings.configure(USE_I18N=True)
    catalog = Catalog()
    methods: dict[str, Any] = {"prefweb": [("**.py", "python")], "templates": [("**.*", template)]}
    for folder, method in methods.items():
        for file, _, message, comments, context in extract_from_dir(
            ROOT / folder, method, keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            place = (f"{folder}/{file}", 0)
            catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


def template(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """Babel's extractor for Django templates, which Django turns into something like code."""
    source = f"({templatize(file.read().decode())}\n)"  # in brackets no indentation is wrong
    yield from extract_python(BytesIO(source.encode()), keywords, tags, options)


def faults(wanted: Catalog, catalog: Catalog) -> list[str]:
    """What is wrong with a catalogue, in words."""
    missing = _keys(wanted) - _keys(catalog)
    stale = _keys(catalog) - _keys(wanted)
    return [
        *(f"not in the catalogue: {key[0]!r}" for key in sorted(missing, key=str)),
        *(f"no longer used: {key[0]!r}" for key in sorted(stale, key=str)),
        *(f"{fault}: {message.id!r}" for message in catalog if (fault := _fault(message, catalog))),
    ]


def _keys(catalog: Catalog) -> set[tuple[Any, str | None]]:
    return {(message.id, message.context) for message in catalog if message.id}


def _fault(message: Message, catalog: Catalog) -> str:
    if not message.id:
        return ""
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not all(strings):
        return "not translated"
    if message.pluralizable and len(strings) != catalog.num_plurals:
        return f"{len(strings)} plural forms and not {catalog.num_plurals}"
    if message.fuzzy:
        return "doubtful"
    return "; ".join(map(str, message.check(catalog)))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def write(path: Path, catalog: Catalog) -> None:
    """Without line numbers, which would change with every commit."""
    with path.open("wb") as file:
        write_po(file, catalog, width=100, ignore_obsolete=True, include_lineno=False)


if __name__ == "__main__":
    main()
