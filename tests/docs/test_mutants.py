"""How faults are made and built: a fault that does not arrive would seem to survive."""

import itertools
from pathlib import Path

import pytest
from builds import patched
from faults import Fault, faults_in, in_order, read_reasons
from plant import EQUIVALENT, matching

HELPER = "static double __pyx_f_helper(double __pyx_v_x) {\n  return __pyx_v_x;\n}\n"
BEFORE = "static double __pyx_f_kernel(double __pyx_v_x) {\n  return 2.0 * __pyx_v_x;\n}\n"
AFTER = BEFORE.replace("2.0", "3.0")
CALLING = BEFORE.replace("2.0", "__pyx_f_helper(2.0)")
OTHER = "static int __pyx_f_other(void) {\n  return 0;\n}\n"


def made(suffix: str, line: str) -> dict[str, set[str]]:
    """Return what becomes of a line in a function, by operator."""
    head = "int f(double a, double b)\n{\n" if suffix in (".h", ".inl") else "def f(a, b):\n"
    tail = "\n    g(a, b);\n}\n" if suffix in (".h", ".inl") else "\n    g(a, b)\n"
    found: dict[str, set[str]] = {}
    for fault in faults_in(Path(f"kernel{suffix}"), f"{head}    {line}{tail}"):
        if fault.before == line:
            assert fault.function == "f"
            found.setdefault(fault.operator, set()).add(fault.after)
    return found


@pytest.mark.parametrize(
    ("suffix", "line", "operator", "after"),
    [
        (".pyx", "if a < limit:", "comparison", {"if a <= limit:", "if a > limit:"}),
        (".h", "return a == b;", "comparison", {"return a != b;"}),
        (".pxd", "return -p - q", "sign", {"return -p + q", "return p - q"}),
        (".pxd", "return p * q", "sign", {"return p * -q"}),
        (".inl", "u = floats_add(p, q);", "sign", {"u = floats_subtract(p, q);"}),
        (".pyx", "return min(p, q)", "bound", {"return max(p, q)"}),
        (".inl", "return p > error;", "bound", {"return p > 0.0 * error;"}),
        (".pxd", "cdef double u = 3.0", "bound", {"cdef double u = 1.5", "cdef double u = 6.0"}),
        (".py", "return h(p.x, q)", "order", {"return h(q, p.x)"}),
        (".py", "return h(a)", "order", {"return h(b)"}),
        (".py", "return p / q", "order", {"return q / p"}),
        (".pyx", "u[k] += 2.0 * v", "dropped", {"pass"}),
        (".h", "u[k] = v;", "dropped", {";"}),
        (".pxd", "for k in range(n):", "off by one", {"for k in range(n - 1):"}),
        (".pxi", "return u[k + 1]", "off by one",
         {"return u[k]", "return u[k + 2]", "return u[k + 0]"}),
        (".pyx", "if p and not q:", "logic",
         {"if p or not q:", "if p and q:", "if not (p and not q):", "if False:"}),
        (".h", "return !p && q;", "logic", {"return p && q;", "return !p || q;"}),
        (".h", "u = p ? v : w;", "logic", {"u = p ? w : v;"}),
        (".py", "return u if p else v", "logic", {"return u if not (p) else v"}),
        (".py", "return True", "truth", {"return False"}),
    ],
)  # fmt: skip
def test_operators(suffix: str, line: str, operator: str, after: set[str]) -> None:
    assert made(suffix, line)[operator] == after


@pytest.mark.parametrize(
    ("suffix", "line"),
    [
        (".pyx", "# if a < b:"),
        (".py", '"""Whether a < b and not 1."""'),
        (".py", 'u = "a < b"'),
        (".pyx", "from sepax._core.shape cimport a, b"),
        (".pxd", "cdef double u, v"),
        (".py", "assert a < b"),
        (".h", "/* a < b */"),
        (".h", "#if a < 1"),
        (".inl", "prefetch(a + 1);"),
    ],
)
def test_what_is_no_code_stays(suffix: str, line: str) -> None:
    assert made(suffix, line).keys() <= {"dropped"}


def test_generated_lines_and_the_prose_of_tables_stay() -> None:
    region = "# generated from verbs.toml: begin\nu = a < b\n# generated from verbs.toml: end\n"
    assert not list(faults_in(Path("callers.pyx"), region))
    table = '[verbs.sweep]\ntext = "a < b"\nmoving = true\ncall = "sweep(&a, &b)"\n'
    made = list(faults_in(Path("verbs.toml"), table))
    assert {fault.function for fault in made} == {"verbs.sweep"}
    assert {fault.after for fault in made} == {"moving = false", 'call = "sweep(&b, &a)"'}


SOURCE = "\n\n".join(
    f"def f{k}(a, b):\n    if a < b:\n        return a - b\n    return a + {k}\n" for k in range(9)
)


def drawn(text: str, seed: str) -> list[tuple[str, ...]]:
    faults = faults_in(Path("kernel.pyx"), text)
    return [fault.key for fault in itertools.islice(in_order(faults, seed), 8)]


def test_a_seed_chooses_the_same_faults_wherever_their_functions_stand() -> None:
    chosen = drawn(SOURCE, "a")
    assert chosen == drawn("\n\nMOST = 3\n\n\n" + SOURCE, "a") != drawn(SOURCE, "b")
    assert len({key[2] for key in chosen}) > 3, "operators take turns"
    lines = [(function, before) for _, function, _, before, _ in chosen]
    assert len(set(lines)) == len(lines)


def test_each_fault_that_changes_no_answer_has_its_reason() -> None:
    text = EQUIVALENT.read_text(encoding="utf-8")
    reasons = read_reasons(text)
    assert len(reasons) == text.count("\n- ")
    assert all(reasons.values())
    (fault,) = (one for one in faults_in(Path("a.py"), "def f(u):\n    return u < 2\n")
                if one.after == "return u <= 2")  # fmt: skip
    assert read_reasons(f"{fault.text}\nbecause\nof it\n") == {fault.key: "because of it"}


def test_tests_that_share_a_word_with_a_fault_come_first() -> None:
    tests = ["compat/test_compat_highway_env.py", "answers/test_sweep.py", "scenes/test_rays.py"]
    path = Path("src/sepax/_core/kernels/sweep.pxd")
    fault = Fault(path, "sweep_highway", "", 0, 0, "", "", "")
    assert matching(fault, ["many"] * 9, tests) == ["answers/test_sweep.py"]
    reached = ["sepax._core.rays"]
    assert set(matching(fault, reached, tests)) == {"answers/test_sweep.py", "scenes/test_rays.py"}


def test_a_changed_function_is_put_into_another_module() -> None:
    changed = patched(OTHER + BEFORE + HELPER, HELPER + BEFORE, HELPER + AFTER)
    assert changed == OTHER + AFTER + HELPER


def test_a_module_without_the_function_stays() -> None:
    assert patched(OTHER, HELPER + BEFORE, HELPER + AFTER) == OTHER


@pytest.mark.parametrize(
    ("module", "before", "after"),
    [
        (OTHER + BEFORE, HELPER + BEFORE, HELPER + CALLING),
        (BEFORE.replace("2.0", "4.0"), BEFORE, AFTER),
        (BEFORE, BEFORE, "enum { limit = 3 };\n" + AFTER),
        (BEFORE + OTHER, BEFORE, BEFORE + HELPER),
    ],
    ids=["calls what it has not", "has another one", "more has changed", "a new function"],
)
def test_what_is_not_safe_is_translated(module: str, before: str, after: str) -> None:
    assert patched(module, before, after) is None
