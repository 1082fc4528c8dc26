"""Drills: hands dealt at one spot of a strategy, and the sessions a person has drilled."""
