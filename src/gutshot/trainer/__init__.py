"""The trainer: a table with one person and agents, a coach, a store of hands and what can be read from it."""
