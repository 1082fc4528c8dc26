"""What a page asks of a strategy: where a line leads, and what every hand does there. No HTTP in it."""
