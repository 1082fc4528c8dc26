"""Helper processes beside the server: one kind for the coach, loaded opponents, strategies, estimates and jobs."""
