"""Gutshot: a poker laboratory. Play, study, solve, train and simulate on one set of rules."""

__version__ = "0.1.0"
