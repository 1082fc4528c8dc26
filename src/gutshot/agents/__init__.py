"""Players: everything that can sit at a table and decide from what its seat may know."""
