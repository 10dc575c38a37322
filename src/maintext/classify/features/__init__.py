"""Features of the blocks of a page."""
