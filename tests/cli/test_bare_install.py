"""Commands without the packages they need: each names the pip command."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path

# What `pip install maintext` alone does not install.
EXTRAS = """aiohttp fastwarc fsspec lightgbm matplotlib mcp openpyxl playwright pyarrow pydantic ray rensa
scrapy sklearn sqlalchemy starlette uvicorn zstandard""".split()
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\nfrom maintext.cli import main\nmain()"
PAGE = "<article><h1>Ferry</h1>" + "<p>The ferry crosses the lake again from Saturday, the town says.</p>" * 9


def run_without_extras(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "pages").mkdir()
    (folder / "pages" / "a.html").write_text(PAGE, encoding="utf-8")
    command = [sys.executable, "-c", WITHOUT, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("crawl https://example.org/", "crawl"),
        ("crawl https://example.org/ --export list.xlsx", "xlsx"),
        ("serve", "serve"),
        ("mcp", "mcp"),
        ("batch pages -o pages.parquet", "parquet"),
        ("batch pages -o pages.jsonl.zst", "zstd"),
        ("batch pages -o pages.jsonl --engine ray", "ray"),
        ("batch pages -o pages.jsonl --dedup text", "dedup"),
        ("batch s3://bucket/pages.jsonl -o pages.jsonl", "cloud"),
        ("explain pages/a.html -m line_ratio --plot scores.svg", "plot"),
    ],
)
def test_a_missing_extra_is_named(command: str, extra: str, tmp_path: Path) -> None:
    done = run_without_extras(tmp_path, *command.split())
    assert f"pip install 'maintext[{extra}]'" in done.stderr
    assert done.returncode == MissingExtraError.exit_code
    assert "Traceback" not in done.stderr


def test_the_main_job_needs_no_extra(tmp_path: Path) -> None:
    done = run_without_extras(tmp_path, "extract", "pages/a.html")
    assert done.returncode == 0
    assert done.stdout.count("The ferry crosses the lake") == PAGE.count("The ferry crosses the lake")
