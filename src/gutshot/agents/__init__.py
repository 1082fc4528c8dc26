"""Players: everything that can sit at a table and decide from what its seat may know."""

from gutshot.agents.agent import Agent, BatchAgent
from gutshot.agents.registry import listing, make
from gutshot.strategies.catalogue import open_strategy

__all__ = ["Agent", "BatchAgent", "listing", "make", "open_strategy"]
