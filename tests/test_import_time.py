"""What ``import maintext`` loads and costs: what the main text needs, numpy and the parser, nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

import maintext

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ALLOWED = {"maintext", "numpy", "turbohtml"}
MAX_MODULES, MAX_SECONDS = 80, 0.2
# Made by the compiled modules themselves; nothing is loaded from a file.
_OF_CYTHON = re.compile(r"_cython_[\d_]+|cython_runtime|_maintext_shared")


def python(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, env=env)


@cache
def without_maintext() -> frozenset[str]:
    """What an empty program has loaded: the interpreter, and hooks of the environment."""
    return frozenset(python("-c", "import sys; print(*sys.modules)").stdout.split())


@cache
def loaded() -> frozenset[str]:
    return frozenset(python("-c", "import maintext, sys; print(*sys.modules)").stdout.split())


def test_only_numpy_and_the_parser_are_loaded() -> None:
    tops = {name.partition(".")[0] for name in loaded() - without_maintext()}
    tops = {name for name in tops if not _OF_CYTHON.fullmatch(name)}
    assert tops - ALLOWED <= sys.stdlib_module_names


_HEAVY = ("urllib3", "click", "matplotlib", "ssl", "asyncio", "http.client", "maintext.metadata.moment")


@pytest.mark.parametrize("name", _HEAVY)
def test_heavy_modules_are_not_loaded(name: str) -> None:
    assert name not in loaded()


def test_the_network_is_not_loaded_for_a_batch_of_files() -> None:
    names = python("-c", "import maintext.batch, maintext.cli, sys; print(*sys.modules)").stdout.split()
    assert {"urllib3", "ssl"}.isdisjoint(names)


def own(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if re.match(r"maintext\b", name))


def test_few_modules_are_loaded() -> None:
    assert len(own(loaded())) <= MAX_MODULES


def test_the_main_text_needs_no_further_module_and_loads_none_that_it_does_not_need() -> None:
    program = "import maintext, sys; maintext.extract('<p>Some text.').text; print(*sys.modules)"
    assert own(python("-c", program).stdout.split()) == own(loaded())


def test_extract_is_a_function_and_no_module() -> None:
    assert find_spec("maintext.extract") is None
    assert callable(maintext.extract)


def test_the_import_is_quick(tmp_path: Path) -> None:
    # With the compiled files that an installation has. Load makes CPU time longer: so the best counts, and on
    # a busy machine what numpy and the parser take in the same process is the measure.
    program = (
        "import time; start = time.process_time(); import numpy, turbohtml; libraries = time.process_time();"
        "import maintext; print(time.process_time() - start, libraries - start)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    runs = []
    for _ in range(8):
        whole, libraries = map(float, python("-c", program, env=environment).stdout.split())
        if whole <= max(MAX_SECONDS, 2 * libraries):
            return
        runs.append((whole, libraries))
    pytest.fail(f"too slow each time: {runs}")


def imported(program: str) -> set[str]:
    """Top-level names that a program tries to import, as far as they exist."""
    log = python("-X", "importtime", "-c", program).stderr
    names = re.findall(r"^import time: +\d+ \| +\d+ \| +(\w+)", log, re.MULTILINE)
    return {name for name in names if name in sys.stdlib_module_names or find_spec(name)}


def test_the_importer_names_nothing_else() -> None:
    names = imported("import maintext") - imported("pass")
    assert names >= ALLOWED
    assert names - ALLOWED <= sys.stdlib_module_names
