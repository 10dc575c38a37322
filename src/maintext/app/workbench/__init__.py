"""The workbench: a local web page to inspect, teach and run; and a REST API.

::

    settings.py       ServeOptions: host, token, limits
    guard.py          access: Host, Origin, token; the headers of every answer
    failure.py        errors as status, code, message and hint
    shapes.py         requests and answers as pydantic models; check a request
    data.py           the folder of runs, uploads, recipes and marked pages
    state.py          what requests share: threads, limits, batches in memory
    workers.py        processes that work on pages, if there are any
    view.py           a page for display: safe copy, marks, decisions, curves, differences
    tasks.py          what is done for a request, from plain values to JSON
    runs/             runs: each a process and a folder
    endpoint.py       one kind of request, and its description in OpenAPI
    endpoints.py      the table of all requests with their handlers
    app.py            the only file that imports Starlette
    run.py            the only file that imports uvicorn
    static/           the page: HTML, CSS, plain JavaScript, texts in English and Chinese

Needs the extra ``serve``. Nothing is written outside of the folder that ``data.py`` describes.
"""

from __future__ import annotations

from maintext.app.workbench.run import serve
from maintext.app.workbench.settings import ServeOptions

__all__ = ["ServeOptions", "serve"]
