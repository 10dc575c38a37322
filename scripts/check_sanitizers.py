"""Run the fuzzer on the compiled code built with AddressSanitizer and UndefinedBehaviorSanitizer.

    python scripts/check_sanitizers.py [--inputs 10000] [--jobs 2] [--seed 1] [--keep DIR]

Copies the package into a temporary folder, builds there what ``setup.py`` says with
``-fsanitize=address,undefined``, and runs ``scripts/fuzz.py`` with that build. Ends with 1 where a sanitizer
reports anything, and where the fuzzer finds anything else. Needs gcc with libasan and libubsan. ``--keep``
builds in a folder that stays, and uses a build that stands there.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPIED = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "build_backend", "src")
# The last flags win: those of setup.py ask for speed.
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1"
REPORT = re.compile(r"ERROR: AddressSanitizer|runtime error:|AddressSanitizer:DEADLYSIGNAL")
MINUTES = 120  # the inputs end a run, not the time
SLOWER = 10  # times as long an input may take
# Prints the compiled modules that an extraction has loaded.
LOADED = """
import sys, maintext
maintext.extract("<p>Some words of prose stand here.", "https://example.org/").to_json()
print(*sorted({getattr(module, "__file__", "") or "" for module in sys.modules.values()}), sep="\\n")
"""


def build(folder: Path, compiler: str) -> list[Path]:
    """Build the extension modules of a copy of the package; return their files."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(source, folder / name)
    wrapper = folder / "cc"
    wrapper.write_text(f'#!/bin/sh\nexec {compiler} "$@" {FLAGS}\n', encoding="utf-8")
    wrapper.chmod(0o755)
    command = [sys.executable, "setup.py", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    environment = {**os.environ, "CC": str(wrapper)}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode or "is not compiled" in done.stdout + done.stderr:
        raise SystemExit(f"the build failed:\n{done.stdout[-2_000:]}{done.stderr[-4_000:]}")
    return sorted(folder.joinpath("src").rglob("*.so"))


def sanitized(folder: Path, compiler: str) -> dict[str, str]:
    """Return the environment in which Python uses the build in a folder."""
    libraries = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    missing = [library for library in libraries if not Path(library).is_absolute()]
    if missing:
        raise SystemExit(f"{compiler} has no {' and no '.join(missing)}; install them, or give --compiler")
    return {
        **os.environ,
        "PYTHONPATH": str(folder / "src"),
        "LD_PRELOAD": ":".join(libraries),
        # Python's own allocator hides what is read after it was freed.
        "PYTHONMALLOC": "malloc",
        # What Python itself keeps until its end is no leak of ours.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def check_used(modules: list[Path], environment: dict[str, str]) -> None:
    """Check that an extraction runs on the modules that were built, and that they are sanitized."""
    plain = [path for path in modules if b"__asan_init" not in path.read_bytes()]
    if plain or not modules:
        raise SystemExit(
            f"not built with AddressSanitizer: {', '.join(map(str, plain)) or 'no module at all'}"
        )
    done = subprocess.run(
        [sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=False
    )
    used = set(done.stdout.splitlines()) & {str(path) for path in modules}
    if done.returncode or not used:
        raise SystemExit(f"an extraction used none of the modules that were built:\n{done.stderr[-4_000:]}")
    sys.stdout.write(f"{len(modules)} modules built, {len(used)} of them used by one extraction\n")
    sys.stdout.flush()


def main() -> int:
    """Build, and fuzz the build."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=10_000, help="inputs to run (10000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes that share the inputs (2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiler", default="gcc", help="compiler that has the sanitizers (gcc)")
    parser.add_argument("--keep", type=Path, help="build here, or use the build that stands here")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where failures go")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="maintext-sanitized-") as temporary:
        folder = arguments.keep.resolve() if arguments.keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        modules = sorted(folder.joinpath("src").rglob("*.so")) or build(folder, arguments.compiler)
        environment = sanitized(folder, arguments.compiler)
        check_used(modules, environment)
        return fuzz(environment, arguments)


def fuzz(environment: dict[str, str], arguments: argparse.Namespace) -> int:
    """Run the fuzzer; return 1 where it, or a sanitizer, found something."""
    given = {
        "inputs": arguments.inputs, "jobs": arguments.jobs, "seed": arguments.seed, "found": arguments.found,
        "minutes": MINUTES, "limit": 2 * SLOWER,
    }  # fmt: skip
    command = [sys.executable, str(ROOT / "scripts" / "fuzz.py")]
    command += [f"--{name}={value}" for name, value in given.items()]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        code = subprocess.run(command, env=environment, stderr=said, check=False).returncode
        said.seek(0)
        reports = said.read()
    sys.stderr.write(reports[-20_000:])
    n_reports = len(REPORT.findall(reports))
    sys.stdout.write(f"{n_reports} reports of the sanitizers\n")
    return 1 if code or n_reports else 0


if __name__ == "__main__":
    sys.exit(main())
