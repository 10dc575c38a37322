"""Drop-in replacements for other extractors: their calls, answered by maintext.

::

    trafilatura/    extract, bare_extraction, fetch_url …; python -m maintext.compat.trafilatura
    newspaper/      Article(url).download(), .parse(), .nlp()
    readability/    Document(html).summary()
    gne.py          GeneralNewsExtractor().extract(html)
    magic_html.py   GeneralExtractor().extract(html)

Only the import line changes; ``docs/compat.md`` lists every parameter and the differences. Each shim keeps
the contract of its original, including results of ``None`` and the original exceptions. A parameter without
effect gives a :class:`CompatWarning` once.
"""

from __future__ import annotations

import sys
import warnings

__all__ = ["CompatWarning", "warn_once"]

_said: set[tuple[str, str]] = set()


class CompatWarning(UserWarning):
    """A parameter of another extractor was accepted, but has no effect or a different one."""


def warn_once(project: str, name: str, text: str) -> None:
    """Warn about a parameter once per process; the warning points at the caller's line."""
    if (project, name) in _said:
        return
    _said.add((project, name))
    warnings.warn(f"maintext.compat.{project}: {name} {text}", CompatWarning, stacklevel=_stack_level())


def _stack_level() -> int:
    """Return the stack level of the first caller outside the shims."""
    level, frame = 1, sys._getframe(1)  # noqa: SLF001 - what warnings itself uses
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("maintext.compat"):
        level, frame = level + 1, frame.f_back
    return level
