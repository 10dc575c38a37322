"""The process of a run: read the request from its folder, write records there.

It ends when its work is done, its time is over, or its stdin has a byte or is closed; so it cannot outlive
the server.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from maintext.app.workbench.failure import failure_of
from maintext.app.workbench.runs.folder import RunFolder, RunProgress, without_folder
from maintext.errors import MaintextError

__all__ = ["main"]

# A run whose server is gone waits for the next server.
_STOPPED = {"user": "cancelled", "time": "limited", "server": "waiting"}
_START_OVER = ("evaluate", "train")  # other kinds go on where they were stopped
_AFTER_S = 30.0  # to finish and store open work after a stop; then the process ends by force


def main(words: list[str] | None = None) -> int:
    """Do the work of a run. Return 0 even if it failed, which its state tells."""
    (path,) = sys.argv[1:] if words is None else words
    # A server in the background of a shell passes on that SIGINT is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = RunFolder(Path(path))
    request, progress = folder.request(), RunProgress(folder)
    _watch_for_end(progress, float(request["max_s"]))
    progress.note()
    if request["kind"] in _START_OVER:
        folder.forget_records()
    try:
        is_limited = _work_function(request["kind"])(folder, request, progress)
        status = "limited" if is_limited else "done"
    except KeyboardInterrupt:
        status = "cancelled"
    except MaintextError as error:
        progress.message, status = without_folder(error.message, request.get("folder", "")), "failed"
    except Exception as error:  # noqa: BLE001 - the state tells the server, the log has the rest
        traceback.print_exc()
        failure, status = failure_of(error), "failed"
        defect = f"this is a defect: please report it ({type(error).__name__}: {error})"
        progress.message = defect if failure.error == "internal" else failure.message
    if progress.stopped_by and status != "failed":
        status = _STOPPED[progress.stopped_by]
    progress.write(status)
    return 0


def _work_function(kind: str) -> Callable[[RunFolder, dict[str, Any], RunProgress], bool]:
    """Return the function of a kind of run; it returns True if the page limit ended it."""
    from maintext.app.workbench.runs import evaluation, extraction  # noqa: PLC0415 - after the first state is written

    works = {
        "recipe": extraction.run_recipe_records, "crawl": extraction.crawl_site,
        "batch": extraction.extract_files, "evaluate": evaluation.evaluate_methods,
        "train": evaluation.train_model,
    }  # fmt: skip
    return works[kind]


def _watch_for_end(progress: RunProgress, max_s: float) -> None:
    """Interrupt the work when the server closes stdin, or when the time is over."""

    def stop(why: str) -> None:
        if progress.stopped_by:
            return
        progress.stopped_by = why
        _call_later(_AFTER_S, partial(_end_process, progress))
        _interrupt_main()

    def wait_for_end() -> None:
        # Not sys.stdin.read: this thread would hold its lock when the interpreter ends, which then aborts.
        is_asked = bool(os.read(sys.stdin.fileno(), 1))  # one byte is a request, the end of it a lost server
        stop("user" if is_asked else "server")

    threading.Thread(target=wait_for_end, daemon=True).start()
    _call_later(max_s, partial(stop, "time"))


def _call_later(seconds: float, function: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, function)
    timer.daemon = True
    timer.start()


def _interrupt_main() -> None:
    if hasattr(signal, "pthread_kill"):  # wakes a thread that sleeps or waits for the network
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        import _thread  # noqa: PLC0415 - Windows

        _thread.interrupt_main()


def _end_process(progress: RunProgress) -> None:
    progress.write(_STOPPED[progress.stopped_by])
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():  # with its child processes
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    # Ctrl-C in a terminal goes to the server, which then closes the pipe.
    sys.exit(main())
