"""One betting round: legal actions, who acts next, when it closes. Kernels over a row; no cards here.

The rules are pokerkit's: the minimum raise is the largest raise of the street so far (at least one
bet); an all-in below it does not reopen the betting for seats that have acted, until short all-ins in a row
add up to it. One departure: a seat that faces no bet while all others are all-in does not act.
"""

from gutshot.games.row import (
    ACTED,
    ACTOR,
    AGGRESSOR,
    BET,
    BETTING,
    BLIND,
    BUTTON,
    CLOSED,
    HIGH,
    LAST_RAISE,
    LIVE,
    MIN_TO,
    NOBODY,
    PAID,
    PHASE,
    POT,
    RAISES,
    SEATS,
    SHORTS,
    STACK,
    STREET,
    TODO,
    Row,
)
from gutshot.games.rules import (
    BET_SIZE,
    BETTING_KIND,
    CAP,
    FIXED_LIMIT,
    FULL_BLIND,
    HAS_DRAW,
    POT_LIMIT,
    RAISE_COVERED,
    REOPEN_ALWAYS,
    REOPEN_CUMULATIVE,
    REOPEN_FACING_FULL,
    REOPEN_KIND,
    SHORT_COUNTS,
)
from gutshot.kernel import inline_kernel, kernel

# An action is one number: FOLD, CALL (which is a check when nothing is owed), or a raise_to above zero.
FOLD = -1
CALL = 0


@inline_kernel
def next_seat(mask: int, seat: int, seats: int) -> int:
    """The first seat of the mask clockwise after `seat`, possibly `seat` itself; NOBODY if it is empty."""
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if mask >> seat & 1:
            return seat
    return NOBODY


@inline_kernel
def pay(hand: Row, seat: int, chips: int) -> None:
    """Move chips from a stack to the seat's bet; a negative amount takes them back."""
    hand[STACK + seat] -= chips
    hand[BET + seat] += chips
    hand[PAID + seat] += chips
    hand[POT] += chips


@inline_kernel
def to_call(hand: Row) -> int:
    """What the actor puts in to call: never more than his stack, 0 for a check."""
    actor = hand[ACTOR]
    return int(min(hand[STACK + actor], hand[HIGH] - hand[BET + actor]))


@kernel
def _first_to_act(hand: Row) -> int:
    """Left of the largest blind on the table, the last of equals; left of the button when there is none."""
    seats = hand[SEATS]
    seat = last = hand[BUTTON]
    most = -1
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        bet = hand[BET + seat] if hand[BLIND + seat] >= 0 else -1
        if bet >= most:
            most = bet
            last = seat
    return last + 1 if last + 1 < seats else 0


@kernel
def _able(hand: Row) -> int:
    """Mask of the live seats with chips, without one that has already bet all the others could match."""
    top = second = -1
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1:
            total = hand[STACK + seat] + hand[BET + seat]
            if total > top:
                top, second = total, top
            elif total > second:
                second = total
    able = 0
    for seat in range(hand[SEATS]):
        bet, stack = hand[BET + seat], hand[STACK + seat]
        if hand[LIVE] >> seat & 1 and stack > 0 and not (bet + stack == top and second <= bet):
            able |= 1 << seat
    return able


@inline_kernel
def _with_chips(hand: Row) -> int:
    """Mask of the live seats with chips: those who can act where nothing has been bet."""
    able = 0
    for seat in range(hand[SEATS]):
        if hand[STACK + seat] > 0:
            able |= 1 << seat
    return int(able & hand[LIVE])


@kernel
def open_round(rules: Row, hand: Row) -> None:
    """Begin the street's betting; blinds already posted stand. The round may close at once."""
    street = hand[STREET]
    high = 0
    if street == 0:
        for seat in range(hand[SEATS]):
            high = max(high, hand[BET + seat])
            if rules[FULL_BLIND]:
                high = max(high, hand[BLIND + seat])
        first = _first_to_act(hand)
        hand[TODO] = _able(hand)
    else:
        first = hand[BUTTON] + 1 if hand[BUTTON] + 1 < hand[SEATS] else 0
        hand[TODO] = _with_chips(hand)
    size = rules[BET_SIZE + street]
    hand[HIGH] = high
    hand[LAST_RAISE] = size if rules[REOPEN_KIND] == REOPEN_FACING_FULL else 0
    hand[MIN_TO] = high + size
    hand[SHORTS] = hand[RAISES] = hand[ACTED] = 0
    _next_turn(hand, first - 1 if first > 0 else hand[SEATS] - 1)
    if hand[PHASE] == BETTING or street == 0 or rules[HAS_DRAW + street]:
        hand[AGGRESSOR] = first  # a board that is only run out leaves the order of showing as it was


