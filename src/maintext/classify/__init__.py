"""Select the main content: the learned method, published methods, embedded text."""
