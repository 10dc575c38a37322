"""The public names, their docstrings and the examples in them."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.each import each

import maintext
from maintext.classify.methods.catalogue import METHODS


def all_modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(maintext.__path__, "maintext.")
    return [
        maintext,
        *(importlib.import_module(info.name) for info in found if "._" not in info.name),
    ]


MODULES = all_modules()
every_module = each("module", MODULES, ids=[module.__name__ for module in MODULES])


def own(module: ModuleType) -> dict[str, Any]:
    """Public functions and classes that a module defines."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__ == module.__name__
    }


def members(owner: type) -> dict[str, Any]:
    """Public methods and properties that a class defines itself."""
    found = {}
    for name, value in vars(owner).items():
        function = getattr(value, "__func__", value)
        function = getattr(function, "fget", None) or getattr(function, "func", None) or function
        if inspect.isfunction(function) and not name.startswith("_"):
            found[name] = function
    return found


# -- names --------------------------------------------------------------------------------------------


def test_the_public_names_are_all_listed() -> None:
    public = {name: getattr(maintext, name) for name in {*vars(maintext), *maintext.__all__}}
    names = {
        name
        for name, value in public.items()
        if not name.startswith("_")
        and not inspect.ismodule(value)
        and name not in {"annotations", "TYPE_CHECKING", "Any"}
    }
    assert sorted(maintext.__all__) == sorted(names | {"__version__"})


def test_the_public_names_are_sorted() -> None:
    assert maintext.__all__ == sorted(maintext.__all__)


@every_module
def test_what_a_module_lists_is_there(module: ModuleType) -> None:
    listed = getattr(module, "__all__", [])
    assert len(set(listed)) == len(listed)
    assert all(hasattr(module, name) for name in listed)


@every_module
def test_what_a_module_defines_for_others_is_listed(module: ModuleType) -> None:
    # The select() of a method is reached through its METHOD.
    through_method = {"select"} if hasattr(module, "METHOD") else set()
    assert own(module).keys() - through_method <= set(getattr(module, "__all__", []))


def test_the_version_is_that_of_the_distribution() -> None:
    project = Path(__file__).parent.parent / "pyproject.toml"
    assert maintext.__version__ == tomllib.loads(project.read_text("utf-8"))["project"]["version"]


def test_the_catalogue_has_all_methods_in_order() -> None:
    assert [method.id for method in maintext.catalogue()] == list(METHODS)


# -- docstrings ---------------------------------------------------------------------------------------


@every_module
def test_a_module_says_what_it_is(module: ModuleType) -> None:
    assert (module.__doc__ or "").strip()


@every_module
def test_functions_and_classes_say_what_they_are(module: ModuleType) -> None:
    assert [name for name, value in own(module).items() if not (value.__doc__ or "").strip()] == []


@every_module
def test_methods_and_properties_say_what_they_are(module: ModuleType) -> None:
    classes = {name: value for name, value in own(module).items() if inspect.isclass(value)}
    silent = [
        f"{owner}.{name}"
        for owner, value in classes.items()
        for name, function in members(value).items()
        if not (inspect.getdoc(function) or inspect.getdoc(getattr(value, name)) or "").strip()
    ]
    assert silent == []


def test_examples_in_docstrings_are_true() -> None:
    # To look for examples costs more than to run them.
    with_examples = [module for module in MODULES if ">>> " in inspect.getsource(module)]
    results = {module.__name__: doctest.testmod(module) for module in with_examples}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 0
