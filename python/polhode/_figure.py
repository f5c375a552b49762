# SPDX-License-Identifier: MIT
"""Figures that pyplot does not know; loaded when the first one is drawn, since it needs matplotlib."""

from io import BytesIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):  # type: ignore[misc]
    """A figure that a notebook shows once: where a cell returns it. pyplot, which shows its own figures at
    the end of a cell, does not have it."""

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=self.dpi)
        return image.getvalue()
