"""How parts of a page repeat: entries of lists, records of micro-content.

Shared by list pages (:mod:`maintext.sites.listing`) and micro-content (:mod:`maintext.records.posts`): links
that may be titles, numbers for equal names, elements that are chrome, and groups of records with their
ranges of rows.
"""
