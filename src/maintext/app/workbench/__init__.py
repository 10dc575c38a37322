"""The workbench: a local web page to look at extraction, teach and run it, and a REST API.

::

    settings.py    ServeOptions: address, token, limits
    guard.py       who may ask: Host, Origin, token; the headers of every answer
    shapes.py, run_shapes.py, shape_parts.py   what requests and answers look like, as JSON Schema
    check.py       a request checked against its shape
    failure.py     errors as status, code, message and hint
    bench.py       the threads that work is done in, and how much may wait
    workers.py     the processes that pages are worked on in, where there are some
    source.py      from a request to the bytes of a page
    view.py        a page for the eye: safe copy, marks, decisions, curves
    tasks.py       what is done for a request, from plain values to JSON
    lists.py       entries like a clicked one, recipes learned and tried
    difference.py  what two texts share, for the eye
    jobs.py        batches in memory
    data.py        the folder of runs, uploads, recipes and marked pages
    uploads.py     files that wait for a run
    runs/          runs: each a process and a folder
    endpoint.py    one kind of request
    endpoints.py, site_endpoints.py, run_endpoints.py   the table of all requests
    openapi.py     that table as an OpenAPI document
    app.py         the only file that knows Starlette
    run.py         the only file that knows uvicorn
    static/        the page: HTML, CSS, plain JavaScript, texts in English and Chinese

Needs the extra ``serve``. Nothing is written outside of the folder that ``data.py`` describes.
"""

from __future__ import annotations

from maintext.app.workbench.run import serve
from maintext.app.workbench.settings import ServeOptions

__all__ = ["ServeOptions", "serve"]
