"""One kind of request: what it takes, what it answers, and the function behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.source import read_source

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from pathlib import Path

    from maintext.app.workbench.bench import Bench
    from maintext.app.workbench.shape_parts import Shape
    from maintext.app.workbench.source import Source

    Handler = Callable[[Bench, Mapping[str, Any]], Awaitable["bytes | FileAnswer"]]
    PageTask = Callable[[Mapping[str, Any], Source, int], bytes]

__all__ = ["PAGE_TYPES", "Endpoint", "FileAnswer", "on_page", "page_endpoint"]

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


page_endpoint = partial(Endpoint, verb="POST", failures=(400, 403, 413, 415, 422, 424))
"""A request that is about a page, which may be fetched."""


def on_page(task: PageTask) -> Handler:
    """Return the handler that reads the page of a request, and does a task with both.

    Parameters
    ----------
    task
        ``task(request, source, max_bytes)`` gives JSON.
    """

    async def handler(bench: Bench, request: Mapping[str, Any]) -> bytes:
        source = await read_source(bench, request)
        return await bench.work_on_page(task, request, source, bench.options.max_bytes)

    return handler
