"""Run other extractors as systems of :func:`~maintext.lab.evaluate.run.evaluate`.

A peer is never a dependency. ``scripts/install_peers`` installs each into a virtual environment of its
own. It runs there as a program that receives pages and answers with texts, one line of JSON each. So
peers may need incompatible versions, a crash harms no other, and licenses stay apart.
"""

from __future__ import annotations

import atexit
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import IO, Any

from maintext.errors import OptionError
from maintext.lab.evaluate.corpus import GoldPage
from maintext.lab.evaluate.run import ElsewhereError, Timed

__all__ = ["DEFAULT_TIMEOUT", "PEERS", "Peer", "PeerSystem", "environment_python", "peer_system"]

DEFAULT_TIMEOUT = 30.0
"""Seconds for one page."""

_START_TIMEOUT = 120.0  # seconds to import a peer, on a busy machine with cold files
_LAST_WORDS = 2000  # bytes of a worker's stderr read for the error message

# The program of the worker. Nothing of a page may be fetched: the site would notice, and the wait would
# count. The protocol has a copy of stdout for itself, since some peers print. Importing ends before the
# first page, so that times are those of extraction.
_LOOP = """
import json, logging, os, socket, sys, time, warnings
def refuse(*args, **kwargs):
    raise OSError("a peer has no network")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
answers = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\\n")
os.dup2(2, 1)
logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
exec(compile(sys.argv[1], "peer", "exec"))
print(json.dumps({"ready": True}), file=answers, flush=True)
for line in sys.stdin.buffer:
    asked = json.loads(line)
    text, error = "", None
    start = time.process_time()
    try:
        text = extract(asked["html"], asked["url"], asked["lang"]) or ""
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as exception:  # compiled peers derive their panics from it
        error = f"{type(exception).__name__}: {exception}"
    cpu_ms = (time.process_time() - start) * 1000
    answer = {"id": asked["id"], "text": text, "cpu_ms": cpu_ms, "error": error}
    print(json.dumps(answer), file=answers, flush=True)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerSystem:
    """A peer as a callable from a page to a text and its time.

    Equal systems in a process share one worker. It starts with the first page, and again after a crash or
    timeout; it ends with :meth:`close` or the process.
    """

    name: str  # for messages
    code: str  # as in Peer
    python: str  # path of the Python that runs it
    timeout_s: float = DEFAULT_TIMEOUT  # for one page

    def __call__(self, page: GoldPage) -> Timed:
        """Extract one page; :class:`ElsewhereError` if the peer raised, crashed or took too long."""
        worker = _workers.get(self) or _workers.setdefault(self, _PeerProcess(self))
        try:
            return worker.ask(page)
        finally:
            if not worker.usable:
                self.close()

    def close(self) -> None:
        """Stop the worker, if there is one; the next page starts another."""
        if worker := _workers.pop(self, None):
            worker.close()


_workers: dict[PeerSystem, _PeerProcess] = {}


@atexit.register
def _close_all() -> None:
    for system in list(_workers):
        system.close()


class _PeerProcess:
    """A running peer; ``usable`` is False once it cannot be trusted with another page."""

    def __init__(self, system: PeerSystem) -> None:
        self.usable = True
        self._system = system
        self._numbers = itertools.count()
        # A file: a pipe that nobody reads would fill up and block the peer.
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        # -I: no modules of the working directory, nothing of our environment's PYTHONPATH.
        self._process = subprocess.Popen(  # noqa: S603 - a Python chosen by the caller
            [system.python, "-I", "-X", "utf8", "-c", _LOOP, system.code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
        )
        try:
            self._exchange_lines(b"", _START_TIMEOUT)
        except BaseException:
            self.close()
            raise

    def ask(self, page: GoldPage) -> Timed:
        """Send a page and return its text; :class:`ElsewhereError` if the peer fails."""
        number = next(self._numbers)
        asked = {"id": number, "html": page.html, "url": page.url, "lang": page.lang}
        answer = self._exchange_lines(json.dumps(asked).encode() + b"\n", self._system.timeout_s)
        if answer.get("id") != number:
            self.usable = False
            raise ElsewhereError(f"{self._system.name} answered out of turn: its worker breaks the protocol")
        cpu_ms = float(answer["cpu_ms"])
        if answer["error"] is not None:
            raise ElsewhereError(f"{self._system.name} raised {answer['error']}", cpu_ms=cpu_ms)
        return Timed(answer["text"], cpu_ms)

    def _exchange_lines(self, line: bytes, timeout_s: float) -> dict[str, Any]:
        """Send a line and return the answer; a timer kills the peer, which works on every platform."""
        expired = threading.Event()

        def kill() -> None:
            expired.set()
            self._process.kill()

        timer = threading.Timer(timeout_s, kill)
        start = time.monotonic()
        timer.start()
        try:
            answer = self._send_line(line)
        finally:
            timer.cancel()
            timer.join()
        if expired.is_set() or not answer:
            self.usable = False
            # Its own time is lost; the time waited is the best estimate.
            waited_ms = (time.monotonic() - start) * 1000
            raise ElsewhereError(
                self._describe_end(timeout_s if expired.is_set() else None), cpu_ms=waited_ms
            )
        try:
            parsed = json.loads(answer)
        except ValueError:
            parsed = None
        if not isinstance(parsed, dict):
            self.usable = False
            raise ElsewhereError(f"{self._system.name} answered with no JSON object: {answer[:80]!r}")
        return parsed

    def _send_line(self, line: bytes) -> bytes:
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:  # it ended
            return b""
        return self._process.stdout.readline()

    def _describe_end(self, timeout_s: float | None) -> str:
        if timeout_s is not None:
            return f"{self._system.name} took longer than {timeout_s:g} s"
        code = self._process.wait()
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - _LAST_WORDS))
        lines = self._stderr.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
        return f"{self._system.name} ended with code {code}: {last}"

    def close(self) -> None:
        """Kill the process and close its streams."""
        self.usable = False
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            if stream is not None:
                with suppress(OSError):  # a line it never read cannot be flushed
                    stream.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Another extractor and how to run it; its fields are explained in ``peers.toml``."""

    name: str
    environment: str | None = None
    requirements: tuple[str, ...]
    code: str


