"""Run another extractor's own tests against our drop-in replacement of it.

    python scripts/check_peer_tests.py trafilatura             all test files of its source distribution
    python scripts/check_peer_tests.py newspaper -k authors    what follows goes to pytest
    python scripts/check_peer_tests.py trafilatura --inside    our names within the installed original

Downloads the source distribution with pip, takes its tests into a temporary folder, and lets the name of the
original stand for ``maintext.compat``. A name that the replacement lacks fails the tests that use it, not
the file. A test function counts once, and passes if all its cases do. Exit code 1 if fewer than ``--least``
pass. Nothing of the original is kept.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import subprocess
import sys
import tarfile
import tempfile
import types
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import maintext.net
from maintext.errors import FetchError
from maintext.net import FetchOptions, Response

if TYPE_CHECKING:
    from collections.abc import Iterator

# Distribution, package, and files left out as they test no part of the package.
PEERS = {
    "trafilatura": ("trafilatura", ("eval_common_tests.py", "eval_gate_tests.py")),
    "newspaper": ("newspaper4k", ()),
}


class Missing:
    """Stand-in for a name that the replacement lacks: fails when used."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: object, **__: object) -> Any:
        """Raise NotImplementedError with the name."""
        raise NotImplementedError(f"{self.name} is not available")

    __iter__ = __enter__ = __len__ = __call__

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotImplementedError(f"{self.name} is not available")


class Tally:
    """Counts test functions by file."""

    def __init__(self) -> None:
        self.outcomes: dict[str, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the outcome of a phase of a case."""
        if report.when == "call" or report.outcome != "passed":
            outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            self.outcomes[report.nodeid.partition("[")[0]].add(outcome)

    def write_summary(self) -> tuple[int, int]:
        """Print a line a file; return the number of functions that pass, and that fail."""
        files: dict[str, list[bool]] = defaultdict(list)
        for name, outcomes in self.outcomes.items():
            if outcomes != {"skipped"}:
                files[name.partition("::")[0]].append("failed" not in outcomes)
        for file, passed in sorted(files.items()):
            print(f"{file:45} {sum(passed):4} of {len(passed)}")
        results = [one for passed in files.values() for one in passed]
        return sum(results), len(results) - sum(results)


def main() -> int:
    """Run the tests and print how many functions pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--original", action="store_true", help="run them against the original, if installed")
    parser.add_argument(
        "--inside",
        action="store_true",
        help="put our names into the original, if installed, which keeps those that we lack",
    )
    parser.add_argument("--sdist", type=Path, help="source distribution; else it is downloaded")
    parser.add_argument("--least", type=int, default=0, help="exit code 1 if fewer functions pass")
    given, rest = parser.parse_known_args()
    distribution, left_out = PEERS[given.peer]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with tarfile.open(given.sdist or download(distribution, place)) as archive:
            archive.extractall(place, filter="data")
        source = next(place.glob(f"{distribution}-*/"))
        if given.inside:
            replace_names(source / given.peer)
        elif not given.original:
            stand_in(source / given.peer)
        names = [str(source / "tests"), *(f"--ignore={source / 'tests' / name}" for name in left_out)]
        tally = Tally()
        python_files = ["-o", "python_files=*_tests.py test_*.py", "-o", "testpaths=", "-o", "addopts="]
        pytest.main(
            ["-q", "-p", "no:cacheprovider", "--rootdir", str(source), "--tb=line", "-c", "/dev/null",
             "--continue-on-collection-errors",
             *python_files, *names, *rest], plugins=[tally],
        )  # fmt: skip
    n_passed, n_failed = tally.write_summary()
    print(f"{n_passed} of {n_passed + n_failed} test functions pass")
    return 0 if n_passed >= given.least else 1


def download(distribution: str, place: Path) -> Path:
    """Download a source distribution and return its path."""
    command = ["download", "--quiet", "--no-binary", ":all:", "--no-deps", "--dest", str(place), distribution]
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)
    return next(place.glob("*.tar.gz"))


def modules_of(source: Path) -> Iterator[str]:
    """Yield the names of a package's modules, packages first."""
    for path in sorted(source.rglob("*.py"), key=lambda path: (path.name != "__init__.py", path)):
        parts = path.relative_to(source.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def replace_names(source: Path) -> None:
    """Replace the names of the original that ours have too, in every module that uses them."""
    modules: list[types.ModuleType] = []
    # The original, which would be freed else, and ours, by the identity of the original.
    ours: dict[int, tuple[Any, Any]] = {}
    for name in modules_of(source):
        if name.endswith("__main__"):
            continue
        with suppress(ImportError):
            modules.append(importlib.import_module(name))
            replacement = importlib.import_module(f"maintext.compat.{name}")
            names = [one for one in replacement.__all__ if hasattr(modules[-1], one)]
            pairs = [(getattr(modules[-1], one), getattr(replacement, one)) for one in names]
            ours |= {id(original): (original, other) for original, other in pairs}
            vars(modules[-1]).update({one: getattr(replacement, one) for one in replacement.__all__})
    for module in modules:
        vars(module).update(
            {one: ours[id(value)][1] for one, value in vars(module).items() if id(value) in ours}
        )
    downloads = sys.modules.get(f"{source.name}.downloads")
    if hasattr(downloads, "_send_urllib_request"):
        share_network(downloads)


def share_network(downloads: Any) -> None:
    """Let the answers that its tests put in the place of the network's be answers to our requests too."""
    network, send = maintext.net.fetch, vars(downloads)["_send_urllib_request"]

    def fetch(url: str, options: FetchOptions) -> Response:
        canned = vars(downloads)["_send_urllib_request"]
        if canned is send:
            return network(url, options)
        answer = canned(url, False, downloads.DEFAULT_CONFIG)
        if answer is None:
            raise FetchError(f"no answer to {url}", url=url)
        return Response(
            url=answer.url, requested_url=url, status=answer.status, headers={}, body=answer.data,
            charset=None, content_type=None,
        )  # fmt: skip

    vars(maintext.net)["fetch"] = fetch


def stand_in(source: Path) -> None:
    """Let every module of the original be ours, with stand-ins for the names that it lacks."""
    for name in modules_of(source):
        try:
            module = importlib.import_module(f"maintext.compat.{name}")
        except ImportError:
            module = types.ModuleType(name)
            module.__path__ = []
        vars(module)["__getattr__"] = functools.partial(stand_in_name, name)
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent and last not in vars(sys.modules[parent]):
            setattr(sys.modules[parent], last, module)


def stand_in_name(module: str, name: str) -> Missing:
    """Return a stand-in for a name of a module; AttributeError for names of Python."""
    if name.startswith("__"):
        raise AttributeError(name)
    return Missing(f"{module}.{name}")


if __name__ == "__main__":
    sys.exit(main())
