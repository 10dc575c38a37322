"""Whether the TEI output of a corpus is valid: by the project's own schema, or by that of the TEI.

    python scripts/check_tei.py ../shared/corpus --step 5
    python scripts/check_tei.py ../shared/corpus --schema tei_all.rng

The schema of the TEI (RelaxNG or a DTD) is not part of the project; it stands on the TEI's site. Needs lxml.
Ends with 1 when a document is not valid.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import maintext
from maintext.errors import InputError
from maintext.lab.evaluate import read_corpus

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Run from the command line."""
    etree: Any = importlib.import_module("lxml.etree")  # no dependency of the package
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--schema", type=Path, help="tei_all.rng or a TEI DTD; the project's own by default")
    parser.add_argument("--step", type=int, default=1, help="check every nth page")
    given = parser.parse_args()
    if given.schema is None:
        sys.path.insert(0, str(ROOT))
        from tests.tei_subset import SCHEMA  # noqa: PLC0415

        schema = etree.RelaxNG(etree.fromstring(SCHEMA))
    elif given.schema.suffix == ".dtd":
        with given.schema.open("rb") as file:
            schema = etree.DTD(file)
    else:
        schema = etree.RelaxNG(etree.parse(str(given.schema)))
    n_pages, bad = 0, []
    for page in islice(read_corpus(given.corpus), 0, None, given.step):
        try:
            tei = maintext.extract(page.html, page.url).tei
        except InputError:
            continue
        n_pages += 1
        if not schema.validate(etree.fromstring(tei.encode())):
            bad.append(f"{page.id}: {schema.error_log[0].message}")
    print(f"{n_pages} documents, {len(bad)} not valid")
    for problem in bad[:20]:
        print(f"FAILED {problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
