"""``maintext render``: what is written where, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.unit.browser.real import needs_browser

from maintext import errors
from maintext.browser import load_snapshot
from maintext.cli.render import render_command

PAGE = str(Path(__file__).resolve().parents[1] / "browser_pages" / "news_zh.html")


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(render_command, list(words), input=stdin, help_option_names=["-h", "--help"])


@needs_browser
def test_html_goes_to_stdout() -> None:
    result = run("-", "--no-javascript", stdin="<p>渡轮<script>document.write('复航')</script>")
    assert result.exit_code == 0
    assert "<p>渡轮" in result.stdout
    assert "status 200" in result.stderr
    assert ", requests: 1, " in result.stderr


@needs_browser
def test_scripts_run_by_default() -> None:
    assert (
        "the ferry" in run("-", stdin="<p id=a></p><script>a.textContent = 'the ' + 'ferry'</script>").stdout
    )


@needs_browser
def test_files_are_written_and_stdout_is_silent(tmp_path: Path) -> None:
    names = {name: str(tmp_path / name) for name in ("s.json.gz", "s.png", "b.png", "p.html")}
    result = run(
        PAGE, "--snapshot", names["s.json.gz"], "--screenshot", names["s.png"], "--blocks", names["b.png"],
        "-o", names["p.html"], "-u", "http://example.org/",
    )  # fmt: skip
    assert (result.exit_code, result.stdout) == (0, "")
    assert load_snapshot(names["s.json.gz"]).url == "http://example.org/"
    assert all(Path(names[name]).read_bytes()[:4] == b"\x89PNG" for name in ("s.png", "b.png"))
    assert "停运九天" in Path(names["p.html"]).read_text(encoding="utf-8")


@needs_browser
def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    result = run(PAGE, "--snapshot", str(tmp_path / "nowhere" / "s.json.gz"))
    assert isinstance(result.exception, errors.OptionError)


def test_a_private_address_is_refused() -> None:
    assert isinstance(run("http://127.0.0.1/").exception, errors.AddressRefusedError)


@pytest.mark.parametrize(
    "words",
    [("--set", "wait=x"), ("--set", "width=1"), ("--timeout", "0"), ("--snapshot", "page.json")],
)
def test_wrong_options_are_refused(words: tuple[str, ...]) -> None:
    assert isinstance(run(PAGE, *words).exception, errors.OptionError)


def test_a_missing_file_is_an_error() -> None:
    assert isinstance(run("nowhere.html").exception, errors.InputError)
