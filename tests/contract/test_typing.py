"""What type checkers make of the public names: see typed_program.py, which they read."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typed_program
import typed_verbs
from verb_table import VERBS as VERB_TABLE

PROGRAM = Path(typed_program.__file__)
VERBS_PROGRAM = Path(typed_verbs.__file__)
TEXT = PROGRAM.read_text(encoding="utf-8")
OF_RINGS = [verb.name for verb in VERB_TABLE.values() if verb.raw]
LIES = {  # what stands there once, and what is wrong in its place
    "(sepax.intersects(box, disc), bool)": "(sepax.intersects(box, disc), Truths)",
    "(sepax.intersects(many, one), Truths)": "(sepax.intersects(many, one), bool)",
    "(sepax.collide(many, many), Contacts)": "(sepax.collide(many, many), Contact)",
    "(contacts[0], Contact | None)": "(contacts[0], Contact)",
    "(array.intersects(box), Truths)": "(array.intersects([1]), Truths)",
    "(one.mtv(box), Vector | None)": "(one.mtv((0, 0)), Vector | None)",
    "callable(sepax.plot.draw_shapes)": "callable(sepax.nonsense.draw_shapes)",
}


def test_program_runs() -> None:
    typed_program.main()
    typed_verbs.main()


@pytest.mark.parametrize("verb", OF_RINGS)
def test_program_has_every_verb_of_rings(verb: str) -> None:
    assert f"(sepax.raw.{verb}(" in TEXT + VERBS_PROGRAM.read_text(encoding="utf-8")


def test_mypy_agrees_and_would_not_with_lies(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    liar = TEXT
    for truth, lie in LIES.items():
        assert liar.count(truth) == 1
        liar = liar.replace(truth, lie)
    (tmp_path / "liar.py").write_text(liar, encoding="utf-8")
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            tmp_path,
            PROGRAM,
            VERBS_PROGRAM,
            "liar.py",
        ],
        cwd=tmp_path,  # away from the sources: mypy must find the installed package
        env={name: value for name, value in os.environ.items() if name != "MYPYPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = liar.splitlines()
    found = re.findall(r"^(\S+):(\d+): error", result.stdout, re.MULTILINE)
    assert {Path(name).name for name, _ in found} == {"liar.py"}, result.stdout + result.stderr
    wrong = {lines[int(number) - 1] for _, number in found}
    assert len(wrong) == len(LIES)
    assert all(any(lie in line for line in wrong) for lie in LIES.values()), result.stdout
