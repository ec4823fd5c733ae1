"""The table of verbs, read from src/sepax/verbs.toml, and the docstrings that it makes.

Keys of a verb:

    of          "shapes": two shapes; "places": a shape and a point or direction; "rays"; "action"
    kind        the kind of its result, one of the table `kinds`
    options     its keywords, of the table `options`; `option_texts` says what they mean here
    filter      the function in arrays/*.pxi that answers pairs by lanes and lists the uncertain
                ones; without one the answer is asked for all pairs
    called      two shapes call the compiled answer, instead of compiling it in once more
    rows        single compounds have an answer of rows: see arrays/row_answers.pyx
    plain       the call that answers two shapes without any option, before arguments are read
    many        the function in pair.pyx for arrays, where there is a shorter way
    arrays      "own": the function over arrays is in _verbs/batch.py
    single      of an action: the function in pair.pyx
    certain     for compiled callers: what it answers where shapes are surely apart, or surely meet
    version     of the C API that has it first, 1 if not given
    place       the name of the point; `nonzero` refuses (0, 0); `index` accepts a ShapeIndex, which
                `first` asks for one row of each point
    raw         the verb of sepax.raw: `sharp` where the answer may be certain before rings are
                measured, `call` where one ring has a function of its own, `options` names its
                keywords, `convex` when a concave ring is refused, and summary, text and example
                make the docstring
    numbers     the functions of sepax.kernels: their summary and example. The second shape is at
                `place`, `given` follows the shapes, `shown` is made of the call, and `boxes` and
                `circles` are the output
    compiled    its name for compiled callers, after the shapes, as in boxes_mtv
    section     its place in docs/api/questions.md
    shape, array, compound      what the docstring of each method says: summary, text, example
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from result_table import results
from table_check import SOURCE, answered, defined_in, load

TABLE = SOURCE / "verbs.toml"
WIDTH = 100
SHARED_TEXTS = (
    *("first", "shapes", "forms", "pairs", "pairs_of_places", "out", "workers"),
    *("workers_of_points", "type_error", "value_error", "index_error"),
)
KIND = {"single": str, "many": str, "out": str}
OPTION = {"type": str, "default?": str, "text?": str, "rows?": bool}
RAW: dict[str, Any] = {
    **dict.fromkeys(("summary", "text", "example", "call?", "convex?"), str),
    "sharp?": bool,
    "options?": list,
}
NUMBERS: dict[str, Any] = {
    **dict.fromkeys(("summary", "boxes", "circles", "given?", "shown?"), str),
    "place?": int,
}
METHOD = {"summary": str, "text?": str, "example": str}
FORMS = {"shapes", "places", "rays", "action"}
VERB: dict[str, Any] = {  # what the keys mean stands above
    **dict.fromkeys(("summary", "returns", "notes", "examples", "parameters", "section"), str),
    **dict.fromkeys(("place", "place_text", "compiled"), str),
    **dict.fromkeys(("index", "first", "nonzero", "plain", "called", "rows"), bool),
    "of": FORMS,
    "arrays": {"own"},
    "version": int,
    "certain": {"apart?": str, "meet?": str},
    "filter": defined_in(
        *(f"_core/arrays/{name}.pxi" for name in ("filters", "depths", "motions"))
    ),
    **dict.fromkeys(("single", "many"), defined_in("_core/pair.pyx")),
    "raises": dict.fromkeys(("TypeError?", "ValueError?", "IndexError?"), str),
    "shape": METHOD,
    "array": METHOD,
    "compound": METHOD,
    "numbers": NUMBERS,
    "raw": RAW,
}
REQUIRED = {  # by what a verb is of
    "shapes": "of kind summary returns examples section shape array compound",
    "places": "of kind summary returns examples section shape array compound place place_text",
    "rays": "of kind summary returns examples parameters raises shape compound single",
    "action": "of summary shape compound single",
}
HEAD = "# Written by tools/generate.py from verbs.toml: change that table, not this file.\n"


@dataclass(frozen=True)
class Kind:
    """A kind of result: the types of one answer and of many."""

    name: str
    single: str
    many: str
    out: str


@dataclass(frozen=True)
class Option:
    """A keyword of a verb."""

    name: str
    type: str
    default: str | None
    text: str
    keyword_only: bool
    rows: bool  # with arrays, one for each pair


@dataclass(frozen=True)
class Verb:
    """A row of the table."""

    name: str
    of: str
    kind: Kind | None
    options: tuple[Option, ...]
    row: dict[str, Any] = field(hash=False)

    def __getattr__(self, key: str) -> Any:
        """Return an entry of the row; None where there is none."""
        return self.row.get(key)

    @property
    def sides(self) -> tuple[str, str]:
        """The names of its first two arguments."""
        return ("a", "b") if self.of == "shapes" else ("shape", self.row["place"])


def options_of(row: dict[str, Any], table: dict[str, Any]) -> tuple[Option, ...]:
    """Read the options of a verb."""
    texts = row.get("option_texts", {})
    return tuple(
        Option(
            name,
            table[name]["type"],
            table[name].get("default"),
            texts.get(name, table[name].get("text", "")),
            name in row.get("keyword_only", ()),
            table[name].get("rows", False),
        )
        for name in row.get("options", ())
    )


def rules(table: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of the table."""
    options = set(table.get("options", ()))
    known = VERB | {"kind": set(table.get("kinds", ())), "options": options}
    known |= {"keyword_only": options, "option_texts": {f"{name}?": str for name in options}}
    verbs: dict[str, Any] = {}
    for name, row in table.get("verbs", {}).items():
        form = str(row.get("of")) if isinstance(row, dict) else ""
        needed = REQUIRED.get(form, "of").split()
        verbs[name] = {key if key in needed else f"{key}?": rule for key, rule in known.items()}
        if form != "action":
            verbs[name] = answered(name, verbs[name])
    texts = dict.fromkeys(SHARED_TEXTS, str)
    return {"texts": texts, "kinds": {"*": KIND}, "options": {"*": OPTION}, "verbs": verbs}


