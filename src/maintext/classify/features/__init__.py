"""Columns to more columns: pure functions of a page."""
