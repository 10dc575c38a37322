"""Kill a machine of a Ray cluster in the middle of ``maintext batch --engine ray``; compare with a local run.

    python scripts/check_ray_kills.py                        # a node killed and replaced three times
    python scripts/check_ray_kills.py --kills 1 --to jsonl
    python scripts/check_ray_kills.py --driver               # the driver is killed as well, and resumed

The cluster is on this machine: a head and a node with one core each, each with a loopback address of its own,
as if they were two machines. A killed node is killed as a whole, by SIGKILL, with all its processes, when so
many shards are done; then a new one joins. Files must be the same byte by byte as those of a local run; of an
SQLite database the rows. Ends with 1 when something differs. Needs ``pip install 'maintext[ray]'``. Linux
only. Only processes that the script started are ended.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.killed_batch import KilledBatch, kill_options, made_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from types import TracebackType

_KINDS = ("jsonl", "parquet", "sqlite")
_STORE_BYTES = 80_000_000  # the least that Ray takes; a batch keeps almost nothing there


class TwoMachines:
    """A Ray cluster of a head and one more node, on this machine.

    Attributes
    ----------
    address
        ``host:port`` of the head.
    """

    def __init__(self) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        from ray.cluster_utils import Cluster  # noqa: PLC0415 - an extra

        self._n_nodes = 0
        self._cluster = Cluster()
        self._add(include_dashboard=False)
        self.address = str(self._cluster.address)
        self._node = self._add()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.shutdown()  # by process, not ``ray stop``, which ends every Ray of the user

    def _add(self, **more: Any) -> Any:
        self._n_nodes += 1
        # Not 127.0.0.1, which Ray replaces by the address of the machine on its net.
        address = f"127.0.0.{1 + self._n_nodes}"
        return self._cluster.add_node(
            num_cpus=1, node_ip_address=address, object_store_memory=_STORE_BYTES, **more
        )

    def lose_node(self) -> None:
        """Kill the node that is not the head, and all that it runs."""
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        self._cluster.remove_node(self._node, allow_graceful=False)

    def add_node(self) -> None:
        """Start a new one."""
        self._node = self._add()

    def _processes(self) -> list[int]:
        """The node's own processes and all below them."""
        own = [info[0].process.pid for info in self._node.all_processes.values()]
        found: list[int] = []
        while own:
            found += own
            own = [child for parent in own for child in children_of(parent)]
        return found


def children_of(parent: int) -> list[int]:
    """Processes that a process has started and that run."""
    try:
        tasks = list(Path(f"/proc/{parent}/task").iterdir())
        return [int(word) for task in tasks for word in (task / "children").read_text().split()]
    except OSError:  # ended meanwhile
        return []


def write_inputs(folder: Path, n_pages: int) -> None:
    """Write three files of JSON Lines and a folder of pages, some of them no pages."""
    folder.mkdir()
    for part in range(3):
        lines = (
            json.dumps({"id": f"{part}-{number}", "html": made_page(number) if number % 50 else None}) + "\n"
            for number in range(n_pages // 4)
        )
        (folder / f"{part}.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    for number in range(n_pages // 4):
        html = made_page(number).encode() if number % 40 else b"\x89PNG\r\n\x1a\n"
        (folder / f"page-{number:05}.html").write_bytes(html)


def wait_for(program: subprocess.Popen[bytes], batch: KilledBatch, n_shards: int) -> bool:
    """Wait until so many shards are done; false when the program ended before."""
    while program.poll() is None:
        if batch.n_shards_done() >= n_shards:
            return True
        time.sleep(0.02)
    return False


def check(machines: TwoMachines, source: Path, folder: Path, kind: str, given: argparse.Namespace) -> bool:
    """Compare one kind of output; say what happened."""
    moments = random.Random(given.seed)  # noqa: S311 - a moment is no secret
    local = KilledBatch(source, folder / f"local.{kind}", given.shard_pages, "-p", "1")
    if subprocess.run(local.command, check=False).returncode:
        sys.exit("the local run failed")
    words = ("--engine", "ray", "--address", machines.address)
    batch = KilledBatch(source, folder / f"ray.{kind}", given.shard_pages, *words)
    program, done, n_shards = subprocess.Popen(batch.command), [], given.pages // given.shard_pages
    for number in range(given.kills):
        if not wait_for(program, batch, 1 + number * n_shards // given.kills):
            break
        time.sleep(moments.random())
        n_done = batch.n_shards_done()
        if program.poll() is not None:
            break
        machines.lose_node()
        done.append(n_done)
        if given.driver:
            program.kill()
            program.wait()
            program = subprocess.Popen(batch.command)
        machines.add_node()
    code = program.wait()
    same = code == 0 and bool(batch.content() == local.content())
    result = "the same" if same else f"DIFFERENT (exit code {code})"
    what = "kills of a node and the driver" if given.driver else "kills of a node"
    print(f"{kind}: {len(done)} {what}, shards done at each: {done} of {n_shards}; {result}", flush=True)
    return same and len(done) == given.kills


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = kill_options(__doc__, kills=3, kinds=_KINDS)
    parser.add_argument("--driver", action="store_true", help="kill the driver too, and resume")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name, TwoMachines() as machines:
        source = Path(name, "pages")
        write_inputs(source, given.pages)
        results = [
            check(machines, source, Path(name), kind, given) for kind in given.to or ("jsonl", "parquet")
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
