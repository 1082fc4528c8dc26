"""The hand from the blinds to the last chip: kernels over one row, or row by row over a batch.

`start` posts antes and blinds and deals; `act` and `draw` apply one action and then deal, run out or
pay until a player has to decide. Everything particular to a variant comes from `Rules.packed`.
`start_spot` begins in the middle of a hand, and `CARDS = 0` plays the betting alone: then `bet` and
`next_street` give the caller every step between two decisions.
"""

from gutshot.cards.badugi import strength as badugi_strength
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.games.betting import bet, next_seat, open_round, pay
from gutshot.games.pots import pay_pots
from gutshot.games.row import (
    ACTOR,
    ANTE,
    ANTED,
    BET,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    CARDS,
    CLOSED,
    DEAD,
    DECK,
    DRAWING,
    DRAWN,
    HOLE,
    LIVE,
    MAX_BOARD,
    MAX_HOLE,
    MAX_SEATS,
    MAX_STREETS,
    NO_CARD,
    NO_DRAW,
    NOBODY,
    OVER,
    PAID,
    PHASE,
    PILE,
    POT,
    RANDOM,
    SEATS,
    SHOWDOWN,
    SHUFFLED,
    STACK,
    START,
    STREET,
    STRENGTH,
    STUB,
    TODO,
    TOP,
    Row,
)
from gutshot.games.rules import (
    BADUGI_HAND,
    BOARD_CARDS,
    DEAD_ANTES,
    DEAL_BOARD,
    DEAL_HOLE,
    DECK_SIZE,
    HAS_DRAW,
    HIGH_HAND,
    HOLE_CARDS,
    RULES_DECK,
    SHOWDOWN_KIND,
    STREET_COUNT,
)
from gutshot.games.shuffle import deal_card, seed_random, shuffle_ahead
from gutshot.kernel import inline_kernel, kernel

_PAIR_BONUS = 16


@kernel
def _clear(hand: Row) -> None:
    """Nothing bet, nothing dealt; the setup columns stay."""
    seats = hand[SEATS]
    for seat in range(MAX_SEATS):
        hand[STACK + seat] = hand[START + seat]
        hand[BET + seat] = hand[PAID + seat] = hand[ANTED + seat] = hand[STRENGTH + seat] = 0
    for place in range(MAX_STREETS * MAX_SEATS):
        hand[DRAWN + place] = NO_DRAW
    for place in range(MAX_HOLE * MAX_SEATS):
        hand[HOLE + place] = NO_CARD
    for place in range(MAX_BOARD):
        hand[BOARD + place] = NO_CARD
    hand[LIVE] = (1 << seats) - 1
    hand[STREET] = hand[POT] = hand[DEAD] = hand[PILE] = hand[TOP] = hand[BOARD_COUNT] = 0


@kernel
def new_deck(rules: Row, hand: Row, seed: int, stream: int) -> None:
    """An unshuffled deck whose order the seed and the stream decide as it is dealt."""
    for place in range(rules[DECK_SIZE]):
        hand[DECK + place] = rules[RULES_DECK + place]
    hand[STUB] = rules[DECK_SIZE]
    hand[SHUFFLED] = 0
    hand[CARDS] = 1
    seed_random(hand, RANDOM, seed, stream)


@kernel
def _post_antes(rules: Row, hand: Row) -> None:
    """Every seat pays its ante or what it has. Unmatched live antes are returned."""
    top = second = owner = 0
    for seat in range(hand[SEATS]):
        ante = min(hand[ANTE + seat], hand[STACK + seat])
        if ante == 0:
            continue
        pay(hand, seat, ante)
        hand[BET + seat] = 0
        if ante > top:
            top, second, owner = ante, top, seat
        elif ante > second:
            second = ante
        if rules[DEAD_ANTES]:
            hand[ANTED + seat] = ante
            hand[DEAD] += ante
    if not rules[DEAD_ANTES]:
        pay(hand, owner, second - top)
        hand[BET + owner] = 0


@kernel
def post_and_deal(rules: Row, hand: Row) -> None:
    """Antes, blinds, the first cards: everything before the first turn is given."""
    _clear(hand)
    _post_antes(rules, hand)
    for seat in range(hand[SEATS]):
        if hand[BLIND + seat] != 0:
            pay(hand, seat, min(abs(hand[BLIND + seat]), hand[STACK + seat]))
    if hand[CARDS]:
        shuffle_ahead(hand, min(rules[DECK_SIZE], rules[HOLE_CARDS] * hand[SEATS] + rules[BOARD_CARDS]))
    _deal(rules, hand)


@kernel
def start(rules: Row, hand: Row) -> None:
    """From the setup columns to the first decision, or to the end if there is none."""
    post_and_deal(rules, hand)
    open_round(rules, hand)
    advance(rules, hand)


@kernel
def start_spot(rules: Row, hand: Row, street: int, pot: int) -> None:
    """Begin a street with its pot and the stacks in START; the left of the button acts first. No cards."""
    _clear(hand)
    hand[CARDS] = 0
    hand[STREET] = street
    hand[DEAD] = hand[POT] = pot
    for seat in range(MAX_SEATS):
        hand[BLIND + seat] = 0
    open_round(rules, hand)


