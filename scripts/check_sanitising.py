"""Whether the output runs anything in a real browser: all vectors of tests/xss.py, and generated ones.

    python scripts/check_sanitising.py --browser /usr/bin/chromium --fragments 10000

Each piece of output becomes the whole content of a frame in which RAN() and alert() report to the page
around it; a click and a focus are sent to every element. So that the check itself is checked, the raw
vectors go through it first: many of them must run. Formulas are shown as Markdown, read by a parser that
lets all HTML and every address through. Ends with 1 when output runs or too few raw vectors
do, and with 0 and the reason when there is no browser.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from markdown_it import MarkdownIt  # noqa: E402 - one of the tests' requirements
from tests.xss import FORMULAS, VECTORS, generated_fragment, pages_with_formula  # noqa: E402 - the repository is no package

import maintext  # noqa: E402
from maintext.browser import NoBrowserError, find_browser  # noqa: E402
from maintext.html.parser import sanitised  # noqa: E402
from maintext.render.html import ATTRIBUTES, TAGS, chosen_value  # noqa: E402

_N_AT_ONCE = 500
_MIN_RAW_RUN = 0.3  # of the raw vectors; others need a user, a server or an older browser
_HARNESS = """<!doctype html><meta charset=utf-8><title>waiting</title><script>
const pieces = %s, ran = new Set();
window.addEventListener("message", event => ran.add(event.data));
const report = number => `<script>var RAN = alert = () => parent.postMessage(${number}, "*");<\\/script>`;
function provoke(frame) {
  try {
    for (const element of frame.contentDocument.querySelectorAll("*")) {
      element.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
      element.focus && element.focus();
      element.click && !element.target && element.click();
    }
  } catch (error) { /* it went to another origin: it has run, or leads elsewhere */ }
}
async function check() {
  for (let number = 0; number < pieces.length; number += 20) {
    const frames = pieces.slice(number, number + 20).map((piece, i) => {
      const frame = document.createElement("iframe");
      frame.srcdoc = "<!doctype html>" + report(number + i) + "<body>" + piece;
      document.body.append(frame);
      return frame;
    });
    await new Promise(done => setTimeout(done, 120));
    frames.forEach(provoke);
    await new Promise(done => setTimeout(done, 120));
    frames.forEach(frame => frame.remove());
  }
  document.body.replaceChildren();
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify([...ran]);
  document.body.append(result);
}
</script><body onload="check()">"""


def clean(markup: str) -> str:
    """The piece as the HTML output would have it."""
    return sanitised(markup, tags=TAGS, attributes=ATTRIBUTES, choose=chosen_value)


def rendered_formulas() -> list[str]:
    """Pages with formulas, extracted as Markdown, as a renderer without formulas and filters shows them."""
    renderer = MarkdownIt("commonmark", {"html": True})
    renderer.validateLink = lambda url: True  # type: ignore[method-assign] # noqa: ARG005
    pages = [page for latex in FORMULAS for page in pages_with_formula(latex).values()]
    return [renderer.render(maintext.extract(page, method="all_text").markdown) for page in pages]


def which_run(browser: str, pieces: list[str]) -> list[int]:
    """Numbers of the pieces that ran something."""
    ran: list[int] = []
    for first in range(0, len(pieces), _N_AT_ONCE):
        ran += [first + one for one in run_batch(browser, pieces[first : first + _N_AT_ONCE])]
    return ran


def run_batch(browser: str, pieces: list[str]) -> list[int]:
    """Open one page of pieces in the browser and read what it reports."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        text = json.dumps(pieces).replace("<", "\\u003c")
        page.write_text(_HARNESS % text, encoding="utf-8", errors="replace")
        words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        # No name is resolved: nothing in a vector reaches the network.
        words += ["--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}/profile"]
        words += [f"--virtual-time-budget={len(pieces) * 60 + 10_000}", "--dump-dom", page.as_uri()]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r'<pre id="result">(\[[\d,]*\])</pre>', done.stdout)
    if found is None:
        sys.exit(f"the browser gave no result: {done.stderr[-500:]}")
    numbers: list[int] = json.loads(found[1])
    return numbers


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", help="program to run; Chromium or a kin of it")
    parser.add_argument("--fragments", type=int, default=1000, help="generated fragments to check")
    given = parser.parse_args()
    try:
        browser = given.browser or find_browser()
    except NoBrowserError as error:
        print(f"skipped: {error}")
        return 0
    vectors = [vector for kind in VECTORS.values() for vector in kind]
    n_raw = len(which_run(browser, vectors))
    print(f"raw: {n_raw} of {len(vectors)} vectors run")
    pieces = [clean(vector) for vector in vectors]
    pieces += [clean(generated_fragment(seed)) for seed in range(given.fragments)]
    pieces += rendered_formulas()
    ran = which_run(browser, pieces)
    print(f"sanitised: {len(ran)} of {len(pieces)} run")
    for number in ran[:20]:
        print(f"FAILED {pieces[number]!r}")
    return 1 if ran or n_raw < _MIN_RAW_RUN * len(vectors) else 0


if __name__ == "__main__":
    sys.exit(main())
