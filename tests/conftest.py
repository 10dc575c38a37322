"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: machines that run tests are busy. In CI the same examples every time, so that a change
# is judged by what it changes.
settings.register_profile("maintext", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("maintext")
