"""The files that follow from verbs.toml, beside those for compiled callers and by numbers."""

from __future__ import annotations

import cython_templates
import python_templates
import raw_templates
import stub_templates
import typed_templates
from code_text import from_template
from verb_table import OF_PAIRS


def files() -> dict[str, str]:
    """Return the text of each file that is generated."""
    answers = cython_templates.compiled_answers()
    return {
        **{f"src/sepax/_core/answers/{name}": text for name, text in answers.items()},
        "src/sepax/_core/pair_verbs.pxi": cython_templates.pair_verbs(),
        "src/sepax/_core/pair.pyi": stub_templates.pair_stub(),
        "src/sepax/_core/raw_verbs.pxi": raw_templates.raw_verbs(),
        "src/sepax/_core/raw.pyi": raw_templates.raw_stub(),
        "src/sepax/_core/arrays/pairs_verbs.pxi": cython_templates.pairs_verbs(),
        "src/sepax/_core/arrays/verb_kinds.pxi": cython_templates.verb_kinds(),
        "src/sepax/_verbs/methods.py": python_templates.methods_module(),
        "tests/contract/typed_verbs.py": typed_templates.typed_verbs(),
        "docs/api/questions.md": from_template("questions.md", verbs=api_sections()),
    }


def api_sections() -> str:
    """Return the directives of docs/api/questions.md, by section."""
    titles = dict.fromkeys(verb.section for verb in OF_PAIRS)
    blocks = []
    for title in titles:
        names = [verb.name for verb in OF_PAIRS if verb.section == title]
        directives = "\n\n".join(f".. autofunction:: {name}" for name in names)
        blocks.append(
            f"## {title}\n\n```{{eval-rst}}\n.. currentmodule:: sepax\n\n{directives}\n```\n"
        )
    return "\n".join(blocks)
