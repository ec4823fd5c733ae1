"""Faults that are made from the sources: where they go, what they change, which a seed chooses.

Each operator of OPERATORS is a mistake that programmers make. It has patterns, and what takes the
place of a match. They are matched with code alone: comments, strings, declarations and imports are
masked, and the lines that say only how fast an answer comes.

A fault is known by its file, function and operator, and by its lines before and after. So lists of
faults outlive a function that moves, and a seed chooses the same faults while their lines stand.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

PYTHON = {".py", ".pyx", ".pxd", ".pxi"}
C = {".c", ".h", ".inl"}
TABLES = {".toml"}
GENERATED = re.compile(r".*\b(?:Written|Generated) by tools/generate\.py")
REGION = re.compile(r"generated from .*: begin[\s\S]*?: end")
STRING = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"'
COMMENT = {
    True: re.compile(rf"{STRING}|'(?:\\.|[^'\\\n])*'|#.*"),
    False: re.compile(rf"{STRING}|/\*[\s\S]*?\*/|//.*"),
}
# A function, class or macro up to its name, with its indentation: of Python and Cython, then of C.
DEFINITION = {
    True: re.compile(
        r"^( *)(?:async |cdef )?(?:class (?=\w)|c?p?def (?:[^\n(=]*[ *])?(?=\w+\())(\w+)",
        re.MULTILINE,
    ),
    False: re.compile(
        r"^()(?:#define (?=\w)|(?![#}/ ])[^\n;={]*?\b(?=\w+\)?\())(?:LEVEL\()?(\w+)", re.MULTILINE
    ),
}
C_BODY = re.compile(r"#define (?:.*\\\n)*.*|[^;{]*(?:;|\{[\s\S]*?^\})", re.MULTILINE)
# Lines that change no answer: how early memory is read, and how often a loop looks for Ctrl-C.
SPEED = r"^.*(?:prefetch|_AHEAD|slice_ended|was_interrupted).*$"
NO_CODE = {
    True: re.compile(
        r"^ *(?:from|import|include|cimport)\b(?:[^\n(]*\([^)]*\)|.*)"
        r"|^ *(?:@|assert\b|if __name__).*"
        r"|^( *)(?:cdef extern|(?:cdef|ctypedef) (?:packed )?struct)\b.*\n(?:\1 +.*\n|\n)*"
        r"|^ *(?:async )?(?:cdef|cpdef|def|class) [^\n=(]*\([\s\S]*?:[ ]*$|^ *cdef [^\n=]*=?"
        rf"|{SPEED}",
        re.MULTILINE,
    ),
    False: re.compile(
        r"^ *# *(?!define)\w+.*(?:(?<=\\)\n.*)*|^#define \w+(?:\([^)\n]*\))?"
        rf"|^(?![#}}/ ])[^\n;={{]*\([^;{{]*?\)\s*(?=[{{;])|{SPEED}",
        re.MULTILINE,
    ),
}
# The strings of tables that are code; all others are prose or names.
CODE_KEY = re.compile(r"^ *(?:call|certain|convex|derived|from|none|order|shortcut|single)\b")


class Fault(NamedTuple):
    path: Path
    function: str
    operator: str
    start: int
    end: int
    new: str
    before: str  # the lines without comments, with single spaces
    after: str

    @property
    def name(self) -> str:
        return f"{self.path.name} {self.function}: {self.operator}"

    @property
    def text(self) -> str:
        """As in equivalent.txt."""
        return f"[{self.name}]\n- {self.before}\n+ {self.after}"

    @property
    def key(self) -> tuple[str, ...]:
        """What the fault is known by."""
        return self.path.name, self.function, self.operator, self.before, self.after


class Place(NamedTuple):
    path: Path
    text: str
    start: int
    end: int


def blank(text: str, letter: str = " ") -> str:
    return re.sub(r"[^\n]", letter, text)


def without_comments(path: Path, text: str) -> str:
    """Return a text of the same length, with blanks in place of comments and docstrings."""

    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        return blank(word) if word.startswith(('"""', "'''", "#", "/")) else word

    return COMMENT[path.suffix not in C].sub(replaced, text)


def code_of(path: Path, text: str) -> str:
    """Return a text of the same length in which only code is left, strings as §."""
    text = REGION.sub(lambda one: blank(one[0]), text)
    if path.suffix in TABLES:
        text = without_comments(path, text)
        return "\n".join(
            line if CODE_KEY.match(line) else re.sub(STRING, lambda one: blank(one[0], "§"), line)
            for line in text.split("\n")
        )
    is_python = path.suffix in PYTHON
    text = COMMENT[is_python].sub(
        lambda one: blank(one[0], " " if one[0][0] in "#/" else "§"), text
    )
    return NO_CODE[is_python].sub(lambda one: blank(one[0]), text)


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
        """Read the package."""
        self.files: list[Place] = []
        for path in sorted((root / "src" / "sepax").rglob("*")):
            if path.suffix in PYTHON | C and path.is_file():
                text = without_comments(path, path.read_text(encoding="utf-8"))
                self.files.append(Place(path, text, 0, len(text)))

    @cached_property
    def functions(self) -> dict[str, list[Place]]:
        """All functions, classes and macros by name."""
        found: dict[str, list[Place]] = {}
        for file in self.files:
            for name, start, end in functions_in(file.path, file.text):
                found.setdefault(name, []).append(Place(file.path, file.text, start, end))
        return found


