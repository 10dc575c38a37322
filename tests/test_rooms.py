"""The rooms of the house: who may import whom, how large a folder may be, how things are named."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import maintext

ROOT = Path(maintext.__file__).parent

# From the ground up: a room may import those before it, for types too. "" is the package itself.
ROOMS = (
    *("errors", "options", "picture", "report", "rows", "compression", "_core", "html", "selection"),
    *("metadata", "records", "classify", "render", "document", "api", "", "net", "sites", "browser"),
    *("batch", "crawl", "lab", "app", "compat", "integrations", "cli", "__main__"),
)
MAX_PACKAGES, MAX_FILES = 16, 20

ONLY_IN = {
    "turbohtml": ("html/parser.py",),
    "matplotlib": ("picture.py", "browser/picture.py"),
    "playwright": ("browser/chromium.py",),
    "fastwarc": ("batch/source/warc.py",),
    "openpyxl": ("batch/store/export.py",),
    "pyarrow": ("batch/parquet.py",),
    "rensa": ("batch/near_copies.py",),
    "upath": ("batch/remote.py",),
    "scrapy": ("crawl/reactor.py", "integrations/scrapy.py"),
    "itemadapter": ("integrations/scrapy.py",),
    "haystack": ("integrations/haystack.py",),
    "langchain_core": ("integrations/langchain.py",),
    "llama_index": ("integrations/llamaindex.py",),
    "mcp": ("app/mcp/server.py",),
    "anyio": ("app/mcp/server.py",),
    "pydantic": ("app/mcp/server.py", "app/workbench/shapes.py"),
    "pandas": ("integrations/pandas.py",),
    "polars": ("integrations/polars.py",),
    "web_poet": ("integrations/web_poet.py",),
    "sklearn": ("batch/page_filter/fit.py",),
    "scipy": ("batch/page_filter/fit.py",),
    "sqlalchemy": ("batch/store/schema.py",),
    "starlette": ("app/workbench/app.py",),
    "uvicorn": ("app/workbench/run.py",),
    "ray": ("batch/ray.py",),
    "datatrove": ("integrations/datatrove.py",),
    "zstandard": ("compression.py",),
    "lightgbm": ("lab/train/fit.py",),
    "rapidfuzz": ("lab/train/labels.py",),
    "lxml": ("compat/tree.py", "crawl/feeds.py"),
    "urllib3": ("net/",),
    "click": ("cli/",),
}


def files() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


def module_of(file: str) -> str:
    parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(["maintext", *(part for part in parts if part != "__init__")])


def room_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


@cache
def contents(file: str) -> tuple[frozenset[str], list[str], list[str]]:
    """What a file imports (at the top, inside a function, or for types), its classes, its functions."""
    found: set[str] = set()
    classes: list[str] = []
    functions: list[str] = []
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative name"
            names = {f"{node.module}.{alias.name}" for alias in node.names} & modules()
            found.update(names or {node.module or ""})
        elif isinstance(node, ast.ClassDef):
            classes.append(node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(node.name)
    return frozenset(found), classes, functions


def imports(file: str) -> frozenset[str]:
    return contents(file)[0]


@cache
def modules() -> frozenset[str]:
    return frozenset(map(module_of, files()))


def ours(file: str) -> list[str]:
    return [name for name in imports(file) if name.partition(".")[0] == "maintext"]


# -- the rules ----------------------------------------------------------------------------------------


def test_every_module_has_a_room() -> None:
    assert {room_of(module) for module in modules()} <= set(ROOMS)
    assert len([path for path in ROOT.iterdir() if (path / "__init__.py").exists()]) <= MAX_PACKAGES


def test_imports_point_one_way() -> None:
    upward = [
        f"{file} imports {name}"
        for file in files()
        for name in ours(file)
        if ROOMS.index(room_of(name)) > ROOMS.index(room_of(module_of(file)))
    ]
    assert not upward


def test_what_is_imported_is_there() -> None:
    assert not [name for file in files() for name in ours(file) if name not in modules()]


def test_a_library_is_imported_in_its_place_only() -> None:
    users = {
        library: [file for file in files() if library in {name.partition(".")[0] for name in imports(file)}]
        for library in ONLY_IN
    }
    assert all(users.values())
    assert not [file for library in users for file in users[library] if not file.startswith(ONLY_IN[library])]


def test_no_folder_has_too_many_files() -> None:
    n_files = Counter((ROOT / file).parent for file in files())
    assert not {str(folder): n for folder, n in n_files.items() if n > MAX_FILES}


def test_a_class_name_occurs_once() -> None:
    names = Counter(name for file in files() for name in contents(file)[1])
    assert not [name for name, n in names.items() if n > 1]


def test_a_private_function_has_a_name_of_two_words() -> None:
    vague = [
        f"{file}: {name}"
        for file in files()
        for name in contents(file)[2]
        if re.fullmatch(r"_[a-z0-9]+", name)
    ]
    assert not vague


def test_a_limit_is_a_minimum_or_a_maximum() -> None:
    named = [
        file for file in files() if re.search(r"\b_?(?:MOST|LEAST)_[A-Z]", (ROOT / file).read_text("utf-8"))
    ]
    assert not named


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Before Python 3.11.5 it fails where something in the group is tried twice; ``(?>(?:…)*)`` does not."""
    possessive = re.compile(r"\)[*+?]\+(?![,;=])")
    assert not [file for file in files() if possessive.search((ROOT / file).read_text("utf-8"))]


def test_no_import_cycles() -> None:
    rest = {module_of(file): {name for name in ours(file) if name != module_of(file)} for file in files()}
    while leaves := {module for module, used in rest.items() if not used & rest.keys()}:
        rest = {module: used for module, used in rest.items() if module not in leaves}
    assert not rest
