"""Preset bet sizes for buttons, in the grammar of `trees.bet_sizes`."""

from dataclasses import dataclass

from gutshot.games.actions import Legal
from gutshot.games.hand import Hand
from gutshot.games.row import RAISES
from gutshot.games.rules import Betting
from gutshot.trees.amounts import SizeContext, raise_to
from gutshot.trees.bet_sizes import BetSize, parse_size


def _sizes(*named: tuple[str, str]) -> tuple[tuple[str, str, BetSize], ...]:
    return tuple((label, size, parse_size(size, raises=True)) for label, size in named)


_OPENS = _sizes(("2x", "2x"), ("2.5x", "2.5x"), ("3x", "3x"), ("4x", "4x"), ("Pot", "100%"), ("All-in", "a"))
_BETS = _sizes(
    ("1/3 pot", "33%"),
    ("1/2 pot", "50%"),
    ("3/4 pot", "75%"),
    ("Pot", "100%"),
    ("1.5 pot", "150%"),
    ("All-in", "a"),
)
_RAISES = _sizes(("2.5x", "2.5x"), ("3x", "3x"), ("1/2 pot", "50%"), ("Pot", "100%"), ("All-in", "a"))


@dataclass(frozen=True)
class PresetSize:
    """A size with its label, and the legal amount it raises to here."""

    label: str
    size: str
    raise_to: int


def presets(hand: Hand, legal: Legal | None = None) -> tuple[PresetSize, ...]:
    """The usual sizes that are legal for the actor, smallest first, each amount once; none in limit games."""
    legal = legal or hand.legal
    if legal.min_raise_to is None or legal.max_raise_to is None or hand.rules.limit.betting is Betting.FIXED:
        return ()
    now = situation_of(hand, legal)
    sizes = _BETS if now.faced == 0 else _OPENS if hand.street == 0 and now.bets_made == 0 else _RAISES
    found: dict[int, PresetSize] = {}
    for label, size, parsed in sizes:
        amount = raise_to(parsed, now)
        if amount is not None and legal.min_raise_to <= amount <= legal.max_raise_to:
            if amount == legal.max_raise_to:
                label, size = "All-in", "a"
            found[amount] = PresetSize(label, size, amount)
    return tuple(found[amount] for amount in sorted(found))


def situation_of(hand: Hand, legal: Legal | None = None) -> SizeContext:
    """The context that bet sizes need, where a raise is legal."""
    legal = legal or hand.legal
    return SizeContext(
        pot_after_call=hand.pot + (legal.call or 0),
        faced=max(hand.bets),
        all_in=legal.max_raise_to or 0,
        streets_left=len(hand.rules.streets) - hand.street,
        bets_made=int(hand.row[RAISES]),
    )
