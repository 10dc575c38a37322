"""A method of your own: a page is columns, a rule is a line of numpy."""

import numpy as np

import maintext
from maintext.classify.features import density
from maintext.selection import Selector

page = maintext.parse(
    "<nav><a href='/'>Home</a></nav><p>Long sentences are what we came for.</p><p>Short.</p>"
)

# Keep paragraphs with little link text and at least twenty characters.
n_chars, linked = density.text_chars(page), density.link_chars(page)
good = page.is_tag(("p",)) & (n_chars >= 20) & (linked <= 0.3 * n_chars)
selection = (
    Selector(page, "not in a long paragraph").keep(page.inside(good), "in a long paragraph").done("mine")
)

print(maintext.Document(page, selection, maintext.Options()).text)
print(np.flatnonzero(selection.keep))
