from __future__ import annotations

import pytest

from maintext.crawl.options import CrawlOptions
from maintext.crawl.scope import Scope, normalize_url
from maintext.errors import OptionError

HOME = "http://a.example/news/index.html"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://A.Example:80/x#part", "http://a.example/x"),
        ("http://a.example", "http://a.example/"),
        ("http://a.example/x?utm_source=b&id=2&fbclid=3", "http://a.example/x?id=2"),
        ("http://a.example/x?utm_source=b", "http://a.example/x"),
        ("http://a.example/x;jsessionid=1F?b=1", "http://a.example/x?b=1"),
        (f"http://a.example/t.php?t=1&sid={'0f' * 16}", "http://a.example/t.php?t=1"),
        (f"http://a.example/t.php?s={'0f' * 16}&t=1", "http://a.example/t.php?t=1"),
        ("http://a.example/?PHPSESSID=kq3v9a0c2mt5b8n1l7d4e6f0g2&c=2", "http://a.example/?c=2"),
        ("http://a.example/?s=bridges&sid=12", "http://a.example/?s=bridges&sid=12"),
        (f"http://a.example/shop.jsp?sid={'0f' * 16}", f"http://a.example/shop.jsp?sid={'0f' * 16}"),
        ("http://me:secret@a.example/雨", "http://a.example/%E9%9B%A8"),
        ("http://例子.example/", "http://xn--fsqu00a.example/"),
        ("http://a.example/x?b=2&a=1", "http://a.example/x?b=2&a=1"),
        ("mailto:a@b.example", ""),
        ("http://", ""),
        ("http://[::1", ""),
    ],
)
def test_addresses_have_one_form(url: str, expected: str) -> None:
    assert normalize_url(url) == expected
    assert normalize_url(expected) == expected


@pytest.mark.parametrize(
    ("options", "url", "reason"),
    [
        ({}, "http://a.example/x", ""),
        ({}, "http://www.a.example/x", ""),
        ({}, "http://a.example:8080/x", "another host"),
        ({}, "http://b.a.example/x", "another host"),
        ({"scope": "domain"}, "http://b.a.example/x", ""),
        ({"scope": "domain"}, "http://nota.example/x", "another host"),
        ({"scope": "path"}, "http://a.example/news/1", ""),
        ({"scope": "path"}, "http://a.example/newsletter", "another folder"),
        ({"exclude": ("/tag/",)}, "http://a.example/tag/x", "excluded"),
        ({}, "http://a.example/x.PDF", "a file, not a page"),
        ({}, "http://a.example/a/b/a/b/a/b/a/b", "a path that repeats itself"),
        ({}, "http://a.example/" + "x/" * 25, "too many folders"),
        ({}, "http://a.example/?q=" + "x" * 3000, "an address that is too long"),
    ],
)
def test_what_is_outside_has_a_reason(options: dict[str, object], url: str, reason: str) -> None:
    assert Scope.of(CrawlOptions(**options), [HOME]).why_not(url) == reason  # type: ignore[arg-type]


def test_records_are_made_of_included_addresses_only_and_others_are_followed() -> None:
    scope = Scope.of(CrawlOptions(include=(r"/\d+\.html$",)), [HOME])
    assert (scope.is_included("http://a.example/12.html"), scope.is_included("http://a.example/list")) == (
        True,
        False,
    )
    assert scope.why_not("http://a.example/list") == ""


@pytest.mark.parametrize(
    "wrong",
    [{"scope": "all"}, {"delay_s": -1.0}, {"include": ("(",)}, {"since": "yesterday"}, {"since": "2026-1-1"},
     {"kinds": ("recipe",)}, {"user_agent": "a\nb"}, {"max_tries": 0}],
)  # fmt: skip
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        CrawlOptions(**wrong)  # type: ignore[arg-type]
