"""Load and shape of the workbench's REST API, on this computer.

Runs ``maintext serve`` as a process of its own on a free port and asks it:

- ``load``: so many clients for so many seconds, a mix of pages and requests, with threads or with worker
  processes; prints the rate, p50, p95 and the memory of all its processes over time. Fails on any status
  but 200, and on memory that keeps growing.
- ``shape``: Schemathesis over the OpenAPI document; fails on a 5xx and on an answer that is not as described.

    python scripts/check_serve.py load --clients 50 --seconds 60 --workers 2
    python scripts/check_serve.py shape --examples 50
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import urllib3

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUN = "from maintext.cli.servers import serve_command; serve_command()"
_GROWTH = 1.25  # memory at the end, of that in the middle
_PAUSE_S = 0.5


@contextmanager
def server(*words: str) -> Iterator[tuple[str, int]]:
    """Give the address and the process number of a server."""
    command = [sys.executable, "-c", RUN, "--port", "0", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stderr.readline() if process.stderr else ""
            if not line:
                sys.exit("the server did not start")
            yield line.split()[2].rstrip("/"), process.pid
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def memory_mb(pid: int) -> float:
    """Resident memory of a process and those it started in MB (Linux)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        # A process stands with the thread that started it.
        threads = Path(f"/proc/{pid}/task").glob("*/children")
        started = [child for thread in threads for child in thread.read_text("ascii").split()]
    except OSError:  # it has just ended
        return 0.0
    return pages * 4096 / 1e6 + sum(memory_mb(int(child)) for child in started)


def requests() -> list[tuple[str, bytes]]:
    """Pages of several sizes through several requests."""
    folder = Path(__file__).parents[1] / "examples"
    pages = [path.read_text("utf-8") for path in sorted(folder.glob("*.html"))]
    long = f"<html><body>{'<p>A sentence of some words about a mill and its brook.</p>' * 2000}</body></html>"
    mixed: list[tuple[str, dict[str, object]]]
    mixed = [("/api/extract", {"html": page}) for page in [*pages, *pages, *pages, long]]
    mixed += [("/api/look", {"html": page}) for page in pages]
    mixed += [("/api/compare", {"html": pages[0], "methods": ["learned", "main_subtree", "html2article"]})]
    return [(path, json.dumps(body).encode()) for path, body in mixed]


class Load:
    """Clients that ask until the time is over."""

    def __init__(self, base: str, clients: int, seconds: float) -> None:
        self.base, self.clients = base, clients
        self.times: list[float] = []
        self.statuses: Counter[object] = Counter()
        self._end = time.monotonic() + seconds
        self._requests = requests()
        self._pool = urllib3.PoolManager(num_pools=2, maxsize=clients, retries=False)

    def run(self, pid: int) -> list[float]:
        """Ask; return the server's memory over time, in MB."""
        threads = [threading.Thread(target=self._client, args=(i,)) for i in range(self.clients)]
        for thread in threads:
            thread.start()
        memory = []
        while any(thread.is_alive() for thread in threads):
            memory.append(memory_mb(pid))
            time.sleep(_PAUSE_S)
        return memory

    def _client(self, number: int) -> None:
        at = number
        while time.monotonic() < self._end:
            path, body = self._requests[at % len(self._requests)]
            at += 1
            start = time.monotonic()
            try:
                answer = self._pool.request(
                    "POST",
                    self.base + path,
                    body=body,
                    headers={"Content-Type": "application/json"},
                    timeout=90,
                )
                status: object = answer.status
            except urllib3.exceptions.HTTPError as error:
                status = type(error).__name__
            self.times.append(time.monotonic() - start)
            self.statuses[status] += 1


def load(clients: int, seconds: float, workers: int) -> int:
    """Print what the load did; return the exit code."""
    with server("--workers", str(workers)) as (base, pid):
        urllib3.request("POST", f"{base}/api/extract", json={"html": "<p>warm"}, timeout=90, retries=False)
        before = memory_mb(pid)
        run = Load(base, clients, seconds)
        memory = run.run(pid)
    times = sorted(run.times)
    n = len(times)
    half, end = memory[len(memory) // 2], memory[-1]
    statuses = dict(run.statuses)
    print(f"{clients} clients, {seconds:g} s: {n} requests, {n / seconds:.0f} a second; statuses {statuses}")
    shown = {"p50": times[n // 2], "p95": times[int(n * 0.95)], "longest": times[-1]}
    print(", ".join(f"{name} {seconds_taken * 1000:.0f} ms" for name, seconds_taken in shown.items()))
    amounts = {"before": before, "half way": half, "at most": max(memory), "at the end": end}
    print("memory: " + ", ".join(f"{amount:.0f} MB {when}" for when, amount in amounts.items()))
    return int(set(run.statuses) != {200} or end > half * _GROWTH)


def shape(examples: int) -> int:
    """Run Schemathesis; return its exit code."""
    with server("--timeout", "20") as (base, _):
        command = ["st", "run", f"{base}/openapi.json", "--url", base, "--max-examples", str(examples)]
        # A request of the right shape may still name an option that its method does not have.
        command += ["--exclude-checks", "positive_data_acceptance", "--request-timeout", "60"]
        return subprocess.run(
            [str(Path(sys.executable).with_name("st")), *command[1:]], check=False
        ).returncode


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line and run a check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    checks = parser.add_subparsers(dest="check", required=True)
    loading = checks.add_parser("load")
    loading.add_argument("--clients", type=int, default=50)
    loading.add_argument("--seconds", type=float, default=60)
    loading.add_argument("--workers", type=int, default=2)
    shaping = checks.add_parser("shape")
    shaping.add_argument("--examples", type=int, default=50)
    given = parser.parse_args(words)
    if given.check == "load":
        return load(given.clients, given.seconds, given.workers)
    return shape(given.examples)


if __name__ == "__main__":
    sys.exit(main())
