"""Measure a crawl of the test site, and one by Scrapy that only fetches: pages a second, CPU time, memory.

    python scripts/measure_crawl.py                     # 10,000 articles
    python scripts/measure_crawl.py --articles 2000 --processes 0

The site is served on loopback in a process of its own. Each system runs in a process of its own too. Plain
Scrapy follows all links of the same site with its default settings but for the delay, and keeps nothing.
Times are of the whole process with its children, start and end included; memory is the largest sum of the
resident sets of the process and its children, seen ten times a second. Ends with 1 above --most-mb.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.check_crawl_kills import site

if TYPE_CHECKING:
    from collections.abc import Sequence

_OURS = "from maintext.cli.crawl import crawl_command; crawl_command()"
_PLAIN = """
import sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor

class Plain(scrapy.Spider):
    name = "plain"
    start_urls = [sys.argv[1]]
    links = LinkExtractor()
    n = 0

    def parse(self, response):
        Plain.n += 1
        for link in self.links.extract_links(response):
            if link.url.startswith(sys.argv[1]):
                yield scrapy.Request(link.url)

process = AsyncCrawlerProcess({
    "LOG_ENABLED": False, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS_PER_DOMAIN": 4, "ROBOTSTXT_OBEY": True,
    "TELNETCONSOLE_ENABLED": False, "COOKIES_ENABLED": False,
})
process.crawl(Plain)
process.start()
print(Plain.n, "pages")
"""
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def measured(name: str, command: list[str]) -> float:
    """Run; print pages a second, CPU time and memory; return megabytes."""
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    most = 0.0
    while program.poll() is None:
        most = max(most, sum(map(_resident_mb, [program.pid, *_children(program.pid)])))
        time.sleep(0.1)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert program.stdout is not None  # noqa: S101 - a pipe was asked for
    said = program.stdout.read().strip().splitlines()
    # Of the progress and the summary, the last count is the largest.
    counts = re.findall(r"([\d,]+) pages", "\n".join(said))
    n_pages = max((int(n.replace(",", "")) for n in counts), default=0)
    rates = f"{n_pages / seconds:.1f}/s, CPU {cpu_s:.1f} s: {1000 * cpu_s / max(n_pages, 1):.2f} ms a page"
    print(f"{name}: {n_pages:,} pages in {seconds:.1f} s, {rates}; {most:.0f} MB", flush=True)
    for line in said:
        print("   ", line)
    return most


def _children(pid: int) -> list[int]:
    """Processes below another one."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in map(int, path.read_text().split()):
                found += [child, *_children(child)]
        except OSError:  # it has ended
            continue
    return found


def _resident_mb(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES / 1e6
    except (OSError, IndexError):
        return 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--articles", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--most-mb", type=float, default=400.0)
    parser.add_argument("--only", choices=["ours", "plain"])
    given = parser.parse_args(arguments)
    most = 0.0
    with tempfile.TemporaryDirectory() as folder, site(given.articles) as url:
        if given.only != "plain":
            words = [url, "-s", str(Path(folder, "records.sqlite")), "--allow-private", "--delay", "0"]
            most = measured("maintext", [sys.executable, "-c", _OURS, *words, "-p", str(given.processes)])
        if given.only != "ours":
            measured("Scrapy", [sys.executable, "-c", _PLAIN, url])
    return 0 if most <= given.most_mb else 1


if __name__ == "__main__":
    sys.exit(main())
