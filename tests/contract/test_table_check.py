"""A malformed table of verbs or results: one sentence says where, and what is allowed."""

import shutil
import subprocess
import sys
from pathlib import Path

import generate
import pytest
import result_table
import verb_table
from table_check import MalformedTable, load

MTV = "[verbs.mtv]\n"
FAULTS = {  # by the table: what stands there, what is put in its place, and what the build says
    "verbs": [
        (
            MTV,
            f'{MTV}colour = "red"\n',
            "[verbs.mtv] has an unknown key 'colour'; allowed are array",
        ),
        (f'{MTV}of = "shapes"\n', MTV, "[verbs.mtv] lacks 'of'"),
        (f'{MTV}of = "shapes"', f'{MTV}of = "all"', "verbs.mtv.of is 'all'; allowed are action"),
        (f'{MTV}of = "shapes"', f"{MTV}of = 3", "verbs.mtv.of is 3; allowed are action"),
        (MTV, "[verbs.mtv\n", "verbs.toml is not TOML: "),
        (
            'kind = "contact"',
            'kind = "kontact"',
            "verbs.collide.kind is 'kontact'; allowed are approach, clearance",
        ),
        (
            'options = ["margin"]',
            'options = ["margins"]',
            "'margins'; allowed are angular_velocity_a",
        ),
        (
            "[verbs.mtv]",
            "[verbs.mvt]",
            "verbs.mvt: there is no function answer_mvt in _core/answers/mvt.pxd",
        ),
        (
            'filter = "filter_axes"',
            'filter = "filter_axis"',
            "verbs.separating_axis.filter is 'filter_axis': there is no such function in",
        ),
        (
            'single = "cast"',
            'single = "cats"',
            "verbs.raycast.single is 'cats': there is no such function in _core/pair.pyx",
        ),
        ("index = true", 'index = "yes"', "verbs.contains.index must be true or false"),
        ("[texts]\n", "[text]\n", "the table lacks 'texts'"),
    ],
    "results": [
        ('returned_by = "sweep"\n', "", "[Impact] lacks 'returned_by'"),
        (
            'dtype = "int32"',
            'dtype = "int23"',
            "dtype is 'int23'; allowed are Approach, Clearance, Contact, Impact",
        ),
        (
            'only = "state"',
            'only = "rows"',
            "Contact.columns.two_points.only is 'rows'; allowed are array",
        ),
        (
            'count_word = "pairs"',
            'count_words = "pairs"',
            "unknown key 'count_words'; allowed are array",
        ),
    ],
}
CASES = [(table, *case) for table, cases in FAULTS.items() for case in cases]


@pytest.mark.parametrize(("table", "old", "new", "sentence"), CASES)
def test_malformed_table(table: str, old: str, new: str, sentence: str, tmp_path: Path) -> None:
    module = verb_table if table == "verbs" else result_table
    text = module.TABLE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{table}.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MalformedTable) as raised:
        load(path, module.rules)
    said = str(raised.value)
    assert said.startswith(f"{table}.toml")
    assert sentence in said
    assert "\n" not in said


def test_build_ends_with_the_sentence_alone(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for folder in ("tools", "src/sepax"):
        shutil.copytree(generate.ROOT / folder, tmp_path / folder, ignore=ignored)
    path = tmp_path / "src" / "sepax" / "verbs.toml"
    path.write_text(path.read_text("utf-8").replace(MTV, f"{MTV}colour = 1\n"), encoding="utf-8")
    command = [sys.executable, "tools/generate.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("verbs.toml: [verbs.mtv] has an unknown key 'colour'")
    assert len(done.stderr.splitlines()) == 1
