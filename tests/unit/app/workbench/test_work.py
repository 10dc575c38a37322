"""The process of a run: how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.tiny import ARTICLE

from maintext.app.workbench.runs import work
from maintext.app.workbench.runs.folder import RunFolder

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_process_that_is_done_ends_with_0_while_its_server_keeps_the_pipe_open(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.input.mkdir()
    (folder.input / "one.html").write_text(ARTICLE, encoding="utf-8")
    folder.write_request({
        "kind": "batch", "title": "one page", "max_s": 60, "max_pages": 5, "folder": str(folder.input),
        "method": "text_density", "method_options": {}, "max_bytes": 1_000_000, "allow_private": False,
    })  # fmt: skip
    command = [sys.executable, "-m", "maintext.app.workbench.runs.work", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        assert (process.wait(60), said) == (0, "")
    assert json.loads((tmp_path / "state.json").read_text())["status"] == "done"


def test_a_run_that_is_interrupted_from_elsewhere_is_not_called_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_given: object) -> bool:
        raise KeyboardInterrupt

    folder = RunFolder(tmp_path)
    folder.write_request({"kind": "batch", "max_s": 60})
    monkeypatch.setattr(work, "_watch_for_end", lambda *_given: None)
    monkeypatch.setattr(work, "_work_function", lambda _kind: interrupt)
    assert (work.main([str(tmp_path)]), folder.state()["status"]) == (0, "cancelled")
