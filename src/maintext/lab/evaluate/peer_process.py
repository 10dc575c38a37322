"""A peer in a process of its own, which is sent pages and answers with texts, one line of JSON each."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from maintext.lab.evaluate.run import ElsewhereError, Timed

if TYPE_CHECKING:
    from maintext.lab.evaluate.corpus import GoldPage

__all__ = ["DEFAULT_TIMEOUT", "PeerSystem"]

DEFAULT_TIMEOUT = 30.0
"""Seconds a peer has for one page."""

_START_TIMEOUT = 120.0  # seconds to import a peer, on a busy machine with cold files
_LAST_WORDS = 2000  # bytes of a worker's stderr that are read to say why it ended

# The worker's side. Nothing of a page may be fetched: it would tell the page's site, and the wait
# would count. The protocol has a copy of stdout for itself, since some peers print. Importing
# is over before the first page, so that the times are those of extraction.
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
    """A callable from a page to a text with the time the peer's own process took.

    There is one worker for equal systems in a process. It starts with the first page, and anew
    after it crashed or took too long; it ends with :meth:`close` or the process.

    Attributes
    ----------
    name
        Name of the peer, for messages.
    code
        As in :class:`~maintext.lab.evaluate.peers.Peer`.
    python
        Path of the Python that runs it.
    timeout_s
        Seconds for one page.
    """

    name: str
    code: str
    python: str
    timeout_s: float = DEFAULT_TIMEOUT

    def __call__(self, page: GoldPage) -> Timed:
        """Extract one page.

        Raises
        ------
        ElsewhereError
            The peer raised, crashed or took too long.
        """
        worker = _workers.get(self)
        if worker is None:
            worker = _workers[self] = _Worker(self)
        try:
            return worker.ask(page)
        finally:
            if not worker.usable:
                self.close()

    def close(self) -> None:
        """End the worker, if there is one; the next page starts another."""
        worker = _workers.pop(self, None)
        if worker is not None:
            worker.close()


_workers: dict[PeerSystem, _Worker] = {}


@atexit.register
def _close_all() -> None:
    for system in list(_workers):
        system.close()


class _Worker:
    """A running peer. ``usable`` is false from the moment it cannot be trusted with another page."""

    def __init__(self, system: PeerSystem) -> None:
        self.usable = True
        self._system = system
        self._numbers = itertools.count()
        # A file, because a pipe that nobody reads would fill up and block the peer.
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        # -I: no modules of the working directory, nothing of our environment's PYTHONPATH.
        self._process = subprocess.Popen(  # noqa: S603 - a Python chosen by the caller
            [system.python, "-I", "-X", "utf8", "-c", _LOOP, system.code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
        )
        try:
            self._exchange(b"", _START_TIMEOUT)
        except BaseException:
            self.close()
            raise

    def ask(self, page: GoldPage) -> Timed:
        number = next(self._numbers)
        asked = {"id": number, "html": page.html, "url": page.url, "lang": page.lang}
        answer = self._exchange(json.dumps(asked).encode() + b"\n", self._system.timeout_s)
        if answer.get("id") != number:
            self.usable = False
            raise ElsewhereError(f"{self._system.name} answered out of turn: its worker breaks the protocol")
        cpu_ms = float(answer["cpu_ms"])
        if answer["error"] is not None:
            raise ElsewhereError(f"{self._system.name} raised {answer['error']}", cpu_ms=cpu_ms)
        return Timed(answer["text"], cpu_ms)

    def _exchange(self, line: bytes, timeout_s: float) -> dict[str, Any]:
        """Send a line and wait for the answer; a timer that kills works on every platform."""
        expired = threading.Event()
        timer = threading.Timer(timeout_s, self._kill, [expired])
        start = time.monotonic()
        timer.start()
        try:
            answer = self._send(line)
        finally:
            timer.cancel()
            timer.join()
        if expired.is_set() or not answer:
            self.usable = False
            # What it computed died with it; the time waited is the nearest to it.
            waited_ms = (time.monotonic() - start) * 1000
            raise ElsewhereError(self._obituary(timeout_s if expired.is_set() else None), cpu_ms=waited_ms)
        return self._parsed(answer)

    def _kill(self, expired: threading.Event) -> None:
        expired.set()
        self._process.kill()

    def _send(self, line: bytes) -> bytes:
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:  # it ended
            return b""
        return self._process.stdout.readline()

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.usable = False
            raise ElsewhereError(f"{self._system.name} answered with something else than JSON: {line[:80]!r}")
        return answer

    def _obituary(self, timeout_s: float | None) -> str:
        if timeout_s is not None:
            return f"{self._system.name} took longer than {timeout_s:g} s"
        code = self._process.wait()
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - _LAST_WORDS))
        lines = self._stderr.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
        return f"{self._system.name} ended with code {code}: {last}"

    def close(self) -> None:
        self.usable = False
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            if stream is not None:
                with suppress(OSError):  # a line it never read cannot be flushed
                    stream.close()
