"""What search may take and how it looks: budgets, the streets it solves, the sizes it thinks in, how safe it is."""

from dataclasses import dataclass
from enum import StrEnum

from gutshot.postflop.sampled_cards import CardSample
from gutshot.postflop.spot import Rake
from gutshot.settings import Settings, setting
from gutshot.trees.betting_tree import STREET_NAMES

FLOP, TURN, RIVER = 1, 2, 3
"""Streets of the engine."""


AUTO, BASE = "auto", "base"
"""Who plays before the flop: what is shipped for that, if anything is, or the strategy below."""


class Safety(StrEnum):
    """What is believed of the opponent's range when a street is solved anew."""

    UNSAFE = "unsafe"  # the range that his strategy gives him
    SAFE = "safe"  # any: no hand of his may gain against what the street before promised it
    BLEND = "blend"  # half of each


class Cards(StrEnum):
    """How a street with cards to come is solved."""

    EXACT = "exact"  # over all of them
    SAMPLED = "sampled"  # over a few that stand for all


@dataclass(frozen=True)
class SizeMenu:
    """Sizes of the streets to come, as a spot has them, and up to how many pots an all-in is added."""

    bets: dict[str, str]
    raises: dict[str, str]
    add_all_in: float


MENUS: dict[int, tuple[SizeMenu, ...]] = {
    RIVER: (
        SizeMenu({"river": "33%, 75%, 150%"}, {"river": "2.5x, a"}, 3.0),
        SizeMenu({"river": "75%"}, {"river": "3x"}, 1.5),
    ),
    TURN: (
        SizeMenu({"turn": "50%, 110%", "river": "50%, 110%"}, {"turn": "3x", "river": "3x"}, 1.5),
        SizeMenu({"turn": "66%", "river": "75%"}, {"turn": "3x", "river": "3x"}, 1.0),
        SizeMenu({"turn": "75%", "river": "75%"}, {"turn": "", "river": ""}, 1.0),
    ),
    FLOP: (
        SizeMenu({"flop": "33%, 75%", "turn": "66%", "river": "75%"}, {"flop": "3x", "turn": "3x", "river": "3x"}, 1.0),
        SizeMenu({"flop": "50%", "turn": "66%", "river": "75%"}, {"flop": "3x", "turn": "3x", "river": ""}, 1.0),
        SizeMenu({"flop": "50%", "turn": "75%", "river": "75%"}, {"flop": "3x", "turn": "", "river": ""}, 1.0),
        SizeMenu({"flop": "66%", "turn": "75%", "river": ""}, {"flop": "", "turn": "", "river": ""}, 1.0),
    ),
}
"""For each street that search begins on, from rich to thin: the first that fits the budget is taken."""

THREE_MENUS: dict[int, tuple[SizeMenu, ...]] = {
    RIVER: (
        SizeMenu({"river": "33%, 75%, 150%"}, {"river": "2.5x, a"}, 2.0),
        SizeMenu({"river": "50%, 100%"}, {"river": "3x"}, 1.5),
        SizeMenu({"river": "75%"}, {"river": ""}, 1.0),
    ),
    TURN: (
        SizeMenu({"turn": "50%, 100%", "river": "75%"}, {"turn": "3x", "river": ""}, 1.0),
        SizeMenu({"turn": "66%", "river": "75%"}, {"turn": "3x", "river": ""}, 1.0),
        SizeMenu({"turn": "75%", "river": "75%"}, {"turn": "", "river": ""}, 1.0),
        SizeMenu({"turn": "75%", "river": ""}, {"turn": "", "river": ""}, 1.0),
    ),
    FLOP: (
        SizeMenu({"flop": "50%", "turn": "66%", "river": "75%"}, {"flop": "3x", "turn": "", "river": ""}, 1.0),
        SizeMenu({"flop": "50%", "turn": "75%", "river": "75%"}, {"flop": "", "turn": "", "river": ""}, 1.0),
        SizeMenu({"flop": "66%", "turn": "75%", "river": ""}, {"flop": "", "turn": "", "river": ""}, 1.0),
    ),
}
"""The same where three are left, whose trees are larger."""