def functions_in(path: Path, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the name, start and end of each function of a text without comments."""
    if path.suffix in TABLES:
        starts = [*re.finditer(r"^\[(.*)\]", text, re.MULTILINE)]
        ends = [one.start() for one in starts[1:]] + [len(text)]
        yield from ((one[1], one.start(), end) for one, end in zip(starts, ends, strict=True))
        return
    is_python = path.suffix in PYTHON
    for match in DEFINITION[is_python].finditer(text):
        yield match[2], match.start(), end_of(text, match.start(), match[1], is_python)


# --- operators ------------------------------------------------------------------------------------

COMPARED = {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="]}
COMPARED |= {"==": ["!="], "!=": ["=="]}
WORDS = """
    + -  add subtract  min max  fmin fmax  smaller larger  minimum maximum  least largest
    and or  && ||  & |  True False  true false
"""
TWINS = """
    a b  x y  first last  start end  low high  left right  near far  width height  inner outer
    along across  cosine sine  before after  lower upper
"""
OPPOSITE = {
    one: other
    for pair in re.findall(r"(\S+) +(\S+)", WORDS + TWINS)
    for one, other in (pair, pair[::-1])
} | {"is": "is not", "is not": "is"}
PART = re.compile(rf"(?<![A-Za-z])({'|'.join(TWINS.split())})(?![A-Za-z])")
OPERAND = r"-?[\w.&\[\]]+(?:->[\w.\[\]]+)*"


class Operator(NamedTuple):
    name: str
    kinds: set[str]  # of files
    pattern: str  # its group 1 is replaced
    new: Callable[[re.Match[str]], list[str]] | list[str]  # the latter with \2 for group 2


def opposite(match: re.Match[str]) -> list[str]:
    return [OPPOSITE[match[1]]]


def compared(match: re.Match[str]) -> list[str]:
    return COMPARED[match[1]]


def scaled(match: re.Match[str]) -> list[str]:
    """Return half and twice a number, and 1 for 0."""
    number = float(match[1])
    return [repr(0.5 * number), repr(2.0 * number)] if number else ["1.0"]


def next_to(match: re.Match[str]) -> list[str]:
    number = int(match[1])
    return [str(number + 1), str(number - 1)] if number else ["1"]


def twin(match: re.Match[str]) -> list[str]:
    """Return a name with b for a, y for x, and so on, in its first or last part."""
    word = match[1]
    names = [
        PART.sub(lambda one: OPPOSITE[one[1]], word.replace("_", " ")).replace(" ", "_"),
        re.sub(r"^(\w?)([xy])$", lambda one: one[1] + OPPOSITE[one[2]], word),
        re.sub(r"^([ab])(\w)$", lambda one: OPPOSITE[one[1]] + one[2], word),
    ]
    return sorted({name for name in names if name != word})


ALL = PYTHON | C | TABLES
OPERATORS = [
    Operator("comparison", ALL, r" (<=?|>=?|[=!]=) ", compared),
    Operator("sign", ALL, r"(?<=[\w)\]] )([+-])(?= [\w(&*!-])", opposite),
    Operator("sign", ALL, r" ([+-])= ", opposite),
    Operator(
        "sign", ALL, r"(?:(?<=[(\[])|(?<=[,=*/?:] )|(?<=return )|(?<=else ))(-)(?=[\w(])", [""]
    ),
    Operator("sign", ALL, r"(?<=[\w)\]]) \*( )(?=[\w(])", [" -"]),
    Operator("sign", C, r"(?<=_)(add|subtract)(?=(?:_product)?\()", opposite),
    Operator("bound", ALL, r"\b(f?min|f?max|smaller|larger)(?=\()", opposite),
    Operator("bound", C, r"(?<=_)(minimum|maximum|least|largest)(?=\()", opposite),
    Operator("bound", ALL, r"(?<=[-+*<>=,(?:] )(\w*(?:ROUNDOFF|ERROR)\w*)", [r"0.0 * \1"]),
    Operator("bound", ALL, r"(?<=[-+*<>] )((?:error|bound|margin)\b(?! =|[.(\[>]))", [r"0.0 * \1"]),
    Operator("bound", ALL, r"(?<![\w.])(\d+\.\d*(?:e[-+]?\d+)?)(?![\w.])", scaled),
    Operator("order", ALL, rf"(?:(?<=\()|(?<=, ))(?=(({OPERAND}), ({OPERAND}))[,)])", [r"\3, \2"]),
    Operator("order", ALL, rf"(?<![\w.\])>])(({OPERAND}) ([/-]) ({OPERAND}))", [r"\4 \3 \2"]),
    Operator("order", PYTHON | C, r"\b([A-Za-z_]\w*)\b(?!\()", twin),
    Operator(
        "dropped",
        PYTHON,
        r"^ +([\w.\[\]*, -]+ (?:[-+*/|&]|<<|>>)?= .*\S|[\w.]+\(.*\)|break|continue) *$",
        ["pass"],
    ),
    Operator(
        "dropped",
        C,
        r"^\s+(\*?[\w.\[\]>+*-]+ (?:[-+*/|&]|<<|>>)?= [^;{}]*;"
        r"|\w+\([^;{}]*\);|break;|continue;) *$",
        [";"],
    ),
    Operator("off by one", ALL, r"( [+-] 1)\b(?![.\w])", [""]),
    Operator("off by one", PYTHON, r"\brange\(([^(),]+)\)", [r"\1 - 1"]),
    Operator("off by one", PYTHON, r"\brange\(([^(),]+), ", [r"\1 + 1"]),
    Operator("off by one", ALL, r"(?<![\w.])(\d+)(?![\w.])", next_to),
    Operator("logic", PYTHON, r"\b(and|or)\b", opposite),
    Operator("logic", C, r"(?<= )(&&|\|\|)(?= )", opposite),
    Operator("logic", PYTHON | C, r"(?<=[\w)\]] )([&|])(?==? )", opposite),
    Operator("logic", PYTHON, r"(?<!is )\b(not )", [""]),
    Operator("logic", C, r"(?<![\w)])(!)(?=[\w(])", [""]),
    Operator("logic", PYTHON, r" (is not|is) ", opposite),
    Operator("logic", PYTHON, r"^ *(?:if|elif|while) (.+)(?=:$)", [r"not (\1)", "False"]),
    Operator("logic", PYTHON, r" if ((?:(?! if ).)+?) else ", [r"not (\1)"]),
    Operator("logic", C, r"^ *(?:\} else )?(?:if|while) \((.+)\)(?: \{)?$", [r"!(\1)", "0"]),
    Operator("logic", C, r" \? (([^?:;]+) : ([^?:;,)]+))(?=[;,)])", [r"\3 : \2"]),
    Operator("truth", ALL, r"\b(True|False|true|false)\b", opposite),
]


def expanded(template: str, match: re.Match[str], text: str) -> str:
    r"""Return a template with the groups of a match for \1 to \4, as they stand in the text."""
    return re.sub(r"\\(\d)", lambda one: text[slice(*match.span(int(one[1])))], template)


def one_line(text: str) -> str:
    return " ".join(text.split())


def faults_in(path: Path, text: str) -> Iterator[Fault]:
    """Yield all faults that can be made in a file."""
    code = code_of(path, text)
    plain = without_comments(path, text)
    functions = [*functions_in(path, plain), ("", 0, len(text))]
    functions.sort(key=lambda one: one[2] - one[1])
    for operator in OPERATORS:
        if path.suffix not in operator.kinds:
            continue
        for match in re.finditer(operator.pattern, code, re.MULTILINE):
            begin, end = match.span(1)
            function, first, last = next(one for one in functions if one[1] <= begin < one[2])
            if operator.new is twin:
                words = set(re.findall(r"\w+", code[first:last]))
                news = [word for word in twin(match) if word in words]
            elif isinstance(operator.new, list):
                news = [expanded(new, match, text) for new in operator.new]
            else:
                news = operator.new(match)
            lines = text.rfind("\n", 0, begin) + 1, (text + "\n").index("\n", end)
            before = one_line(plain[slice(*lines)])
            if operator.name == "dropped" and plain[lines[0] : begin].strip():
                continue  # the end of a declaration
            for new in news:
                after = one_line(plain[lines[0] : begin] + new + plain[end : lines[1]])
                if after != before:
                    yield Fault(path, function, operator.name, begin, end, new, before, after)


def in_order(faults: Iterable[Fault], seed: str) -> Iterator[Fault]:
    """Yield faults in an order that the seed chooses: each operator in turn, one fault a line."""

    def rank(fault: Fault) -> bytes:
        return hashlib.sha256("\n".join((seed, *fault.key)).encode()).digest()

    waiting: dict[str, list[Fault]] = {}
    for fault in sorted(faults, key=rank, reverse=True):
        waiting.setdefault(fault.operator, []).append(fault)
    lines: set[tuple[str, ...]] = set()
    while any(waiting.values()):
        for name in sorted(waiting):
            while waiting[name]:
                fault = waiting[name].pop()
                line = (fault.path.name, fault.function, fault.before)
                if line not in lines:
                    lines.add(line)
                    yield fault
                    break


def read_reasons(text: str) -> dict[tuple[str, ...], str]:
    """Return the reasons of a list of faults that change no answer, by the keys of these."""
    reasons = {}
    for block in re.split(r"\n(?=\[)", text.strip()):
        if where := re.match(r"\[(\S+) (\w*): ([\w ]+)\]\n- (.*)\n\+ ?(.*)\n", block):
            reasons[where.groups()] = one_line(block[where.end() :])
    return reasons
