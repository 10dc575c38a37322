"""Messages in Chinese under a Chinese locale."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from maintext.cli import main
from maintext.cli.terminal import in_users_language

MISTAKES = {
    "extract nofile.html": "无法读取 nofile.html：文件不存在",
    "extract .": "这是文件夹",
    "extract empty.html": "没有找到正文（no_text）；",
    "extract a.pdf": "这是 PDF，不是网页",
    "extract a.png": "这是 PNG 图片，不是网页",
    "extract a.html --encoding utf8000": "未知的编码 'utf8000'",
    "extract a.html --markdwon": "没有选项 '--markdwon'",
    "extract a.html --method learnd": "'learnd' 不在",
    "extrct a.html": "没有命令 'extrct'",
    "extract http://127.0.0.1:9/": "不是公网地址",
    "extract a.html -o nofolder/b.md": "无法写入 nofolder/b.md：文件夹不存在；请先建立文件夹",
    "batch": "没有输入",
    "batch a.html -o a.html/b.jsonl": "a.html/b.jsonl.parts",
    "batch a.html -o a.docx": "看不出要写什么格式",
    "serve --port 99999": "99999 不在范围",
    "run nofile.toml": "无法读取 nofile.toml：文件不存在",
}


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "empty.html").touch()
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (tmp_path / "a.html").write_text("<p>One sentence of text.</p>")
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "chinese"), MISTAKES.items())
def test_usual_mistakes_are_told_in_chinese(line: str, chinese: str) -> None:
    result = CliRunner().invoke(main, line.split())
    assert chinese in result.stderr
    assert result.exit_code not in {0, 1}


@pytest.mark.usefixtures("folder")
def test_exit_code_and_place_stay() -> None:
    result = CliRunner().invoke(main, ["extract", "nofile.html"])
    assert result.exit_code == CliRunner(env={"LANG": "C"}).invoke(main, ["extract", "nofile.html"]).exit_code
    assert result.stderr.strip().endswith("[read]")


@pytest.mark.usefixtures("folder")
def test_what_the_catalogue_lacks_stays() -> None:
    assert in_users_language("a message of {} 2030") == "a message of {} 2030"


def test_other_locales_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert in_users_language("no list found") == "no list found"
    assert (
        in_users_language("1 pages to a.csv  0.1 pages/s  1 errors")
        == "1 page to a.csv  0.1 pages/s  1 error"
    )
    for same in ("11 pages", "1 of 1 pages", "1,001 pages", "1 pages are not read", "v1 pages"):
        assert in_users_language(same) == same


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("message", "chinese"),
    [
        ("40 records: 24 as expected, 16 with an error", "40 条记录：符合预期 24 条，出错 16 条"),
        (
            "5 records: 3 drifted, 2 with an error; not complete",
            "5 条记录：有变化 3 条，出错 2 条；not complete",
        ),
        ("keep was '' and is 'x'", "keep 原来是 ''，现在是 'x'"),
        ("12 pages  0.3 pages/s  1 errors  5.0%", "12 个网页  每秒 0.3 个  出错 1 个  5.0%"),
        ("a.example refused the connection; check the port", "a.example 拒绝连接；check the port"),
    ],
)
def test_values_are_translated_part_by_part(message: str, chinese: str) -> None:
    assert in_users_language(message) == chinese
