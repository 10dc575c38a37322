"""Settings by newspaper's names."""

from __future__ import annotations

import copy
from typing import Any

from maintext.compat import warn_once

__all__ = ["Configuration"]

# Settings of the original that have no effect here, with their defaults.
_WITHOUT_EFFECT: dict[str, Any] = {
    "min_word_count": 300, "min_sent_count": 7, "max_file_memo": 20_000, "top_image_settings": {},
    "memorize_articles": True, "disable_category_cache": False, "fetch_images": True, "proxies": {},
    "follow_meta_refresh": False, "clean_article_html": True, "http_success_only": True, "verbose": False,
    "number_threads": 10, "thread_timeout_seconds": 10, "allow_binary_content": False,
    "ignored_content_types_defaults": {}, "use_cached_categories": True, "honor_robots_txt": False,
}  # fmt: skip
_DONE_HERE = {"memorize_articles": False, "fetch_images": False}  # nothing is remembered, no image is fetched
_OTHER_NAMES = {"memoize_articles": "memorize_articles", "timeout": "request_timeout"}


class Configuration:  # noqa: PLW1641 - settings change
    """Settings of articles and sources; changing one without effect warns once."""

    def __init__(self, **changes: Any) -> None:
        # Maximum number of characters or entries; the rest is cut.
        self.max_text, self.max_title, self.max_authors = 100_000, 200, 10
        self.max_keywords, self.max_summary, self.max_summary_sent = 35, 5_000, 5
        self.request_timeout: float = 7  # seconds to wait for a server
        self.browser_user_agent = ""  # the User-Agent header; "" for that of maintext
        self.allow_private = False  # also fetch from private networks, as the original always does
        self.requests_params: dict[str, Any] = {}
        self.__dict__.update(copy.deepcopy(_WITHOUT_EFFECT))
        self._language, self._use_meta_language = "en", True
        self.update(**changes)

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
        changes = {_OTHER_NAMES.get(name, name): value for name, value in changes.items()}
        for name, value in (changes.pop("headers", None) or {}).items():
            if name.lower() == "user-agent":
                self.browser_user_agent = value
            else:
                warn_once("newspaper", f"the header {name}", "is not sent")
        for name, value in changes.items():
            if name in _WITHOUT_EFFECT or not hasattr(self, name):
                if value not in {_WITHOUT_EFFECT.get(name), _DONE_HERE.get(name)}:
                    warn_once("newspaper", name, "has no effect")
                self.__dict__[name] = value
            else:
                setattr(self, name, value)


_NO_LANGUAGES = frozenset({"zz", "xx"})  # codes that stand for none
