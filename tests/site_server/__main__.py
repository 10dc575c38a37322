"""The test site from the command line: ``python -m tests.site_server --articles 2000``."""

from __future__ import annotations

import argparse
import time

from tests.site_server import Site, SiteServer


def main() -> None:
    """Serve from the command line until the time is over; print the port."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=2000)
    parser.add_argument("--no-traps", action="store_true")
    parser.add_argument("--seconds", type=float, default=900)
    given = parser.parse_args()
    with SiteServer(Site(given.articles, traps=not given.no_traps)) as server:
        print(server.port, flush=True)  # noqa: T201
        time.sleep(given.seconds)


if __name__ == "__main__":
    main()
