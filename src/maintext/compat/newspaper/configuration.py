"""Settings by newspaper's names."""

from __future__ import annotations

import copy
from typing import Any

from maintext.compat import warn_once

__all__ = ["Configuration"]

# Settings of the original that have no effect here, with their defaults.
_WITHOUT_EFFECT: dict[str, Any] = {
    "min_word_count": 300, "min_sent_count": 7, "max_file_memo": 20_000, "top_image_settings": {},
    "memorize_articles": True, "disable_category_cache": False, "fetch_images": True,
    "follow_meta_refresh": False, "clean_article_html": True, "http_success_only": True, "verbose": False,
    "number_threads": 10, "thread_timeout_seconds": 10, "allow_binary_content": False,
    "ignored_content_types_defaults": {}, "use_cached_categories": True, "honor_robots_txt": False,
}  # fmt: skip
_WITH_EFFECT: dict[str, Any] = {
    "max_text": 100_000, "max_title": 200, "max_authors": 10, "max_keywords": 35, "max_summary": 5_000,
    "max_summary_sent": 5, "request_timeout": 7, "browser_user_agent": "", "proxies": {},
    "requests_params": {}, "allow_private": False, "_language": "en", "_use_meta_language": True,
}  # fmt: skip
_DONE_HERE = {"memorize_articles": False, "fetch_images": False}  # nothing is remembered, no image is fetched
_OTHER_NAMES = {"memoize_articles": "memorize_articles", "timeout": "request_timeout"}


class Configuration:  # noqa: PLW1641 - settings change
    """Settings of articles and sources; changing one without effect warns once."""

    # Maximum number of characters or entries; the rest is cut.
    max_text: int
    max_title: int
    max_authors: int
    max_keywords: int
    max_summary: int
    max_summary_sent: int
    request_timeout: float | tuple[float, float] | None  # seconds to wait for a server
    browser_user_agent: str  # the User-Agent header; "" for that of maintext
    proxies: dict[str, str]  # URL of the proxy by http, https or all, as in requests
    requests_params: dict[str, Any]  # other settings by their names in requests, read at each fetch
    allow_private: bool  # also fetch from private networks, as the original always does

    def __init__(self, **changes: Any) -> None:
        self.__dict__.update(copy.deepcopy(_WITH_EFFECT | _WITHOUT_EFFECT))
        self.update(**changes)

    def __setattr__(self, name: str, value: Any) -> None:
        name = _OTHER_NAMES.get(name, name)
        if name == "headers":
            self._set_headers(value or {})
            return
        default = _WITHOUT_EFFECT.get(name)
        if (name in _WITHOUT_EFFECT or not hasattr(self, name)) and value not in (
            default, _DONE_HERE.get(name, default),
        ):  # fmt: skip
            warn_once("newspaper", name, "has no effect")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and vars(self) == vars(other)

    @property
    def language(self) -> str:
        """Code of the language, reported if that of the page is unknown; no effect on extraction."""
        return self._language

    @language.setter
    def language(self, value: str | None) -> None:
        if value is not None and not (len(value) == 2 and value.isalpha() and value not in _NO_LANGUAGES):
            raise ValueError(f"language must be a code of two letters, as en or zh, not {value!r}")
        self._language, self._use_meta_language = value or "en", value is None

    @property
    def use_meta_language(self) -> bool:
        """Whether the language is that of the page: nobody set another one."""
        return self._use_meta_language

    def update(self, **changes: Any) -> None:
        """Change settings by name, including ``timeout`` and ``headers`` as in :mod:`requests`.

        Raises ValueError: the language is no code of two letters.
        """
        for name, value in changes.items():
            setattr(self, name, value)

    def _set_headers(self, headers: dict[str, str]) -> None:
        for name, value in headers.items():
            if name.lower() == "user-agent":
                self.browser_user_agent = value
            else:
                warn_once("newspaper", f"the header {name}", "is not sent")

    def fetch_changes(self, scheme: str) -> dict[str, Any]:
        """Return the changes of :class:`maintext.net.FetchOptions` for a URL with this scheme."""
        config = copy.copy(self)
        config.update(**self.requests_params)
        proxies = config.proxies or {}
        proxy = proxies.get(scheme) or proxies.get("all")
        timeout = config.request_timeout
        found = {
            "timeout_s": float(max(timeout)) if isinstance(timeout, tuple) else timeout and float(timeout),
            "user_agent": config.browser_user_agent, "proxies": (proxy,) if proxy else (),
        }  # fmt: skip
        return {"allow_private": config.allow_private} | {name: one for name, one in found.items() if one}


_NO_LANGUAGES = frozenset({"zz", "xx"})  # codes that stand for none
