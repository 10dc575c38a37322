"""The workbench: a local web page to inspect, teach and run; and a REST API.

::

    settings.py, guard.py, failure.py   options, access, errors
    shapes.py                           requests and answers as pydantic models
    endpoint.py, endpoints.py           a request and its OpenAPI; the table of all, with their handlers
    state.py, tasks.py, view.py         what requests share, and what is done for them
    pages.py, forms.py, sheet.py        pages of a short time ago, their search forms, recipes as tables
    data.py, runs/                      the folder of uploads, recipes and marked pages; runs
    app.py, run.py                      the only files that import Starlette and uvicorn
    static/                             the page: HTML, CSS, plain JavaScript, texts in English and Chinese

Needs the extra ``serve``. Nothing is written outside of the folder that ``data.py`` describes.
"""

from __future__ import annotations

from maintext.app.workbench.run import serve
from maintext.app.workbench.settings import ServeOptions

__all__ = ["ServeOptions", "serve"]
