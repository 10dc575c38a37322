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
        """Start and end it at each moment; return what was done at each.

        A moment is so many seconds after so much is done. It ends early when the command is done before.
        Every second time the signal goes to the workers too; of four times, two are by SIGTERM.
        """
        done = []
        for number, (n_done, seconds) in enumerate(moments):
            how = signal.SIGTERM if (number + 1) // 2 % 2 else signal.SIGKILL
            if not self._is_ended(n_done, seconds, how, workers_too=number % 2 == 1):
                break
            done.append(self._n_done())
        return done

    def _is_ended(self, n_done: int, seconds: float, how: signal.Signals, *, workers_too: bool) -> bool:
        program = subprocess.Popen(self._command, start_new_session=True)
        while program.poll() is None and self._n_done() < n_done:
            time.sleep(_LOOK_S)
        time.sleep(seconds)
        if workers_too:
            os.killpg(program.pid, how)
        else:
            program.send_signal(how)
        # Before the command has begun, SIGTERM ends it as SIGKILL does.
        return program.wait() in {-how, 128 + how}