SECONDS_A_DECISION = 5e-6
"""Of an iteration for three on one core: 2.6 to 6.2 microseconds were measured."""
FEW_ITERATIONS_OF_THREE = 40
"""With fewer a solve for three is worth little: gains are then one or two per cent of the pot."""
ALMOST_ALL_IN = 0.1
"""A bet that leaves less than this share of the pot behind is all-in."""
NEVER = "never"

SIZES = ("rich", "usual", "thin")
"""The richest menu that may be taken."""

BYTES_A_SECOND = 2_300_000_000
"""Tables that one core goes through in a second of iterations, a cautious figure."""
SAMPLED_BYTES_A_SECOND = 7_000_000_000
"""The same of a street with sampled cards: 80 iterations over 30 to 345 MB of tables took 0.7 to 7.6 CPU seconds."""
FEW_ITERATIONS = 80
"""With fewer a solve is worth little, so a menu that leaves time for less is too rich."""


@dataclass(frozen=True)
class SearchSettings(Settings, noun="search settings"):
    """How a search is made. With `iterations` it is the same on every machine; `seconds` end it earlier."""

    base: str = setting("hu", "the strategy below: hu, 3max, 6max, or any other by its name in the catalogue")
    preflop: str = setting(
        AUTO, "what plays before the flop: auto, the strategy shipped for that; base; or a name in the catalogue"
    )
    first_street: str = setting("flop", "the first street that is solved", choices=STREET_NAMES)
    sizes: str = setting("rich", "the richest choice of bet sizes", choices=SIZES)
    flop: Cards = setting(Cards.SAMPLED, "cards that a flop is solved over: exact is all of them")
    flop_turns: int = setting(8, "turn cards that stand for all on a sampled flop", least=3, most=49)
    flop_rivers: int = setting(8, "river cards that stand for all on each of them", least=3, most=48)
    turn: Cards = setting(Cards.EXACT, "cards that a turn is solved over")
    turn_rivers: int = setting(14, "river cards that stand for all on a sampled turn", least=3, most=48)
    three_players: str = setting(
        "flop",
        "the first street that is solved while three are left; never: the strategy below plays until two are",
        choices=(*STREET_NAMES, NEVER),
    )
    three_cards: int = setting(
        4, "turns, and rivers after each, that stand for all on a flop of three", least=3, most=48
    )
    safety: Safety = setting(Safety.UNSAFE, "what a street solved anew believes of the opponent")
    seconds: float | None = setting(3.0, "most time for a solve; null: no limit", least=0)
    iterations: int | None = setting(None, "iterations of a solve; null: until the target", least=0, most=100_000)
    target: float = setting(0.005, "exploitability at which a solve stops, a share of the pot", least=0, most=1)
    memory: float = setting(2000.0, "most megabytes for a solve", above=0)
    threads: int | None = setting(None, "number of threads; default: all cores", least=1)
    least_weight: float = setting(
        0.005, "hands that come to a street less often than this share of the likeliest are left out", least=0, most=1
    )
    least_share: float = setting(
        0.0, "an action taken by less than this share of a range tells nothing of the hand", least=0, most=1
    )
    rake: Rake = setting(Rake, "rake: rate as a share, cap in chips")

    @property
    def is_empty(self) -> bool:
        """Whether there is no budget at all, so that the base strategy plays."""
        return self.iterations == 0 or self.seconds == 0

    def sample(self, street: int) -> CardSample | None:
        """The cards that a solve of a street deals; None for all."""
        if street == FLOP and self.flop is Cards.SAMPLED:
            return CardSample(self.flop_turns, self.flop_rivers)
        if street == TURN and self.turn is Cards.SAMPLED:
            return CardSample(rivers=self.turn_rivers)
        return None

    def begins(self, players: int) -> int:
        """The first street that is solved with so many left, as the engine counts."""
        if players == 2:
            return FLOP + STREET_NAMES.index(self.first_street)
        if self.three_players == NEVER:
            return RIVER + 1
        return max(self.begins(2), FLOP + STREET_NAMES.index(self.three_players))
