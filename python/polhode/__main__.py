# SPDX-License-Identifier: MIT
"""``python -m polhode``: all commands of the program, and ``fit``."""

from .command import main

if __name__ == "__main__":
    main()
