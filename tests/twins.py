"""The compiled kernel and its numpy twins side by side in one process."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from maintext.kernel import in_use

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_kernel = pytest.mark.skipif(in_use() != "compiled", reason="the kernel is not compiled")


@contextmanager
def numpy_twins() -> Iterator[list[str]]:
    """Let every module of the package run on numpy; gives their names."""
    users = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("maintext.") and getattr(module, "_KERNEL", None) is not None
    ]
    kernels = [user.__dict__["_KERNEL"] for user in users]
    for user in users:
        user.__dict__["_KERNEL"] = None
    try:
        yield [user.__name__ for user in users]
    finally:
        for user, kernel in zip(users, kernels, strict=True):
            user.__dict__["_KERNEL"] = kernel
