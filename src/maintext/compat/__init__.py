"""Drop-in replacements for other extractors: their calls, answered by maintext.

::

    trafilatura/    extract, bare_extraction, fetch_url …; python -m maintext.compat.trafilatura
    newspaper.py    Article(url).download(), .parse(), .nlp()
    readability.py  Document(html).summary()
    gne.py          GeneralNewsExtractor().extract(html)
    magic_html.py   GeneralExtractor().extract(html)

Only the import line changes; ``docs/compat.md`` lists every parameter and the differences. Each shim keeps
the contract of its original, including results of ``None`` and the original exceptions. A parameter without
effect gives a :class:`CompatWarning` once.
"""

from maintext.compat.notice import CompatWarning

__all__ = ["CompatWarning"]
