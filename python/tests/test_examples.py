# SPDX-License-Identifier: MIT
"""Each example runs, draws, and prints the text stored with it."""

import subprocess
import sys

import pytest
from references import source

examples = sorted((source / "examples" / "python").glob("*.py"))


@pytest.mark.parametrize("example", examples, ids=[e.stem for e in examples])
def test_example(example, tmp_path):
    done = subprocess.run([sys.executable, "-W", "error::RuntimeWarning", str(example),
                           str(tmp_path / "figure.png")],
                          capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == example.with_suffix(".txt").read_text()
    assert (tmp_path / "figure.png").stat().st_size > 5000
