"""Settings for all tests."""

import hypothesis
import pytest

import sepax

# python -O: what these assert is checked all the same, as in the tests themselves.
pytest.register_assert_rewrite("families", "judges", "oracle", "outlines")

# A test that fails for one user fails for everybody, and no machine is too slow to pass.
hypothesis.settings.register_profile(
    "sepax", deadline=None, derandomize=True, print_blob=False, database=None
)
hypothesis.settings.load_profile("sepax")


def pytest_report_header() -> str:
    """Say which copy of the library is tested."""
    return f"sepax: {sepax.__version__} from {sepax.__file__}"
