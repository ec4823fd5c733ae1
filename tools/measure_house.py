"""What the tree costs: handwritten lines, generated lines in git, and definitions of a verb.

    python tools/measure_house.py [FOLDER]      of a checkout that is built, this one by default

A definition is a function with a body in Cython or Python below src, generated or not. Its name is
that of the verb or has it behind a word for its shapes or its step: ``rings_mtv``, ``answer_mtv``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

BEFORE = "shapes? rings? boxes box circles? answer convex run plain known".replace(" ", "|")
HEAD = re.compile(
    r"^[ \t]*(?:@overload\n[ \t]*)?(?:cpdef|cdef|def)\b[^\n(=]*?(\w+)\(", re.MULTILINE
)
GENERATED = re.compile(r"(Written|Generated) by tools/generate\.py")


def tracked(root: Path, folder: str) -> list[Path]:
    """Return the files of a folder that are in git."""
    listed = subprocess.run(
        ["git", "ls-files", folder], cwd=root, check=True, capture_output=True, text=True
    )
    return [root / name for name in listed.stdout.splitlines()]


def has_body(text: str, start: int) -> bool:
    """Tell whether a function whose parameters begin here has statements: no stub, no overload."""
    depth = 0
    for k in range(start, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if depth == 0:
            end = text[k : text.find("\n", k)].partition("#")[0].rstrip()
            return end.endswith(":")
    return False


def definitions(root: Path, names: list[str]) -> list[str]:
    """Return where the verb is defined that has these names."""
    wanted = re.compile(rf"(?:(?:{BEFORE})_)?(?:{'|'.join(names)})(?:_range|_of_two|_of)?")
    found = []
    for path in sorted((root / "src").rglob("*.p*")):
        if path.suffix not in (".py", ".pyx", ".pxd", ".pxi") or "compat" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        for head in HEAD.finditer(text):
            if wanted.fullmatch(head[1]) and has_body(text, head.end() - 1):
                found.append(f"{path.relative_to(root / 'src')}: {head[1]}")
    return found


def main() -> None:
    """Print all figures."""
    root = Path(*sys.argv[1:2]).resolve() if sys.argv[1:] else Path(__file__).parents[1]
    texts = [path.read_bytes().decode("utf-8", "replace") for path in tracked(root, "src")]
    lines = [text.count("\n") for text in texts if not GENERATED.search(text[:200])]
    print(f"handwritten lines of src: {sum(lines)}")
    print(
        f"generated lines of src in git: {sum(text.count(chr(10)) for text in texts) - sum(lines)}"
    )
    tests = [path.read_bytes().count(b"\n") for path in tracked(root, "tests")]
    print(f"lines of tests: {sum(tests)}")
    verbs = tomllib.loads((root / "src/sepax/verbs.toml").read_text(encoding="utf-8"))["verbs"]
    for name, row in verbs.items():
        found = definitions(root, [name, *filter(None, [row.get("compiled")])])
        print(f"{name}: {len(found)}")
        print("".join(f"    {place}\n" for place in found), end="")


if __name__ == "__main__":
    main()
