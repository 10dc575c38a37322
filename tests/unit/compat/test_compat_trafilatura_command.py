from __future__ import annotations

import gzip
import io
import json
import re
import sys
from pathlib import Path

import pytest
from tests.unit.compat.pages import ARTICLE, serving

from maintext.compat import CompatWarning
from maintext.compat.trafilatura import __main__ as command
from maintext.compat.trafilatura.__main__ import main
from maintext.compat.trafilatura.downloads import DownloadResponse

PROSE = "Nobody had told us that the bridge was gone"


@pytest.fixture
def config(tmp_path: Path) -> str:
    file = tmp_path / "settings.cfg"
    file.write_text("[DEFAULT]\nSSRF_PROTECTION = off\nSLEEP_TIME = 0\n")
    return str(file)


def test_a_page_from_a_url(config: str, capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as site:
        code = main(["--url", f"{site}/hills", "--markdown", "--no-comments", "--config-file", config])
    assert code is None
    assert capsys.readouterr().out.startswith("It **rained** in the hills all day")


def test_a_page_from_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ARTICLE.encode())))
    assert main(["--json", "--with-metadata"]) is None
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


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--input-dir", str(tmp_path / "nosuch")]) == 2
    assert "nosuch is not a folder" in capsys.readouterr().err


def test_a_folder_keeps_its_names(tmp_path: Path) -> None:
    (tmp_path / "in" / "may").mkdir(parents=True)
    (tmp_path / "in" / "may" / "hills.html").write_text(ARTICLE, encoding="utf-8")
    (tmp_path / "in" / "empty.html").touch()
    assert (
        main(["--input-dir", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--keep-dirs", "--xml"])
        is None
    )
    written = sorted(
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")
    )
    assert written == ["may/hills.xml"]


def test_list_prints_and_fetches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls.txt").write_text("https://a.example/news/1\nhttps://a.example/about\n")
    assert main(["-i", str(tmp_path / "urls.txt"), "--list", "--url-filter", "/news/"]) is None
    assert capsys.readouterr().out == "https://a.example/news/1\n"


@pytest.mark.parametrize("flag", ["crawl", "explore", "probe"])
def test_site_flags_name_our_command(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([f"--{flag}", "https://a.example/"])
    assert stopped.value.code == 2
    assert "maintext crawl" in capsys.readouterr().err


def test_names_without_a_folder_are_an_error() -> None:
    with pytest.raises(SystemExit):
        main(["--keep-dirs"])


def test_a_page_that_is_gone_is_fetched_from_the_archive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {"https://web.archive.org/web/20/https://a.example/gone": ARTICLE}
    monkeypatch.setattr(command, "fetch_url", lambda url, **_: pages.get(url))
    assert main(["-u", "https://a.example/gone"]) == 1
    assert main(["-u", "https://a.example/gone", "--archived"]) is None
    assert PROSE in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["feed", "sitemap"])
def test_pages_of_feeds_and_of_an_index_of_sitemaps(
    flag: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bodies = {
        "https://a.example/feed": b"<rss><channel><item><link>/1</link></item></channel></rss>",
        "https://a.example/sitemap": b"<sitemapindex><sitemap><loc>/more</loc></sitemap>"
        b"<sitemap><loc>/sitemap</loc></sitemap></sitemapindex>",
        "https://a.example/more": b"<urlset><url><loc>https://a.example/1</loc></url></urlset>",
    }
    monkeypatch.setattr(command, "fetch_response", lambda url, **_: DownloadResponse(bodies[url], 200, url))
    assert main([f"--{flag}", f"https://a.example/{flag}", "--list"]) is None
    assert capsys.readouterr().out == "https://a.example/1\n"


def test_a_sitemap_that_is_lost_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    index = b"<sitemapindex><sitemap><loc>/lost</loc></sitemap></sitemapindex>"
    answers = {"https://a.example/sitemap": DownloadResponse(index, 200, "https://a.example/sitemap")}
    monkeypatch.setattr(command, "fetch_response", lambda url, **_: answers.get(url))
    for url in ("https://a.example/lost", "https://a.example/sitemap"):
        assert main(["--sitemap", url, "--list"]) == 1
        assert "https://a.example/lost could not be fetched" in capsys.readouterr().err


def test_a_sitemap_that_breaks_off_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = b"<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.exa"
    monkeypatch.setattr(command, "fetch_response", lambda url, **_: DownloadResponse(body, 200, url))
    assert main(["--sitemap", "https://a.example/sitemap", "--list"]) == 1
    said = capsys.readouterr()
    assert (said.out, "https://a.example/sitemap: " in said.err) == ("https://a.example/1\n", True)


def test_the_version_is_that_of_the_interface_and_ours(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert re.match(r"Trafilatura 2\.3\.1 - Python 3\..*, answered by maintext ", capsys.readouterr().out)


def test_a_file_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-i", "/no/such/list"]) == 1
    assert "No such file" in capsys.readouterr().err


def test_processes_are_announced_to_have_no_effect(tmp_path: Path) -> None:
    with pytest.warns(CompatWarning, match="--parallel"):
        main(["--input-dir", str(tmp_path), "--parallel", "4"])
