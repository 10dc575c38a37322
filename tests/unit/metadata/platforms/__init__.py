"""Pages in the structure of Chinese, Japanese and Korean platforms; every name and text is made up."""
