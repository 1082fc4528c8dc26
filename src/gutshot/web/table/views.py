"""The table as one person may see it: built only from his own observation and from what was shown to all."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from gutshot.cards.card import Card, format_card
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.pots import Pot
from gutshot.games.seats import position as position_at
from gutshot.games.variants import Game
from gutshot.games.words import hand_words, odds_words, playing_cards, position_words, pot_name
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.table.opponents import kind_of
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal, Table
from gutshot.trees.presets import presets
from gutshot.web.table import schemas

EVENT_KINDS = {kind: schemas.EventKind(kind.value) for kind in Kind}


def card_texts(cards: tuple[Card, ...]) -> list[str]:
    """`Td` and the like."""
    return [format_card(card) for card in cards]


@dataclass(frozen=True)
class Seen:
    """A hand through one person's eyes, with the chairs of its seats. `deal` says who is dealt in."""

    setup: TableSetup
    deal: Deal
    observation: Observation
    is_over: bool
    reveal_styles: bool = False
    observed: dict[int, Counts] = field(default_factory=dict)

    @property
    def chairs(self) -> tuple[int, ...]:
        """Who sits where."""
        return self.deal.chairs

    @cached_property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """The cards of each seat that showed them."""
        return {
            event.seat: event.cards
            for event in self.observation.history
            if event.kind is Kind.SHOW and event.seat is not None
        }


def see(
    setup: TableSetup,
    deal: Deal,
    hand: Hand,
    reveal_styles: bool = False,
    observed: dict[int, Counts] | None = None,
) -> Seen:
    """What the person at chair 0 may know of a hand; `observed` is what players did before, by number."""
    seat = deal.chairs.index(YOU)
    observation = hand.observation(seat)
    if deal.hidden:
        observation = replace(observation, history=_told(observation.history, deal))
    return Seen(setup, deal, observation, hand.is_over, reveal_styles, observed or {})


def _told(history: Sequence[Event], deal: Deal) -> tuple[Event, ...]:
    """Without the cards that were not seen: at the showdown of a hand from elsewhere their holders muck."""
    return tuple(
        replace(event, kind=Kind.MUCK, cards=())
        if event.kind is Kind.SHOW and event.seat is not None and deal.chairs[event.seat] in deal.hidden
        else event
        for event in history
    )


def seats_of(seen: Seen, places: tuple[int, ...], stacks: tuple[int, ...]) -> list[schemas.SeatView]:
    """Every chair of the table, dealt in or not."""
    won, last = _winnings(seen), _last_actions(seen)
    views = []
    for chair in range(seen.setup.seats):
        seat = seen.chairs.index(chair) if chair in seen.chairs else None
        views.append(_seat(seen, chair, seat, _visible(seen, seat), stacks[chair], places[chair], won, last))
    return views


def _visible(seen: Seen, seat: int | None) -> tuple[Card, ...]:
    if seat is None:
        return ()
    return seen.observation.cards if seat == seen.observation.seat else seen.shown.get(seat, ())


def _winnings(seen: Seen) -> dict[int, int]:
    won: dict[int, int] = {}
    for event in seen.observation.history:
        if event.kind is Kind.WIN and event.seat is not None:
            won[event.seat] = won.get(event.seat, 0) + event.amount
    return won


def _last_actions(seen: Seen) -> dict[int, Event]:
    """The latest move of each seat on this street; a fold stays."""
    last: dict[int, Event] = {}
    for event in seen.observation.history:
        if event.seat is None or (event.street != seen.observation.street and event.kind is not Kind.FOLD):
            continue
        if event.is_decision or event.kind is Kind.BLIND:
            last[event.seat] = event
    return last


def _seat(
    seen: Seen,
    chair: int,
    seat: int | None,
    cards: tuple[Card, ...],
    stack: int,
    place: int,
    won: dict[int, int],
    last: dict[int, Event],
) -> schemas.SeatView:
    now, setup = seen.observation, seen.setup
    position = None if seat is None else _position(seat, now.seats, now.button)
    live = seat is not None and now.live[seat]
    known = bool(cards) and (live or seat == now.seat)
    at_showdown = known and seen.is_over and seat in seen.shown
    return schemas.SeatView(
        seat=chair,
        name=setup.name_of(chair),
        is_you=chair == YOU,
        stack=stack,
        bet=0 if seat is None else now.bets[seat],
        contribution=0 if seat is None else now.contributions[seat],
        position=position,
        position_words=None if position is None else position_words(position),
        is_button=chair == seen.deal.where.button,
        is_actor=seat is not None and seat == now.actor,
        is_dealt_in=seat is not None,
        has_folded=seat is not None and not live,
        is_all_in=live and stack == 0 and not seen.is_over,
        is_out=seat is None or (seen.is_over and stack == 0),
        place=(place or None) if setup.mode.pays_places else None,
        card_count=len(now.cards) if live else 0,
        cards=card_texts(cards),
        playing_cards=card_texts(playing_cards(setup.game, cards, now.board)) if at_showdown else [],
        hand_words=hand_words(setup.game, cards, now.board) if known else None,
        last_action=None if seat is None or seat not in last else _last_action(last[seat]),
        draws=[] if seat is None else [street[seat] for street in now.draws[1:]],
        won=0 if seat is None else won.get(seat, 0),
        net=0 if seat is None else now.stacks[seat] - now.starting_stacks[seat],
        style=_style(seen, chair),
        observed=_observed(seen, chair),
    )


_position = lru_cache(maxsize=1024)(position_at)


