"""Progress on stderr: one line that changes on a terminal, else a line from time to time."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Generic, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

P = TypeVar("P")

__all__ = ["ProgressLine"]

_TERMINAL_S, _LOG_S = 0.2, 10.0  # between two lines
_WHOLE_LINE = "\r\x1b[K"


class ProgressLine(Generic[P]):
    """A line that is written again as work goes on; called with how far it has come.

    Parameters
    ----------
    line
        Makes the line of that.
    """

    def __init__(self, line: Callable[[P], str]) -> None:
        self._line = line
        self._is_terminal = sys.stderr.isatty()
        self._every_s = _TERMINAL_S if self._is_terminal else _LOG_S
        self._next = time.monotonic() + self._every_s

    def __call__(self, progress: P) -> None:
        """Write the line, unless one was written just now."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._every_s
        line = self._line(progress)
        click.echo(f"{_WHOLE_LINE}{line}" if self._is_terminal else line, err=True, nl=not self._is_terminal)

    def end(self) -> None:
        """Take the line away from a terminal."""
        if self._is_terminal:
            click.echo(_WHOLE_LINE, err=True, nl=False)
