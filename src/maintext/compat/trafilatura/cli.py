"""Names of ``trafilatura.cli``."""

from maintext.compat.trafilatura.__main__ import main, parse_args

__all__ = ["main", "parse_args"]
