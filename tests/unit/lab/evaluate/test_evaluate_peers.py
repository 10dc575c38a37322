from __future__ import annotations

import dataclasses
import json
import pickle
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from maintext.cli import main
from maintext.errors import OptionError
from maintext.lab.evaluate.corpus import GoldPage
from maintext.lab.evaluate.peers import PEERS, PeerSystem, environment_python, peer_system
from maintext.lab.evaluate.run import ElsewhereError, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    MakePeer = Callable[..., PeerSystem]

FAKE = """
import os, sys, time
print("a peer that prints while it is imported")
def extract(html, url, lang):
    print("and on every page")
    if html == "crash":
        sys.stderr.write("out of luck\\n")
        os._exit(3)
    if html == "hang":
        time.sleep(60)
    if html == "raise":
        raise KeyError("no article")
    if html == "none":
        return None
    if html == "burn":
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
    if html == "pid":
        return str(os.getpid())
    return f"{html} {url} {lang}"
"""


def gold_page(html: str, **changes: object) -> GoldPage:
    page = GoldPage(
        id=f"s/{html}", set="s", url=None, lang="en", page_type=None, html=html, gold_text="one two",
        gold_kind="human", with_snippets=(), without_snippets=(), title=None, author=None, date=None,
        encoding=None,
    )  # fmt: skip
    return dataclasses.replace(page, **changes)  # type: ignore[arg-type]


@pytest.fixture
def fake() -> Iterator[MakePeer]:
    """Makes peers that run in our own Python, and ends them."""
    made: list[PeerSystem] = []

    def make(code: str = FAKE, timeout_s: float = 20) -> PeerSystem:
        made.append(PeerSystem(name="fake", code=code, python=sys.executable, timeout_s=timeout_s))
        return made[-1]

    yield make
    for system in made:
        system.close()


def test_text_comes_back_with_what_the_peer_was_told(fake: MakePeer) -> None:
    page = gold_page("<p>x", url="https://example.org/", lang="de")
    assert fake()(page).text == "<p>x https://example.org/ de"


@pytest.mark.parametrize("text", ["正文 🎉 é", "line\nbreak\r\n\u2028", "\ud800 lone", "\0", "x" * 3_000_000])
def test_any_text_survives_both_ways(fake: MakePeer, text: str) -> None:
    assert fake()(gold_page(text)).text == f"{text} None en"


def test_no_text_is_the_empty_text(fake: MakePeer) -> None:
    assert fake()(gold_page("none")).text == ""


def test_time_is_that_of_the_worker(fake: MakePeer) -> None:
    (burnt,) = evaluate({"fake": fake()}, [gold_page("burn")])
    (slept,) = evaluate({"fake": fake(timeout_s=20)}, [gold_page("idle")])
    assert burnt.cpu_ms >= 200
    assert slept.cpu_ms < 100


def test_pages_share_one_worker(fake: MakePeer) -> None:
    assert fake()(gold_page("pid")).text == fake()(gold_page("pid")).text


def test_closing_ends_the_worker_and_the_next_page_starts_another(fake: MakePeer) -> None:
    system = fake()
    first = system(gold_page("pid")).text
    system.close()
    system.close()
    assert system(gold_page("pid")).text != first


def test_crash_of_the_worker_is_a_crashed_page_and_the_next_page_works(fake: MakePeer) -> None:
    crashed, fine = evaluate({"fake": fake()}, [gold_page("crash"), gold_page("one two")])
    assert crashed.error == "ElsewhereError: fake ended with code 3: out of luck"
    assert crashed.f1 == 0
    assert (fine.error, fine.recall) == (None, 1.0)


def test_timeout_is_a_crashed_page_and_the_next_page_works(fake: MakePeer) -> None:
    slow, fine = evaluate({"fake": fake(timeout_s=2.5)}, [gold_page("hang"), gold_page("one two")])
    assert slow.error == "ElsewhereError: fake took longer than 2.5 s"
    assert slow.cpu_ms >= 2500
    assert fine.error is None


def test_exception_of_the_peer_leaves_its_worker_running(fake: MakePeer) -> None:
    system = fake()
    before = system(gold_page("pid")).text
    with pytest.raises(ElsewhereError, match="fake raised KeyError: 'no article'"):
        system(gold_page("raise"))
    assert system(gold_page("pid")).text == before


