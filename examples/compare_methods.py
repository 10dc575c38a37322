"""The layers: parse once, run every method on the same page, compare what they keep."""

from pathlib import Path

import maintext

page = maintext.parse(Path(__file__).with_name("news_zh.html").read_bytes())
for method in maintext.catalogue():
    selection = maintext.select(page, method.id)
    n_chars = int(page.n_chars[selection.keep].sum())
    print(f"{method.id:16} keeps {n_chars} of {int(page.n_chars[~page.is_hidden].sum())} characters")
