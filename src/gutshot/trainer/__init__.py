"""The trainer: a table with one person and agents, a store of hands, statistics, drills and jobs."""
