"""Read what a page declares for machines: its head, JSON-LD, microdata and RDFa."""
