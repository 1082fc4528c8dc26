"""Matches between agents: results with honest intervals, statistics, tournaments, protocols."""
