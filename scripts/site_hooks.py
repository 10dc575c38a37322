"""Hooks of mkdocs.yml: pages that are made when the site is built, and links that leave docs/.

The reference of the Python interface is made from the code (scripts/make_reference.py). Pages outside of
docs/ (CONTRIBUTING.md …) get a place in the site, and a link to a source file leads to a copy of that file.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.make_docs import MARK
from scripts.make_reference import reference

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "docs"
MOVED = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "training/README.md": "project/training.md",
    "benchmarks/README.md": "project/benchmarks.md",
    "README.md": "index.md",
    "README.zh.md": "index.md",
}
REFERENCE = {
    "maintext": ("The package", "maintext"),
    "net": ("Fetching", "maintext.net"),
    "batch": ("Batches", "maintext.batch", "maintext.batch.store"),
    "sites": ("Sites", "maintext.sites.recipe", "maintext.records.posts"),
    "crawl": ("Crawls and browser", "maintext.crawl", "maintext.browser"),
    "evaluate": ("Evaluation", "maintext.lab.evaluate", "maintext.lab.compare"),
    "train": ("Training", "maintext.lab.train"),
    "methods": ("Methods and pages", "maintext.html", "maintext.selection", "maintext.classify.method"),
}
_FENCE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write the pages as the site has them to build/docs, and build from there."""
    if config.docs_dir == str(BUILT):  # called once more for each language
        return config
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.copytree(config.docs_dir, BUILT)
    texts = {path.relative_to(BUILT).as_posix(): path.read_text("utf-8") for path in BUILT.rglob("*.md")}
    texts |= {uri: (ROOT / path).read_text("utf-8") for path, uri in MOVED.items() if uri != "index.md"}
    texts |= {f"reference/{name}.md": reference(one[0], one[1:]) for name, one in REFERENCE.items()}
    for uri, text in texts.items():
        write(uri, with_moved_links(uri, text.removeprefix(MARK).lstrip()))  # the title comes first
    config.docs_dir = str(BUILT)
    return config


def write(uri: str, text: str) -> None:
    """Write a file of the site."""
    path = BUILT / uri
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def with_moved_links(uri: str, text: str) -> str:
    """Return a page whose links lead to places of the site."""
    parts = _FENCE.split(text)
    parts[::2] = [_LINK.sub(lambda link: moved_link(uri, link), part) for part in parts[::2]]
    return "".join(parts)


def moved_link(uri: str, link: re.Match[str]) -> str:
    """Return a link of the page at ``uri`` as the site has it; a folder has no page, so its name stays."""
    image, text, target, anchor = link.groups()
    path = repository_path(uri, target)
    if not path:
        return link[0]
    if path in MOVED:
        place = MOVED[path]
    elif path.startswith("docs/"):
        place = path.removeprefix("docs/")
    elif (ROOT / path).is_file():
        place = f"source/{path.replace('.', '_')}.txt"  # an inner dot would begin a language
        write(place, (ROOT / path).read_text("utf-8"))
    else:
        return text
    place = posixpath.relpath(place, posixpath.dirname(uri) or ".")
    return f"{image}[{text}]({place}{anchor or ''})"


def repository_path(uri: str, link: str) -> str | None:
    """Return where in the repository a link of a page leads; ``None`` if it stays in docs/ or is a URL."""
    home = next((path for path, place in MOVED.items() if place == uri and place != "index.md"), None)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(home or f"docs/{uri}"), link))
    if re.match(r"\w+:", link) or (home is None and path.startswith("docs/")):
        return None
    return path
