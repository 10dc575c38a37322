"""Study methods: compare them on a page, evaluate them on a corpus, train models."""