@kernel
def _deal(rules: Row, hand: Row) -> None:
    """Deal this street's hole cards one at a time from the left of the button, then its board cards."""
    if hand[CARDS] == 0:
        return
    street, seats = hand[STREET], hand[SEATS]
    held = 0
    for earlier in range(street):
        held += rules[DEAL_HOLE + earlier]
    for card in range(rules[DEAL_HOLE + street]):
        seat = hand[BUTTON]
        for _ in range(seats):
            seat = seat + 1 if seat + 1 < seats else 0
            if hand[LIVE] >> seat & 1:
                hand[HOLE + MAX_HOLE * seat + held + card] = deal_card(hand)
    for _ in range(rules[DEAL_BOARD + street]):
        hand[BOARD + hand[BOARD_COUNT]] = deal_card(hand)
        hand[BOARD_COUNT] += 1


@kernel
def next_street(rules: Row, hand: Row) -> None:
    """From CLOSED, with another street to come: deal it, then draw or bet. May be CLOSED again."""
    hand[STREET] += 1
    _deal(rules, hand)
    if rules[HAS_DRAW + hand[STREET]]:
        hand[PHASE] = DRAWING
        hand[TODO] = hand[LIVE]
        hand[ACTOR] = next_seat(hand[LIVE], hand[BUTTON], hand[SEATS])
    else:
        open_round(rules, hand)


@inline_kernel
def is_last(rules: Row, hand: Row) -> bool:
    """Whether a closed round ends the hand: one seat is left, or no street is."""
    return bool(hand[LIVE] & (hand[LIVE] - 1) == 0 or hand[STREET] + 1 == rules[STREET_COUNT])


@kernel
def advance(rules: Row, hand: Row) -> None:
    """Continue until a player has to decide or the hand is over (or at a SHOWDOWN without cards)."""
    while hand[PHASE] == CLOSED:
        if not is_last(rules, hand):
            next_street(rules, hand)
        elif hand[CARDS] or hand[LIVE] & (hand[LIVE] - 1) == 0:
            settle(rules, hand)
        else:
            hand[PHASE] = SHOWDOWN


@kernel
def act(rules: Row, hand: Row, action: int) -> None:
    """Apply a legal betting action and continue to the next decision. Trusts its caller."""
    if action < 0:
        _fold_cards(rules, hand, hand[ACTOR])
    bet(rules, hand, action)
    if hand[PHASE] == CLOSED:
        advance(rules, hand)


@inline_kernel
def _fold_cards(rules: Row, hand: Row, seat: int) -> None:
    """A folded hand goes to the pile in games that may need it; its cards stay on record."""
    if hand[CARDS] and rules[SHOWDOWN_KIND] == BADUGI_HAND:
        for card in range(rules[HOLE_CARDS]):
            hand[PILE] |= 1 << hand[HOLE + MAX_HOLE * seat + card]


@kernel
def draw(rules: Row, hand: Row, discards: int) -> None:
    """The actor discards the hole cards in the mask (by place) and draws as many. Trusts its caller."""
    actor = hand[ACTOR]
    count = thrown = 0
    for place in range(rules[HOLE_CARDS]):
        if discards >> place & 1:
            count += 1
            if hand[CARDS]:
                at = HOLE + MAX_HOLE * actor + place
                thrown |= 1 << hand[at]
                hand[at] = deal_card(hand)
    hand[PILE] |= thrown  # only now: nobody draws back a card he has just thrown away
    hand[DRAWN + MAX_SEATS * hand[STREET] + actor] = count
    hand[TODO] &= ~(1 << actor)
    if hand[TODO]:
        hand[ACTOR] = next_seat(hand[TODO], actor, hand[SEATS])
    else:
        open_round(rules, hand)
        advance(rules, hand)


@inline_kernel
def _rank_high_hands(rules: Row, hand: Row) -> None:
    """A hand's key is the sum of its cards' keys, so the board is added up once for all."""
    board_key = board_mask = 0
    for card in range(hand[BOARD_COUNT]):
        board_key += CARD_KEYS[hand[BOARD + card]]
        board_mask |= CARD_MASKS[hand[BOARD + card]]
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1:
            key, mask = board_key, board_mask
            for card in range(rules[HOLE_CARDS]):
                key += CARD_KEYS[hand[HOLE + MAX_HOLE * seat + card]]
                mask |= CARD_MASKS[hand[HOLE + MAX_HOLE * seat + card]]
            hand[STRENGTH + seat] = evaluate_key(key, mask)


@inline_kernel
def _strength(rules: Row, hand: Row, seat: int) -> int:
    """How good the seat's cards are in badugi, or in the games where only a pair with the board counts."""
    hole = HOLE + MAX_HOLE * seat
    if rules[SHOWDOWN_KIND] == BADUGI_HAND:
        return int(badugi_strength(hand[hole], hand[hole + 1], hand[hole + 2], hand[hole + 3]))
    rank = hand[hole] >> 2
    for card in range(hand[BOARD_COUNT]):
        if hand[BOARD + card] >> 2 == rank:
            rank += _PAIR_BONUS
    return int(rank)


@kernel
def rank_hands(rules: Row, hand: Row) -> None:
    """Fill STRENGTH for the live seats, if there is more than one to compare."""
    if hand[LIVE] & (hand[LIVE] - 1) == 0:
        return
    if rules[SHOWDOWN_KIND] == HIGH_HAND:
        _rank_high_hands(rules, hand)
        return
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1:
            hand[STRENGTH + seat] = _strength(rules, hand, seat)


@kernel
def settle(rules: Row, hand: Row) -> None:
    """Compare the live hands and pay every pot. The row's contributions stay, its stacks are final."""
    if hand[LIVE] & (hand[LIVE] - 1):
        rank_hands(rules, hand)
        pay_pots(hand)
    else:
        hand[STACK + next_seat(hand[LIVE], hand[BUTTON], hand[SEATS])] += hand[POT]
    hand[ACTOR] = NOBODY
    hand[PHASE] = OVER