_FILE = resources.files("maintext.lab.evaluate") / "peers.toml"
PEERS = {
    name: Peer(name=name, **{**fields, "requirements": tuple(fields["requirements"])})
    for name, fields in tomllib.loads(_FILE.read_text("utf-8")).items()
}
"""The peers by name."""


def environment_python(peers_dir: str | os.PathLike[str], environment: str) -> Path:
    """Return the path of the Python of a peer's environment, which may not exist."""
    inside = Path("Scripts", "python.exe") if os.name == "nt" else Path("bin", "python")
    return Path(peers_dir).absolute() / environment / inside


def peer_system(
    name: str, peers_dir: str | os.PathLike[str] = ".peers", *, timeout_s: float = DEFAULT_TIMEOUT
) -> PeerSystem:
    """Return one of :data:`PEERS` as a system for :func:`~maintext.lab.evaluate.run.evaluate`.

    ``peers_dir`` is the folder of environments from ``scripts/install_peers``. A peer that takes longer than
    ``timeout_s`` for a page is killed, and restarted for the next page.

    Raises
    ------
    OptionError
        There is no such peer, its environment is missing, or the time is not above 0.
    """
    if name not in PEERS:
        raise OptionError(f"peer {name!r} is unknown: choose from {', '.join(PEERS)}")
    if not timeout_s > 0:
        raise OptionError(f"timeout_s is {timeout_s}: give a number of seconds above 0")
    peer = PEERS[name]
    python = sys.executable
    if peer.environment is not None:
        python = str(environment_python(peers_dir, peer.environment))
        if not Path(python).exists():
            raise OptionError(
                f"peer {name} is not installed in {Path(peers_dir)}: "
                f"run  scripts/install_peers --dir {Path(peers_dir)} {name}"
            )
    return PeerSystem(name=name, code=peer.code, python=python, timeout_s=timeout_s)
