"""``python -m maintext.compat.trafilatura``: trafilatura's command line, answered by maintext."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urljoin

from maintext import __version__
from maintext.compat import trafilatura, warn_once
from maintext.compat.trafilatura.downloads import fetch_response, fetch_url
from maintext.compat.trafilatura.extraction import extract
from maintext.compat.trafilatura.settings import FORMATS, TrafilaturaExtractor, use_config
from maintext.errors import MaintextError, OptionError

__all__ = ["main", "parse_args"]

_FORMS = tuple(form for form in FORMATS if form != "python")
_SUFFIXES = {"markdown": ".md", "xmltei": ".xml"}  # of other formats, their names
_ELSEWHERE = dict.fromkeys(("crawl", "explore"), "maintext crawl URL")
_ELSEWHERE["probe"] = "maintext crawl URL --dry-run"
_ARCHIVE = "https://web.archive.org/web/20/"  # the last copy of what follows
_MAX_SITEMAPS = 100  # of an index
# Of arguments and of options of the extraction.
_SAME_NAMES = """output_format fast precision recall comments formatting links images tables with_metadata
only_with_metadata""".split()
_INTERFACE = f"Trafilatura {trafilatura.__version__} - Python {platform.python_version()}"
_VERSION = f"{_INTERFACE}, answered by maintext {__version__}"


def main(arguments: Sequence[str] | None = None) -> int | None:
    """Run the command and return the exit code: none, 1 for failed pages, 2 for wrong arguments."""
    given = parse_args(arguments)
    for name, command in _ELSEWHERE.items():
        if getattr(given, name):
            _make_parser().error(f"--{name} is not available: use  {command}")
    try:
        return _run_command(given) or None
    except (MaintextError, OSError) as error:
        sys.stderr.write(f"maintext: {error}\n")
        return error.exit_code if isinstance(error, MaintextError) else 1


def parse_args(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the arguments, by default those of the process; SystemExit with code 2 if they are wrong."""
    parser = _make_parser()
    given = parser.parse_args(arguments)
    for form in _FORMS:
        if getattr(given, form, False):
            given.output_format = form
    if given.keep_dirs and not given.output_dir:
        parser.error("--keep-dirs requires an output directory (-o/--output-dir)")
    if given.list and given.output_format != "txt":
        sys.stderr.write("maintext: --list only prints URLs, output_format has no effect\n")
    if given.parallel > 1:
        warn_once("trafilatura", "--parallel", "has no effect here: use  maintext batch  for many pages")
    return given


def _make_parser() -> argparse.ArgumentParser:
    about = "trafilatura's command line, answered by maintext"
    parser = argparse.ArgumentParser(prog="python -m maintext.compat.trafilatura", description=about)
    pages = parser.add_argument_group("Input").add_mutually_exclusive_group()
    pages.add_argument("-i", "--input-file", help="file with one URL a line")
    pages.add_argument("--input-dir", help="folder of saved pages")
    pages.add_argument("-u", "--URL", "--url", dest="URL", help="address of a page; else stdin is read")
    pages.add_argument("--feed", help="address of a feed, whose pages are read")
    pages.add_argument("--sitemap", help="address of a sitemap, whose pages are read")
    parser.add_argument("--parallel", type=int, default=1, help="no effect")
    parser.add_argument("-b", "--blacklist", help="file with URLs to leave out")
    parser.add_argument("--list", action="store_true", help="print the URLs of -i or -u, fetch none")
    parser.add_argument("-o", "--output-dir", help="folder to write to; else stdout")
    parser.add_argument("--backup-dir", help="folder for copies of the pages fetched")
    parser.add_argument("--keep-dirs", action="store_true", help="keep the input's folders and names")
    parser.add_argument("--url-filter", nargs="+", help="only URLs that contain one of these")
    for name in _ELSEWHERE:
        parser.add_argument(f"--{name}", nargs="?", const=True, help="an error that names maintext's command")
    parser.add_argument("--archived", action="store_true", help="fetch lost pages from the Internet Archive")
    _add_extraction(parser.add_argument_group("Extraction"))
    forms = parser.add_argument_group("Format").add_mutually_exclusive_group()
    forms.add_argument("--output-format", choices=_FORMS, default="txt")
    for form in _FORMS:
        if form != "txt":
            forms.add_argument(f"--{form}", action="store_true")
    parser.add_argument("--validate-tei", action="store_true", help="no effect")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="no effect")
    parser.add_argument("--version", action="version", version=_VERSION)
    return parser


