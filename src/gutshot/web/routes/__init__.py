"""One module of routes for each part of the trainer."""
