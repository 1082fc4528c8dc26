"""How much the coach may take for an answer: hands played out, and whether he may solve."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """At most so many deals of every choice, and search where it is possible."""

    deals: int
    searches: bool = False


AT_ONCE = Effort(0)
"""What is known without values."""
SOLVING = Effort(0, searches=True)
"""What is solved where it stands, without values of what is not."""
LIGHT = Effort(1_000)
"""Where he thinks in the process that also plays."""
ADVICE = Effort(6_000, searches=True)
GRADE = Effort(24_000, searches=True)
"""More than advice, which somebody waits for."""
