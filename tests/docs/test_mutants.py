"""How planted faults are chosen and built: a fault that does not arrive would seem to survive."""

from pathlib import Path

import pytest
from builds import patched
from faults import Fault
from plant import KERNELS, Plan, sampled

HELPER = "static double __pyx_f_helper(double __pyx_v_x) {\n  return __pyx_v_x;\n}\n"
BEFORE = "static double __pyx_f_kernel(double __pyx_v_x) {\n  return 2.0 * __pyx_v_x;\n}\n"
AFTER = BEFORE.replace("2.0", "3.0")
CALLING = BEFORE.replace("2.0", "__pyx_f_helper(2.0)")
OTHER = "static int __pyx_f_other(void) {\n  return 0;\n}\n"


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


def plan(number: int, file: str, modules: int) -> Plan:
    fault = Fault(f"fault {number}", file, "", "", "", "kernels/test_mtv.py")
    return Plan(fault, Path(file), 0, 0, ["module"] * modules, [])


@pytest.mark.parametrize("seed", ["", "a", "b"])
def test_a_sample_depends_on_its_seed_and_has_a_kernel(seed: str) -> None:
    plans = [plan(number, "src/sepax/scene.py", 0) for number in range(50)]
    plans += [plan(60, KERNELS[0] + "pose.pxd", 40)]
    plans += [plan(number, KERNELS[0] + "mtv.pxd", 10) for number in range(50, 60)]
    chosen = sampled(plans, 8, seed)
    assert chosen == sampled(plans, 8, seed) != sampled(plans, 8, seed + "x")
    assert len({one.fault.name for one in chosen}) == 8
    assert str(chosen[0].path).startswith(KERNELS)
    assert len(sampled(plans, 99, seed)) == len(plans) - 1, "one takes too long"
