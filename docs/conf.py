# SPDX-License-Identifier: MIT
# The documentation site: `make docs` runs docs/build, which runs Doxygen and then Sphinx with this file.
import os
import re

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "..", "CMakeLists.txt"), encoding="utf-8") as file:
    release = re.search(r"VERSION (\d+\.\d+\.\d+)", file.read()).group(1)

project = "Polhode"
author = "The authors of Polhode"
copyright = author
version = release

extensions = ["myst_parser", "breathe"]
myst_heading_anchors = 4

# docs/build sets this to the folder of Doxygen's XML.
breathe_projects = {"polhode": os.environ.get("POLHODE_DOXYGEN_XML", "")}
breathe_default_project = "polhode"
breathe_default_members = ("members",)
breathe_show_include = False
primary_domain = "cpp"
highlight_language = "text"

html_theme = "furo"
html_title = f"Polhode {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["site.css"]


class Headers(SphinxDirective):
    """{headers} FOLDER: for each public header of the folder, what it says of itself and what it declares. FOLDER is below
    include/polhode, or papers."""

    required_arguments = 1

    def run(self):
        folder = self.arguments[0]
        root = f"{here}/../papers/include" if folder == "papers" else f"{here}/../include"
        return [self.section(f"{folder}/{name}") for name in sorted(os.listdir(f"{root}/polhode/{folder}"))]

    def section(self, path):
        section = nodes.section(ids=[nodes.make_id(path)], names=[path])
        section += nodes.title("", "", nodes.literal("", f"polhode/{path}"))
        lines = [
            "```{doxygenfile} polhode/" + path,
            ":sections: briefdescription detaileddescription",
            "```",
            # The group that docs/for_doxygen makes of the file.
            "```{doxygengroup} " + path.removesuffix(".hpp").replace("/", "_"),
            ":content-only:",
            ":undoc-members:",
            "```",
        ]
        self.state.nested_parse(StringList(lines, path), 0, section)
        return section


def links_of_the_site(app, name, source):
    """docs/papers is a link to papers/docs: a page's links from the one folder to the other hold in the repository, and
    are changed to hold on the site."""
    before, after = ("](../../docs/", "](../") if name.startswith("papers/") else ("](../papers/docs/", "](papers/")
    source[0] = source[0].replace(before, after)


def setup(app):
    app.add_directive("headers", Headers)
    app.connect("source-read", links_of_the_site)
