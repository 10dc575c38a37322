"""Names of ``newspaper.configuration``."""

from maintext.compat.newspaper.article import Configuration

__all__ = ["Configuration"]
