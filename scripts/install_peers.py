"""Install other extractors, for ``maintext evaluate --peers``.

    scripts/install_peers                       # all
    scripts/install_peers trafilatura gne       # some
    scripts/install_peers --dir /tmp/peers      # another folder; name it with --peers-dir too

Each gets a virtual environment of its own, in which ``installed.txt`` names the versions. Those that
are there are left as they are: delete a folder to install it anew. One that cannot be installed does
not stop the others; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from maintext.lab.evaluate.peers import PEERS, environment_python

DEFAULT_DIR = Path(__file__).resolve().parent.parent / ".peers"
VERSIONS = "installed.txt"  # written last: an environment without it is half made


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dir", type=Path, default=DEFAULT_DIR, help="where to [default: .peers]")
    # No choices=: argparse would check the empty default against them.
    parser.add_argument("peers", nargs="*", metavar="PEER", help=", ".join(PEERS))
    given = parser.parse_args()
    if unknown := [name for name in given.peers if name not in PEERS]:
        parser.error(f"unknown: {', '.join(unknown)}; choose from {', '.join(PEERS)}")
    failed = [name for name, wanted in needed(given.peers or list(PEERS)).items()
              if not install(given.dir, name, wanted)]  # fmt: skip
    if failed:
        print(f"not installed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def needed(names: list[str]) -> dict[str, tuple[str, ...]]:
    """Give the environments of the peers with what belongs into them."""
    peers = [PEERS[name] for name in names]
    return {peer.environment: peer.requirements for peer in peers if peer.environment is not None}


def install(folder: Path, name: str, requirements: tuple[str, ...]) -> bool:
    """Make one environment unless it is there; say how it went."""
    environment = folder / name
    versions = environment / VERSIONS
    if versions.exists():
        print(f"{name}: there already: {summary(versions, requirements)}")
        return True
    python = str(environment_python(folder, name))
    try:
        run(sys.executable, "-m", "venv", "--clear", str(environment))
        run(python, "-m", "pip", "install", "--disable-pip-version-check", *requirements)
        frozen = run(python, "-m", "pip", "freeze", "--disable-pip-version-check")
    except subprocess.CalledProcessError as error:
        # Nothing half made is left, or evaluate would take it for installed.
        shutil.rmtree(environment, ignore_errors=True)
        print(f"{name}: FAILED: {reason(error.stderr)}", file=sys.stderr)
        return False
    versions.write_text(frozen, encoding="utf-8")
    print(f"{name}: installed {summary(versions, requirements)}")
    return True


def run(*command: str) -> str:
    """Run a command and give what it prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def reason(stderr: str) -> str:
    """Choose the line of pip's complaints that says most: not its own "a subprocess failed"."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error: ") and "subprocess" not in line]
    return (errors or lines or ["no reason given"])[0]


def summary(versions: Path, requirements: tuple[str, ...]) -> str:
    """Give the versions of what was asked for, without what that needs in turn."""
    asked = {requirement.partition(">")[0].partition("[")[0].lower() for requirement in requirements}
    lines = versions.read_text(encoding="utf-8").split()
    return ", ".join(line for line in lines if line.partition("==")[0].lower().replace("_", "-") in asked)


if __name__ == "__main__":
    sys.exit(main())