def _add_extraction(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-f", "--fast", action="store_true", help="no effect: there is one way")
    group.add_argument("--formatting", action="store_true", default=None, help="write Markdown")
    for name in ("comments", "tables"):
        group.add_argument(f"--no-{name}", dest=name, action="store_false")
    for name in ("links", "images", "with-metadata", "precision", "recall"):
        group.add_argument(f"--{name}", action="store_true")
    group.add_argument("--only-with-metadata", action="store_true", help="only with title, URL and date")
    group.add_argument("--target-language", help="leave out pages in another language (ISO 639-1)")
    group.add_argument("--deduplicate", action="store_true", help="leave out paragraphs read before")
    group.add_argument("--config-file", help="settings file")


def _run_command(given: argparse.Namespace) -> int:
    if given.input_dir:
        return _run_folder(given)
    if not (given.input_file or given.URL or given.feed or given.sitemap):
        result = extract(sys.stdin.buffer.read(), options=_make_extractor(given, None))
        _write_result(result, given)
        return 0
    lines, n_lost = _read_urls(given)
    urls = _wanted_urls(lines, given)
    if given.list:
        sys.stdout.writelines(f"{url}\n" for url in urls)
        return int(n_lost > 0)
    return _run_urls(urls, given) or int(n_lost > 0)


def _run_folder(given: argparse.Namespace) -> int:
    root = Path(given.input_dir)
    if not root.is_dir():
        raise OptionError(f"{root} is not a folder: check the name")
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        kept = path.relative_to(root).with_suffix("") if given.keep_dirs else None
        _write_result(extract(path.read_bytes(), options=_make_extractor(given, None)), given, kept)
    return 0


def _read_urls(given: argparse.Namespace) -> tuple[list[str], int]:
    """Return the URLs that the arguments name or list, and how many of their lists could not be fetched."""
    if given.feed or given.sitemap:
        return _listed_urls(given.feed or given.sitemap, given)
    return [given.URL] if given.URL else list(_read_lines(given.input_file)), 0


def _wanted_urls(lines: list[str], given: argparse.Namespace) -> list[str]:
    refused = {*_read_lines(given.blacklist)} if given.blacklist else set()
    parts = given.url_filter or [""]
    return [url for url in dict.fromkeys(lines) if url not in refused and any(one in url for one in parts)]


def _listed_urls(url: str, given: argparse.Namespace) -> tuple[list[str], int]:
    """Return the pages that a feed, a sitemap or the sitemaps of an index list, and how many were lost."""
    from maintext.crawl.feeds import read_feed  # noqa: PLC0415 - few runs need it

    config, waiting = use_config(given.config_file), [url]
    pages: list[str] = []
    n_lost = 0
    for one in waiting:
        answer = fetch_response(one, config=config)
        if answer is None:
            sys.stderr.write(f"maintext: {one} could not be fetched\n")
            n_lost += 1
            continue
        found = read_feed(answer.data, config.getint("DEFAULT", "MAX_FILE_SIZE", fallback=20_000_000))
        if found.breaks_off:
            sys.stderr.write(f"maintext: {one}: {found.breaks_off}\n")
            n_lost += 1
        pages += (urljoin(answer.url, page) for page, _ in found.pages)
        more = dict.fromkeys(urljoin(answer.url, sitemap) for sitemap in found.sitemaps)
        waiting += [sitemap for sitemap in more if sitemap not in waiting][: _MAX_SITEMAPS - len(waiting)]
    return pages, n_lost


def _read_lines(path: str) -> Iterator[str]:
    text = Path(path).read_text("utf-8")
    return (line.strip() for line in text.splitlines() if line.strip())


def _run_urls(urls: list[str], given: argparse.Namespace) -> int:
    """Fetch pages one by one and write their content; return the exit code."""
    n_failed = 0
    for number, url in enumerate(urls):
        options = _make_extractor(given, url)
        if number:
            time.sleep(options.config.getfloat("DEFAULT", "SLEEP_TIME", fallback=5.0))
        page = fetch_url(url, options=options)
        if page is None and given.archived:
            page = fetch_url(_ARCHIVE + url, options=options)
        if page is None:
            sys.stderr.write(f"maintext: {url} could not be fetched\n")
            n_failed += 1
            continue
        if given.backup_dir:
            copy = Path(given.backup_dir) / f"{_content_name(page)}.html.gz"
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(gzip.compress(page.encode("utf-8", "replace")))
        _write_result(extract(page, options=options), given)
    return 1 if n_failed else 0


def _content_name(content: str) -> str:
    return hashlib.blake2b(content.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _make_extractor(given: argparse.Namespace, url: str | None) -> TrafilaturaExtractor:
    other = {"dedup": given.deduplicate, "lang": given.target_language, "tei_validation": given.validate_tei}
    same = {name: getattr(given, name) for name in _SAME_NAMES}
    return TrafilaturaExtractor(config=use_config(given.config_file), url=url, **same, **other)


def _write_result(result: str | None, given: argparse.Namespace, kept: Path | None = None) -> None:
    if result is None:
        return
    if not given.output_dir:
        sys.stdout.write(result + "\n")
        return
    path = Path(given.output_dir) / (kept or _content_name(result))
    path = path.with_name(path.name + _SUFFIXES.get(given.output_format, f".{given.output_format}"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(result, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
