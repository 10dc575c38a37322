"""Names of ``newspaper.exceptions``."""

from maintext.compat.newspaper.article import ArticleException

__all__ = ["ArticleException"]
