"""Every error maintext raises on purpose.

::

    MaintextError
    ├─ OptionError (ValueError)
    ├─ InputError
    │  ├─ DecodeError
    │  ├─ NotHtmlError
    │  ├─ PageTooLargeError
    │  └─ SnapshotError
    ├─ FetchError
    │  ├─ FetchTimeoutError
    │  ├─ HttpStatusError
    │  ├─ AddressRefusedError
    │  └─ RenderError
    ├─ MethodError
    │  └─ ElsewhereError
    ├─ ModelError
    ├─ DatasetError
    ├─ MissingExtraError (ImportError)
    ├─ ArticleException
    ├─ NoBrowserError
    ├─ NoContentException
    └─ RequestError

A page without main content is not an error: it is an outcome on the document. Every message
says what to do next. ``exit_code`` is what the command line ends with.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

__all__ = [
    "AddressRefusedError", "DatasetError", "DecodeError", "FetchError", "FetchTimeoutError",
    "HttpStatusError", "InputError", "MaintextError", "MethodError", "MissingExtraError", "ModelError",
    "NotHtmlError", "OptionError", "PageTooLargeError", "needs_extra",
]  # fmt: skip


class MaintextError(Exception):
    """Base of all errors that maintext raises on purpose.

    ``message`` says what went wrong and what to do; ``stage`` is the step of the pipeline: ``fetch``,
    ``decode``, ``parse``, ``select``, ``render`` …; ``option`` is the limit of a fetch that it says
    to change.
    """

    exit_code: ClassVar[int] = 1

    def __init__(
        self, message: str, *, url: str | None = None, stage: str | None = None, option: str | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.url, self.stage, self.option = message, url, stage, option

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling between processes; subclasses differ in arguments."""
        return _rebuild_error, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.stage, self.url) if part)
        return f"{self.message} [{where}]" if where else self.message


def _rebuild_error(kind: type[MaintextError], args: tuple[Any, ...], state: dict[str, Any]) -> MaintextError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class OptionError(MaintextError, ValueError):
    """An option or argument has a value that is not allowed; the message lists those that are."""

    exit_code = 2


class InputError(MaintextError):
    """The input cannot be used as a web page."""

    exit_code = 3


class DecodeError(InputError):
    """The bytes are not text in any supported encoding."""


class NotHtmlError(InputError):
    """The input is another kind of file: an image, a PDF, an archive."""


class PageTooLargeError(InputError):
    """The page has more bytes or nodes than the limits allow."""


class FetchError(MaintextError):
    """The page could not be fetched."""

    exit_code = 4


class FetchTimeoutError(FetchError):
    """The server did not answer in time."""


class HttpStatusError(FetchError):
    """The server answered with an error ``status``, 400–599; ``wait_s`` is the wait it asks for, or 0."""

    def __init__(self, message: str, *, status: int, url: str | None = None, wait_s: float = 0.0) -> None:
        super().__init__(message, url=url, stage="fetch")
        self.status, self.wait_s = status, wait_s


class AddressRefusedError(FetchError):
    """The URL is not http(s), or its host is in a private network."""


class MethodError(MaintextError):
    """A method broke its contract: it kept rows it may not keep, or returned the wrong length."""


class ModelError(MaintextError):
    """A model file cannot be used: damaged, or made for other features."""


class DatasetError(MaintextError):
    """An evaluation corpus is missing or malformed."""

    exit_code = 7


class MissingExtraError(MaintextError, ImportError):
    """An optional dependency is not installed; the message names the pip command."""

    exit_code = 5

    def __init__(self, package: str, extra: str) -> None:
        wanted = f"'maintext[{extra}]'" if extra else package
        super().__init__(f"this needs {package}: run  pip install {wanted}")
        self.package, self.extra = package, extra


@contextmanager
def needs_extra(package: str, extra: str) -> Iterator[None]:
    """Raise :class:`MissingExtraError` for an ``ImportError`` of what is imported within."""
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(package, extra) from error