def read() -> tuple[dict[str, Verb], dict[str, str]]:
    """Return the verbs by name, and the sentences that they share."""
    table = load(TABLE, rules)
    kinds = {
        name: Kind(name, row["single"], row["many"], row["out"])
        for name, row in table["kinds"].items()
    }
    verbs = {
        name: Verb(
            name,
            row["of"],
            kinds.get(row.get("kind", "")),
            options_of(row, table["options"]),
            row,
        )
        for name, row in table["verbs"].items()
    }
    return verbs, table["texts"]


VERBS, TEXTS = read()
OF_PAIRS = [verb for verb in VERBS.values() if verb.of in ("shapes", "places")]


def parameters_of(verb: Verb, form: Callable[[Option], str], last: list[str]) -> list[str]:
    """Return the options of a verb, each in a form, and then keywords of all verbs."""
    positional = [form(option) for option in verb.options if not option.keyword_only]
    named = [form(option) for option in verb.options if option.keyword_only] + last
    return [*positional, *(["*", *named] if named else [])]


def passed(verb: Verb) -> list[str]:
    """Return the options of a verb as arguments by name."""
    return [f"{option.name}={option.name}" for option in verb.options]


def offered(verbs: Iterable[Verb]) -> str:
    """Return the list of the functions that a module offers: an action is a method alone."""
    names = sorted(verb.name for verb in verbs if verb.of != "action")
    return "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"


def result_classes(verbs: Iterable[Verb]) -> tuple[list[str], list[str]]:
    """Return the classes of results of some verbs: of one and of many."""
    several = {result.name: result.array for result in results()}
    singles = {verb.kind.single.removesuffix(" | None") for verb in verbs if verb.kind}
    ones = sorted(singles & set(several))
    return ones, [several[name] for name in ones]


# --- docstrings -----------------------------------------------------------------------------------


