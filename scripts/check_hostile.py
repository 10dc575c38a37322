"""Hostile input: each case in its own process, with its time and peak memory.

    python scripts/check_hostile.py [MAX_S]

Prints a row per case; ends with 1 when one takes over MAX_S (2 by default) or 1 GB, or ends in
anything but a result or an InputError.
"""

from __future__ import annotations

import subprocess
import sys

CASES = {
    "50,000 nested divs": "b'<div>' * 50_000 + b'deep inside' + b'</div>' * 50_000",
    "50,000 nested b, unclosed": "b'<b>' * 50_000 + b'text'",
    "100,000 nested JSON lists": "b'<script type=application/json>' + b'[' * 100_000 + b'</script>'",
    "50,000 attributes": "b'<p ' + b' '.join(b'a%d=1' % i for i in range(50_000)) + b'>text</p>'",
    "50,000 siblings": "b'<p>text</p>' * 50_000",
    "a 20 MB line": "b'<p>' + b'word ' * 4_000_000 + b'</p>'",
    "a line just under the limit": "b'<p>' + b'word ' * 1_990_000 + b'</p>'",
    "Chinese under the limit": "('<p>' + '\u6b63\u6587\uff0c' * 1_100_000 + '</p>').encode()",
    "a 1 MB attribute": "b'<p title=\"' + b'x' * 1_000_000 + b'\">text</p>'",
    "1,000,000 entities": "b'<p>' + b'&amp;' * 1_000_000",
    "2,000,000 less-than signs": "b'<' * 2_000_000",
    "NUL bytes": "b'<p>te\\0xt</p>\\0' * 1_000",
    "lone surrogates": "'<p>\\ud800 text \\udfff</p>'",
    "truncated tags": 'b\'<html><body><div class="a"><p>text</p><a href="\'',
    "an empty file": "b''",
    "a PNG": "b'\\x89PNG\\r\\n\\x1a\\n' + bytes(range(256)) * 100",
    "random bytes": "__import__('random').Random(0).randbytes(200_000)",
}
RUN = """
import resource, time
import maintext
page = {case}
started = time.process_time()
try:
    doc = maintext.extract(page)
    outcome = f"{{doc.outcome.value}}, {{len(doc.to_json())}} characters of JSON"
except maintext.InputError as error:
    outcome = f"{{type(error).__name__}}: {{error}}"
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.process_time() - started, peak_mb, outcome, sep="|")
"""


def main() -> int:
    """Run all cases."""
    max_s = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    n_bad = 0
    for name, case in CASES.items():
        done = subprocess.run(
            [sys.executable, "-c", RUN.format(case=case)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if done.returncode:
            n_bad += 1
            print(f"{name:30} FAILED {done.stderr.strip().splitlines()[-1:]}")
            continue
        cpu_s, rss_mb, outcome = done.stdout.strip().split("|", 2)
        fits = float(cpu_s) < max_s and float(rss_mb) < 1024
        n_bad += not fits
        mark = "" if fits else "TOO MUCH "
        print(f"{name:30} {float(cpu_s):5.2f} s {float(rss_mb):5.0f} MB  {mark}{outcome[:90]}")
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
