"""The compiled engine: columns of a page, features, decisions, text, markup, fields.

Written in Cython's pure-Python mode and compiled when the package is built. ``tests/`` hold a plain
definition of what each part means, which it is compared with.
"""
