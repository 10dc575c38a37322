"""Turn errors into an HTTP status and a JSON object with code, message and hint."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from typing import Any

from maintext import errors
from maintext.errors import MaintextError

__all__ = ["FAILURES", "Failure", "RequestError", "failure_of"]


@dataclass(frozen=True, slots=True)
class Failure:
    """HTTP status of an error, its code for programs, what is wrong, and what to do."""

    status: int
    error: str
    message: str
    hint: str

    def to_dict(self) -> dict[str, Any]:
        """Return the body of the answer."""
        return {"error": self.error, "message": self.message, "hint": self.hint}


FAILURES: dict[str, tuple[int, str]] = {
    "bad_request": (400, "Compare the request with /openapi.json."),
    "bad_address": (400, "Check the spelling of the URL."),
    "bad_recipe": (400, "Correct the recipe at the named place, or learn it again."),
    "token_needed": (401, "Send the header Authorization: Bearer TOKEN; the server printed the token."),
    "host_refused": (403, "Use the URL that the server printed, or start it with --allow-host."),
    "origin_refused": (403, "Requests from pages of other sites are refused; use the workbench itself."),
    "address_refused": (403, "Only public IP addresses are fetched; --allow-private changes that."),
    "not_found": (404, "See /openapi.json for all paths."),
    "method_not_allowed": (405, "See /openapi.json for the methods of each path."),
    "name_taken": (409, "Choose another name, or send overwrite: true to replace what is there."),
    "too_slow": (408, "Send the request again, faster or in smaller pieces."),
    "too_large": (413, "Send a smaller page; if bytes are the limit, the server takes a larger --max-bytes."),
    "no_room": (413, "Start a run with the files that wait, or send a smaller file."),
    "media_type": (415, "Send application/json, or the page itself as text/html."),
    "not_html": (422, "Give a web page; images, PDFs and archives are not read."),
    "no_list": (422, "Give a page that lists entries, and click the title of one of them."),
    "no_rule": (422, "Click a smaller or a larger part, or the same thing on another page."),
    "no_column": (422, "Click it on the page of an entry."),
    "input_unusable": (422, "Save the page from a browser and send the file."),
    "fetch_failed": (424, "Check the URL, or save the page from a browser and send the file."),
    "fetch_timeout": (424, "Try again later, or save the page from a browser and send the file."),
    "http_status": (424, "Open the URL in a browser to see whether it works there."),
    "too_many_jobs": (429, "Wait until one ends, or delete one."),
    "internal": (500, "This is a defect: please report it with the page and the options."),
    "extra_missing": (501, "Install the named package, and start the server again."),
    "busy": (503, "Wait a moment and send the request again."),
    "disk_full": (507, "Make room on the server's disk, and send the request again."),
    "file_failed": (507, "See that the folder of the server is there and can be written; then ask again."),
    "page_timeout": (504, "Send a smaller page, or start the server with a larger --timeout."),
}  # fmt: skip
"""Status and hint by code."""

# The first row that fits: subclasses stand before their bases.
_KINDS: tuple[tuple[type[MaintextError], str], ...] = (
    (errors.OptionError, "bad_request"), (errors.PageTooLargeError, "too_large"),
    (errors.NotHtmlError, "not_html"), (errors.InputError, "input_unusable"),
    (errors.DatasetError, "input_unusable"), (errors.AddressRefusedError, "address_refused"),
    (errors.FetchTimeoutError, "fetch_timeout"), (errors.HttpStatusError, "http_status"),
    (errors.FetchError, "fetch_failed"), (errors.MissingExtraError, "extra_missing"),
)  # fmt: skip

# Advice to change an option is for callers of the library, not for clients of a server.
_ADVICE = re.compile(r"; (?:(?:raise|set) [a-z]+_[a-z_]+\b|[^;]* (?:or|with) --[a-z]).*", re.DOTALL)


class RequestError(MaintextError):
    """A request that is answered by a failure; ``code`` is a key of :data:`FAILURES`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.failure = _make_failure(code, message)


def failure_of(error: Exception) -> Failure:
    """Return the failure for an error; an unexpected error gives no details."""
    if isinstance(error, RequestError):
        return error.failure
    name = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    # The disk, or somebody's share of it
    if name == "SQLITE_FULL" or getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}:
        return _make_failure("disk_full", "the disk of the server is full")
    # Other errors of SQLite than SQLITE_ERROR, which is a defect, are those of its file.
    if isinstance(error, OSError) or name != "SQLITE_ERROR":
        why = getattr(error, "strerror", None) or error
        return _make_failure("file_failed", f"a file of the server cannot be used: {why}")
    code = next((code for kind, code in _KINDS if isinstance(error, kind)), "internal")
    if not isinstance(error, MaintextError):
        return _make_failure(code, "the server could not finish the request")
    if code == "address_refused" and not _ADVICE.search(error.message):  # no option would let it through
        code = "bad_address"
    return _make_failure(code, error.message)


def _make_failure(code: str, message: str) -> Failure:
    status, hint = FAILURES[code]
    return Failure(status, code, _ADVICE.sub("", message), hint)
