"""The site: `sphinx-build -W --keep-going docs site`, with the extra docs, of what is installed."""

import sys
from pathlib import Path

import sepax

sys.path.insert(0, str(Path(__file__).parent))  # for shown and pictures

project = "sepax"
author = "the sepax authors"
copyright = f"2026, {author}"
version = release = sepax.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "shown"]

exclude_patterns = ["examples"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# Docstrings say the types, in words that fit arrays better than annotations do.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_mock_imports = ["dask", "distributed", "pandas", "pyarrow"]  # for sepax.dask
napoleon_use_ivar = True  # attributes are told once, by the class
napoleon_use_rtype = False
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "pydata_sphinx_theme"
html_title = f"sepax {version}"
html_theme_options = {
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "header_links_before_dropdown": 8,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
}
html_show_sourcelink = False
