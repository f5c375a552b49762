# SPDX-License-Identifier: MIT
"""Figures that are not registered with pyplot. Imported when the first figure is drawn, since it needs
matplotlib.
"""

from io import BytesIO

from matplotlib.figure import Figure


class NotebookFigure(Figure):  # type: ignore[misc]
    """A figure that a notebook shows once: where a cell returns it.

    pyplot shows its figures a second time at the end of a cell; it does not know this one.
    """

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=self.dpi)
        return image.getvalue()
