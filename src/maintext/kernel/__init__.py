"""The compiled kernel: the hot loops in C where a compiler was at hand; numpy does the same elsewhere.

Every module beside this file is written in Cython's pure-Python mode and compiled when the package
is built. A module that was not compiled is not imported: its twin in numpy, which stands where the
kernel is called, gives the same values. ``MAINTEXT_KERNEL=numpy`` in the environment chooses the
twins everywhere.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["MODULES", "compiled", "in_use"]

MODULES = (
    "elements", "features", "groups", "hashes", "head", "labels", "languages", "lines", "signs", "wording",
)  # fmt: skip
"""What can be compiled."""

_VARIABLE = "MAINTEXT_KERNEL"


def compiled(module: str) -> ModuleType | None:
    """Return a compiled module of the kernel, ``None`` where it was not compiled or is not wanted."""
    if os.environ.get(_VARIABLE) == "numpy":
        return None
    name = f"{__name__}.{module}"
    spec = find_spec(name)
    if spec is None or not isinstance(spec.loader, ExtensionFileLoader):
        return None
    return import_module(name)


def in_use() -> str:
    """Return ``compiled`` when every module of the kernel is, ``numpy`` when none is, else which are."""
    found = [module for module in MODULES if compiled(module) is not None]
    if len(found) == len(MODULES):
        return "compiled"
    return " + ".join(["numpy", *found])
