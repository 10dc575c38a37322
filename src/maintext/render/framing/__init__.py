"""What options add around the main content in Markdown: front matter, title, posts, a budget of tokens."""
