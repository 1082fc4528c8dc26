"""How much the coach may take for an answer: hands played out, and the streets that he may solve."""

from dataclasses import dataclass

from gutshot.games.observation import Observation

FLOP, TURN, RIVER = 1, 2, 3
"""Streets of the engine."""


@dataclass(frozen=True)
class Effort:
    """At most so many deals of every choice, and search from a street on, where two or three players are left."""

    deals: int
    solves_from: int | None = None

    def may_solve(self, seen: Observation) -> bool:
        """Whether the decision is one of those that are solved; a strategy may still not know how it came to it."""
        return self.solves_from is not None and seen.street >= self.solves_from and sum(seen.live) in (2, 3)


AT_ONCE = Effort(0)
"""What is known without values."""
SOLVING = Effort(0, TURN)
"""What is solved within a second or so, without values of what is not."""
LIGHT = Effort(1_000)
"""Where he thinks in the process that also plays."""
ADVICE = Effort(6_000, FLOP)
GRADE = Effort(24_000, FLOP)
"""More than advice, which somebody waits for."""


@dataclass(frozen=True)
class Diligence:
    """What a server's coach may take for advice and for a grade."""

    advice: Effort
    grade: Effort


THOROUGH = Diligence(ADVICE, GRADE)
EASY = Diligence(LIGHT, LIGHT)
"""He solves nothing and asks trained strategies only."""
