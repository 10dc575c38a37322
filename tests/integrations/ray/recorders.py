"""Recorders that fail; apart from the tests, so that the processes they are sent to need no Ray."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from maintext.batch.record import PageRecorder

if TYPE_CHECKING:
    from maintext.batch import BatchItem


class Slow(PageRecorder):
    """Hangs on some pages, and dies on another."""

    def __call__(self, item: BatchItem) -> dict[str, Any]:
        if item.key in {"p3", "p17"}:
            time.sleep(600)
        if item.key == "p7":
            os._exit(9)
        return super().__call__(item)


class NoStart(PageRecorder):
    """Ends its process before the first page."""

    def warm_up(self) -> None:
        os._exit(9)
