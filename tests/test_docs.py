"""The documentation says what the code is: generated pages, columns, commands, links, examples."""

from __future__ import annotations

import ast
import dataclasses
import functools
import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cached_property
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import click
import numpy as np
import pytest
from click.testing import CliRunner
from scripts import make_docs

import maintext
from maintext.classify.methods.catalogue import METHODS, read_figures
from maintext.cli import main as cli
from maintext.html import Attribute, DataScript, Page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
READMES = (ROOT / "README.md", ROOT / "README.zh.md")
HANDWRITTEN = (*READMES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md")
ALL_PAGES = tuple(sorted({*DOCS.rglob("*.md"), *HANDWRITTEN}))

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```\n(?:\n+```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n+```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _write_all(folder: Path) -> None:
    """The generated pages, with empty files for the pictures."""
    make_docs.write(folder)
    for name in make_docs.plots():
        (folder / name).touch()


def _read(path: Path) -> str:
    return path.read_text("utf-8")


def _id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _table_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("|")]


def _code_cells(text: str) -> dict[str, str]:
    """Second cell by first cell, of the table rows whose first cell is code."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in _table_lines(text)]
    return {row[0].strip("`"): row[1] for row in rows if row[0].startswith("`")}


# -- generated pages ----------------------------------------------------------------------------------


def test_generated_pages_are_current() -> None:
    # In a process of its own: what other tests have imported and changed must not count.
    script = Path(make_docs.__file__)
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stderr


def test_check_names_changed_missing_and_left_over_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make_docs.main(["--docs", str(tmp_path)]) == 0
    assert make_docs.stale(tmp_path) == make_docs.plots()
    _write_all(tmp_path)
    assert make_docs.main(["--check", "--docs", str(tmp_path)]) == 0
    (tmp_path / "cli.md").write_text("changed")
    (tmp_path / "errors.md").unlink()
    (tmp_path / "methods" / "gone.md").write_text(make_docs.MARK)
    (tmp_path / "by_hand.md").write_text("# By hand")
    assert make_docs.main(["--check", "--docs", str(tmp_path)]) == 1
    named = re.findall(r"docs/(\S+);", capsys.readouterr().err)
    assert named == ["cli.md", "errors.md", "methods/gone.md"]


def test_writing_removes_what_nothing_makes_any_more(tmp_path: Path) -> None:
    (tmp_path / "gone.md").write_text(make_docs.MARK)
    (tmp_path / "by_hand.md").write_text("# By hand")
    (tmp_path / "methods").mkdir()
    (tmp_path / "methods" / "gone.svg").touch()
    _write_all(tmp_path)
    assert make_docs.stale(tmp_path) == []
    assert not (tmp_path / "methods" / "gone.svg").exists()
    assert not (tmp_path / "gone.md").exists()
    assert (tmp_path / "by_hand.md").exists()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_page_in_the_index(method: str) -> None:
    assert f"`{method}`" in _read(DOCS / "methods" / f"{method}.md")
    assert f"({method}.md)" in _read(DOCS / "methods" / "README.md")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_picture_and_words_on_how_it_works(method: str) -> None:
    page = _read(DOCS / "methods" / f"{method}.md")
    assert _read(DOCS / "methods" / "how" / f"{method}.md").strip() in page
    assert "<svg" in _read(DOCS / "methods" / f"{method}.svg")


def test_words_on_how_a_method_works_are_of_a_method() -> None:
    for folder in ("how", "notes"):
        assert {path.stem for path in (DOCS / "methods" / folder).iterdir()} <= METHODS.keys()


def test_figures_are_consistent() -> None:
    figures = read_figures()
    assert set(figures.methods) <= set(METHODS)
    for method in figures.methods.values():
        assert list(method.sets) == list(figures.sets)
        assert list(method.languages) == list(figures.languages)
        assert all(0 <= f1 <= 1 for f1 in (*method.sets.values(), *method.languages.values()))
        assert method.n_crashed == 0
    assert sum(figures.languages.values()) <= figures.overall <= figures.n_pages


def _commands_by_name() -> Iterator[tuple[str, click.Command]]:
    for name, command in cli.commands.items():
        yield name, command
        for child in getattr(command, "commands", {}).values():
            if child not in cli.commands.values():
                yield f"{name} {child.name}", child


@pytest.mark.parametrize(("name", "command"), tuple(_commands_by_name()))
def test_every_command_and_option_is_described(name: str, command: click.Command) -> None:
    section = re.split(r"\n###? ", _read(DOCS / "cli.md").partition(f"# maintext {name}\n")[2])[0]
    assert section
    for parameter in command.params:
        for flag in (*parameter.opts, *parameter.secondary_opts):
            if isinstance(parameter, click.Option):
                assert re.search(rf"(?<![\w-]){re.escape(flag)}(?![\w-])", section), flag


def test_every_exit_code_of_an_error_is_in_the_table() -> None:
    assert {error.exit_code for error in make_docs.error_tree()} <= set(make_docs.exit_codes())


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    drawn = re.findall(
        r"^ {4}([│├└─ ]*)(\w+(?:Error|Exception))\b", maintext.errors.__doc__ or "", re.MULTILINE
    )
    real = [
        (sum(issubclass(base, maintext.MaintextError) for base in error.__mro__), error.__name__)
        for error in make_docs.error_tree()
    ]
    assert [(len(branch) // len("├─ ") + 1, name) for branch, name in drawn] == real


def test_no_error_is_missing_in_the_tree() -> None:
    """Read from the source, since a module that nothing has imported has no classes yet."""
    classes = [
        node
        for path in Path(maintext.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    found = {"MaintextError"}
    while (
        more := {
            node.name
            for node in classes
            if {ast.unparse(base).rpartition(".")[2] for base in node.bases} & found
        }
        - found
    ):
        found |= more
    assert {error.__name__ for error in make_docs.error_tree()} == found


@pytest.mark.parametrize(
    ("docstring", "markdown"),
    [
        ("One\ntwo.", "One two."),
        ("See :func:`~a.b.c` and :mod:`a.b`.", "See `c` and `a.b`."),
        ("``<p>`` or <p>.", "`<p>` or &lt;p>."),
        ("Steps\n    1. a\n       b\n    2. c", "## Steps\n\n1. a b\n2. c"),
        ("Tree::\n", "Tree::"),
        ("::\n\n    a\n    └─ b\n\nend", "```text\na\n└─ b\n```\n\nend"),
        (
            "Symbols\n    ===  ====\n    T    a|b\n         c\n    ===  ====",
            "## Symbols\n\n| symbol | meaning |\n|---|---|\n| T | a\\|b c |",
        ),
    ],
)
def test_docstrings_become_markdown(docstring: str, markdown: str) -> None:
    assert make_docs.docstring_markdown(docstring) == markdown


@pytest.mark.parametrize("name", ["workbench.md", "workbench.zh.md"])
def test_every_endpoint_is_described(name: str) -> None:
    pytest.importorskip("pydantic")
    from maintext.app.workbench.endpoints import endpoints  # noqa: PLC0415 - needs the extra

    section = _section(_read(DOCS / name), "REST")
    words = {word for one in endpoints(1) for word in re.findall(r"/(?:\w+|{n})", one.path)}
    assert [word for word in sorted(words) if word not in section] == []


# -- data model ---------------------------------------------------------------------------------------


def test_every_page_column_is_described_with_its_dtype() -> None:
    page = maintext.parse("<p>x")
    flags = [name for name, value in vars(Page).items() if isinstance(value, cached_property)]
    names = [name for name in (*vars(page), *flags) if not name.startswith("_")]
    columns = {
        name: value.dtype.name for name in names if isinstance(value := getattr(page, name), np.ndarray)
    }
    described = _code_cells(_section(_read(DOCS / "data-model.md"), "Row columns"))
    assert described == columns


def test_everything_else_of_a_page_is_described() -> None:
    page = maintext.parse("<p>x")
    others = {name for name in vars(page) if not name.startswith("_")}
    methods = {name for name in vars(Page) if not name.startswith("_")}
    text = _read(DOCS / "data-model.md")
    assert [name for name in sorted(others | methods) if f"`{name}" not in text] == []


@pytest.mark.parametrize("kind", [Attribute, DataScript, maintext.Selection, maintext.TraceRow])
def test_every_field_is_described(kind: type) -> None:
    section = _section(_read(DOCS / "data-model.md"), kind.__name__)
    assert list(_code_cells(section)) == [field.name for field in dataclasses.fields(kind)]


def test_every_outcome_is_described() -> None:
    section = _section(_read(DOCS / "data-model.md"), "Outcome")
    assert list(_code_cells(section)) == [outcome.value for outcome in maintext.Outcome]


def _section(text: str, title: str) -> str:
    found = re.search(rf"^#+ `?{title}`?$\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no section {title!r}"
    return found[1]


# -- all pages ----------------------------------------------------------------------------------------


def test_every_public_name_is_mentioned() -> None:
    text = "\n".join(map(_read, ALL_PAGES))
    missing = [name for name in maintext.__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("path", ALL_PAGES, ids=_id)
def test_links_point_to_files_and_headings_that_exist(path: Path) -> None:
    links = [first or second for first, second in LINK.findall(FENCE.sub("", _read(path)))]
    inner = [unquote(link) for link in links if not re.match(r"\w+:", link)]
    assert [link for link in inner if not _leads_somewhere(path, link)] == []


def _leads_somewhere(path: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = path.parent / name if name else path
    return target.exists() and (not anchor or anchor in _anchors(target))


def _anchors(path: Path) -> list[str]:
    """Anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", _read(path)), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


PAGES_WITH_EXAMPLES = [path for path in sorted(DOCS.glob("*.md")) if "```python\n" in _read(path)]


def test_there_are_examples_to_run() -> None:
    # The pages about the values that a program works with, at the least.
    assert {"data-model.md", "evaluation.md", "fields.md"} <= {path.name for path in PAGES_WITH_EXAMPLES}


@pytest.mark.parametrize("path", PAGES_WITH_EXAMPLES, ids=_id)
def test_examples_print_what_the_page_says(path: Path) -> None:
    out = io.StringIO()
    # Its own print: what other tests left running may print as well.
    names: dict[str, object] = {"print": functools.partial(print, file=out)}
    examples = EXAMPLE.findall(_read(path))
    # An example without its output is a fence of "py": it is shown and not run.
    assert len(examples) == _read(path).count("```python\n")
    for source, printed in examples:
        exec(compile(source, path.name, "exec"), names)  # noqa: S102 - our own documentation
        assert out.getvalue() == printed, f"printed:\n{out.getvalue()}\nthe page says:\n{printed}"
        out.seek(0)
        out.truncate()


TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
TUTORIAL_SITE = "127.0.0.1:8765"


@pytest.mark.process
@pytest.mark.parametrize(
    "path", [READMES[0], *(path for path in TUTORIALS if ".zh" not in path.name)], ids=_id
)
def test_tutorials_do_what_they_say(path: Path, gazette: str, tmp_path: Path) -> None:
    for folder in ("examples", "training"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    script, printed = "", []
    for language, source, text in BLOCK.findall(_read(path)):
        script += source if language == "sh" else f"python - <<'end'\n{source}end\n"
        script += "printf '\\0'\n"
        printed.append(text)
    assert printed
    path_of_commands = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-eu", "-c", script.replace(TUTORIAL_SITE, gazette)],
        cwd=tmp_path, env={**os.environ, "PATH": path_of_commands, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False,
    )  # fmt: skip
    # What stands in brackets at the end of a message explains it, in words that may change.
    seen, wanted = (
        re.sub(r" \(.*\)$", "", text, flags=re.MULTILINE).split("\0")
        for text in (done.stdout.decode().replace(gazette, TUTORIAL_SITE), "\0".join(printed))
    )
    assert done.returncode == 0, seen
    assert [got if text else "" for got, text in zip(seen, wanted, strict=False)] == wanted


@pytest.fixture(name="gazette", scope="module")
def serve_the_example_site() -> Iterator[str]:
    handler = functools.partial(SimpleHTTPRequestHandler, directory=ROOT / "examples" / "gazette")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


CHINESE = [
    READMES[1],
    DOCS / "site.zh.md",
    DOCS / "sites.zh.md",
    DOCS / "workbench.zh.md",
    *(path for path in TUTORIALS if ".zh" in path.name),
]


@pytest.mark.parametrize("path", CHINESE, ids=_id)
def test_chinese_pages_have_the_same_code(path: Path) -> None:
    # Comments are in the language of the page.
    chinese, english = (
        [
            re.sub(r" +# .*", "", code)
            for code in re.findall(r"^```\w+\n.*?^```", _read(one), re.MULTILINE | re.DOTALL)
        ]
        for one in (path, path.with_name(path.name.replace(".zh", "")))
    )
    assert chinese == english


def test_glossary_defines_each_term_once_with_its_chinese_word() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in _table_lines(_read(DOCS / "glossary.md"))
    ]
    terms = [row for row in rows if row[0] != "term" and not row[0].startswith("---")]
    assert len({row[0] for row in terms}) == len(terms)
    for term, chinese, definition, _ in terms:
        assert re.search("[\u4e00-\u9fff]", chinese), term
        assert definition.endswith("."), term


# -- the two READMEs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", READMES, ids=_id)
def test_readmes_show_what_their_first_command_prints(path: Path) -> None:
    last_line = _read(ROOT / "scripts" / "demo").splitlines()[-1]
    command, page, _ = last_line.removeprefix("exec .venv/bin/maintext ").split()
    printed = CliRunner().invoke(cli, [command, str(ROOT / page)]).output
    assert f"```\n{printed}```" in FENCE.findall(_read(path))


def test_readmes_have_the_same_sections() -> None:
    levels = [re.findall(r"^#+ ", FENCE.sub("", _read(path)), re.MULTILINE) for path in READMES]
    assert levels[0] == levels[1]


def test_readmes_have_the_same_figures_in_their_tables() -> None:
    english, chinese = (NUMBER.findall("\n".join(_table_lines(_read(path)))) for path in READMES)
    assert english
    assert english == chinese
