"""Known faults: how they are written down, and where in the sources each belongs.

    [suppression: a score of zero counts as minus zero]
    _core/arrays/suppression.pyx sort_scores
    - falling[k] = 0.0 - scores[k]
    + falling[k] = -scores[k]
    scenes/test_detection.py -k zero

This is one fault in a .txt file of this folder. The second line names the file below src/sepax and
the function, class or macro. The text behind - stands there exactly once. The text behind + takes
its place. Both may take several lines. The last line has the arguments of pytest that select the
tests which must then fail; their paths begin below tests/.

Comments, docstrings and white space do not count. If the function has moved to another file, it is
found there. A fault that names no function belongs to the whole file.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PYTHON = {".py", ".pyx", ".pxd", ".pxi"}
COMMENT = {
    True: re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#.*'),
    False: re.compile(r'"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|//.*'),
}
# A function, class or macro up to its name, with its indentation: of Python and Cython, then of C.
DEFINITION = {
    True: re.compile(
        r"^( *)(?:async |cdef )?(?:class (?=\w)|c?p?def (?:[^\n(=]*[ *])?(?=\w+\())(\w+)",
        re.MULTILINE,
    ),
    False: re.compile(
        r"^()(?:#define (?=\w)|(?![#}/ ])[^\n;={(]*?\b(?=\w+\)?\())(?:LEVEL\()?(\w+)", re.MULTILINE
    ),
}
C_BODY = re.compile(r"#define (?:.*\\\n)*.*|[^;{]*(?:;|\{[\s\S]*?^\})", re.MULTILINE)


class Fault(NamedTuple):
    name: str
    file: str  # below src/sepax
    function: str
    old: str
    new: str
    tests: str


class Place(NamedTuple):
    path: Path
    text: str
    start: int
    end: int


def read_faults(path: Path) -> Iterator[Fault]:
    """Yield the faults of one file."""
    for block in re.split(r"\n(?=\[)", path.read_text(encoding="utf-8").strip()):
        name, where, *change, tests = block.strip().split("\n")
        file, _, function = where.partition(" ")
        old, new = (
            "\n".join(line[2:] for line in change if line[0] == sign) for sign in ("-", "+")
        )
        yield Fault(name.strip("[]"), file, function, old, new, tests)


def without_comments(path: Path, text: str) -> str:
    """Return a text of the same length, with blanks in place of comments and docstrings."""

    def blank(match: re.Match[str]) -> str:
        word = match[0]
        is_comment = word.startswith(('"""', "#", "/"))
        return re.sub(r"[^\n]", " ", word) if is_comment else word

    return COMMENT[path.suffix in PYTHON].sub(blank, text)


def end_of(text: str, start: int, indent: str, is_python: bool) -> int:
    """Return where the function ends that starts here."""
    if is_python:
        end = re.compile(rf"\n(?=\s{{0,{len(indent)}}}[^\s)\]])").search(text, start + len(indent))
    else:
        end = C_BODY.match(text, start)
    return end.end() if end else len(text)


class Sources:
    """All that is compiled or run, function by function."""

    def __init__(self, root: Path) -> None:
        self.home = root / "src" / "sepax"
        self.files: list[Place] = []
        self.functions: dict[str, list[Place]] = {}
        for path in sorted(self.home.rglob("*")):
            if path.suffix in PYTHON | {".c", ".h", ".inl"} and path.is_file():
                self._add(path, path.read_text(encoding="utf-8"))

    def _add(self, path: Path, source: str) -> None:
        text = without_comments(path, source)
        self.files.append(Place(path, text, 0, len(text)))
        is_python = path.suffix in PYTHON
        for match in DEFINITION[is_python].finditer(text):
            end = end_of(text, match.start(), match[1], is_python)
            self.functions.setdefault(match[2], []).append(Place(path, text, match.start(), end))

    def find(self, fault: Fault) -> tuple[Path, int, int]:
        """Return the file and where in it the old text stands; ValueError if not exactly once."""
        words = r"\s+".join(map(re.escape, fault.old.split()))
        pattern = re.compile(rf"(?<!\w){words}" if words[0].isalnum() else words)
        places = self.functions.get(fault.function, []) if fault.function else self.files
        named = [place for place in places if place.path == self.home / fault.file]
        if not named and not fault.function:
            named = [place for place in places if place.path.name == Path(fault.file).name]
        for choice in (named, places):
            found = [
                (place.path, *match.span())
                for place in choice
                for match in pattern.finditer(place.text, place.start, place.end)
            ]
            if len(set(found)) == 1:
                return found[0]
        raise ValueError(f"{fault.name}: the old text stands {len(set(found))} times")


def with_fault(source: str, start: int, end: int, new: str) -> str:
    """Return the source with new in place of start to end, each line as far in as the first."""
    line = source[source.rfind("\n", 0, start) + 1 :]
    indent = line[: len(line) - len(line.lstrip())]
    return source[:start] + new.replace("\n", "\n" + indent) + source[end:]
