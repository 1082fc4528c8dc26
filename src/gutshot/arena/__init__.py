"""Matches between agents, and what they tell: results with honest intervals, statistics, tournaments, protocols."""
