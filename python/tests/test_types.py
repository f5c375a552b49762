# SPDX-License-Identifier: MIT
"""The stub of the compiled module has its names. python/check_types runs mypy."""

import ast

from polhode import _core
from references import source


def test_the_stub_names_what_is_there():
    tree = ast.parse((source / "python" / "polhode" / "_core.pyi").read_text())
    named = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n.name[0] != "_"}
    named |= {n.target.id for n in tree.body if isinstance(n, ast.AnnAssign)}
    there = {n for n in dir(_core) if not n.startswith("_")}
    assert named == there
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    assert hasattr(getattr(_core, node.name), member.name), (node.name, member.name)