def _observed(seen: Seen, chair: int) -> schemas.ObservedPlayer | None:
    """A tracker's figures of an opponent; none before his first finished hand."""
    counts = None if chair == YOU else seen.observed.get(seen.deal.player_at(chair))
    if counts is None:
        return None
    rate = schemas.OfChances
    return schemas.ObservedPlayer(
        hands=counts.hands,
        vpip=rate(count=counts.vpip, of=counts.hands),
        pfr=rate(count=counts.pfr, of=counts.hands),
        three_bet=rate(count=counts.three_bets, of=counts.three_bet_chances),
        aggression=rate(count=counts.aggressive, of=counts.aggressive + counts.calls),
        showdowns=rate(count=counts.showdowns, of=counts.saw_flop),
    )


def _style(seen: Seen, chair: int) -> str | None:
    if chair == YOU or not seen.setup.name_of(chair) or (seen.setup.hidden_styles and not seen.reveal_styles):
        return None
    return kind_of(seen.setup.game, seen.setup.agents[chair - 1]).label


_SHORT = {
    Kind.FOLD: "fold",
    Kind.CHECK: "check",
    Kind.CALL: "call {amount}",
    Kind.BET: "bet {raise_to}",
    Kind.RAISE: "raise to {raise_to}",
    Kind.BLIND: "blind {amount}",
    Kind.DRAW: "draw {amount}",
}


def _last_action(event: Event) -> schemas.LastAction:
    return _moved(event.kind, event.amount, event.raise_to)


@lru_cache(maxsize=4096)
def _moved(kind: Kind, amount: int, raise_to: int) -> schemas.LastAction:
    text = "pat" if kind is Kind.DRAW and not amount else _SHORT[kind].format(amount=amount, raise_to=raise_to)
    return schemas.LastAction(kind=EVENT_KINDS[kind], amount=amount, raise_to=raise_to, text=text)


def pots_of(seen: Seen) -> list[schemas.PotView]:
    """Main and side pots by name, with who can win each and, at the end, who did."""
    pots = named_pots(seen.observation)
    winners: dict[int, list[int]] = {}
    for event in seen.observation.history:
        if event.kind is Kind.WIN and event.seat is not None:
            winners.setdefault(event.pot, []).append(seen.chairs[event.seat])
    return [_pot(seen, index, pot, len(pots), winners.get(index, [])) for index, pot in enumerate(pots)]


def named_pots(now: Observation) -> tuple[Pot, ...]:
    """The pots as players speak of them: only an all-in makes a side pot, a bet not yet called does not."""
    merged: list[Pot] = []
    for pot in now.pots:
        left_behind = set(merged[-1].seats) - set(pot.seats) if merged else set()
        if merged and all(now.contributions[seat] < now.starting_stacks[seat] for seat in left_behind):
            merged[-1] = Pot(merged[-1].amount + pot.amount, merged[-1].seats)
        else:
            merged.append(pot)
    return tuple(merged)


def _pot(seen: Seen, index: int, pot: Pot, count: int, winners: list[int]) -> schemas.PotView:
    return schemas.PotView(
        name=pot_name(index, count),
        amount=pot.amount,
        seats=[seen.chairs[seat] for seat in pot.seats],
        winners=winners,
    )


def result_of(seen: Seen) -> schemas.HandResult | None:
    """Who won what, once the hand is over."""
    if not seen.is_over:
        return None
    now, setup = seen.observation, seen.setup
    shown = seen.shown
    winners = [
        schemas.Winner(
            seat=seen.chairs[seat],
            name=setup.name_of(seen.chairs[seat]),
            amount=amount,
            hand_words=hand_words(setup.game, shown[seat], now.board) if seat in shown else None,
        )
        for seat, amount in sorted(_winnings(seen).items(), key=lambda pair: -pair[1])
    ]
    net = now.stacks[now.seat] - now.starting_stacks[now.seat]
    return schemas.HandResult(winners=winners, showdown=bool(shown), net=net, text=winner_words(winners))


def winner_words(winners: list[schemas.Winner]) -> str:
    """ "Ada wins 450 with Two pair, aces and nines"."""
    return "; ".join(
        f"{winner.name} {'win' if winner.name == 'You' else 'wins'} {winner.amount}"
        + (f" with {winner.hand_words}" if winner.hand_words else "")
        for winner in winners
    )


def turn_of(table: Table) -> schemas.Turn | None:
    """Everything the person may do now."""
    if not table.is_your_turn:
        return None
    hand, legal = table.hand, table.hand.legal
    owed, actor = legal.call or 0, hand.actor or 0
    bounds = None
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        bounds = schemas.LegalRaise(
            min_to=legal.min_raise_to,
            max_to=legal.max_raise_to,
            is_bet=max(hand.bets) == 0,
            is_all_in=legal.max_raise_to >= hand.stacks[actor] + hand.bets[actor],
        )
    return schemas.Turn(
        can_fold=legal.fold,
        free_check=legal.check,
        can_check=legal.check,
        call=legal.call,
        call_is_all_in=legal.call is not None and owed >= hand.stacks[actor],
        raise_bounds=bounds,
        presets=[
            schemas.Preset(label=preset.label, size=preset.size, raise_to=preset.raise_to, key=str(number))
            for number, preset in enumerate(presets(hand, legal), 1)
        ],
        draw=legal.draw,
        to_call=owed,
        pot_after_call=hand.pot + owed,
        pot_odds=odds_words(hand.observation(actor).pot_to_win, owed) if owed else None,
    )


def callout(position: str) -> str:
    """Where you sit, in words."""
    return f"You are {position_words(position)}"


def board_size(game: Game) -> int:
    """Cards of a full board."""
    return 5 if game is Game.HOLDEM else 0
