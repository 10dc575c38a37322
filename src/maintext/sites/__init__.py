"""Many pages of one site: what they have in common, and what is learned from some for the others.

Each part is imported by its own name, e.g. ``from maintext.sites.template import extract_pages``.
"""
