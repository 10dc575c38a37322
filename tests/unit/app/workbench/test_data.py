"""The folder of the workbench: no other user can read it, and a full disk takes nothing from it."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from maintext.app.workbench import ServeOptions
from maintext.app.workbench.data import Data
from maintext.errors import OptionError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_its_owners(tmp_path: Path) -> None:
    data = Data(ServeOptions(data=str(tmp_path / "data")))
    assert mode(data.path) == 0o700
    data.close()


def test_what_an_earlier_server_left_becomes_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "runs" / "one"
    folder.mkdir(parents=True)
    (folder / "records.sqlite").touch()
    (tmp_path / "data" / "recipes").mkdir()
    (tmp_path / "data" / "recipes" / "news.toml").touch()
    for path in (tmp_path / "data").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (tmp_path / "data").chmod(0o755)
    Data(ServeOptions(data=str(tmp_path / "data"))).close()
    for path in (tmp_path / "data", *(tmp_path / "data").rglob("*")):
        assert mode(path) == (0o700 if path.is_dir() else 0o600), path


def test_a_folder_is_used_by_one_server_at_a_time(tmp_path: Path) -> None:
    options = ServeOptions(data=str(tmp_path))
    first = Data(options)
    waiting = first.uploads.new("page.html").parent
    with pytest.raises(OptionError, match="another workbench"):
        Data(options)
    assert waiting.is_dir()
    first.close()
    Data(options).close()


def test_a_recipe_that_a_full_disk_refuses_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_half(path: Path, text: str, **_: object) -> None:
        path.write_bytes(text.encode()[:3])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with closing(Data(ServeOptions(data=str(tmp_path)))) as data:
        data.save_recipe("news", "site = 'a'", overwrite=False)
        monkeypatch.setattr("pathlib.Path.write_text", write_half)
        for name in ("news", "other"):
            with pytest.raises(OSError, match="No space left"):
                data.save_recipe(name, "site = 'b'", overwrite=True)
        assert data.recipes() == {"news": "site = 'a'"}
        assert [one["recipe"] for one in data.recipe_versions("news")] == ["site = 'a'"]


def test_what_the_workbench_did_not_write_keeps_its_mode(tmp_path: Path) -> None:
    for name in ("mine.sh", "linked.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o755)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "link").symlink_to(tmp_path / "linked.txt")
    Data(ServeOptions(data=str(tmp_path))).close()
    assert mode(tmp_path) == 0o700
    assert mode(tmp_path / "mine.sh") == mode(tmp_path / "linked.txt") == 0o755


def test_a_folder_that_stays_readable_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o755)
    monkeypatch.setattr("pathlib.Path.chmod", refuse)
    with pytest.raises(OptionError, match="other users"):
        Data(ServeOptions(data=str(tmp_path)))
