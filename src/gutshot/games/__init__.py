"""The rules of every game: the only place that has them."""
