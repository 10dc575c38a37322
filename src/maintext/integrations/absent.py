"""What stands in the place of a library's class where the library is not installed."""

from __future__ import annotations

from typing import Any

from maintext.errors import MissingExtraError

__all__ = ["absent"]


def absent(package: str, extra: str) -> Any:
    """Return a class to inherit from, in the place of one that is not installed.

    So a module with such classes can be imported, looked at and documented everywhere; making one of its
    objects raises :class:`~maintext.MissingExtraError`, which names the pip command.

    Parameters
    ----------
    package, extra
        Name of the library, and of the extra that brings it.
    """

    class Absent:
        def __new__(cls, *_given: Any, **_named: Any) -> Any:
            raise MissingExtraError(package, extra)

        def __class_getitem__(cls, _item: Any) -> Any:
            return cls

    return Absent
