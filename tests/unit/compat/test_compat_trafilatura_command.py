from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from tests.unit.compat.pages import ARTICLE, serving

from maintext import compat as shims
from maintext.compat import CompatWarning
from maintext.compat.trafilatura.__main__ import main

PROSE = "Nobody had told us that the bridge was gone"


@pytest.fixture
def config(tmp_path: Path) -> str:
    file = tmp_path / "settings.cfg"
    file.write_text("[DEFAULT]\nSSRF_PROTECTION = off\nSLEEP_TIME = 0\n")
    return str(file)


def test_a_page_from_a_url(config: str, capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as site:
        code = main(["--url", f"{site}/hills", "--markdown", "--no-comments", "--config-file", config])
    assert code == 0
    assert capsys.readouterr().out.startswith("It **rained** in the hills all day")


def test_a_page_from_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ARTICLE.encode())))
    assert main(["--json", "--with-metadata"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "A walk in the hills"


def test_a_list_of_urls_goes_on_after_a_failure(
    config: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "refused.txt").write_text("http://refused.example/\n")
    with serving() as site:
        (tmp_path / "urls.txt").write_text(
            f"{site}/gone\n{site}/hills\n{site}/hills\nhttp://refused.example/\n"
        )
        code = main(
            ["-i", str(tmp_path / "urls.txt"), "-b", str(tmp_path / "refused.txt"),
             "-o", str(tmp_path / "out"), "--backup-dir", str(tmp_path / "backup"), "--config-file", config]
        )  # fmt: skip
    assert code == 1
    assert "/gone could not be fetched" in capsys.readouterr().err
    (text,) = (tmp_path / "out").glob("*.txt")
    assert PROSE in text.read_text("utf-8")
    (copy,) = (tmp_path / "backup").glob("*.html.gz")
    assert gzip.decompress(copy.read_bytes()).decode() == ARTICLE


def test_a_folder_keeps_its_names(tmp_path: Path) -> None:
    (tmp_path / "in" / "may").mkdir(parents=True)
    (tmp_path / "in" / "may" / "hills.html").write_text(ARTICLE, encoding="utf-8")
    (tmp_path / "in" / "empty.html").touch()
    assert (
        main(["--input-dir", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--keep-dirs", "--xml"]) == 0
    )
    written = sorted(
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")
    )
    assert written == ["may/hills.xml"]


def test_list_prints_and_fetches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls.txt").write_text("https://a.example/news/1\nhttps://a.example/about\n")
    assert main(["-i", str(tmp_path / "urls.txt"), "--list", "--url-filter", "/news/"]) == 0
    assert capsys.readouterr().out == "https://a.example/news/1\n"


@pytest.mark.parametrize("flag", ["feed", "sitemap", "crawl", "explore", "probe"])
def test_site_flags_name_our_command(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([f"--{flag}", "https://a.example/"])
    assert stopped.value.code == 2
    assert "maintext crawl" in capsys.readouterr().err


def test_archived_and_names_without_a_folder_are_errors() -> None:
    for arguments in (["--archived"], ["--keep-dirs"]):
        with pytest.raises(SystemExit):
            main(arguments)


def test_a_file_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-i", "/no/such/list"]) == 1
    assert "No such file" in capsys.readouterr().err


def test_processes_are_announced_to_have_no_effect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shims, "_said", set())
    with pytest.warns(CompatWarning, match="--parallel"):
        main(["--input-dir", str(tmp_path), "--parallel", "4"])
