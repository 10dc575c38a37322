"""A command that is killed on the way and started again, for the checks of what is left."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_LOOK_S, _END_S = 0.02, 60.0
_WAYS = ((signal.SIGKILL, False), (signal.SIGKILL, True), (signal.SIGTERM, False))


class KilledRun:
    """A command that goes on where it was when it is started again.

    Parameters
    ----------
    command
        The words of the command.
    n_done
        Counts what is done and written: shards, records.
    """

    def __init__(self, command: Sequence[str], n_done: Callable[[], int]) -> None:
        self._command, self._n_done = command, n_done

    def to_the_end(self) -> float:
        """Run to the end; return the seconds of the work, from the first thing done to the end.

        The start is not among them: it can be longer than the work, and a kill that waits for a part of both
        comes when all is done.
        """
        with subprocess.Popen(self._command) as program:
            while program.poll() is None and not self._n_done():
                time.sleep(_LOOK_S)
            start = time.monotonic()
        if program.returncode:
            raise subprocess.CalledProcessError(program.returncode, self._command)
        return time.monotonic() - start

    def killed_at(self, moments: Iterable[tuple[int, float]]) -> list[int]:
        """Start and kill at each moment; return what was done at each.

        A moment is so many seconds after so much is done. The ways of killing take turns: SIGKILL for the
        command alone, SIGKILL for it and its workers, SIGTERM. It ends early when the command is done before.

        Raises
        ------
        subprocess.TimeoutExpired
            SIGTERM does not end the command.
        """
        done = []
        for (n_done, seconds), (number, workers_too) in zip(moments, itertools.cycle(_WAYS), strict=False):
            if not self._is_killed(n_done, seconds, number, workers_too=workers_too):
                break
            done.append(self._n_done())
        return done

    def _is_killed(self, n_done: int, seconds: float, number: signal.Signals, *, workers_too: bool) -> bool:
        program = subprocess.Popen(self._command, start_new_session=True)
        while program.poll() is None and self._n_done() < n_done:
            time.sleep(_LOOK_S)
        time.sleep(seconds)
        try:
            if workers_too:
                os.killpg(program.pid, number)
            else:
                program.send_signal(number)
            # A command may end by the signal, or take notice of it and end with the code of shells.
            return program.wait(_END_S) in {-number, 128 + number}
        finally:
            program.kill()
