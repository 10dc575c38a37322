"""What lies over a page, told by layout."""

from __future__ import annotations

import pytest
from tests.unit.browser.pages import made_up, saved

from maintext.browser.overlay import OverlayKind, find_overlays

FIXED, STICKY, ABSOLUTE = 4, 3, 2
TEXT = f'<article box="100 100 800 2000"><p>{"prose " * 60}</p></article>'


def kinds(over: str) -> list[str]:
    snapshot = made_up(f'<body box="0 0 1000 2200">{TEXT}{over}')
    return [overlay.kind.value for overlay in find_overlays(snapshot)]


@pytest.mark.parametrize(
    ("over", "wanted"),
    [
        ("", []),
        (f'<div pos={FIXED} box="200 200 600 400">Subscribe now</div>', ["modal"]),
        (f'<div pos={ABSOLUTE} box="0 0 1000 800">Subscribe now</div>', ["modal"]),
        (f'<div pos={ABSOLUTE} box="0 900 1000 800">Below the window</div>', []),
        (f'<div pos={FIXED} box="0 0 1000 60">News Sport</div>', ["bar"]),
        (f'<div pos={STICKY} box="0 0 1000 60">News Sport</div>', ["bar"]),
        (f'<div pos={STICKY} box="0 0 200 600">Contents</div>', []),
        (f'<div pos={FIXED} box="900 700 90 90">Chat</div>', ["widget"]),
        (f'<div pos={FIXED} box="0 740 1000 60">We use cookies</div>', ["cookie"]),
        (f'<div pos={FIXED} box="0 740 1000 60">本站使用隐私设置</div>', ["cookie"]),
        (f'<div pos={FIXED} off box="0 740 1000 60">We use cookies</div>', []),
        (f'<div pos={FIXED} box="0 0 1000 60"><b pos={FIXED} box="0 0 1000 60">News</b></div>', ["bar"]),
    ],
)
def test_kinds_of_overlays(over: str, wanted: list[str]) -> None:
    assert kinds(over) == wanted


def test_the_frame_of_an_application_is_no_overlay() -> None:
    assert (
        find_overlays(made_up(f'<body box="0 0 1000 800"><div pos={FIXED} box="0 0 1000 800">{TEXT}</div>'))
        == []
    )


def test_overlays_of_a_rendered_page() -> None:
    found = {overlay.kind: overlay.text for overlay in find_overlays(saved("cookie_wall"))}
    assert found[OverlayKind.BAR] == "Islander News Weather"
    assert found[OverlayKind.COOKIE].startswith("We value your privacy")
    assert found[OverlayKind.WIDGET] == "Chat with us"


@pytest.mark.parametrize("name", ["news_zh", "blog_en", "forum_table", "docs_en", "portal_table_zh"])
def test_pages_without_overlays_have_none(name: str) -> None:
    assert find_overlays(saved(name)) == []
