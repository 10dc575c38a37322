"""Styles and pictures of a page for its copy in the frame."""

from __future__ import annotations

from maintext.app.workbench import ServeOptions
from maintext.app.workbench.pages import KeptPages, dress_page
from maintext.net import Response

URL = "https://site.example/boats"


def dressed(head: str, sheets: dict[str, str]) -> str:
    """Return the styles of a page as the frame gets them."""
    page = f"<html><head><title>Boats</title>{head}</head><body><p>Three boats are in the harbour.</p></body>"
    bodies = {URL: page, **{f"https://site.example/{name}": css for name, css in sheets.items()}}

    def fetch(url: str) -> Response:
        return Response(
            url=url, requested_url=url, status=200, headers={}, body=bodies[url].encode(), charset="utf-8",
            content_type="text/html" if url == URL else "text/css",
        )  # fmt: skip

    css: str = dress_page({"url": URL}, KeptPages(ServeOptions(), fetch))["css"]
    return css


def test_the_styles_of_the_page_itself_follow_those_of_its_sheets() -> None:
    own = '<style>.a{}</style><STYLE type="text/css">\n.b{}</STYLE>'
    sheets = {"all.css": ".of-sheet{}"}
    assert dressed(f"<link rel=stylesheet href=all.css>{own}", sheets).split() == [
        ".of-sheet{}",
        ".a{}",
        ".b{}",
    ]


def test_styles_load_nothing() -> None:
    head = "<style>@import 'x.css'; .a { background: url(https://evil.example/x.png) }</style>"
    assert "evil" not in dressed(head, {})
    assert "import" not in dressed(head, {})


def test_styles_for_print_are_left_out_unless_a_script_makes_them_styles_for_all() -> None:
    head = (
        "<link rel=stylesheet href=print.css media=print><style media='print'>.ink{}</style>"
        "<link rel=stylesheet href=late.css media=print onload=\"this.media='all'\">"
        "<style media='screen, print'>.both{}</style>"
    )
    sheets = {"print.css": ".paper{}", "late.css": ".late{}"}
    assert dressed(head, sheets).split() == [".late{}", ".both{}"]
