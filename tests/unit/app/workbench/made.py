"""Functions that the tests of processes call in them; importing them is quick, also on a busy machine."""

from __future__ import annotations

import os
import signal
import time

from maintext.errors import NotHtmlError


def number(of: int) -> tuple[int, int]:
    time.sleep(0.2)
    return os.getpid(), of


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    time.sleep(60)


def refuse() -> None:
    raise NotHtmlError("this is a picture", stage="decode")


def break_down() -> None:
    raise ZeroDivisionError
