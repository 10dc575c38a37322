"""Commands without the packages they need: each names the pip command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from maintext.errors import MissingExtraError

# What `pip install maintext` alone does not install.
EXTRAS = """aiohttp fastwarc fsspec lightgbm matplotlib mcp openpyxl playwright pyarrow pydantic ray rensa
scrapy sklearn sqlalchemy starlette uvicorn zstandard""".split()
# Runs a command a line of stdin, in one process, and prints its exit code and what it says.
WITHOUT = f"""
import json, sys
sys.modules.update(dict.fromkeys({EXTRAS}))
from click.testing import CliRunner
from maintext.cli import main
for line in sys.stdin:
    result = CliRunner().invoke(main, line.split())
    print(json.dumps([result.exit_code, result.stdout, result.stderr]))
"""
PAGE = "<article><h1>Ferry</h1>" + "<p>The ferry crosses the lake again from Saturday, the town says.</p>" * 9
EXTRA_OF = {
    "crawl https://example.org/": "crawl",
    "crawl https://example.org/ --export list.xlsx": "xlsx",
    "serve": "serve",
    "mcp": "mcp",
    "batch pages -o pages.parquet": "parquet",
    "batch pages -o pages.jsonl.zst": "zstd",
    "batch pages -o pages.jsonl --engine ray": "ray",
    "batch pages -o pages.jsonl --dedup text": "dedup",
    "batch s3://bucket/pages.jsonl -o pages.jsonl": "cloud",
    "explain pages/a.html -m line_ratio --plot scores.svg": "plot",
}
MAIN_JOB = "extract pages/a.html"


@pytest.fixture(scope="module")
def without_extras(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """Exit code, stdout and stderr of each command."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "pages").mkdir()
    (folder / "pages" / "a.html").write_text(PAGE, encoding="utf-8")
    commands = [*EXTRA_OF, MAIN_JOB]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=folder, capture_output=True, text=True, check=True, timeout=60,
        input="\n".join(commands),
    )  # fmt: skip
    return dict(zip(commands, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("command", EXTRA_OF)
def test_a_missing_extra_is_named(command: str, without_extras: dict[str, tuple[int, str, str]]) -> None:
    code, _, said = without_extras[command]
    assert f"pip install 'maintext[{EXTRA_OF[command]}]'" in said
    assert code == MissingExtraError.exit_code


def test_the_main_job_needs_no_extra(without_extras: dict[str, tuple[int, str, str]]) -> None:
    code, text, _ = without_extras[MAIN_JOB]
    assert code == 0
    assert text.count("The ferry crosses the lake") == PAGE.count("The ferry crosses the lake")
