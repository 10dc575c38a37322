from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("protego", reason="Protego is not installed (extra mcp)")

from maintext.app.mcp import McpOptions
from maintext.app.mcp.tasks import PageReader, describe_error
from maintext.errors import (
    AddressRefusedError,
    FetchError,
    FetchTimeoutError,
    HttpStatusError,
    InputError,
    MaintextError,
    OptionError,
    PageTooLargeError,
)
from maintext.net import Response

if TYPE_CHECKING:
    from pathlib import Path

PAGE = b"<p>One sentence of text."
ROBOTS = b"User-agent: *\nDisallow: /private\n"


class Net:
    """Answers by address, and what was asked for."""

    def __init__(self, **answers: bytes | MaintextError) -> None:
        self.answers = {f"http://a.example/{name.replace('_', '.')}": body for name, body in answers.items()}
        self.redirects: dict[str, str] = {}
        self.asked: list[str] = []

    def __call__(self, url: str) -> Response:
        self.asked.append(url)
        asked, url = url, self.redirects.get(url, url)
        body = self.answers.get(url, HttpStatusError("no such page", status=404, url=url))
        if isinstance(body, MaintextError):
            raise body
        return Response(
            url=url,
            requested_url=asked,
            status=200,
            headers={},
            body=body,
            charset=None,
            content_type="text/html",
        )


def sources(net: Net | None = None, **options: object) -> PageReader:
    return PageReader(McpOptions(**options), net or Net(page=PAGE, robots_txt=ROBOTS))  # type: ignore[arg-type]


# -- what is named ------------------------------------------------------------------------------------


def test_html_is_taken_as_it_is_with_its_address() -> None:
    net = Net()
    source = sources(net).read("<p>x", "http://a.example/page", None)
    assert (source.html, source.url, source.fetched) == ("<p>x", "http://a.example/page", None)
    assert net.asked == []


@pytest.mark.parametrize("named", [(None, None, None), ("<p>", None, "page.html"), (None, "", None)])
def test_one_thing_must_be_named(named: tuple[str | None, str | None, str | None]) -> None:
    with pytest.raises(OptionError, match="one of html, path and url"):
        sources().read(*named)


