"""Methods for many pages of one site: lists, templates, wrappers, recipes.

Import each part by its own name: ``from maintext.sites.template import extract_pages``.
"""
