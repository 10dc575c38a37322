"""Throughput and memory of ``maintext batch``: a WARC file of corpus pages to Parquet, on one and two cores.

    python scripts/measure_batch.py ../shared/corpus                   # 2,000 pages, one core and two
    python scripts/measure_batch.py ../shared/corpus --pages 20000 --peers .peers/batch/bin/python

The Python of ``--peers`` belongs to an environment with trafilatura, lxml_html_clean, resiliparse, fastwarc
and pyarrow: the first pages of the file are then extracted with these as well, in a pool of as many
processes.

The corpus is repeated until there are enough pages. "One core" is the same program held on one core with
one worker, so what the parent does is in both. Other work on the machine makes both slower, and the ratio of
the clocks wrong. So the script also reads from the kernel how long each worker worked, waited for a core, and
had nothing to do. "quiet_s" is the time without the waiting: the larger one of all work divided by the cores,
and of work and idle time of a worker. It is still too long by the time that idle workers waited for a parent
that waited for a core.

Memory is the largest value in each quarter of the run: about the same in each is flat. Linux only.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

_EVERY_S = 0.25
_COPIED_BYTES = 1 << 24
_COMPARED = ("cores", "seconds", "pages_per_s", "cpu_s")
_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6
_HTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
_RUN = "from maintext.cli import main; main()"


def write_warc(corpus: Path, path: Path, n_pages: int) -> int:
    """Write pages of the corpus as responses in a WARC file, a gzip member each; return their bytes.

    When the corpus is at its end, its members are written again as they are.
    """
    sizes_bytes: list[int] = []
    ends: list[int] = []  # of the members in the file
    with path.open("w+b") as file:
        for number, page in enumerate(itertools.islice(read_corpus(corpus), n_pages)):
            html = page.html.encode("utf-8", "replace")
            file.write(member(number, page.url, html))
            sizes_bytes.append(len(html))
            ends.append(file.tell())
        n_whole, n_rest = divmod(n_pages, len(ends))
        for n_members in [*[len(ends)] * (n_whole - 1), n_rest]:
            _write_again(file, ends[n_members - 1] if n_members else 0)
    return n_whole * sum(sizes_bytes) + sum(sizes_bytes[:n_rest])


def member(number: int, url: str | None, body: bytes, *, head: str = _HTML, kind: str = "response") -> bytes:
    """Return a page as the compressed record of a response; ``head`` are its status and headers."""
    content = head.encode() + b"\r\n" + body
    fields = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: {url or 'https://site.test/'}\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return gzip.compress(fields.encode() + content + b"\r\n\r\n", 6)


def _write_again(file: BinaryIO, n_bytes: int) -> None:
    """Add the first bytes of a file to its end."""
    file.flush()
    starts = range(0, n_bytes, _COPIED_BYTES)
    file.writelines(os.pread(file.fileno(), min(_COPIED_BYTES, n_bytes - start), start) for start in starts)


def children_of(parent: int) -> list[int]:
    """Processes that a process has started and that run."""
    children: list[int] = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        if int(fields[1]) == parent:
            children.append(int(status.parent.name))
    return children


def schedule_s(process: int) -> tuple[float, float] | None:
    """Seconds that a process worked, and that it waited for a core; ``None`` when it has ended."""
    try:
        worked, waited, _ = Path(f"/proc/{process}/schedstat").read_text().split()
    except OSError:
        return None
    return int(worked) / 1e9, int(waited) / 1e9


def resident_mb(process: int) -> float:
    """Resident memory of one process in megabytes, 0 when it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE_MB
    except OSError:
        return 0.0


