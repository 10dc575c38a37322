"""Decide which blocks are main content: the learned method, the published ones, embedded text."""
