"""What a page asks of a strategy."""
