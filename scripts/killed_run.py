"""A command that is killed on the way and started again, for the checks of what is left."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_LOOK_S = 0.02


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
        """Run to the end; return the seconds."""
        start = time.monotonic()
        subprocess.run(self._command, check=True)
        return time.monotonic() - start

    def killed_at(self, moments: Iterable[tuple[int, float]]) -> list[int]:
        """Start and kill at each moment, every second time with the workers; return what was done at each.

        A moment is so many seconds after so much is done. It ends early when the command is done before.
        """
        done = []
        for number, (n_done, seconds) in enumerate(moments):
            if not self._is_killed(n_done, seconds, workers_too=number % 2 == 1):
                break
            done.append(self._n_done())
        return done

    def _is_killed(self, n_done: int, seconds: float, *, workers_too: bool) -> bool:
        program = subprocess.Popen(self._command, start_new_session=True)
        while program.poll() is None and self._n_done() < n_done:
            time.sleep(_LOOK_S)
        time.sleep(seconds)
        if workers_too:
            os.killpg(program.pid, signal.SIGKILL)
        else:
            program.kill()
        return program.wait() == -signal.SIGKILL
