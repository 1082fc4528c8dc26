"""One deal after the flop, played by two to six players along the whole betting tree, each with a vector of hands.

The deck left after the board is dealt out among the players, and each holds every hand that his own part of the cards
makes: 120 hands of 16 cards with three players. So no two players ever share a card, a deal is a game of independent
ranges, and nothing has to be taken out at an end. All compatible hands come with the same chance, so sums over many
deals have the card removal of the whole deck exactly, whatever the number of players. This is public chance sampling
(Johanson, Bard, Lanctot, Gibson and Bowling, 2012) with the deck cut into parts.

A pot that m others contest goes to my hand by the integral over t from 0 to 1 of the product of (weaker + t equal)
over them: it counts a tie with k of them as one part in k + 1. The integrand is a polynomial, so a few points of
Gauss and Legendre give it exactly.
"""

from typing import NamedTuple

import numpy as np

from gutshot.cards.combos import COMBO_CARDS
from gutshot.cfr.updates import match_row, next_average, next_regret
from gutshot.flop_values.betting import DECISION
from gutshot.flop_values.crowd_betting import FIXED, SHOWN, CrowdBetting
from gutshot.flop_values.flop_deals import FlopDealer
from gutshot.flop_values.runout_walk import WalkTables
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.dice import below, next_word

_CARDS: Ints = COMBO_CARDS.astype(np.int64)
LIVE_CARDS = 49
CARDS_OF_HANDS = 47
NOBODY = -1


class CrowdHands(NamedTuple):
    """What every player holds on a deal, by rising strength; only the first `size` are there."""

    size: Ints  # [n]
    combo: Ints  # [n, H]
    strength: Ints  # [n, H]
    weight: Reals  # [n, H]
    bucket: Ints  # [n, 3, H] by street
    lower: Ints  # [n, n, H] how many hands of another player are weaker
    upper: Ints  # [n, n, H] or as strong
    owner: Ints  # [52] whose part a card is in
    cards: Ints  # [49] the deck without the flop


class CrowdRoom(NamedTuple):
    """What a pass writes to."""

    reach: Reals  # [n, columns, H]
    mass: Reals  # [n, columns] all hands of a reach
    sums: Reals  # [H + 1] of the hands below each
    edge: Reals  # [n, columns, points, H] of another player's hands at one player's
    values: Reals  # [N, H]
    points: Reals  # of the integral over t
    shares: Reals  # their weights


def make_hands(players: int, most: int, cards: Ints) -> CrowdHands:
    """Room for a deal."""
    combo, strength = (np.zeros((players, most), np.int64) for _ in range(2))
    lower, upper = (np.zeros((players, players, most), np.int64) for _ in range(2))
    weight, bucket = np.zeros((players, most)), np.zeros((players, 3, most), np.int64)
    size, owner = np.zeros(players, np.int64), np.full(52, NOBODY)
    return CrowdHands(size, combo, strength, weight, bucket, lower, upper, owner, cards.copy())