def wrapped(text: str, indent: int) -> str:
    """Return paragraphs filled to the width of a line."""
    margin = " " * indent
    return "\n\n".join(
        textwrap.fill(
            " ".join(paragraph.split()),
            WIDTH,
            initial_indent=margin,
            subsequent_indent=margin,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for paragraph in text.strip().split("\n\n")
    )


def entry(head: str, text: str) -> str:
    """Return an entry of a section: its head, and its text below."""
    return f"    {head}\n{wrapped(text, 8)}"


def returned(text: str) -> str:
    """Return the section Returns: heads stand at the margin of the table, texts are indented."""
    blocks: list[str] = []
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            blocks.append(f"    {line}")
            blocks.append("")
        else:
            blocks[-1] += f" {line.strip()}"
    return "\n".join(
        block if k % 2 == 0 else wrapped(block, 8) for k, block in enumerate(blocks) if block
    )


def parameters(verb: Verb) -> str:
    """Return the section Parameters."""
    if "parameters" in verb.row:
        blocks: list[str] = []
        for line in verb.row["parameters"].strip().splitlines():
            if line.startswith(" "):
                blocks[-1] += f" {line.strip()}"
            else:
                blocks += [line, ""]
        return "\n".join(entry(*pair) for pair in zip(blocks[::2], blocks[1::2], strict=True))
    first, second = verb.sides
    kind = verb.kind
    assert kind is not None
    if verb.of == "shapes":
        entries = [entry(f"a, b : {TEXTS['shapes']}", TEXTS["forms"])]
        pairs = TEXTS["pairs"].format(first=first, second=second)
    else:
        shapes = TEXTS["shapes"].replace("ShapeArray,", "ShapeArray, ShapeIndex,", verb.index or 0)
        entries = [
            f"    shape : {shapes}",
            entry(f"{second} : pair of float or (n, 2) array-like", verb.place_text),
        ]
        pairs = TEXTS["pairs_of_places"].format(second=second)
    for option in verb.options:
        if option.text:
            head = option.name
            if head.endswith("velocity_a"):
                head += f", {head.removesuffix('_a')}_b"
            default = f", default {option.default}" if option.default else ""
            entries.append(entry(f"{head} : {option.type}{default}", option.text))
    if verb.first:
        entries.append(entry("first : bool, default False", TEXTS["first"]))
    entries += [
        entry(
            "pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional", pairs
        ),
        entry(f"out : {kind.out}, optional", TEXTS["out"]),
        entry("workers : int, default 1", TEXTS["workers_of_points" if verb.first else "workers"]),
    ]
    return "\n".join(entries)


def errors(verb: Verb) -> str:
    """Return the section Raises: what all verbs raise, and what this one raises besides."""
    shared = {
        "TypeError": TEXTS["type_error"],
        "ValueError": TEXTS["value_error"],
        "IndexError": TEXTS["index_error"],
    }
    own = verb.row.get("raises", {})
    if verb.of == "rays":
        return "\n".join(entry(name, text) for name, text in own.items())
    return "\n".join(
        entry(name, f"{text} {own.get(name, '')}".strip()) for name, text in shared.items()
    )


def section(title: str, body: str) -> str:
    """Return a section of a docstring in NumPy's style."""
    return f"    {title}\n    {'-' * len(title)}\n{body}"


def function_docstring(verb: Verb, first_line: str = "") -> str:
    """Return the docstring of the function, indented, from its quotes on."""
    parts = [
        section("Parameters", parameters(verb)),
        section("Returns", returned(verb.returns)),
        section("Raises", errors(verb)),
    ]
    if verb.notes:
        parts.append(section("Notes", wrapped(verb.notes, 4)))
    parts.append(section("Examples", textwrap.indent(verb.examples.strip(), "    ")))
    body = "\n\n".join(parts)
    return f'    """{first_line}{verb.summary}\n\n{body}\n    """\n'


def method_docstring(verb: Verb, form: str, first_line: str = "") -> str:
    """Return the docstring of the method of a form: shape, array or compound."""
    row = verb.row[form]
    summary = row["summary"]
    if not summary.endswith("."):
        summary += f": see `sepax.{verb.name}`."
    lead = "        " if first_line else ""
    parts = [f'        """{first_line}{lead}{summary}']
    if text := row.get("text", "").strip("\n"):
        is_plain = "----" not in text
        parts.append(wrapped(text, 8) if is_plain else textwrap.indent(text, "        "))
    example = textwrap.indent(row["example"].strip(), "        ")
    parts.append(f"        Examples\n        --------\n{example}")
    return "\n\n".join(parts) + '\n        """\n'
