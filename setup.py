# SPDX-License-Identifier: MIT
"""Builds the compiled part of the Python package by CMake, and the program that goes with it.

POLHODE_BUILT names a build tree that has both already (as `make python` does); else one is made in
build/wheel, with what CMAKE_ARGS says for CMake.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

source = Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        tree = Path(os.environ.get("POLHODE_BUILT", source / "build" / "wheel"))
        if "POLHODE_BUILT" not in os.environ:
            generator = ["-G", "Ninja"] if shutil.which("ninja") else []
            try:  # as pip's own environment has it; else CMake looks where the system's packages are
                import pybind11
                generator.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
            except ImportError:
                pass
            subprocess.run(["cmake", "-S", source, "-B", tree, *generator, "-DCMAKE_BUILD_TYPE=Release",
                            "-DPOLHODE_BUILD_PYTHON=ON", "-DPOLHODE_BUILD_TESTS=OFF",
                            "-DPOLHODE_BUILD_EXAMPLES=OFF", "-DPOLHODE_PAPERS=OFF", f"-DPython_EXECUTABLE={sys.executable}",
                            *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
            subprocess.run(["cmake", "--build", tree, "--target", "polhode_python", "polhode_program",
                            "--parallel",
                            str(os.cpu_count() or 1)], check=True)
        place = Path(self.get_ext_fullpath(extension.name))
        place.parent.mkdir(parents=True, exist_ok=True)
        (module,) = (tree / "python" / "polhode").glob("_core*.so")
        shutil.copy(module, place)
        (place.parent / "bin").mkdir(exist_ok=True)
        shutil.copy(tree / "app" / "polhode", place.parent / "bin" / "polhode")


version = re.search(r"project\(polhode\s+VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("polhode._core", [])], cmdclass={"build_ext": CMakeBuild})
