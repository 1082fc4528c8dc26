"""A `ThreeSpot`: the position that the three-player solver starts from, checked, and its plain form as in YAML.

board: Ks9s7h4d2c
players: {sb: "22+,A2s+", bb: "QQ-22,K9s+", btn: "AA,87s"}     # in order of action; or the three at the top level
stacks: [400, 300, 800]                                        # or one number for all
pot: 120
bets: "50%, 100%, a"
raises: {turn: "2.5x", river: {sb: a, bb: a, btn: "60%, a"}}   # by street, by player, or one inside the other
turns: 8                                                       # of a flop: cards that stand for all; 0 for every card
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from gutshot.arguments import shown
from gutshot.cards.card import Card, format_cards, mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals
from gutshot.postflop.sampled_cards import CardSample
from gutshot.postflop.spot import Rake, read_board, read_played, read_rake
from gutshot.settings import Settings, fields_of, marks, rule_of, setting
from gutshot.trees.bet_sizes import BetSize, parse_sizes
from gutshot.trees.betting_tree import FLOP, RIVER, STREET_NAMES, StreetSizes

SEATS = 3
_MOST_CHIPS = 10**9
_WHOLE_CHIPS = f"whole chips, above 0 and at most {_MOST_CHIPS:,} (for fractions count in a smaller unit)"
_SIZES = "sizes as text, or maps of them by street, by player or by both"


_CARDS = "3 or more cards that stand for all, or 0 for every card"
FLOP_CARDS = 8
"""Turns after a flop, and rivers after each, that stand for all unless something else is asked for."""


def _read_cards(given: Any, where: str) -> int | None:
    if given is not None and (isinstance(given, bool) or not isinstance(given, int) or given < 0 or 0 < given < 3):
        raise BadConfig(f"{where} {shown(given)}: expected {_CARDS}")
    return given


def _as_it_is(given: Any, where: str) -> Any:
    return given


def _written_players(players: Mapping[str, Range]) -> dict[str, str]:
    return {name: str(own) for name, own in players.items()}


def _read_players(given: Any, where: str) -> dict[str, Range]:
    """Names and ranges in order of action."""
    if not isinstance(given, Mapping):
        raise BadConfig(f"{where} {shown(given)}: expected a map of three names and ranges in order of action")
    if len(given) != SEATS:
        names = ", ".join(map(str, given))
        hint = "; two players are called oop and ip" if len(given) == 2 else ""
        raise BadConfig(f"{len(given)} ranges ({names}): expected three, in order of action, like sb, bb and btn{hint}")
    return {_read_name(name): _read_range(name, own) for name, own in given.items()}


def _read_name(name: Any) -> str:
    if not isinstance(name, str) or not name.isalnum() or not name[0].isalpha() or name in STREET_NAMES:
        raise BadConfig(f"player {shown(name)}: expected a name of letters and digits like sb, bb or btn")
    return name


def _read_range(name: str, given: Any) -> Range:
    if isinstance(given, Range):
        return given
    if not isinstance(given, str):
        raise BadConfig(f"{name} {shown(given)}: expected a range as text, like 'QQ+,AKs'")
    return Range.parse(given)


def _read_stacks(given: Any, where: str) -> tuple[int, ...]:
    stacks = (given,) * SEATS if isinstance(given, int) else given
    if not isinstance(stacks, Sequence) or isinstance(stacks, str) or len(stacks) != SEATS:
        raise BadConfig(f"{where} {shown(given)}: expected one number of chips for all, or three in order of action")
    for stack in stacks:
        if isinstance(stack, bool) or not isinstance(stack, int | np.integer) or not 0 < stack <= _MOST_CHIPS:
            raise BadConfig(f"a stack of {shown(stack)}: expected {_WHOLE_CHIPS}")
    return tuple(int(stack) for stack in stacks)


@dataclass(frozen=True)
class ThreeSpot(Settings, noun="a spot with three players"):
    """Board, three ranges in order of action, pot, stacks and bet sizes. Amounts are whole chips of any unit."""

    board: tuple[Card, ...] = field(
        metadata=marks("a flop, turn or river, like Td9d6h2c", expected="cards", reader=read_board, writer=format_cards)
    )
    players: dict[str, Range] = field(
        metadata=marks(
            "names and ranges in order of action", expected="a map", reader=_read_players, writer=_written_players
        )
    )
    pot: int = field(metadata=marks("chips in the middle", above=0, most=_MOST_CHIPS, expected=_WHOLE_CHIPS))
    stacks: tuple[int, ...] = field(
        metadata=marks("chips that each player can still bet", expected="chips", reader=_read_stacks, writer=list)
    )
    bets: Any = setting("", "sizes of bets", expected=_SIZES, reader=_as_it_is, aliases=("bet_sizes",))
    raises: Any = setting("", "sizes of raises", expected=_SIZES, reader=_as_it_is, aliases=("raise_sizes",))
    donk: Any = setting(
        None, "sizes of leads into the last aggressor; default: as bets", expected=_SIZES, reader=_as_it_is
    )
    add_allin_threshold: float = setting(0.0, "offer all-in where it is at most this many pots", least=0)
    force_allin_threshold: float = setting(
        0.0, "make a bet all-in when it leaves less than this many pots behind", least=0
    )
    merging_threshold: float = setting(0.0, "drop a size this close to a larger one", least=0)
    turns: int | None = setting(
        None, "of a flop: turn cards that stand for all; 0: every card; default 8", reader=_read_cards, expected=_CARDS
    )
    rivers: int | None = setting(
        None,
        "river cards that stand for all; 0: every card; default 8 after a flop, every card after a turn",
        reader=_read_cards,
        expected=_CARDS,
    )
    played: tuple[str, ...] = setting(
        (),
        "lines of the first street to have in the tree besides the sizes, like 'check, bet 137'",
        expected="a line as text, or a list of them",
        reader=read_played,
    )
    rake: Rake = setting(Rake, "rake: rate as a share, cap in chips", expected="a map of settings", reader=read_rake)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sample()
        for given, name in ((self.bets, "bets"), (self.raises, "raises"), (self.donk, "donk")):
            self._require_sizes(given, name, ())
        require_three_hands(self)

    @classmethod
    def from_dict(cls, plain: Any) -> Self:
        """From plain data; ranges may stand at the top level under their players' names."""
        found = dict(cls.own_part(plain))
        known = {item.name for item, _ in fields_of(cls)} | {
            alias for item, _ in fields_of(cls) for alias in rule_of(item).aliases
        }
        players = found.get("players")
        if players is None or not isinstance(players, Mapping):
            names = (
                list(players) if isinstance(players, list) else [key for key in found if key not in known | {"stack"}]
            )
            for name in names:
                if name not in found:
                    raise BadConfig(f"player {name!r} has no range: expected {name}: and a range")
            found["players"] = {name: found.pop(name) for name in names}
        if "stack" in found and "stacks" not in found:
            found["stacks"] = found.pop("stack")
        return super().from_dict(found)

    def _require_sizes(self, given: Any, name: str, asked: tuple[tuple[str, ...], ...]) -> None:
        """Every text of the maps must be sizes."""
        if isinstance(given, str):
            parse_sizes(given, raises=name == "raises")
        elif isinstance(given, Mapping):
            level = next((known for known in (STREET_NAMES, self.names) if set(given) <= set(known)), None)
            if level is None or level in asked:
                keys, names = ", ".join(map(repr, given)), ", ".join(self.names)
                raise BadConfig(
                    f"{name}: keys {keys}, expected flop, turn, river or {names}, or one kind inside the other"
                )
            for inner in given.values():
                self._require_sizes(inner, name, (*asked, level))
        elif given is not None:
            raise BadConfig(f"{name}: expected sizes as text, like '33%, 75%, a', got {shown(given)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of action."""
        return tuple(self.players)

    @property
    def first_street(self) -> int:
        """Counted from the flop."""
        return len(self.board) - 3

    @property
    def weights(self) -> tuple[Reals, ...]:
        """[1326] of each player."""
        return tuple(own.weights for own in self.players.values())

    def sample(self) -> CardSample | None:
        """The cards that stand for all; None where every card is dealt."""
        if self.first_street == RIVER:
            return None
        usual = FLOP_CARDS if self.first_street == FLOP else 0
        turns, rivers = (usual if given is None else given for given in (self.turns, self.rivers))
        turns = turns if self.first_street == FLOP else 0
        return CardSample(turns or None, rivers or None) if turns or rivers else None

    def sizes(self, street: int, player: int) -> StreetSizes:
        """What a player may bet on a street."""
        bets = self._sizes_of(self.bets, street, player, False) or ()
        raises = self._sizes_of(self.raises, street, player, True) or ()
        donk = self._sizes_of(self.donk, street, player, False) if self.first_street < street <= RIVER else None
        return StreetSizes(bets, raises, donk)

    def _sizes_of(self, given: Any, street: int, player: int, raises: bool) -> tuple[BetSize, ...] | None:
        while isinstance(given, Mapping):
            given = given.get(STREET_NAMES[street] if set(given) <= set(STREET_NAMES) else self.names[player])
        return None if given is None else parse_sizes(given, raises=raises)


def _settings() -> set[str]:
    """What a file may say beside the ranges."""
    fields = fields_of(ThreeSpot)
    return (
        {item.name for item, _ in fields} | {name for item, _ in fields for name in rule_of(item).aliases} | {"stack"}
    )


def has_three_ranges(plain: Any) -> bool:
    """Whether a file means three players: it names them, and none of them oop or ip."""
    if not isinstance(plain, Mapping) or {"oop", "ip"} & set(plain):
        return False
    others = [key for key in plain if key not in _settings()]
    return "players" in plain or (len(others) > 1 and all(isinstance(plain[key], str) for key in others))


def require_three_hands(spot: ThreeSpot) -> None:
    """All three players must be able to hold a hand at once."""
    taken = np.uint64(mask_of(spot.board))
    live = []
    for name, weights in zip(spot.names, spot.weights, strict=True):
        live.append(np.where((COMBO_MASKS & taken) == 0, weights, 0.0))
        if not live[-1].any():
            raise BadConfig(f"the range of {name} is empty without the cards of the board {format_cards(spot.board)}")
    if any(_pairs(live[1], live[2], own) > 0 for own in COMBO_MASKS[live[0] > 0]):
        return
    raise BadConfig(f"the ranges of {', '.join(spot.names)} cannot be dealt together: all hands share cards")


def _pairs(first: Reals, second: Reals, dead: np.uint64) -> float:
    """How many disjoint pairs of hands there are beside some cards."""
    rows, cards = [], []
    for weights in (first, second):
        row = np.where((COMBO_MASKS & dead) == 0, weights > 0, 0).astype(np.float64)
        held = np.zeros(52)
        np.add.at(held, COMBO_CARDS, np.broadcast_to(row[:, None], (COMBO_COUNT, 2)))
        rows.append(row)
        cards.append(held)
    return float(rows[0].sum() * rows[1].sum() - cards[0] @ cards[1] + rows[0] @ rows[1])
