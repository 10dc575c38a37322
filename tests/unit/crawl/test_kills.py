from __future__ import annotations

import sys

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from scripts.check_crawl_kills import main


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_crawl_killed_in_each_way_ends_as_one_that_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--articles", "120", "--kills", "3", "--processes", "0"]) == 0
    assert "records the same, addresses the same" in capsys.readouterr().out
