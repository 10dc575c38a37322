"""How a command ends early: a signal stops it, or it cannot write. One sentence on stderr, and an exit code.

SIGTERM and SIGHUP raise :class:`KeyboardInterrupt`, as Ctrl-C does, so that what stops well for Ctrl-C stops
well for all three. A command whose work can be continued says so with :func:`say_how_to_go_on`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

import click

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ended_early", "say_how_to_go_on"]

_HINT = "maintext.how_to_go_on"
_STOPPED = 128  # plus the number of the signal, as in a shell
_SIGNALS = ("SIGTERM", "SIGHUP")
# A terminal that is closed sends SIGHUP twice: from the shell, and from the system when the shell ends.
_REPEATED_S = 2.0
_ELSEWHERE, _ROOM = "name another place", "make room"
_REMEDIES = {
    errno.ENOSPC: _ROOM, errno.EDQUOT: _ROOM, errno.EFBIG: "allow larger files", errno.EROFS: _ELSEWHERE,
    errno.EACCES: _ELSEWHERE, errno.EPERM: _ELSEWHERE,
}  # fmt: skip
"""What to do about an error of the system that is no defect of ours; others are."""


def say_how_to_go_on(hint: str) -> None:
    """Set what the user is told when the command that runs ends early, such as "the same command goes on"."""
    click.get_current_context().meta[_HINT] = hint


@contextmanager
def ended_early() -> Iterator[None]:
    """Turn an interrupt, and a write that the system refuses, into one sentence and an exit code.

    Raises
    ------
    click.exceptions.Exit
        128 and the number of the signal; 2 where something cannot be written; 0 where nobody reads stdout.
    """
    with _interrupts() as received:
        try:
            yield
        except KeyboardInterrupt:
            number = received[-1] if received else signal.SIGINT
            _end(_STOPPED + number, f"stopped by {signal.Signals(number).name}")
        except BrokenPipeError:
            _drop_what_cannot_be_written()
            raise click.exceptions.Exit(0) from None
        except OSError as error:
            if error.errno not in _REMEDIES:
                raise
            _end(OptionError.exit_code, _refusal(error), _REMEDIES[error.errno])


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP interrupt a block; give those that came. What is ignored stays ignored."""
    received: list[int] = []
    since = 0.0

    def interrupt(number: int, _frame: Any) -> None:
        nonlocal since
        if received and time.monotonic() - since < _REPEATED_S:
            return
        since = time.monotonic()
        received.append(number)
        raise KeyboardInterrupt

    known = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    taken = [number for number in known if is_main and signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, interrupt)
    try:
        yield received
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _refusal(error: OSError) -> str:
    """Return what could not be written, and why."""
    if error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return f"cannot write: {error.strerror}"


def _end(code: int, *said: str) -> NoReturn:
    """Say why, and how to go on; exit."""
    context = click.get_current_context(silent=True)
    hint = context.meta.get(_HINT) if context else None
    sentence = "; ".join((*said, hint) if hint else said)
    # The progress line of a terminal has no end.
    line_end = "\n" if sys.stderr.isatty() else ""
    with suppress(OSError):
        click.echo(f"{line_end}maintext: {sentence}", err=True)
    _drop_what_cannot_be_written()
    raise click.exceptions.Exit(code)


def _drop_what_cannot_be_written() -> None:
    """Drop what stdout and stderr do not take: the interpreter would try again, and change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - no path of ours
                os.dup2(nowhere.fileno(), stream.fileno())
