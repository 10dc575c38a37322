"""Settings of all tests."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# No deadline: machines that run tests are busy. In CI the same examples every time, so that a change
# is judged by what it changes.
settings.register_profile("maintext", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("maintext")

# A shell ignores SIGINT, and nohup SIGHUP, for what runs in the background; the commands that tests start and
# stop would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
