"""The games a table can deal, by the names that setups, records and pages use."""

from enum import StrEnum


class Game(StrEnum):
    """What is dealt."""

    HOLDEM = "holdem"
    BADUGI = "badugi"
