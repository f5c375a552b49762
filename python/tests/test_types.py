# SPDX-License-Identifier: MIT
"""mypy accepts the package, the examples, and code that uses it; the stub of the compiled
module names what is there."""

import ast
import os
import subprocess
import sys

from polhode import _core
from references import source


def test_mypy_accepts_the_package(tmp_path):
    examples = [str(e) for e in sorted((source / "examples" / "python").glob("*.py"))]
    user = tmp_path / "user.py"
    user.write_text("import numpy as np\nimport polhode as ph\n"
                    "body = ph.Body.moments([1, 2, 3])\n"
                    "state: ph.State = ph.FreeMotion(body, omega=[1, 0, 1]).at(np.linspace(0, 1, 3))\n"
                    "run: ph.Simulation = ph.simulate(body, omega=[1, 0, 1], torque=lambda s: -s.omega, "
                    "times=[1.0])\n"
                    "x: float = run.error_estimate\n"
                    "d: ph.MotionDerivative = ph.torqued_derivative(body, omega=[1, 0, 1], times=[1.0], "
                    "torque=ph.damping(1))\n"
                    "pair = ph.CoupledBodies(body, [run.states[0]], lambda q, t: 0 * q[:, 1:], "
                    "splitting='strang_kick')\n"
                    "page: str = run.show().page\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(source / "pyproject.toml"),
                           "--cache-dir", os.path.join(sys.prefix, "mypy"),
                           str(source / "python" / "polhode"), *examples, str(user)],
                          capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(source / "python")})
    assert done.returncode == 0, done.stdout + done.stderr


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
