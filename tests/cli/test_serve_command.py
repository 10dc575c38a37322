"""``maintext serve``: what it refuses, and that it runs."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import urllib3
from click.testing import CliRunner

from maintext.app.workbench import ServeOptions, serve
from maintext.cli.servers import serve_command
from maintext.errors import MissingExtraError, OptionError

RUN = "from maintext.cli.servers import serve_command; serve_command()"

ANYWHERE = "0.0.0.0"  # noqa: S104 - the case


def test_help_says_that_it_listens_here_only() -> None:
    result = CliRunner().invoke(serve_command, ["--help"], help_option_names=["-h", "--help"])
    assert result.exit_code == 0
    assert "127.0.0.1" in result.output
    assert "token" in result.output


def test_an_address_for_others_gets_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[ServeOptions] = []
    monkeypatch.setattr("maintext.cli.servers.serve", lambda options, _started: given.append(options))
    assert (
        CliRunner().invoke(serve_command, ["--host", ANYWHERE], help_option_names=["-h", "--help"]).exit_code
        == 0
    )
    assert CliRunner().invoke(serve_command, [], help_option_names=["-h", "--help"]).exit_code == 0
    assert len(given[0].token) >= 32
    assert given[1].token == ""


def test_without_the_extra_the_pip_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtraError, match=r"maintext\[serve\]"):
        serve(ServeOptions())


def test_a_port_in_use_is_an_error() -> None:
    pytest.importorskip("uvicorn")
    from maintext.app.workbench.run import _open_socket  # noqa: PLC0415

    with _open_socket(ServeOptions(port=0)) as sock, pytest.raises(OptionError, match="--port"):
        _open_socket(ServeOptions(port=sock.getsockname()[1]))


def test_a_corpus_that_is_no_folder_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    with pytest.raises(OptionError, match="not a folder"):
        serve(ServeOptions(port=0, corpora=(str(tmp_path / "none"),)))


def test_it_serves_until_it_is_interrupted() -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = first_line(process)
            address = line.split()[2]
            answer = urllib3.request("GET", f"{address}health", timeout=30, retries=False)
            assert answer.json()["status"] == "ok"
            process.send_signal(signal.SIGINT)
            process.wait(30)
        finally:
            process.kill()


def first_line(process: Any) -> str:
    assert process.stderr is not None
    return str(process.stderr.readline())
