"""fetch_url and fetch_response, with trafilatura's signatures."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from configparser import ConfigParser
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext.compat import warn_once
from maintext.compat.trafilatura.settings import DEFAULT_CONFIG, TrafilaturaExtractor
from maintext.compat.trafilatura.utils import decode_file
from maintext.errors import MaintextError
from maintext.options import changed

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = ["DownloadResponse", "Response", "fetch_response", "fetch_url"]

_LOGGER = logging.getLogger(__name__)

# What the settings call an option that a message says to change.
_SETTINGS = {
    "allow_private": "SSRF_PROTECTION = off", "max_bytes": "MAX_FILE_SIZE", "timeout_s": "DOWNLOAD_TIMEOUT",
}  # fmt: skip


@dataclass(slots=True)
class DownloadResponse:
    """A fetched page."""

    data: bytes
    status: int
    url: str  # after redirects
    headers: dict[str, str] | None = None  # by lower-case name
    html: str | None = None  # the body as text, `None` if not requested

    def __bool__(self) -> bool:
        return self.data is not None

    def __str__(self) -> str:
        return self.html or decode_file(self.data)

    def store_headers(self, headerdict: Mapping[str, str]) -> None:
        """Keep the headers, by lower-case names."""
        self.headers = {name.lower(): value for name, value in headerdict.items()}

    def decode_data(self, decode: bool, max_size: int | None = None) -> None:
        """Write the body as text to ``html`` if asked for."""
        if decode and self.data:
            self.html = decode_file(self.data, max_size)

    def as_dict(self) -> dict[str, Any]:
        """Return all values by name."""
        return {name: getattr(self, name) for name in ("data", "headers", "html", "status", "url")}


Response = DownloadResponse


def fetch_url(
    url: str,
    no_ssl: bool = False,
    config: ConfigParser | None = None,
    options: TrafilaturaExtractor | None = None,
) -> str | None:
    """Fetch a page and return it as text; ``None`` for errors and for too short or too long bodies."""
    options = options or TrafilaturaExtractor(config=config)
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=options.config)
    if response is None or not response.html or response.status != 200:
        return None
    return response.html if options.min_file_size <= len(response.html) <= options.max_file_size else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,  # noqa: ARG001 - theirs, deprecated
    config: ConfigParser | None = None,
) -> DownloadResponse | None:
    """Fetch a page; ``None`` for errors, including statuses of 400 or higher: the log says which.

    Certificates are always checked; ``no_ssl`` has no effect and warns once.
    """
    from maintext.html import decode as decoded  # noqa: PLC0415
    from maintext.net import fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch

    if not isinstance(url, str):
        return None
    if no_ssl:
        warn_once("trafilatura", "no_ssl", "has no effect: certificates are always checked")
    try:
        answer = fetch(url, _fetch_options(config or DEFAULT_CONFIG))
        response = DownloadResponse(answer.body, answer.status, answer.url, dict(answer.headers))
        if decode and answer.body:
            response.html = decoded(answer.body, http_charset=answer.charset, url=answer.url).text
    except MaintextError as error:
        setting = _SETTINGS.get(error.option or "", "")
        said = f"{error}; the setting is {setting}" if setting else error
        _LOGGER.error("%s", said)  # noqa: TRY400 - as theirs, without a traceback
        return None
    return response


def _fetch_options(config: ConfigParser) -> FetchOptions:
    from maintext.net import FetchOptions  # noqa: PLC0415

    section = config["DEFAULT"]
    changes: dict[str, Any] = {"timeout_s": section.getfloat("DOWNLOAD_TIMEOUT", 30.0)}
    changes["max_bytes"] = section.getint("MAX_FILE_SIZE", 20_000_000)
    changes["max_redirects"] = section.getint("MAX_REDIRECTS", 2)
    changes["allow_private"] = not section.getboolean("SSRF_PROTECTION", True)
    agents = (line.strip().strip("\"'") for line in section.get("USER_AGENTS", "").splitlines())
    if agent := next((agent for agent in agents if agent and not agent.startswith("#")), ""):
        changes["user_agent"] = agent
    return changed(FetchOptions(), changes)
