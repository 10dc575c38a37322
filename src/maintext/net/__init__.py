"""Fetch pages over HTTP, from checked public addresses only.

::

    model.py         FetchOptions, Response: options and result
    address.py       checks of URLs and network addresses
    connect.py       sockets with a deadline, to checked addresses
    client.py        fetch: requests, redirects, statuses, bodies
    compression.py   compressed files as streams

Importing this package imports urllib3; ``import maintext`` does not.
"""

from maintext.net.client import fetch
from maintext.net.model import FetchOptions, Response

__all__ = ["FetchOptions", "Response", "fetch"]
