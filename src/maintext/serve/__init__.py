"""The workbench: a local web page to look at extraction, and a REST API; needs the extra ``serve``.

::

    settings.py    ServeOptions: address, token, limits
    guard.py       who may ask: Host, Origin, token; the headers of every answer
    shapes.py      what requests and answers look like, as JSON Schema
    check.py       a request checked against its shape
    failure.py     errors as status, code, message and hint
    bench.py       the threads that work is done in, and how much may wait
    source.py      from a request to the bytes of a page
    view.py        a page for the eye: safe copy, marks, decisions, curves
    tasks.py       what is done for a request, from plain values to JSON
    jobs.py        batches in memory
    endpoints.py   the table of all requests
    openapi.py     that table as an OpenAPI document
    app.py         the only file that knows Starlette
    run.py         the only file that knows uvicorn
    static/        the page: HTML, CSS, plain JavaScript, texts in English and Chinese

Nothing is written to disk.
"""

from __future__ import annotations

from maintext.serve.run import serve
from maintext.serve.settings import ServeOptions

__all__ = ["ServeOptions", "serve"]
