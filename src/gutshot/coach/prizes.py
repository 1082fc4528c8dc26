"""What is played for: chips, or the prizes of a sit-and-go for those who are left."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prizes:
    """Prizes by place for the players who are still in, all of whom are at the table; none where chips count."""

    money: tuple[float, ...] = ()

    def __bool__(self) -> bool:
        return len(self.money) > 0

    def of_a_chip(self, chips: int) -> float:
        """The average prize money of one chip."""
        return sum(self.money) / chips


NO_PRIZES = Prizes()
