"""Write what follows from the tables in src/sepax, or with --check say which files are stale.

    python tools/generate.py            after a change of verbs.toml or results.toml
    python tools/generate.py --check    as tests/contract/test_verbs.py does

A generated file begins with a line that says so. In a file that is written by hand a generated
region stands between two lines, ``generated from NAME: begin`` and ``generated from NAME: end``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import compiled_templates
import number_templates
import result_templates
import verb_templates

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = (verb_templates, result_templates, compiled_templates, number_templates)


def with_region(text: str, name: str, inside: str) -> str:
    """Return the text of a file with another text in its region of that name."""
    begin, end = (f"generated from {name}: {edge}" for edge in ("begin", "end"))
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"there must be one region {name!r}")
    before, _, rest = text.partition(begin)
    first, _, rest = rest.partition("\n")
    _, _, after = rest.partition(end)
    margin = rest[: rest.index(end)].rpartition("\n")[2]  # the comment sign before the end
    return f"{before}{begin}{first}\n{inside}{margin}{end}{after}"


def generated() -> dict[Path, str]:
    """Return what each file that is generated, or has regions that are, must hold."""
    texts: dict[Path, str] = {}
    for templates in TEMPLATES:
        files_of, regions_of = (getattr(templates, kind, dict) for kind in ("files", "regions"))
        texts.update({ROOT / path: text for path, text in files_of().items()})
        for path, regions in regions_of().items():
            file = ROOT / path
            text = texts.get(file) or file.read_text(encoding="utf-8")
            for name, inside in regions.items():
                text = with_region(text, name, inside)
            texts[file] = text
    return texts


def stale() -> dict[Path, str]:
    """Return the files that are not what the tables say, and what they must hold."""
    return {
        path: text
        for path, text in generated().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def main() -> int:
    """Write the files that are stale, or name them."""
    is_check = sys.argv[1:] == ["--check"]
    found = stale()
    for path, text in found.items():
        print(f"{'stale' if is_check else 'written'}: {path.relative_to(ROOT)}")
        if not is_check:
            path.write_text(text, encoding="utf-8")
    return int(is_check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
