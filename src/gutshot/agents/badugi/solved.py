"""The trained strategies as a player: two players' (`blueprint.badugi.at_table`) and a larger table's, with dice."""

from gutshot.agents.badugi.decision import dice
from gutshot.blueprint.badugi.at_table import bet_number, hand_class, pick, place_of, read_mix
from gutshot.blueprint.badugi.crowd_bundle import CrowdCodes
from gutshot.blueprint.badugi.crowd_views import crowd_hand, crowd_view, has_view, view_width
from gutshot.blueprint.badugi.crowd_walks import crowd_bet
from gutshot.blueprint.badugi.hands import thrown
from gutshot.cards.badugi import CARDS
from gutshot.games.row import ACTOR, DRAWING, HOLE, MAX_HOLE, PHASE, Row
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats

BET_DICE, DRAW_DICE = 3, 4


@kernel
def choose_solved(rules: Row, row: Row, seed: int, codes: Bytes, shares: Floats) -> int:
    """The action number of a decision that the strategy for two knows (`is_known`)."""
    seat = row[ACTOR]
    start, width = place_of(rules, row)
    read_mix(codes, start, width, hand_class(row, seat), shares)
    if row[PHASE] == DRAWING:
        return thrown(row[HOLE + MAX_HOLE * seat :][:CARDS], pick(shares, width, dice(row, seat, seed, DRAW_DICE)))
    return bet_number(rules, row, pick(shares, width, dice(row, seat, seed, BET_DICE)))


@inline_kernel
def crowd_place(rules: Row, row: Row, crowd: CrowdCodes) -> int:
    """Where the codes of a decision among more players begin; -1 where the strategy for them says nothing."""
    return int(crowd.begins[crowd_view(rules, row)]) if has_view(row) and len(crowd.codes) > 0 else -1


@kernel
def choose_in_crowd(rules: Row, row: Row, seed: int, crowd: CrowdCodes, start: int, shares: Floats) -> int:
    """The action number of a decision among three and more, or before the first draw of a larger table."""
    seat, width = row[ACTOR], view_width(row)
    read_mix(crowd.codes, start, width, crowd_hand(row), shares)
    if row[PHASE] == DRAWING:
        return thrown(row[HOLE + MAX_HOLE * seat :][:CARDS], pick(shares, width, dice(row, seat, seed, DRAW_DICE)))
    return crowd_bet(rules, row, pick(shares, width, dice(row, seat, seed, BET_DICE)))
