"""Checks of the tables: one sentence says where a table is wrong, and what is allowed there.

A rule is one of these:

    str, bool, list     the type of a value
    a set of names      the value, or each item of a list, is one of them
    a dict of rules     a table with these keys; ``"key?"`` may be missing, and ``"*"`` is any key
    a function          returns what is wrong with the value, or an empty text
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sepax"
TYPES = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    list: "a list",
    dict: "a table",
}
Rule = type | Set[str] | dict[str, Any] | Callable[[Any], str]


class MalformedTable(SystemExit):
    """Ends a build with its text, and without a traceback."""


def load(path: Path, rule: Callable[[dict[str, Any]], Rule]) -> dict[str, Any]:
    """Return a table that follows the rule, which may depend on what it holds."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise MalformedTable(f"{path.name} is not TOML: {error}") from error
    if wrong := fault(table, rule(table), ""):
        raise MalformedTable(f"{path.name}: {wrong}")
    return table


def fault(value: Any, rule: Rule, where: str) -> str:
    """Return what is wrong with a value, as a sentence; an empty text if nothing is."""
    if isinstance(rule, type):
        return "" if isinstance(value, rule) else f"{where} must be {TYPES[rule]}"
    if isinstance(rule, Set):
        unknown = [
            one for one in (value if isinstance(value, list) else [value]) if one not in rule
        ]
        return f"{where} is {unknown[0]!r}; allowed are {listed(rule)}" if unknown else ""
    if isinstance(rule, dict):
        return fault(value, dict, where) or fault_of_row(value, rule, where)
    shown = "" if isinstance(value, dict) else f" is {value!r}"
    wrong = rule(value)
    return f"{where}{shown}: {wrong}" if wrong else ""


def fault_of_row(row: dict[str, Any], rules: dict[str, Any], where: str) -> str:
    """Return what is wrong with the keys of a table and their values."""
    place = f"[{where}]" if where else "the table"
    if missing := [key for key in rules if key not in row and not key.endswith(("?", "*"))]:
        return f"{place} lacks {missing[0]!r}"
    for key, value in row.items():
        rule = rules.get(key, rules.get(f"{key}?", rules.get("*")))
        if rule is None:
            allowed = listed({name.rstrip("?") for name in rules})
            return f"{place} has an unknown key {key!r}; allowed are {allowed}"
        if wrong := fault(value, rule, f"{where}.{key}".lstrip(".")):
            return wrong
    return ""


def listed(names: Set[str]) -> str:
    """Return names as text."""
    return ", ".join(sorted(names))


def defined_in(*names: str) -> Callable[[str], str]:
    """Return the rule that a function is in one of these files of src/sepax."""

    def check(function: str) -> str:
        texts = [(SOURCE / name).read_text(encoding="utf-8") for name in names]
        found = any(re.search(rf"\b{re.escape(str(function))}\(", text) for text in texts)
        return "" if found else f"there is no such function in {' or '.join(names)}"

    return check


def answered(verb: str, rule: Rule) -> Rule:
    """Return the rule of a verb, or one that says that its answer is missing."""
    path, function = f"_core/answers/{verb}.pxd", f"answer_{verb}"
    if (SOURCE / path).exists() and not defined_in(path)(function):
        return rule
    return lambda row: f"there is no function {function} in {path}"
