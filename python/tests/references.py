# SPDX-License-Identifier: MIT
"""The 36-digit tables that the C++ tests use, as extended numbers."""

import csv
from pathlib import Path

import numpy as np

source = Path(__file__).resolve().parents[2]
folder = source / "tests" / "reference"
eps = np.finfo(float).eps


def rows(name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


def doubles(row, *names):
    return np.array([float(row[name]) for name in names])


def extended(row, *names):
    return np.array([np.longdouble(row[name]) for name in names])
