"""A PostgreSQL server for tests: the system's, on loopback, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["postgres", "why_no_postgres"]

_PLACES = Path("/usr/lib/postgresql")
_START_S = 60.0


def why_no_postgres() -> str:
    """Why there is none, ``""`` where there is one."""
    try:
        import psycopg  # noqa: F401, PLC0415
    except ImportError:
        return "psycopg is not installed"
    if _programs() is None:
        return "PostgreSQL is not installed (apt-get install postgresql)"
    return (
        ""
        if os.getuid() or _account()
        else "PostgreSQL does not run as root, and there is no account postgres"
    )


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of a server without databases of its own; it ends with the context."""
    programs, account = _programs(), _account() if os.getuid() == 0 else None
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="maintext-pg-", ignore_cleanup_errors=True) as folder:
        if account:
            os.chown(folder, account.pw_uid, account.pw_gid)
        user = account.pw_name if account else None
        data, port = Path(folder, "data"), _free_port()
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "maintext", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", folder, "-F"],
            user=user, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait(port, server)
            yield f"postgresql://maintext@127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGINT)  # at SIGTERM it waits for its clients to leave
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def new_database(address: str, name: str) -> str:
    """Make an empty database; return its address."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload, unused-ignore]
    return f"{address}/{name}"


def _programs() -> Path | None:
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(_PLACES.glob("*/bin"), reverse=True)
    return next((path for path in found if (path / "initdb").exists() and (path / "postgres").exists()), None)


def _account() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    import psycopg  # noqa: PLC0415

    end = time.monotonic() + _START_S
    while True:
        try:
            psycopg.connect(f"postgresql://maintext@127.0.0.1:{port}/postgres", connect_timeout=5).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return
