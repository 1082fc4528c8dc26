"""A `Spot`: the position a postflop solver starts from, checked, and its plain form as in YAML.

    Spot(board="Td9d6h", oop="66+,A8s+", ip="QQ-22,AQs-A2s", pot=200, stack=900, bets="60%, e, a", raises="2.5x",
         donk={"river": "50%"}, add_allin_threshold=1.5, force_allin_threshold=0.15, merging_threshold=0.1,
         rake={"rate": 0.05, "cap": 15})

Wherever sizes may differ, a map stands for the text: `{flop, turn, river}`, `{oop, ip}`, or one inside the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from gutshot.artifacts import read_yaml
from gutshot.cards.card import DECK, Card, format_cards, parse_card, parse_cards, require_distinct
from gutshot.cards.combos import COMBO_MASKS
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.arrays import Reals
from gutshot.trees.bet_sizes import BetSize, parse_sizes
from gutshot.trees.betting_tree import RIVER, STREET_NAMES, StreetSizes, TreeConfig

Sizes: TypeAlias = str | Mapping[str, Any]

PLAYERS = ("oop", "ip")
_MOST_CHIPS = 10**9


@dataclass(frozen=True)
class Rake:
    """What the house takes from a pot: a share of it, at most `cap` chips."""

    rate: float = 0.0
    cap: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise BadConfig(f"rake rate {self.rate}: expected a share from 0 to 1, as in 0.05 for 5 %")
        if not 0 <= self.cap < np.inf:
            raise BadConfig(f"rake cap {self.cap}: expected chips, 0 or more")


@dataclass(frozen=True)
class Spot:
    """Board, two ranges, pot, effective stack and bet sizes. Amounts are whole chips of any unit."""

    board: tuple[Card, ...]
    oop: Range
    ip: Range
    pot: int
    stack: int
    bets: Sizes = ""
    raises: Sizes = ""
    donk: Sizes | None = None
    add_allin_threshold: float = 0.0
    force_allin_threshold: float = 0.0
    merging_threshold: float = 0.0
    rake: Rake = field(default_factory=Rake)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "board", _board(self.board))
        put(self, "oop", _range(self.oop, "oop"))
        put(self, "ip", _range(self.ip, "ip"))
        put(self, "pot", _chips(self.pot, "pot"))
        put(self, "stack", _chips(self.stack, "stack"))
        put(self, "rake", _rake(self.rake))
        for name in ("bets", "raises", "donk"):
            _require_sizes(getattr(self, name), name)
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold"):
            put(self, name, _number(getattr(self, name), name))
        self.tree_config()
        require_a_deal(self.board, self.weights)

    @property
    def first_street(self) -> int:
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
        return TreeConfig(self.first_street, self.pot, self.stack, sizes, *thresholds)

    def _street_sizes(self, street: int, player: int) -> StreetSizes:
        bets = _sizes(self.bets, street, player, "bets") or ()
        raises = _sizes(self.raises, street, player, "raises") or ()
        donk = _sizes(self.donk, street, player, "donk") if street > self.first_street and player == 0 else None
        return StreetSizes(bets, raises, donk)

    def to_dict(self) -> dict[str, Any]:
        """The plain form, which `from_dict` reads back."""
        plain: dict[str, Any] = {"board": format_cards(self.board), "oop": str(self.oop), "ip": str(self.ip)}
        plain |= {"pot": self.pot, "stack": self.stack, "bets": _plain(self.bets), "raises": _plain(self.raises)}
        if self.donk is not None:
            plain["donk"] = _plain(self.donk)
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold"):
            plain[name] = getattr(self, name)
        return plain | {"rake": {"rate": self.rake.rate, "cap": self.rake.cap}}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Spot":
        """Read the plain form; unknown and missing keys are errors."""
        if not isinstance(plain, Mapping):
            raise MalformedInput(f"a spot is a map of settings, got {plain!r}")
        known = [item.name for item in fields(cls)]
        for key in plain:
            if key not in known:
                raise BadConfig(f"unknown setting {key!r} of a spot: expected one of {', '.join(known)}")
        for key in ("board", "oop", "ip", "pot", "stack"):
            if key not in plain:
                raise BadConfig(f"a spot needs {key!r}, which is missing")
        return cls(**plain)

    @classmethod
    def read(cls, path: str | Path) -> "Spot":
        """Read a YAML file."""
        return cls.from_dict(read_yaml(path))


def _board(board: Any) -> tuple[Card, ...]:
    cards = parse_cards(board) if isinstance(board, str) else _listed_cards(board)
    require_distinct(cards)
    if not 3 <= len(cards) <= 5:
        raise BadConfig(
            f"board {format_cards(cards)!r} has {len(cards)} cards: expected a flop, turn or river of 3 to 5"
        )
    return cards


def _listed_cards(board: Any) -> tuple[Card, ...]:
    """Cards, or their names, one by one."""
    if not isinstance(board, Sequence | np.ndarray):
        raise MalformedInput(f"board {board!r}: expected cards as text, like Td9d6h")
    cards = [parse_card(card) if isinstance(card, str) else card for card in board]
    for card in cards:
        if isinstance(card, bool) or card not in DECK:
            raise MalformedInput(f"board has {card!r}: expected a card like 'Td', or its number from 0 to 51")
    return tuple(Card(int(card)) for card in cards)


def _range(given: Any, name: str) -> Range:
    if isinstance(given, Range):
        return given
    if not isinstance(given, str):
        raise MalformedInput(f"{name}: expected a range as text, like 'QQ+,AKs', got {given!r}")
    return Range.parse(given)


def _chips(given: Any, name: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int | float | np.integer | np.floating):
        raise BadConfig(f"{name} {given!r}: expected a number of chips")
    if not np.isfinite(given):
        raise BadConfig(f"{name} {given}: expected more than 0 and at most {_MOST_CHIPS} chips")
    if given != int(given):
        raise BadConfig(f"{name} {given}: expected whole chips; count in a smaller unit, say tenths of a big blind")
    if not 0 < given <= _MOST_CHIPS:
        raise BadConfig(f"{name} {given}: expected more than 0 and at most {_MOST_CHIPS} chips")
    return int(given)


def _number(given: Any, name: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise BadConfig(f"{name} {given!r}: expected a number")
    return float(given)


def _rake(given: Any) -> Rake:
    if isinstance(given, Rake):
        return given
    if not isinstance(given, Mapping) or set(given) - {"rate", "cap"}:
        raise BadConfig(f"rake {given!r}: expected a map like {{rate: 0.05, cap: 15}}")
    if given.get("rate") and "cap" not in given:
        raise BadConfig(f"rake {dict(given)!r} has no cap: expected the most chips that are taken, as in cap: 15")
    return Rake(*(_number(given.get(key, 0.0), f"rake {key}") for key in ("rate", "cap")))


def _require_sizes(given: Any, name: str, asked: tuple[tuple[str, ...], ...] = ()) -> None:
    """Every text of the maps must be sizes, also those of streets that lie behind the spot."""
    if isinstance(given, str):
        parse_sizes(given, raises=name == "raises")
    elif isinstance(given, Mapping):
        level = next((known for known in (STREET_NAMES, PLAYERS) if set(given) <= set(known)), None)
        if level is None or level in asked:
            keys = ", ".join(map(repr, given))
            raise BadConfig(f"{name}: keys {keys}, expected flop, turn, river or oop, ip, or one kind inside the other")
        for inner in given.values():
            _require_sizes(inner, name, (*asked, level))
    elif given is not None:
        raise BadConfig(f"{name}: expected sizes as text, like '33%, 75%, a', got {given!r}")


def _sizes(given: Any, street: int, player: int, name: str) -> tuple[BetSize, ...] | None:
    """The sizes of one street and player out of a text or maps; None where nothing is said."""
    while isinstance(given, Mapping):
        given = given.get(STREET_NAMES[street] if set(given) <= set(STREET_NAMES) else PLAYERS[player])
    return None if given is None else parse_sizes(given, raises=name == "raises")


def _plain(sizes: Any) -> Any:
    return {key: _plain(value) for key, value in sizes.items()} if isinstance(sizes, Mapping) else sizes


def require_a_deal(board: tuple[Card, ...], weights: tuple[Reals, Reals]) -> None:
    """Both players must be able to hold a hand at once."""
    taken = np.uint64(sum(1 << card for card in board))
    live = []
    for name, shares in zip(("out-of-position", "in-position"), weights, strict=True):
        masks = COMBO_MASKS[shares > 0]
        live.append(masks[(masks & taken) == 0])
        if not len(live[-1]):
            cards = format_cards(board)
            raise BadConfig(f"the {name} range is empty once the cards of the board {cards} are taken out")
    if not any(bool(((mask & live[1]) == 0).any()) for mask in live[0]):
        raise BadConfig("no hand of one range can meet a hand of the other: all of them share a card")
