"""The documentation site: `make site` (Sphinx, MyST, furo). docs/README.md is its front page and its navigation."""

from __future__ import annotations

import re
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath

from sphinx.application import Sphinx

HOME = Path(__file__).parents[1]
sys.path.insert(0, str(HOME / "src"))

import parrain  # noqa: E402

project = "Parrain"
version = release = parrain.__version__
author = copyright = "the authors of Parrain"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/README"
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md", "examples/README.md"]
exclude_patterns = [".*", "bench", "build", "src", "tests"]
myst_heading_anchors = 3
default_role = "literal"  # docstrings write `code` with single backticks
autodoc_member_order = "groupwise"
autodoc_typehints = "signature"
add_module_names = False
html_theme = "furo"
html_title = "Parrain"
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7d1d1d", "color-brand-content": "#7d1d1d"},
    "dark_css_variables": {"color-brand-primary": "#d3b264", "color-brand-content": "#d3b264"},
}


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    """Give every section of the front page a table of contents of the pages it links to."""
    if page == root_doc:
        source[0] = "## ".join(
            section + contents(section) for section in re.split(r"^## ", source[0], flags=re.MULTILINE)
        )


def contents(section: str) -> str:
    """The hidden table of contents of a section, by the texts of its links."""
    title = section.partition("\n")[0].removeprefix("# ")
    links = re.findall(r"\[([^\]]+)\]\(([^)]+)\.md\)", section)
    pages = [f"{text[0].upper()}{text[1:]} </{normpath(PurePosixPath('docs', target))}>" for text, target in links]
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", "", ""])


def name_language(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Tell browsers the language of a page that is not English."""
    context["language"] = next((part for part in PurePosixPath(page).parts if part in ("fr", "de")), "en")


def add_index(app: Sphinx, error: Exception | None) -> None:
    """Lead from the root of the site to the front page."""
    if error is None:
        head = (
            f'<meta charset="utf-8"><title>Parrain</title><meta http-equiv="refresh" content="0; url={root_doc}.html">'
        )
        page = f'<!doctype html><html lang="en">{head}<a href="{root_doc}.html">Parrain</a></html>\n'
        Path(app.outdir, "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect to Sphinx."""
    app.connect("source-read", add_navigation)
    app.connect("html-page-context", name_language)
    app.connect("build-finished", add_index)
