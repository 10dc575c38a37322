"""What the build asks for: Zig where no C compiler works, a package where Python's headers are missing."""

from __future__ import annotations

import logging
import stat
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("setuptools")
sys.path.insert(0, str(Path(__file__).parents[1] / "build_backend"))

import maintext_build
from maintext_build import ZIG, find_compiler, get_requires_for_build_editable, get_requires_for_build_wheel

if TYPE_CHECKING:
    from collections.abc import Callable

    Hook = Callable[[], list[str]]

ROOT = Path(__file__).parents[1]
every_hook = pytest.mark.parametrize("hook", [get_requires_for_build_wheel, get_requires_for_build_editable])


@pytest.fixture(autouse=True)
def _in_the_clone(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    # setuptools lowers the level of the root logger, for all tests after it.
    caplog.set_level(logging.getLogger().level)
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("CC", raising=False)


def compiler(folder: Path, name: str, code: int) -> None:
    """Write a program that stands for a compiler and ends with an exit code."""
    program = folder / name
    program.write_text(f"#!{sys.executable}\nraise SystemExit({code})\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


# -- compilers ----------------------------------------------------------------------------------------


@every_hook
def test_zig_is_asked_for_where_there_is_no_compiler(
    hook: Hook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ZIG in hook()


@every_hook
def test_zig_is_not_asked_for_where_a_compiler_works(
    hook: Hook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler(tmp_path, "cc", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ZIG not in hook()


def test_a_compiler_that_makes_no_program_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("cc", "gcc", "clang"):
        compiler(tmp_path, name, 1)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_compiler() is None


def test_the_compiler_of_this_python_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiler(tmp_path, "cc", 0)
    compiler(tmp_path, "own", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_config_var", {"CC": "own -pthread"}.get)
    assert find_compiler() == "own -pthread"


def test_another_compiler_is_taken_where_that_of_this_python_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler(tmp_path, "clang", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_config_var", {"CC": "own -pthread"}.get)
    assert find_compiler() == "clang"


def test_cc_that_is_set_is_the_only_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiler(tmp_path, "cc", 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "/nonexistent")
    assert find_compiler() is None


# -- headers ------------------------------------------------------------------------------------------


@every_hook
def test_missing_headers_are_one_sentence_that_names_the_packages(
    hook: Hook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    with pytest.raises(SystemExit) as caught:
        hook()
    message = str(caught.value)
    assert f"{tmp_path}/Python.h" in message
    assert "python3-dev " in message
    assert "python3-devel " in message
    assert message.endswith(".")
    assert "\n" not in message


def test_headers_in_another_folder_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = tmp_path / "found"
    found.mkdir()
    (found / "Python.h").write_text("", "ascii")
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    maintext_build.require_headers([str(found)])
    monkeypatch.setenv("CPATH", str(found))
    maintext_build.require_headers()


# -- what is compiled ---------------------------------------------------------------------------------


def test_every_module_of_the_engine_is_compiled_and_required() -> None:
    made = {extension.name: extension.optional for extension in maintext_build.extensions()}
    engine = {f"maintext._core.{path.stem}" for path in (ROOT / "src/maintext/_core").glob("[a-z]*.py")}
    assert made.keys() >= {"maintext._core.columns", "maintext._core._maintext_shared", *engine}
    assert not any(made.values())


def test_declarations_and_the_backend_are_distributed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "_core/*.pxd" in settings["tool"]["setuptools"]["package-data"]["maintext"]
    assert settings["build-system"]["backend-path"] == ["build_backend"]
    assert "graft build_backend" in (ROOT / "MANIFEST.in").read_text("utf-8")
