"""What a shim says once when it cannot do what a parameter of the original asks for."""

from __future__ import annotations

import sys
import warnings

__all__ = ["CompatWarning", "warn_once"]

_said: set[tuple[str, str]] = set()


class CompatWarning(UserWarning):
    """A parameter of another program was accepted and has no effect, or another one."""


def warn_once(project: str, name: str, text: str) -> None:
    """Warn about a parameter, the first time in a process only; the warning points at the caller's line."""
    if (project, name) in _said:
        return
    _said.add((project, name))
    warnings.warn(f"maintext.compat.{project}: {name} {text}", CompatWarning, stacklevel=_level())


def _level() -> int:
    """Frames from :func:`warn_once` up to the first one outside the shims."""
    level, frame = 1, sys._getframe(1)  # noqa: SLF001 - what warnings itself uses
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("maintext.compat"):
        level, frame = level + 1, frame.f_back
    return level
