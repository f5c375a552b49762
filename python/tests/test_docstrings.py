# SPDX-License-Identifier: MIT
"""Each example in a docstring gives the result it states; each public name has a docstring, and each
function an example."""

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import polhode as ph
import pytest

modules = ["polhode"] + ["polhode." + m.name for m in pkgutil.iter_modules(ph.__path__)
                         if not m.name.startswith("_")]


@pytest.mark.parametrize("name", modules)
def test_examples(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    names = {**vars(ph), **vars(module), "np": np}
    for test in finder.find(module, name, globs=dict(names)):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_every_public_function_has_an_example():
    for name in ph.__all__:
        thing = getattr(ph, name)
        if inspect.isfunction(thing):
            assert thing.__doc__ and (">>>" in thing.__doc__ or name in ("read_result", "run_scenario")), name
        elif inspect.isclass(thing):
            assert thing.__doc__, name
