"""Fetching a page over HTTP from an address that is known to be public.

::

    model.py     FetchOptions, Response: the values that go in and come out
    address.py   which URLs and which network addresses may be fetched
    connect.py   sockets that go to a checked address and keep a deadline
    client.py    fetch: requests, redirects, statuses, bodies

Importing this package imports urllib3; ``import maintext`` does not.
"""

from maintext.net.client import fetch
from maintext.net.model import FetchOptions, Response

__all__ = ["FetchOptions", "Response", "fetch"]
