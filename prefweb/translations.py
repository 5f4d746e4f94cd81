"""Compiles the translations, without gettext, which a fresh machine lacks.

`python -m prefweb.translations` does it for all that are missing or old, and so does every start.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_stale(locale: Path) -> list[Path]:
    """Makes every compiled catalogue that is missing or older than its source; returns those."""
    return [_compile(source) for source in sorted(locale.rglob("*.po")) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    """Written beside and then moved, for another process may be reading."""
    compiled = source.with_suffix(".mo")
    draft = source.with_suffix(".mo.new")
    with source.open("rb") as text, draft.open("wb") as out:
        write_mo(out, read_po(text))
    draft.replace(compiled)
    return compiled


if __name__ == "__main__":
    compile_stale(LOCALE)
