"""Who may ask."""

from __future__ import annotations

from typing import Any

import pytest

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.guard import PAGE_HEADERS, check_request
from maintext.app.workbench.settings import ServeOptions, is_loopback
from maintext.errors import OptionError

LOCAL = ServeOptions()
OPEN = ServeOptions(host="0.0.0.0", token="secret", allow_hosts=("bench.example",))  # noqa: S104, S106 - the case


def refusal(options: ServeOptions, path: str = "/api/methods", **headers: str) -> str:
    given = {"host": "127.0.0.1:8000"} | {key.replace("_", "-"): value for key, value in headers.items()}
    try:
        check_request(path, given, options)
    except RequestError as error:
        return error.failure.error
    return ""


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LOCALHOST", "[::1]:8000", "127.1.2.3"]
)
def test_names_of_this_computer_are_answered(host: str) -> None:
    assert refusal(LOCAL, host=host) == ""


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.1",
        "0.0.0.0",  # noqa: S104 - the case
        "a b",
        "127.0.0.1@evil",
        "[::1",
        "::1",
    ],
)
def test_other_names_are_refused(host: str) -> None:
    assert refusal(LOCAL, host=host) == "host_refused"


def test_every_address_is_held_to_the_name() -> None:
    assert refusal(LOCAL, path="/", host="evil.example") == "host_refused"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9", "http://localhost:8000", "file://"]
)
def test_other_origins_are_refused(origin: str) -> None:
    assert refusal(LOCAL, origin=origin) == "origin_refused"


def test_the_own_origin_is_answered() -> None:
    assert refusal(LOCAL, origin="http://127.0.0.1:8000") == ""


@pytest.mark.parametrize(
    ("site", "code"),
    [("cross-site", "origin_refused"), ("same-site", "origin_refused"), ("same-origin", ""), ("none", "")],
)
def test_a_browser_says_where_a_request_comes_from(site: str, code: str) -> None:
    assert refusal(LOCAL, sec_fetch_site=site) == code


@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        ("Bearer secret", ""),
        ("bearer  secret", ""),
        ("", "token_needed"),
        ("Bearer", "token_needed"),
        ("Bearer wrong", "token_needed"),
        ("Basic secret", "token_needed"),
        ("Bearer sécret", "token_needed"),
    ],
)
def test_a_token_is_needed_where_there_is_one(authorization: str, code: str) -> None:
    assert refusal(OPEN, authorization=authorization) == code


def test_the_page_itself_needs_no_token() -> None:
    assert refusal(OPEN, path="/") == ""


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("192.168.1.7:8000", "token_needed"),
        ("bench.example", "token_needed"),
        ("evil.example", "host_refused"),
    ],
)
def test_a_server_for_others_is_called_by_an_address_or_a_name_it_knows(host: str, code: str) -> None:
    assert refusal(OPEN, host=host) == code


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "bench.example", ""])  # noqa: S104 - the case
def test_no_listening_elsewhere_without_a_token(host: str) -> None:
    with pytest.raises(OptionError, match="token"):
        ServeOptions(host=host)


@pytest.mark.parametrize(
    "change",
    [
        {"port": 70_000},
        {"port": -1},
        {"timeout_s": 0.0},
        {"n_threads": 0},
        {"token": "two words"},
        {"token": "令牌"},
    ],
)
def test_bad_settings_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        ServeOptions(**change)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("0.0.0.0", False),  # noqa: S104 - the case
        ("::", False),
        ("x", False),
    ],
)
def test_loopback_is_known(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_the_page_may_run_no_script_that_stands_in_it() -> None:
    policy = dict(part.split(" ", 1) for part in PAGE_HEADERS["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == "'self'"
