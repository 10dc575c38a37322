"""newspaper's ``Article`` and ``Source``, answered by maintext.

::

    article.py        Article, article, build_article, fulltext
    source.py         Source, build
    configuration.py  Configuration
    exceptions.py     names of the module of newspaper
"""

from maintext.compat.newspaper.article import (
    Article,
    ArticleDownloadState,
    ArticleException,
    article,
    build_article,
    fulltext,
)
from maintext.compat.newspaper.configuration import Configuration
from maintext.compat.newspaper.source import Source, build

__all__ = [
    "Article", "ArticleDownloadState", "ArticleException", "Config", "Configuration", "Source", "article",
    "build", "build_article", "fulltext",
]  # fmt: skip

__version__ = "0.9.6"  # of the interface
Config = Configuration
