"""newspaper's ``Article``, answered by maintext: ``from maintext.compat.newspaper import Article``.

::

    article.py        Article, article, build_article, fulltext
    configuration.py  names of the modules of newspaper, as exceptions.py
"""

from maintext.compat.newspaper.article import (
    Article,
    ArticleDownloadState,
    ArticleException,
    Config,
    Configuration,
    article,
    build,
    build_article,
    fulltext,
)

__all__ = [
    "Article", "ArticleDownloadState", "ArticleException", "Config", "Configuration", "article", "build",
    "build_article", "fulltext",
]  # fmt: skip
