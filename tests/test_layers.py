"""Who may import whom: the layers of the design, read from the source."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import maintext

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(maintext.__file__).parent

# From the ground up. Layers of one line do not know of one another, except where KNOWS says so.
LAYERS = (
    ("errors", "_core", "pace", "report"),
    ("options", "picture", "compression", "parquet"),
    ("page",),
    ("selection", "metadata"),
    ("features", "repetition"),
    ("methods", "model", "render", "fingerprint", "duplicates", "microcontent"),
    ("document", "shell"),
    ("api",),
    ("", "compare", "site", "browser", "store", "page_filter"),  # "" is the package itself: the public names
    ("crawl", "batch", "train", "compat"),
    ("serve", "integrations", "mcp", "cli", "__main__"),
)
LEVEL = {layer: level for level, line in enumerate(LAYERS) for layer in line}
KNOWS = {
    ("methods", "model"),
    ("methods", "microcontent"),
    ("microcontent", "render"),
    ("__main__", "cli"),
    ("crawl", "batch"),
    ("cli", "serve"),
    ("cli", "mcp"),
}
# Beside the layers: used by the upper ones, knowing only these.
BESIDE = {"fetch": {"errors", "options"}, "evaluate": {"errors", "page", "picture", "compression"}}

ONLY_IN = {
    "turbohtml": ("page/parser.py",),
    "matplotlib": ("picture.py", "browser/picture.py"),
    "playwright": ("browser/chromium.py",),
    "fastwarc": ("batch/source/warc.py",),
    "openpyxl": ("store/sheet.py",),
    "pyarrow": ("parquet.py",),
    "scrapy": ("crawl/reactor.py", "integrations/scrapy.py"),
    "itemadapter": ("integrations/scrapy.py",),
    "langchain_core": ("integrations/langchain.py",),
    "llama_index": ("integrations/llamaindex.py",),
    "mcp": ("mcp/server.py",),
    "anyio": ("mcp/server.py",),
    "pydantic": ("mcp/server.py",),
    "pandas": ("integrations/pandas.py",),
    "polars": ("integrations/polars.py",),
    "web_poet": ("integrations/web_poet.py",),
    "sklearn": ("page_filter/fit.py",),
    "scipy": ("page_filter/fit.py",),
    "sqlalchemy": ("store/schema.py",),
    "starlette": ("serve/app.py",),
    "uvicorn": ("serve/run.py",),
    "ray": ("batch/ray.py",),
    "datatrove": ("integrations/datatrove.py",),
    "zstandard": ("compression.py",),
    "lightgbm": ("train/fit.py",),
    "rapidfuzz": ("train/align.py",),
    "lxml": ("compat/tree.py", "crawl/feeds.py"),
    "urllib3": ("fetch/",),
    "click": ("cli/",),
}


def files() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


def module_of(file: str) -> str:
    parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(["maintext", *(part for part in parts if part != "__init__")])


def layer_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        if not is_type_checking(child):
            yield child
            yield from statements(child)


@cache
def imports(file: str) -> frozenset[str]:
    """Modules that a file imports when it runs, at the top or inside a function."""
    found: set[str] = set()
    for node in statements(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative name"
            names = {f"{node.module}.{alias.name}" for alias in node.names} & modules()
            found.update(names or {node.module or ""})
    return frozenset(found)


@cache
def modules() -> frozenset[str]:
    return frozenset(map(module_of, files()))


def ours(file: str) -> list[str]:
    return [name for name in imports(file) if name.partition(".")[0] == "maintext"]


def may_import(upper: str, lower: str) -> bool:
    if upper == lower or (upper, lower) in KNOWS:
        return True
    if upper in BESIDE:
        return lower in BESIDE[upper]
    if lower in BESIDE:
        return LEVEL[upper] > LEVEL["api"]
    return LEVEL[upper] > LEVEL[lower]


# -- the rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", files())
def test_every_module_has_a_layer(file: str) -> None:
    assert layer_of(module_of(file)) in LEVEL.keys() | BESIDE.keys()


@pytest.mark.parametrize("file", files())
def test_imports_point_downward(file: str) -> None:
    upper = layer_of(module_of(file))
    wrong = [name for name in ours(file) if not may_import(upper, layer_of(name))]
    assert not wrong


@pytest.mark.parametrize("file", files())
def test_what_is_imported_is_there(file: str) -> None:
    assert set(ours(file)) <= modules()


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_is_imported_in_its_place_only(library: str) -> None:
    users = [file for file in files() if library in {name.partition(".")[0] for name in imports(file)}]
    assert users
    assert all(user.startswith(ONLY_IN[library]) for user in users)


def test_no_import_cycles() -> None:
    rest = {module_of(file): {name for name in ours(file) if name != module_of(file)} for file in files()}
    while leaves := {module for module, used in rest.items() if not used & rest.keys()}:
        rest = {module: used for module, used in rest.items() if module not in leaves}
    assert not rest


# -- the reader itself --------------------------------------------------------------------------------


def test_imports_for_types_do_not_count() -> None:
    tree = ast.parse("if TYPE_CHECKING:\n    import a\nimport b\ndef f():\n    import c")
    names = [node.names[0].name for node in statements(tree) if isinstance(node, ast.Import)]
    assert names == ["b", "c"]


def test_a_layer_may_not_import_upward() -> None:
    assert may_import("document", "render")
    assert not may_import("render", "document")
    assert not may_import("selection", "metadata")
    assert not may_import("fetch", "page")