def measured(warc: Path, output: Path, cores: Sequence[int]) -> dict[str, object]:
    """Run the batch on some cores; return its figures."""
    words = ["batch", str(warc), "-o", str(output), "-p", str(len(cores)), "--overwrite", "-q"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    program = subprocess.Popen(
        [sys.executable, "-c", _RUN, *words],
        preexec_fn=lambda: os.sched_setaffinity(0, cores),  # noqa: PLW1509 - this script has no threads
    )
    memory: list[tuple[float, float]] = []
    workers: dict[int, tuple[float, float]] = {}
    while program.poll() is None:
        children = children_of(program.pid)
        memory.append((resident_mb(program.pid), sum(map(resident_mb, children))))
        workers |= {child: used for child in children if (used := schedule_s(child))}
        time.sleep(_EVERY_S)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if program.returncode:
        sys.exit(f"the batch ended with {program.returncode}")
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    report = json.loads(output.with_name(output.name + ".report.json").read_text("utf-8"))
    # The longest ones: another child is the one that keeps count of shared things for multiprocessing.
    times = sorted(workers.values(), reverse=True)[: len(cores)]
    busiest_s = max(seconds - waited for _, waited in times)
    return {
        "cores": len(cores),
        "seconds": round(seconds, 1),
        "pages_per_s": round(report["n_pages"] / seconds, 1),
        "cpu_s": round(cpu_s, 1),
        "cores_got": round(cpu_s / seconds, 2),
        "workers_s": [f"{a:.1f} worked, {b:.1f} waited, {seconds - a - b:.1f} idle" for a, b in times],
        "quiet_s": round(max(cpu_s / len(cores), busiest_s if len(cores) > 1 else 0.0), 2),
        "parent_mb_by_quarter": by_quarter([parent for parent, _ in memory]),
        "workers_mb_by_quarter": by_quarter([workers for _, workers in memory]),
        "outcomes": report["outcomes"],
    }


def measured_peer(
    python: Path, tool: str, warc: Path, output: Path, cores: Sequence[int]
) -> dict[str, object]:
    """Run another extractor on some cores; return its figures."""
    script = Path(__file__).with_name("batch_of_peer.py")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [python, script, warc, output, "--tool", tool, "--processes", str(len(cores))],
        check=True, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    n_pages = int(done.stdout)
    return {
        "tool": tool, "cores": len(cores), "pages": n_pages, "seconds": round(seconds, 1),
        "pages_per_s": round(n_pages / seconds, 1), "cpu_s": round(cpu_s, 1),
        "cpu_ms_per_page": round(1000 * cpu_s / n_pages, 2),
    }  # fmt: skip


def compare_peers(given: argparse.Namespace, folder: Path, cores: Sequence[int]) -> None:
    """Print the figures of the others, and ours on the same pages."""
    warc, output = folder / "peers.warc.gz", folder / "peers.parquet"
    write_warc(given.corpus, warc, given.peer_pages)
    for some in (cores[:1], cores):
        ours = measured(warc, output, some)
        shown({"tool": "maintext"} | {name: ours[name] for name in _COMPARED})
        for tool in ("resiliparse", "trafilatura"):
            shown(measured_peer(given.peers, tool, warc, output, some))


def shown(figures: dict[str, object]) -> dict[str, object]:
    """Print figures, and return them."""
    print(json.dumps(figures), flush=True)
    return figures


def ratio(one: dict[str, object], two: dict[str, object], name: str) -> float:
    """How many times as large a figure is in the first."""
    return float(str(one[name])) / float(str(two[name]))


def by_quarter(values: Sequence[float]) -> list[int]:
    """The largest value in each quarter."""
    ends = [len(values) * quarter // 4 for quarter in range(5)]
    return [round(max(values[a:b], default=0)) for a, b in itertools.pairwise(ends)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="where to work  [default: a temporary folder]")
    parser.add_argument("--peers", type=Path, metavar="PYTHON", help="that of an environment with the peers")
    parser.add_argument("--peer-pages", type=int, default=1000)
    given = parser.parse_args(arguments)
    cores = sorted(os.sched_getaffinity(0))[:2]
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        warc, output = Path(name, "pages.warc.gz"), Path(name, "pages.parquet")
        n_bytes = write_warc(given.corpus, warc, given.pages)
        print(
            f"{given.pages} pages, {n_bytes / 1e6:.0f} MB, {warc.stat().st_size / 1e6:.0f} MB as WARC",
            flush=True,
        )
        one, two = (shown(measured(warc, output, some)) for some in (cores[:1], cores))
        if given.peers:
            compare_peers(given, Path(name), cores)
    for name in ("seconds", "quiet_s"):
        print(f"speed-up by {name}: {ratio(one, two, name):.2f}")
    print(f"speed-up if no worker were ever idle: {2 * ratio(one, two, 'cpu_s'):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
