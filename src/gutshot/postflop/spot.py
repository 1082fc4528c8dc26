"""A `Spot`: the position a postflop solver starts from, checked, and its plain form as in YAML.

    Spot(board="Td9d6h", oop="66+,A8s+", ip="QQ-22,AQs-A2s", pot=200, stack=900, bets="60%, e, a", raises="2.5x",
         donk={"river": "50%"}, add_allin_threshold=1.5, force_allin_threshold=0.15, merging_threshold=0.1,
         rake={"rate": 0.05, "cap": 15})

Wherever sizes may differ, a map stands for the text: `{flop, turn, river}`, `{oop, ip}`, or one inside the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gutshot.arguments import shown
from gutshot.cards.card import DECK, Card, format_cards, parse_card, parse_cards, require_distinct
from gutshot.cards.combos import COMBO_MASKS
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.betting import CALL
from gutshot.games.lines import ActionStep, DealStep, parse_line
from gutshot.numeric.arrays import Reals
from gutshot.settings import Rule, Settings, marks, read_map, setting
from gutshot.trees.bet_sizes import BetSize, parse_sizes
from gutshot.trees.betting_tree import RIVER, STREET_NAMES, StreetSizes, TreeConfig

Sizes: TypeAlias = str | Mapping[str, Any]

PLAYERS = ("oop", "ip")
_MOST_CHIPS = 10**9
_WHOLE_CHIPS = f"whole chips, above 0 and at most {_MOST_CHIPS:,} (for fractions count in a smaller unit)"


_SIZES = "sizes as text, or maps of them by street, by player or by both"


def read_board(board: Any, where: str) -> tuple[Card, ...]:
    """Three to five distinct cards."""
    cards = parse_cards(board) if isinstance(board, str) else _listed_cards(board)
    require_distinct(cards)
    if not 3 <= len(cards) <= 5:
        raise BadConfig(
            f"board {format_cards(cards)!r} has {len(cards)} cards: expected a flop, turn or river of 3 to 5"
        )
    return cards


def _listed_cards(board: Any) -> tuple[Card, ...]:
    """Cards, or their names, one by one."""
    if not isinstance(board, Sequence | np.ndarray) or getattr(board, "ndim", 1) != 1:
        raise MalformedInput(f"board {shown(board)}: expected cards as text, like Td9d6h")
    cards = [parse_card(card) if isinstance(card, str) else card for card in board]
    for card in cards:
        if isinstance(card, bool) or card not in DECK:
            raise MalformedInput(f"board has {card!r}: expected a card like 'Td', or its number from 0 to 51")
    return tuple(Card(int(card)) for card in cards)


def _read_range(given: Any, where: str) -> Range:
    if isinstance(given, Range):
        return given
    if not isinstance(given, str):
        raise MalformedInput(f"{where}: expected a range as text, like 'QQ+,AKs', got {given!r}")
    return Range.parse(given)


def _require_sizes(given: Any, name: str, raises: bool, asked: tuple[tuple[str, ...], ...] = ()) -> None:
    """Every text of the maps must be sizes, also those of streets that lie behind the spot."""
    if isinstance(given, str):
        parse_sizes(given, raises=raises)
    elif isinstance(given, Mapping):
        level = next((known for known in (STREET_NAMES, PLAYERS) if set(given) <= set(known)), None)
        if level is None or level in asked:
            keys = ", ".join(map(repr, given))
            raise BadConfig(f"{name}: keys {keys}, expected flop, turn, river or oop, ip, or one kind inside the other")
        for inner in given.values():
            _require_sizes(inner, name, raises, (*asked, level))
    elif given is not None:
        raise BadConfig(f"{name}: expected sizes as text, like '33%, 75%, a', got {given!r}")


def _read_bets(given: Any, where: str) -> Any:
    _require_sizes(given, where, raises=False)
    return given


def _read_raises(given: Any, where: str) -> Any:
    _require_sizes(given, where, raises=True)
    return given


@dataclass(frozen=True)
class Rake(Settings, noun="rake"):
    """What the house takes from a pot: a share of it, at most `cap` chips."""

    rate: float = setting(0.0, "share of the pot, as in 0.05 for 5 %", least=0, most=1)
    cap: float = setting(0.0, "most chips taken from a pot", least=0)


def read_rake(given: Any, where: str) -> Rake:
    """A rate and a cap."""
    if isinstance(given, Rake):
        return given
    if not isinstance(given, Mapping):
        raise BadConfig(f"{where} {given!r}: expected a map like {{rate: 0.05, cap: 15}}")
    if given.get("rate") and "cap" not in given:
        raise BadConfig(f"{where} {dict(given)!r} has no cap: expected the most chips taken from a pot, as in cap: 15")
    return read_map(Rake, given, where)


def read_played(given: Any, where: str) -> tuple[str, ...]:
    """Lines of actions on the first street."""
    lines = (given,) if isinstance(given, str) else given
    if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
        raise BadConfig(f"{where}: expected lines as text, like 'check, bet 137', got {given!r}")
    for line in lines:
        if any(isinstance(step, DealStep) for step in parse_line(line)):
            raise BadConfig(f"{where}: line {line!r} deals a card, expected actions of the first street only")
    return tuple(lines)


def _chips(doc: str) -> dict[str, Rule]:
    return marks(doc, above=0, most=_MOST_CHIPS, expected=_WHOLE_CHIPS)


def _pots(doc: str) -> Any:
    return setting(0.0, doc, least=0)


@dataclass(frozen=True)
class Spot(Settings, noun="a spot"):
    """Board, two ranges, pot, effective stack and bet sizes. Amounts are whole chips of any unit."""

    board: tuple[Card, ...] = field(
        metadata=marks(
            "a flop, turn or river, like Td9d6h",
            expected="three to five cards",
            reader=read_board,
            writer=format_cards,
        )
    )
    oop: Range = field(
        metadata=marks("range of the player out of position", expected="a range", reader=_read_range, writer=str)
    )
    ip: Range = field(
        metadata=marks("range of the player in position", expected="a range", reader=_read_range, writer=str)
    )
    pot: int = field(metadata=_chips("chips in the middle"))
    stack: int = field(metadata=_chips("chips that each player can still bet"))
    bets: Sizes = setting("", "sizes of bets", expected=_SIZES, reader=_read_bets, aliases=("bet_sizes",))
    raises: Sizes = setting("", "sizes of raises", expected=_SIZES, reader=_read_raises, aliases=("raise_sizes",))
    donk: Sizes | None = setting(
        None,
        "sizes of leads into the last aggressor; default: as bets",
        expected=_SIZES,
        reader=_read_bets,
        aliases=("donk_sizes",),
    )
    add_allin_threshold: float = _pots("offer all-in where it is at most this many pots")
    force_allin_threshold: float = _pots("make a bet all-in when it leaves less than this many pots behind")
    merging_threshold: float = _pots("drop a size this close to a larger one")
    played: tuple[str, ...] = setting(
        (),
        "lines of the first street to have in the tree besides the sizes, like 'check, bet 137'",
        expected="a line as text, or a list of them",
        reader=read_played,
    )
    rake: Rake = setting(Rake, "rake: rate as a share, cap in chips", expected="a map of settings", reader=read_rake)

    if TYPE_CHECKING:  # a type checker is told what the readers above take

        def __init__(
            self,
            board: str | Sequence[str | Card],
            oop: str | Range,
            ip: str | Range,
            pot: int,
            stack: int,
            bets: Sizes = "",
            raises: Sizes = "",
            donk: Sizes | None = None,
            add_allin_threshold: float = 0.0,
            force_allin_threshold: float = 0.0,
            merging_threshold: float = 0.0,
            played: str | Sequence[str] = (),
            rake: Rake | Mapping[str, float] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tree_config()
        require_a_deal(self.board, self.weights)

    @property
    def first_street(self) -> int:
        """0 for a flop to 2 for a river."""
        return len(self.board) - 3

    @property
    def weights(self) -> tuple[Reals, Reals]:
        """[1326] of the out-of-position player and of the player in position."""
        return self.oop.weights, self.ip.weights

    def tree_config(self) -> TreeConfig:
        """What the betting tree is built from."""
        streets = range(self.first_street, RIVER + 1)
        sizes = [(self._street_sizes(street, 0), self._street_sizes(street, 1)) for street in streets]
        thresholds = (self.add_allin_threshold, self.force_allin_threshold, self.merging_threshold)
        return TreeConfig(self.first_street, self.pot, self.stack, sizes, *thresholds, self._played_numbers())

    def _played_numbers(self) -> list[list[int]]:
        """Played lines as the engine's numbers; an all-in may leave its amount out."""
        found = []
        for line in self.played:
            actions = [step.action for step in parse_line(line) if isinstance(step, ActionStep)]
            found.append([each.number or (self.stack if each.is_sized else CALL) for each in actions])
        return found

    def _street_sizes(self, street: int, player: int) -> StreetSizes:
        bets = _sizes(self.bets, street, player, "bets") or ()
        raises = _sizes(self.raises, street, player, "raises") or ()
        donk = _sizes(self.donk, street, player, "donk") if street > self.first_street and player == 0 else None
        return StreetSizes(bets, raises, donk)


def _sizes(given: Any, street: int, player: int, name: str) -> tuple[BetSize, ...] | None:
    """The sizes of one street and player out of a text or maps; None where nothing is said."""
    while isinstance(given, Mapping):
        given = given.get(STREET_NAMES[street] if set(given) <= set(STREET_NAMES) else PLAYERS[player])
    return None if given is None else parse_sizes(given, raises=name == "raises")


def require_a_deal(board: tuple[Card, ...], weights: tuple[Reals, Reals]) -> None:
    """Both players must be able to hold a hand at once."""
    taken = np.uint64(sum(1 << card for card in board))
    live = []
    for name, shares in zip(("out-of-position", "in-position"), weights, strict=True):
        masks = COMBO_MASKS[shares > 0]
        live.append(masks[(masks & taken) == 0])
        if not len(live[-1]):
            cards = format_cards(board)
            raise BadConfig(f"the {name} range is empty without the cards of the board {cards}")
    if not any(bool(((mask & live[1]) == 0).any()) for mask in live[0]):
        raise BadConfig("the two ranges cannot be dealt together: all pairs of hands share a card")
