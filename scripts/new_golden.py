"""Write what the default method, or the one a file `method` names, gives for golden pages, for review.

    scripts/new-golden tests/golden/article_en
    scripts/new-golden tests/golden/*

Each folder holds a ``source.html``; ``expected.txt`` and ``expected.md`` are written next to it. Read
them (``git diff``) before you commit them, and say in ``WHY.md`` what the page shows and where the
output falls short of what a reader would want. A page about the form of the output, not about what is
main content, names a method that keeps it all, so that a new model does not change it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import maintext
from maintext.options import DEFAULT_METHOD

URL = "https://example.org/section/page.html"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    for folder in parser.parse_args().folders:
        named = folder / "method"
        method = named.read_text(encoding="utf-8").strip() if named.exists() else DEFAULT_METHOD
        doc = maintext.extract((folder / "source.html").read_bytes(), URL, method=method)
        (folder / "expected.txt").write_text(doc.text + "\n", encoding="utf-8")
        (folder / "expected.md").write_text(doc.markdown + "\n", encoding="utf-8")
        missing = "" if (folder / "WHY.md").exists() else "; now write WHY.md"
        print(f"{folder}: {len(doc.text)} characters by {doc.method}{missing}")


if __name__ == "__main__":
    main()
