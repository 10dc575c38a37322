"""Drop-in shims: the calls of other extractors, answered by maintext.

::

    trafilatura/    extract, bare_extraction, fetch_url …; python -m maintext.compat.trafilatura
    newspaper.py    Article(url).download(), .parse(), .nlp()
    readability.py  Document(html).summary()
    gne.py          GeneralNewsExtractor().extract(html)
    magic_html.py   GeneralExtractor().extract(html)

One import line changes; ``docs/compat.md`` lists every parameter and what differs. Each shim keeps the
contract of its original, so ``None`` and the originals' exceptions come back here, and only here. A
parameter without an effect is announced once, by a :class:`CompatWarning`.
"""

from maintext.compat.notice import CompatWarning

__all__ = ["CompatWarning"]
