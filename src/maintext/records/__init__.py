"""Finder of repeating records, shared by list pages and micro-content.

:mod:`~maintext.records.groups` finds elements that look alike. :mod:`maintext.sites.listing` reads them as
entries of a list, :mod:`maintext.records.posts` as posts and comments.
"""
