from __future__ import annotations

import time

import pytest
from click.testing import CliRunner
from tests.unit.net.answering import drip, serving

from maintext.cli import main
from maintext.cli.extract import extract_command
from maintext.cli.terminal import with_flags


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("set allow_private to fetch", "set --allow-private to fetch"),
        ("within 3 s; raise timeout_s or try later", "within 3 s; raise --timeout or try later"),
        ("raise max_bytes [fetch]", "raise --max-bytes [fetch]"),
        ("no_such_option stays", "no_such_option stays"),
        (
            "[fetch, http://a.example/max_bytes?max_bytes=1]",
            "[fetch, http://a.example/max_bytes?max_bytes=1]",
        ),
        ("'timeout_s' is a quotation", "'timeout_s' is a quotation"),
    ],
)
def test_options_are_named_by_the_flags_of_the_command(message: str, said: str) -> None:
    assert with_flags(message, extract_command) == said


def test_the_flags_of_all_commands_of_a_group_count() -> None:
    assert with_flags("set allow_private", main) == "set --allow-private"


def test_the_defaults_of_what_is_kept_are_in_the_help() -> None:
    said = CliRunner().invoke(main, ["extract", "--help"], terminal_width=200).stdout
    for default in ("links", "no-title", "apart"):
        assert f"[default: ({default})]" in said


def test_a_refused_address_names_the_flag() -> None:
    result = CliRunner().invoke(main, ["extract", "http://127.0.0.1:9/"])
    assert result.exit_code == 4
    assert "set --allow-private to fetch" in result.stderr


def test_a_page_without_text_names_the_next_step() -> None:
    result = CliRunner().invoke(main, ["extract", "-"], input="<div id=app></div><script>go()</script>")
    assert result.exit_code == 6
    assert "no main content found (no_text); if scripts fill the page, maintext render" in result.stderr


def test_a_server_that_drips_is_left_after_the_total_time_and_the_message_names_its_flag() -> None:
    with serving() as server:
        server.pages["/"] = drip(b"HTTP/1.1 200 OK\r\n\r\n")
        begun = time.monotonic()
        result = CliRunner().invoke(
            main, ["extract", server.url + "/", "--allow-private", "--timeout", "5", "--total-timeout", "1"]
        )
    assert time.monotonic() - begun < 10
    assert result.exit_code == 4
    assert "did not arrive within 1 s; raise --total-timeout" in result.stderr
