"""One kind of request: what it takes, what it answers, and the function behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from pathlib import Path

    from maintext.serve.bench import Bench
    from maintext.serve.shape_parts import Shape

    Handler = Callable[[Bench, Mapping[str, Any]], Awaitable["bytes | FileAnswer"]]

__all__ = ["PAGE_TYPES", "Endpoint", "FileAnswer"]

PAGE_TYPES = ("text/html", "application/xhtml+xml", "application/octet-stream")
"""Types of a body that is the page itself."""

_ALWAYS = (401, 408, 503)


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """An answer that is a file.

    Attributes
    ----------
    path
        The file.
    name
        What it is called for the client.
    media_type
        Its type.
    is_temporary
        Whether it is removed when it is sent.
    """

    path: Path
    name: str
    media_type: str
    is_temporary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One request.

    Attributes
    ----------
    verb, path
        HTTP method and address; ``{id}`` stands for a part that varies.
    summary
        One sentence.
    handler
        ``handler(bench, request)`` gives JSON, or a file; the request is checked.
    answer
        Name of the answer's shape; for a file its media type, or ``file`` for any.
    body
        Shape of the body, ``None`` for none.
    query, parts
        Shapes of the query's values and of the varying parts of the path, by name.
    takes_page
        Whether the body may be the page itself as well; what else the body would say stands in the query.
    takes_file
        Whether the body is a file, which the handler gets as ``path``.
    status
        Status of success.
    failures
        Statuses of failure that are particular to it.
    """

    verb: str
    path: str
    summary: str
    handler: Handler
    answer: str
    body: Shape | None = None
    query: Shape = field(default_factory=dict)
    parts: Shape = field(default_factory=dict)
    takes_page: bool = False
    takes_file: bool = False
    status: int = 200
    failures: tuple[int, ...] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """All statuses of failure."""
        return tuple(sorted({*self.failures, *(_ALWAYS if self.path != "/health" else ())}))

    @property
    def has_body(self) -> bool:
        """Whether it costs work: such requests are counted."""
        return self.body is not None or self.takes_file
