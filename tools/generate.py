"""Write all that follows from the tables verbs.toml and results.toml, and the stubs, in src/sepax.

    python tools/generate.py

Every build does the same before it compiles, so this is for who reads, checks or documents the
sources without a build. What is written is not in git. Each file begins with a line that says so.
"""

from __future__ import annotations

from pathlib import Path

import compiled_templates
import number_templates
import result_templates
import stubs
import verb_templates

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = (verb_templates, result_templates, compiled_templates, number_templates)


def generated() -> dict[Path, str]:
    """Return what each file must hold."""
    made: dict[str, str] = {}
    for templates in TEMPLATES:
        made |= templates.files()
    made |= stubs.files(ROOT, made)
    return {ROOT / path: text for path, text in made.items()}


def stale() -> dict[Path, str]:
    """Return the files that are not there or hold something else, and what they must hold."""
    return {
        path: text
        for path, text in generated().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def write() -> None:
    """Write the files that are stale; the others keep their times, so that builds stay short."""
    for path, text in stale().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