@pytest.mark.parametrize(("html", "says"), [
    ("", "html is empty"), (" https://a.example/page", "html is a URL: give it as url"),
])  # fmt: skip
def test_html_that_is_no_page_is_told(html: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        sources().read(html, None, None)


def test_empty_arguments_are_not_given() -> None:
    assert sources().read("", "http://a.example/page", "").data == PAGE


@pytest.mark.parametrize(("error", "hint"), [
    (AddressRefusedError("'file:///x' is not a valid URL"), "Give a URL with http:// or https://"),
    (AddressRefusedError("10.0.0.1 is not public; set allow_private to fetch"), "--allow-private"),
    (HttpStatusError("429; wait", status=429), "Try later"),
    (HttpStatusError("503", status=503), "Try later"),
    (HttpStatusError("404", status=404), "Check the URL"),
])  # fmt: skip
def test_hints_lead_on(error: MaintextError, hint: str) -> None:
    said = describe_error(error)
    assert hint in said
    assert ("Check the URL" in said) == (hint == "Check the URL")
    assert ("allow-private" in said) == (hint == "--allow-private")
    assert "set allow_private" not in said


# -- fetching -----------------------------------------------------------------------------------------


def test_a_page_is_fetched_once_for_all_its_pieces() -> None:
    net = Net(page=PAGE, robots_txt=ROBOTS)
    place = sources(net)
    assert place.fetch("http://a.example/page").data == PAGE
    assert place.fetch("http://a.example/page").fetched is not None
    assert net.asked == ["http://a.example/robots.txt", "http://a.example/page"]


def test_robots_txt_is_obeyed_unless_told_otherwise() -> None:
    net = Net(private=PAGE, robots_txt=ROBOTS)
    with pytest.raises(FetchError, match=r"robots\.txt of the site does not allow.*--ignore-robots"):
        sources(net).fetch("http://a.example/private")
    assert net.asked == ["http://a.example/robots.txt"]
    assert sources(net, robots=False).fetch("http://a.example/private").data == PAGE


@pytest.mark.parametrize("target", ["http://a.example/private", "http://b.example/page"])
def test_robots_txt_is_obeyed_after_a_redirect(target: str) -> None:
    net = Net(page=PAGE, private=PAGE, robots_txt=ROBOTS)
    net.answers |= {
        "http://b.example/page": PAGE,
        "http://b.example/robots.txt": b"User-agent: *\nDisallow: /",
    }
    net.redirects = {"http://a.example/go": target, "http://a.example/fine": "http://a.example/page"}
    place = sources(net)
    for _ in range(2):  # what is kept is not given out either
        with pytest.raises(FetchError, match=r"robots\.txt of the site does not allow"):
            place.fetch("http://a.example/go")
    assert place.fetch("http://a.example/fine").url == "http://a.example/page"
    assert sources(net, robots=False).fetch("http://a.example/go").url == target


def test_without_robots_txt_everything_is_allowed() -> None:
    assert sources(Net(private=PAGE)).fetch("http://a.example/private").data == PAGE


def test_a_host_whose_robots_txt_fails_is_left_alone() -> None:
    net = Net(page=PAGE, robots_txt=FetchTimeoutError("late"))
    with pytest.raises(FetchError, match="cannot be read: late; "):
        sources(net).fetch("http://a.example/page")


def test_a_refused_address_is_said_to_be_that() -> None:
    net = Net(robots_txt=AddressRefusedError("not public"))
    with pytest.raises(AddressRefusedError):
        sources(net).fetch("http://a.example/page")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost:8080/", "http://[::1]/", "http://169.254.169.254/latest",
        "http://2130706433/", "http://0x7f.1/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/",
        "file:///etc/hostname", "ftp://a.example/", "javascript:alert(1)", "gopher://a.example/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("robots", [True, False])
def test_addresses_that_are_not_public_are_refused(url: str, *, robots: bool) -> None:
    with pytest.raises(AddressRefusedError):
        PageReader(McpOptions(robots=robots)).fetch(url)


# -- files --------------------------------------------------------------------------------------------


def test_files_are_read_below_a_folder_only(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out.html"
    inside.mkdir()
    (inside / "page.html").write_bytes(PAGE)
    outside.write_bytes(PAGE)
    (inside / "link.html").symlink_to(outside)
    place = sources(roots=(str(inside),))
    assert place.read(None, None, str(inside / "page.html")).data == PAGE
    for path in (outside, inside / ".." / "out.html", inside / "link.html"):
        with pytest.raises(OptionError, match="not in a folder that may be read"):
            place.read(None, None, str(path))


def test_a_relative_path_begins_at_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "b" / "page.html").write_bytes(PAGE)
    place = sources(roots=(str(tmp_path / "a"), str(tmp_path / "b")))
    assert place.read(None, None, "page.html").data == PAGE
    monkeypatch.chdir(tmp_path)
    assert place.read(None, None, "b/page.html").data == PAGE
    with pytest.raises(InputError, match=r"cannot read none\.html"):
        place.read(None, None, "none.html")
    with pytest.raises(OptionError, match="not in a folder"):
        place.read(None, None, "../c.html")


def test_no_file_is_read_without_a_folder(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    with pytest.raises(OptionError, match="without --root"):
        sources().read(None, None, str(tmp_path / "page.html"))


def test_files_have_a_limit_and_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    place = sources(roots=(str(tmp_path),), max_bytes=5)
    with pytest.raises(PageTooLargeError):
        place.read(None, None, str(tmp_path / "page.html"))
    with pytest.raises(InputError, match="cannot read"):
        place.read(None, None, str(tmp_path / "none.html"))


# -- options and errors -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [{"host": "192.168.0.1"}, {"host": "site.example"}, {"transport": "smoke"}, {"max_chars": 1},
     {"roots": ("/nonexistent",)}, {"timeout_s": 0.0}],
)  # fmt: skip
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        McpOptions(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_addresses_of_this_computer_are_fine(host: str) -> None:
    assert McpOptions(host=host).host == host


def test_an_error_is_told_with_its_place_and_a_hint() -> None:
    refused = "it is not public; set allow_private to fetch"
    said = describe_error(AddressRefusedError(refused, url="http://a.example/", stage="fetch"))
    assert said.startswith("it is not public [fetch, http://a.example/]. Only public")
    assert "--allow-private" in said
    assert describe_error(MaintextError("odd")) == "odd"
