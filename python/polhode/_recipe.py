# SPDX-License-Identifier: MIT
"""How an object was made: copies, pickles and reprs call the same function with the same arguments again."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, NamedTuple, Tuple

import numpy as np


def _text(value: Any) -> str:
    """A value as Python source."""
    return repr(value.tolist() if isinstance(value, np.ndarray) else value)


class Recipe(NamedTuple):
    """The name of a function and its arguments; an empty name stands for the constructor."""

    function: str
    arguments: Tuple[Any, ...]
    options: Dict[str, Any]

    def arguments_text(self) -> str:
        """The arguments as Python source."""
        texts = [_text(a) for a in self.arguments] + [f"{k}={_text(v)}" for k, v in self.options.items()]
        return ", ".join(texts)

    def reduced(self, function: Callable[..., Any]) -> Any:
        """What ``__reduce__`` returns, for pickle and copy."""
        return partial(function, **self.options), self.arguments

    def reduced_of(self, kind: type) -> Any:
        """The same for a class method or the constructor of a class."""
        return self.reduced(getattr(kind, self.function) if self.function else kind)
