"""Settings of the site: `sphinx-build -W --keep-going docs site`, with the extra `docs`."""

import sys
from pathlib import Path

import sepax

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]  # for shown, the pictures and generate

import generate  # noqa: E402 - found there

generate.write()  # api/questions.md

project = "sepax"
author = "the sepax authors"
copyright = f"2026, {author}"
version = release = sepax.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "shown",
]

copybutton_prompt_text = r">>> |\.\.\. "  # and results, which have no prompt, are not copied
copybutton_prompt_is_regexp = True

exclude_patterns = ["examples", "paper"]  # programs, which gallery.md shows, and the paper
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# Docstrings describe types in words, which suits arrays better than annotations.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
# For sepax.dask, sepax.jax and sepax.torch.
autodoc_mock_imports = ["dask", "distributed", "jax", "pandas", "pyarrow", "torch"]
napoleon_use_ivar = True  # the class lists its attributes, once
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "pydata_sphinx_theme"
html_title = f"sepax {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "header_links_before_dropdown": 6,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
}
html_context = {"default_mode": "auto"}  # the theme asks for it
html_show_sourcelink = False
# Pages without pages below them have nothing to show in a sidebar.
html_sidebars: dict[str, list[str]] = {
    "gallery": [],
    "correctness": [],
    "benchmarks": [],
    "which-library": [],
}
