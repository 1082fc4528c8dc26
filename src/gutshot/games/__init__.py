"""The rules: poker's engine, and the small textbook games."""
