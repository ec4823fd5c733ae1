"""Settings for all tests, and the files that markers select as a whole."""

import gc
from pathlib import Path

import hypothesis
import pytest

import sepax

# python -O: what these assert is checked all the same, as in the tests themselves.
pytest.register_assert_rewrite("families", "judges", "oracle", "outlines", "processes", "questions")

# A test that fails for one user fails for everybody, and no machine is too slow to pass.
hypothesis.settings.register_profile(
    "sepax", deadline=None, derandomize=True, print_blob=False, database=None
)
hypothesis.settings.load_profile("sepax")
# The state machines of tests/fuzz have a few seconds of their own; `deep` is for an hour of them,
# with --hypothesis-profile=deep: random, and it begins with what failed before.
hypothesis.settings.register_profile(
    "ci", hypothesis.settings(), max_examples=20, stateful_step_count=15
)
# tests/mutants: that a test fails suffices, no simpler example is looked for.
hypothesis.settings.register_profile(
    "faults",
    hypothesis.settings(),
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate, hypothesis.Phase.target],
)
hypothesis.settings.register_profile(
    "deep",
    deadline=None,
    derandomize=False,
    max_examples=60_000,
    stateful_step_count=40,
    database=hypothesis.database.DirectoryBasedExampleDatabase(".hypothesis/examples"),
    suppress_health_check=list(hypothesis.HealthCheck),
)

# Their answers come from the loops of the chosen level; other files compare levels themselves.
# Families of contacts and sweeps take long to judge: simd/test_contacts_and_sweeps.py compares
# their bits.
JUDGED_ONCE = {"answers/test_collide.py", "answers/test_sweep.py"}
SIMD_LEVELS = """
    answers/test_collide answers/test_intersects answers/test_mtv answers/test_sweep
    contract/test_arrays contract/test_batch contract/test_rows contract/test_shapes
    scenes/test_broadphase simd/test_boxes simd/test_simd
"""
QUICK = """
    answers/test_collide_near answers/test_lattice_motion answers/test_lattice_pairs
    answers/test_mtv answers/test_overlap_area
    contract/test_arguments contract/test_arrays contract/test_batch contract/test_errors
    contract/test_pickles contract/test_results contract/test_surface contract/test_threads
    contract/test_verbs
    kernels/test_plain_calls kernels/test_walk
    scenes/test_compound scenes/test_motion scenes/test_nearby scenes/test_scene
    scenes/test_suppression
    simd/test_array_motions simd/test_simd
"""
MARKED = {"simd_levels": SIMD_LEVELS.split(), "quick": QUICK.split()}


@pytest.hookimpl(tryfirst=True)  # before pytest selects by markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of the files above."""
    home = Path(__file__).parent
    for marker, names in MARKED.items():
        paths = {home / f"{name}.py" for name in names}
        assert all(path.exists() for path in paths), f"a file of {marker} is not there"
        once = {home / name for name in JUDGED_ONCE if marker == "simd_levels"}
        for item in items:
            name = getattr(item, "originalname", item.name)
            if item.path in paths and not (item.path in once and name == "test_families"):
                item.add_marker(marker)


def pytest_collection_finish() -> None:
    """Keep the objects of thousands of tests out of each search for garbage."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Keep what other tests have left out of it, too, where a test searches: that took a second."""
    if {"gc", "leaks"} & vars(getattr(item, "module", item)).keys():
        gc.freeze()


def pytest_report_header() -> str:
    """Say which copy of the library is tested."""
    return f"sepax: {sepax.__version__} from {sepax.__file__}"
