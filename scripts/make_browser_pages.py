"""Make the snapshots of tests/browser_pages and the pictures of docs/methods/vips.md; needs a browser.

    .venv/bin/python scripts/make_browser_pages.py

Run it after a change to the pages, to what a snapshot holds, or to vips. Boxes depend a little on the fonts
of the computer.
"""

from __future__ import annotations

from pathlib import Path

from maintext.browser import Browser, RenderOptions, save_snapshot
from maintext.browser.picture import draw_blocks
from maintext.browser.vips import segment

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "tests" / "browser_pages"
PICTURES = ROOT / "docs" / "methods"


def main() -> None:
    """Make all of them."""
    options = RenderOptions(layout=True, screenshot=True)
    with Browser() as browser:
        for file in sorted(PAGES.glob("*.html")):
            rendered = browser.render_saved(file.read_bytes(), None, options)
            assert rendered.snapshot is not None  # noqa: S101 - asked for
            save_snapshot(rendered.snapshot, file.with_suffix(".json.gz"))
            found = segment(rendered.snapshot)
            picture = PICTURES / f"vips-{file.stem.replace('_', '-')}.png"
            draw_blocks(rendered.snapshot, found, picture, screenshot=rendered.screenshot)
            print(
                f"{file.stem}: {len(rendered.snapshot.page)} rows, {picture.stat().st_size} bytes of picture"
            )


if __name__ == "__main__":
    main()
