"""Fields of a page, each with its origin and confidence."""
