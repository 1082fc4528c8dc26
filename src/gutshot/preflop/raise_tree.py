"""The preflop tree of limps, raises and all-ins, made by walking the rules engine.

Which raises there are follows `bet_sizes`: one list for each raise in turn, clamped to the legal bounds; one that
leaves too little behind is all-in. With three and more seats pots end heads-up: once a raise has a caller nobody else
may call it, only fold or raise on; a second raise may be called only by who has already called or raised, so that a
stranger cannot take his place; and only the small blind may limp, when all others have folded.
"""

from dataclasses import dataclass, field

from gutshot.errors import BadConfig
from gutshot.games.actions import Action, action_of
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.row import RAISES
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.tree import CHIPS, NOBODY, End, EndKind, Node, PreflopTree
from gutshot.trees.bet_sizes import SizeContext, raise_to, round_half_up

MOST_NODES = 20_000
_STREETS = 4


def raise_tree(config: PreflopConfig) -> PreflopTree:
    """Every line of the game."""
    stacks = [round_half_up(stack * CHIPS) for stack in config.stack_depth]
    blinds = (round_half_up(config.small_blind * CHIPS), CHIPS)
    button = 0 if config.num_players == 2 else config.num_players - 1
    ante = round_half_up(config.ante * CHIPS)
    grower = _Grower(config)
    grower.grow(Hand.holdem(stacks, blinds, button, antes=ante, seed=0), NOBODY, None)
    if len(grower.nodes) == 1:
        raise BadConfig(
            f"stacks {list(config.stack_depth)} with an ante of {config.ante:g}: nobody has chips left to act with"
        )
    return PreflopTree(config.num_players, grower.nodes, grower.ends)


@dataclass
class _Grower:
    config: PreflopConfig
    nodes: list[Node] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)

    def grow(self, hand: Hand, parent: int, action: Action | None) -> None:
        """Add the node of a position and everything below it."""
        number, over = len(self.nodes), hand.is_over or hand.street > 0
        if number >= MOST_NODES:
            raise BadConfig(f"these bet sizes make a preflop tree of more than {MOST_NODES:,} nodes: use fewer sizes")
        actor = hand.actor
        self.nodes.append(Node(NOBODY if over or actor is None else int(actor), parent, action))
        if parent >= 0:
            self.nodes[parent].children.append(number)
        if over:
            self.ends.append(_end(hand, number))
            return
        for choice in self._choices(hand):
            self.grow(hand.act_unchecked(choice), number, action_of(hand.rules, hand.row, choice))

    def _choices(self, hand: Hand) -> list[int]:
        """The kernels' numbers of what is offered."""
        passive = [CALL] if hand.legal.check or self._may_call(hand) else []
        return [*([] if hand.legal.check else [FOLD]), *passive, *self._raises(hand)]

    def _may_call(self, hand: Hand) -> bool:
        """Whether a call leaves at most two players in the pot."""
        live = [seat for seat in range(hand.seats) if hand.live[seat]]
        if hand.row[RAISES] == 0:
            return self.config.limps and len(live) == 2
        matched = [seat for seat in live if hand.bets[seat] == max(hand.bets)]
        cold = hand.seats > 2 and hand.row[RAISES] > 1 and hand.bets[int(hand.actor or 0)] <= CHIPS
        return len(matched) < 2 and not cold

    def _raises(self, hand: Hand) -> list[int]:
        """Amounts to raise to, in order."""
        legal, made = hand.legal, int(hand.row[RAISES])
        if legal.min_raise_to is None or legal.max_raise_to is None or made >= self.config.max_raises_per_street:
            return []
        sizes = self.config.sizes()
        owed = legal.call or 0
        now = SizeContext(hand.pot + owed, max(hand.bets), legal.max_raise_to, _STREETS, made)
        wanted = [raise_to(size, now) for size in sizes[min(made, len(sizes) - 1)]]
        return sorted({self._bounded(amount, hand) for amount in wanted if amount is not None})

    def _bounded(self, amount: int, hand: Hand) -> int:
        """Within the legal bounds, and all-in where too little would be left behind."""
        low, high = hand.legal.min_raise_to or 0, hand.legal.max_raise_to or 0
        bounded = min(max(amount, low), high)
        pot = hand.pot + (hand.legal.call or 0) + 2 * (bounded - max(hand.bets))
        return high if high <= bounded + pot * self.config.force_allin_threshold else bounded


def _end(hand: Hand, number: int) -> End:
    live = tuple(seat for seat in range(hand.seats) if hand.live[seat])
    paid = tuple(chips / CHIPS for chips in hand.contributions)
    kind = EndKind.FOLD if len(live) == 1 else EndKind.ALL_IN if hand.is_over else EndKind.FLOP
    return End(number, kind, live, paid)