def test_peer_that_does_not_start_says_why(fake: MakePeer) -> None:
    with pytest.raises(ElsewhereError, match="ModuleNotFoundError: No module named 'no_such_peer'"):
        fake("import no_such_peer")(gold_page("x"))


def test_peer_has_no_network(fake: MakePeer) -> None:
    code = "import urllib.request as r\ndef extract(html, url, lang): return r.urlopen(url).read().decode()"
    with pytest.raises(ElsewhereError, match="a peer has no network"):
        fake(code)(gold_page("x", url="http://localhost:1/"))


def test_worker_that_breaks_the_protocol_is_an_error(fake: MakePeer) -> None:
    answers = "answers.write('nonsense\\n')"
    with pytest.raises(ElsewhereError, match="no JSON object"):
        fake(answers)(gold_page("x"))


def test_worker_sees_nothing_of_our_working_directory(
    fake: MakePeer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no_such_peer.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ElsewhereError, match="No module named"):
        fake("import no_such_peer")(gold_page("x"))


def test_system_can_be_sent_to_other_processes(fake: MakePeer) -> None:
    system = fake()
    assert pickle.loads(pickle.dumps(system)) == system  # noqa: S301 - our own
    results = evaluate({"fake": system}, [gold_page("one two")] * 3, n_jobs=2)
    assert [result.recall for result in results] == [1.0] * 3


def test_unknown_peer_is_an_error() -> None:
    with pytest.raises(OptionError, match="peer 'x' is unknown: choose from trafilatura, "):
        peer_system("x")


def test_missing_environment_names_the_script(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"scripts/install_peers --dir .* trafilatura"):
        peer_system("trafilatura", tmp_path)


@pytest.mark.parametrize("timeout_s", [0, -1, float("nan")])
def test_time_must_be_positive(timeout_s: float) -> None:
    with pytest.raises(OptionError, match="above 0"):
        peer_system("turbohtml-article", timeout_s=timeout_s)


def test_peers_of_one_environment_ask_for_the_same() -> None:
    asked: dict[str | None, set[tuple[str, ...]]] = {}
    for peer in PEERS.values():
        asked.setdefault(peer.environment, set()).add(peer.requirements)
    assert all(len(requirements) == 1 for requirements in asked.values())


@pytest.mark.parametrize("name", PEERS)
def test_installed_environment_is_used(name: str, tmp_path: Path) -> None:
    environment = PEERS[name].environment
    if environment is None:
        assert peer_system(name, tmp_path).python == sys.executable
        return
    python = environment_python(tmp_path, environment)
    python.parent.mkdir(parents=True)
    python.touch()
    assert peer_system(name, tmp_path).python == str(python)


@pytest.mark.parametrize("name", PEERS)
def test_code_of_every_peer_compiles(name: str) -> None:
    compile(PEERS[name].code, name, "exec")


def test_parser_behind_our_pages_is_a_peer_too() -> None:
    system = peer_system("turbohtml-article")
    html = (
        "<nav><a href=/>Home</a></nav><article><p>"
        + "Words of an article, and more. " * 20
        + "</p></article>"
    )
    try:
        assert "Words of an article" in system(gold_page(html)).text
    finally:
        system.close()


# -- the command line ---------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    words = "Words of an article, and more. " * 20
    record = {"id": "1", "html": f"<p>{words}", "gold_kind": "human", "gold_text": words}
    file = tmp_path / "tiny.jsonl"
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return str(file)


def test_peers_are_further_columns(corpus: str) -> None:
    result = CliRunner().invoke(main, ["evaluate", corpus, "-m", "all_text", "--peers", "turbohtml-article"])
    assert result.exit_code == 0
    assert "all_text  turbohtml-article" in result.stdout


@pytest.mark.parametrize(("peer", "hint"), [("x", "choose from"), ("gne", "scripts/install_peers")])
def test_peer_that_cannot_be_run_ends_the_command(corpus: str, tmp_path: Path, peer: str, hint: str) -> None:
    result = CliRunner().invoke(main, ["evaluate", corpus, "--peers", peer, "--peers-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert hint in result.stderr
