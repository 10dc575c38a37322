"""What a page declares about itself for machines: in the head, in JSON-LD, in microdata and RDFa."""