def make_crowd_room(betting: CrowdBetting, most: int) -> CrowdRoom:
    """Workspace for this many hands a player."""
    players, columns = len(betting.column), int(betting.columns.max())
    at, shares = np.polynomial.legendre.leggauss((players + 1) // 2)
    edge = np.zeros((players, columns, len(at), most))
    values = np.zeros((len(betting.kind), most))
    reach, mass = np.zeros((players, columns, most)), np.zeros((players, columns))
    return CrowdRoom(reach, mass, np.zeros(most + 1), edge, values, (at + 1) / 2, shares / 2)


def hands_of(cards: int) -> int:
    """How many hands a part of the deck makes."""
    return cards * (cards - 1) // 2


# --- deals ------------------------------------------------------------------------------------------------------------


@kernel
def deal_parts(dealer: FlopDealer, ranges: Reals, parts: Ints, dice: np.uint64, hands: CrowdHands) -> np.uint64:
    """Deal a turn, a river and `parts` [n] cards to each player, and lay out the hands they make; the next dice."""
    cards = hands.cards
    for place in range(len(cards) - 1):
        dice, word = next_word(dice)
        other = place + below(word, len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    hands.owner[:] = NOBODY
    place = len(cards) - CARDS_OF_HANDS
    for player in range(len(parts)):
        for _ in range(parts[player]):
            hands.owner[cards[place]] = player
            place += 1
    lay_out_parts(dealer, ranges, cards[0], cards[1], hands)
    return dice


@kernel
def lay_out_parts(dealer: FlopDealer, ranges: Reals, turn: int, river: int, hands: CrowdHands) -> None:
    """The hands that each part makes on a runout, by rising strength."""
    row = dealer.runout[turn, river]
    hands.size[:] = 0
    for k in range(dealer.order.shape[1]):
        combo = dealer.order[row, k]
        player = hands.owner[_CARDS[combo, 0]]
        if player != NOBODY and hands.owner[_CARDS[combo, 1]] == player:
            h = hands.size[player]
            hands.size[player] = h + 1
            hands.combo[player, h] = combo
            hands.strength[player, h] = dealer.strengths[row, combo]
            hands.weight[player, h] = ranges[player, combo]
            hands.bucket[player, 0, h] = dealer.flop[combo]
            hands.bucket[player, 1, h] = dealer.turn[turn, combo]
            hands.bucket[player, 2, h] = dealer.river[dealer.values[row, combo]]
    for player in range(len(hands.size)):
        for other in range(len(hands.size)):
            if other != player:
                _compare(hands, player, other)


@kernel
def _compare(hands: CrowdHands, player: int, other: int) -> None:
    """Where a player's hands stand among another's."""
    weaker, equal, count = 0, 0, hands.size[other]
    for h in range(hands.size[player]):
        strength = hands.strength[player, h]
        while weaker < count and hands.strength[other, weaker] < strength:
            weaker += 1
        equal = max(equal, weaker)
        while equal < count and hands.strength[other, equal] == strength:
            equal += 1
        hands.lower[player, other, h], hands.upper[player, other, h] = weaker, equal


# --- down the tree ----------------------------------------------------------------------------------------------------


@kernel
def reach_crowd(betting: CrowdBetting, hands: CrowdHands, tables: WalkTables, weight: float, room: CrowdRoom) -> None:
    """Everybody's reach in every column and what it weighs; averages gather it with `weight`, if that is above 0."""
    for player in range(len(hands.size)):
        for h in range(hands.size[player]):
            room.reach[player, 0, h] = hands.weight[player, h]
    for node in range(len(betting.kind)):
        if betting.kind[node] != DECISION:
            continue
        actor, count, street = betting.actor[node], betting.actions[node], betting.street[node]
        size, bucket = hands.size[actor], hands.bucket[actor, street]
        came = room.reach[actor, betting.column[actor, node]]
        for action in range(count):
            gone = room.reach[actor, betting.column[actor, betting.first[node] + action]]
            first = tables.start[node] + action
            for h in range(size):
                gone[h] = came[h] * tables.strategy[first + bucket[h] * count]
            if weight > 0:
                for h in range(size):
                    slot = first + bucket[h] * count
                    tables.average[slot] = next_average(tables.average[slot], weight * gone[h], 1.0)
    for player in range(len(hands.size)):
        for column in range(betting.columns[player]):
            total, row = 0.0, room.reach[player, column]
            for h in range(hands.size[player]):
                total += row[h]
            room.mass[player, column] = total


# --- up the tree ------------------------------------------------------------------------------------------------------


@kernel
def _meet(betting: CrowdBetting, player: int, hands: CrowdHands, room: CrowdRoom) -> None:
    """`edge`: how much of the others' hands is weaker than each of the player's, and a part of those as strong."""
    for other in range(len(hands.size)):
        if other == player:
            continue
        lower, upper = hands.lower[player, other], hands.upper[player, other]
        for column in range(betting.columns[other]):
            if betting.shown[other, column]:
                row = room.reach[other, column]
                for h in range(hands.size[other]):
                    room.sums[h + 1] = room.sums[h] + row[h]
                for point in range(len(room.points)):
                    part, edge = room.points[point], room.edge[other, column, point]
                    for h in range(hands.size[player]):
                        weaker = room.sums[lower[h]]
                        edge[h] = weaker + part * (room.sums[upper[h]] - weaker)


@kernel
def value_parts(
    betting: CrowdBetting, player: int, hands: CrowdHands, tables: WalkTables, weight: float, room: CrowdRoom
) -> None:
    """The values of a player's hands at every node, in pots times the others' reaches; he learns if weight > 0."""
    _meet(betting, player, hands, room)
    size = hands.size[player]
    for visit in range(betting.visits.shape[1]):
        node = betting.visits[player, visit]
        if node == NOBODY:
            break
        way, out = betting.way[player, node], room.values[node]
        if way == FIXED or way == SHOWN:  # noqa: SIM109 compiled
            mass = betting.fixed[player, node]
            for other in range(len(hands.size)):
                if other != player:
                    mass *= room.mass[other, betting.column[other, node]]
            for h in range(size):
                out[h] = mass
            if way == SHOWN:
                _add_pots(betting, player, node, size, room)
        elif betting.actor[node] == player:
            _choose(betting, player, node, hands, tables, weight, room)
        else:
            first = betting.first[node]
            for h in range(size):
                out[h] = room.values[first, h]
            for child in range(first + 1, first + betting.actions[node]):
                more = room.values[child]
                for h in range(size):
                    out[h] += more[h]


@kernel
def _add_pots(betting: CrowdBetting, player: int, node: int, size: int, room: CrowdRoom) -> None:
    """What the pots of a showdown pay a player's hands."""
    players, out = len(room.mass), room.values[node]
    for pot in range(betting.pots[node], betting.pots[node + 1]):
        mask, scale = betting.contenders[pot], betting.amounts[pot]
        if not mask >> player & 1:
            continue
        first, second = -1, -1
        rest = 0
        for other in range(players):
            if other == player:
                continue
            if not mask >> other & 1:
                scale *= room.mass[other, betting.column[other, node]]
            elif first < 0:
                first = other
            elif second < 0:
                second = other
            else:
                rest |= 1 << other
        for point in range(len(room.points)):
            part = scale * room.shares[point]
            one = room.edge[first, betting.column[first, node], point]
            if second < 0:
                for h in range(size):
                    out[h] += part * one[h]
            elif rest == 0:
                two = room.edge[second, betting.column[second, node], point]
                for h in range(size):
                    out[h] += part * one[h] * two[h]
            else:
                _add_many(betting, node, rest | 1 << first | 1 << second, point, part, size, room)


@kernel
def _add_many(
    betting: CrowdBetting, node: int, others: int, point: int, part: float, size: int, room: CrowdRoom
) -> None:
    """A pot that three and more others contest."""
    out = room.values[node]
    for h in range(size):
        product = part
        for other in range(len(room.mass)):
            if others >> other & 1:
                product *= room.edge[other, betting.column[other, node], point, h]
        out[h] += product


@kernel
def _choose(
    betting: CrowdBetting,
    player: int,
    node: int,
    hands: CrowdHands,
    tables: WalkTables,
    weight: float,
    room: CrowdRoom,
) -> None:
    """The value of the player's own strategy; what the hands regret goes to their buckets, which then play by it."""
    count, size, start, first = betting.actions[node], hands.size[player], tables.start[node], betting.first[node]
    bucket, mean = hands.bucket[player, betting.street[node]], room.values[node]
    for h in range(size):
        mean[h] = 0.0
    for action in range(count):
        more = room.values[first + action]
        for h in range(size):
            mean[h] += tables.strategy[start + action + bucket[h] * count] * more[h]
    if weight > 0:
        own = hands.weight[player]
        for action in range(count):
            more = room.values[first + action]
            for h in range(size):
                slot, gain = start + action + bucket[h] * count, weight * own[h] * (more[h] - mean[h])
                tables.regrets[slot] = next_regret(tables.regrets[slot], gain, 1.0, 1.0, False)
        for h in range(size):
            match_row(tables.regrets, tables.strategy, start + bucket[h] * count, count)


@kernel
def checked_down(betting: CrowdBetting, player: int, hands: CrowdHands, room: CrowdRoom, out: Reals) -> None:
    """What each hand takes if nobody bets any more, times the others' weights; after `value_parts`."""
    size = hands.size[player]
    out[:size] = 0.0
    for point in range(len(room.points)):
        for h in range(size):
            product = room.shares[point]
            for other in range(len(hands.size)):
                if other != player:
                    product *= room.edge[other, 0, point, h]
            out[h] += product
