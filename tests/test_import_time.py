"""What ``import maintext`` loads: numpy and the parser, nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec

import pytest

ALLOWED = {"maintext", "numpy", "turbohtml"}
# Made by the compiled kernel itself; nothing is loaded from a file.
_OF_KERNEL = re.compile(r"_cython_[\d_]+|cython_runtime|_maintext_shared")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)


@cache
def without_maintext() -> frozenset[str]:
    """What an empty program has loaded: the interpreter, and hooks of the environment."""
    return frozenset(python("-c", "import sys; print(*sys.modules)").stdout.split())


@cache
def loaded() -> frozenset[str]:
    return frozenset(python("-c", "import maintext, sys; print(*sys.modules)").stdout.split())


def test_only_numpy_and_the_parser_are_loaded() -> None:
    tops = {name.partition(".")[0] for name in loaded() - without_maintext()}
    tops = {name for name in tops if not _OF_KERNEL.fullmatch(name)}
    assert tops - ALLOWED <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ["urllib3", "click", "matplotlib", "ssl", "asyncio", "http.client"])
def test_heavy_modules_are_not_loaded(name: str) -> None:
    assert name not in loaded()


def imported(program: str) -> set[str]:
    """Top-level names that a program tries to import, as far as they exist."""
    log = python("-X", "importtime", "-c", program).stderr
    names = re.findall(r"^import time: +\d+ \| +\d+ \| +(\w+)", log, re.MULTILINE)
    return {name for name in names if name in sys.stdlib_module_names or find_spec(name)}


def test_the_importer_names_nothing_else() -> None:
    names = imported("import maintext") - imported("pass")
    assert names >= ALLOWED
    assert names - ALLOWED <= sys.stdlib_module_names