@inline_kernel
def _next_turn(hand: Row, seat: int) -> None:
    """Give the turn to the next seat after `seat`, or close the round."""
    live, todo = hand[LIVE], hand[TODO]
    following = next_seat(todo, seat, hand[SEATS])
    alone = live & (live - 1) == 0
    if following == NOBODY or alone or (todo & (todo - 1) == 0 and _faces_nothing(hand, following)):
        _close_round(hand)
    else:
        hand[PHASE] = BETTING
        hand[ACTOR] = following


@inline_kernel
def _faces_nothing(hand: Row, seat: int) -> bool:
    """Whether the seat has matched every bet and no other seat has chips left to bet."""
    for other in range(hand[SEATS]):
        if hand[BET + other] > hand[BET + seat]:
            return False
        if other != seat and hand[LIVE] >> other & 1 and hand[STACK + other] > 0:
            return False
    return True


@kernel
def _close_round(hand: Row) -> None:
    """Return uncalled chips and gather the bets."""
    top = second = 0
    owner = 0
    for seat in range(hand[SEATS]):
        bet = hand[BET + seat]
        if bet > top:
            top, second, owner = bet, top, seat
        elif bet > second:
            second = bet
    pay(hand, owner, second - top)
    for seat in range(hand[SEATS]):
        hand[BET + seat] = 0
    hand[TODO] = 0
    hand[ACTOR] = NOBODY
    hand[PHASE] = CLOSED


@inline_kernel
def _may_raise(rules: Row, hand: Row) -> bool:
    """Whether the actor may bet or raise at all, by any amount."""
    actor = hand[ACTOR]
    owed = hand[HIGH] - hand[BET + actor]
    if hand[STACK + actor] <= owed or hand[RAISES] >= rules[CAP + hand[STREET]]:
        return False
    reopen = rules[REOPEN_KIND]
    if reopen != REOPEN_ALWAYS and hand[ACTED] >> actor & 1:
        if owed < hand[LAST_RAISE]:
            return False
        if reopen == REOPEN_CUMULATIVE and 0 < hand[SHORTS] < hand[LAST_RAISE]:
            return False
    for seat in range(hand[SEATS]):
        if seat != actor and hand[LIVE] >> seat & 1:
            answer = hand[STACK + seat] if rules[RAISE_COVERED] else hand[STACK + seat] + hand[BET + seat] - hand[HIGH]
            if answer > 0:
                return True
    return False


@kernel
def raise_bounds(rules: Row, hand: Row) -> tuple[int, int]:
    """Least and greatest raise_to of the actor; (0, 0) when he may only fold, check or call."""
    if not _may_raise(rules, hand):
        return 0, 0
    actor, high = hand[ACTOR], hand[HIGH]
    all_in = hand[STACK + actor] + hand[BET + actor]
    if rules[SHORT_COUNTS]:
        least = hand[MIN_TO]
    else:
        least = high + max(hand[LAST_RAISE], rules[BET_SIZE + hand[STREET]])
    least = min(least, all_in)
    if rules[BETTING_KIND] == FIXED_LIMIT:
        return least, least
    if rules[BETTING_KIND] == POT_LIMIT:
        return least, min(all_in, max(least, 2 * high - hand[BET + actor] + hand[POT]))
    return least, all_in


@kernel
def is_legal(rules: Row, hand: Row, action: int) -> bool:
    """Whether the actor may take this betting action now."""
    if hand[PHASE] != BETTING or action < FOLD:
        return False
    if action <= CALL:
        return True
    low, high = raise_bounds(rules, hand)
    return low <= action <= high


@kernel
def bet(rules: Row, hand: Row, action: int) -> None:
    """Apply a legal action of the actor. Trusts its caller; PHASE is then BETTING or CLOSED."""
    actor = hand[ACTOR]
    me = 1 << actor
    hand[TODO] &= ~me
    if action == FOLD:
        hand[LIVE] &= ~me
    elif action == CALL:
        pay(hand, actor, to_call(hand))
        hand[ACTED] |= me
    else:
        _raise_to(hand, actor, action)
    _next_turn(hand, actor)


@inline_kernel
def _raise_to(hand: Row, actor: int, amount: int) -> None:
    increment = amount - hand[HIGH]
    pay(hand, actor, amount - hand[BET + actor])
    todo = 0
    for seat in range(hand[SEATS]):
        if seat != actor and hand[LIVE] >> seat & 1 and hand[STACK + seat] > 0:
            todo |= 1 << seat
    hand[TODO] = todo
    if increment >= hand[LAST_RAISE]:
        hand[ACTED] = 0
    hand[ACTED] |= 1 << actor
    hand[LAST_RAISE] = max(hand[LAST_RAISE], increment)
    shorts = hand[SHORTS] + increment if hand[STACK + actor] == 0 else 0
    hand[SHORTS] = shorts if shorts < hand[LAST_RAISE] else 0
    hand[MIN_TO] = max(hand[MIN_TO], amount + increment)
    hand[RAISES] += 1
    hand[HIGH] = amount
    hand[AGGRESSOR] = actor
