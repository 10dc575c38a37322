"""Fetch pages over HTTP, from checked public addresses only.

Importing this package imports urllib3; ``import maintext`` does not.
"""

from maintext.net.client import afetch, fetch
from maintext.net.model import FetchOptions, Response

__all__ = ["FetchOptions", "Response", "afetch", "fetch"]
