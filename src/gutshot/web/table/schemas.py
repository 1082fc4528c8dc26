"""What goes over the wire for play: the table as one person may see it.

Cards are text such as "As"; amounts are whole chips; seats are the table's chairs, 0 being the person's own.
The names here become the vocabulary of the front end.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from gutshot.coach.advice import GradeName, Method
from gutshot.games.variants import Game
from gutshot.trainer.table.plans import Plan
from gutshot.trainer.table.setup import Mode, Pace
from gutshot.web.wire import CardText, Probability, Wire


class PlanView(Wire):
    """A decision that can be made ahead."""

    plan: Plan
    label: str = Field(examples=["Check or fold", "Call 150"])
    price: int | None = Field(description="The price of the call it means, where it means only that one.")


class OfChances(Wire):
    """How often something was done, and of how many chances."""

    count: int
    of: int


class ObservedPlayer(Wire):
    """What a tracker would show of a player: counted at this table, in its finished hands."""

    hands: int
    vpip: OfChances
    pfr: OfChances
    three_bet: OfChances
    aggression: OfChances = Field(description="Bets and raises of all bets, raises and calls after the first round.")
    showdowns: OfChances


class Rabbit(Wire):
    """The board cards that would have come."""

    cards: list[CardText]


class LegalRaise(Wire):
    """The bounds of a bet or raise, as raise_to amounts."""

    min_to: int
    max_to: int
    is_bet: bool = Field(description="Whether this is a bet: nothing has been bet yet.")
    is_all_in: bool = Field(description="Whether `max_to` is everything you have.")


class Preset(Wire):
    """A button for a usual bet size. `size` is in the grammar of bet sizes (33%, 2.5x, a); `key` is its digit."""

    label: str = Field(examples=["1/2 pot"])
    size: str = Field(examples=["50%"])
    raise_to: int
    key: str = Field(examples=["2"])


class Turn(Wire):
    """What you may do now. Only there on your turn; it holds every rule the page needs."""

    can_fold: bool
    free_check: bool = Field(description="Checking is free: a fold needs `confirm`.")
    can_check: bool
    call: int | None = Field(description="Chips a call adds; null where there is nothing to call.")
    call_is_all_in: bool
    raise_bounds: LegalRaise | None = Field(description="Null where a raise is not allowed.")
    presets: list[Preset]
    draw: int | None = Field(description="How many cards may be discarded; null while betting.")
    to_call: int
    pot_after_call: int
    pot_odds: str | None = Field(description='Such as "3.0:1 (25 %)"; null where there is nothing to call.')


class EventKind(StrEnum):
    """What an entry of the log is."""

    ANTE = "ante"
    BLIND = "blind"
    DEAL = "deal"
    BOARD = "board"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    DRAW = "draw"
    REFUND = "refund"
    SHOW = "show"
    MUCK = "muck"
    WIN = "win"


class LogEntry(Wire):
    """One thing that happened in this hand, as data and as a sentence."""

    index: int
    kind: EventKind
    street: int
    seat: int | None
    amount: int = Field(description="Chips moved, or cards drawn.")
    raise_to: int
    cards: list[CardText] = Field(description="Cards dealt, shown or discarded, if you may see them.")
    taken: list[CardText] = Field(description="Your new cards of a draw.")
    pot: int
    all_in: bool
    text: str = Field(examples=["Ada raises to 150"])


class LastAction(Wire):
    """What a seat did last on this street."""

    kind: EventKind
    amount: int
    raise_to: int
    text: str = Field(examples=["raise to 150"])


class SeatView(Wire):
    """One chair. `cards` are only those you may see; `card_count` is how many it holds."""

    seat: int
    name: str
    is_you: bool
    stack: int
    bet: int = Field(description="Chips in front of the seat on this street.")
    contribution: int = Field(description="Chips put in over the whole hand.")
    position: str | None = Field(description='Badge such as "BTN" or "UTG+1"; null for a chair not dealt in.')
    position_words: str | None
    is_button: bool
    is_actor: bool
    is_dealt_in: bool
    has_folded: bool
    is_all_in: bool
    is_out: bool = Field(description="Has no chips left and is not in the hand.")
    place: int | None = Field(description="Finishing place of a chair that is out.")
    card_count: int
    cards: list[CardText]
    playing_cards: list[CardText] = Field(description="At a showdown: the cards that make the hand.")
    hand_words: str | None = Field(description="The hand in words, where its cards can be seen.")
    last_action: LastAction | None
    draws: list[int | None] = Field(description="Cards drawn at each draw so far, null where it has not drawn.")
    won: int = Field(description="Chips won in this hand, once it is over.")
    net: int = Field(description="Chips won or lost in this hand so far.")
    style: str | None = Field(description="How it plays, once that is revealed.")
    observed: ObservedPlayer | None = Field(description="What this player was seen to do; null for your own seat.")


class PotView(Wire):
    """The main pot or a side pot, and who can win it."""

    name: str = Field(examples=["Main pot", "Side pot 1"])
    amount: int
    seats: list[int]
    winners: list[int] = Field(description="Who won it, once the hand is over.")


class Winner(Wire):
    """A player who won chips in this hand."""

    seat: int
    name: str
    amount: int
    hand_words: str | None


class HandResult(Wire):
    """How the hand ended."""

    winners: list[Winner]
    showdown: bool
    net: int = Field(description="What you won or lost.")
    text: str = Field(examples=["Ada wins 450 with Two pair, aces and nines"])


class BlindsView(Wire):
    """The stakes now. `small_bet` and `big_bet` are for limit games."""

    small_blind: int
    big_blind: int
    ante: int
    small_bet: int | None
    big_bet: int | None
    level: int = Field(description="Counts from 1.")
    levels: int
    hands_left: int | None = Field(description="Hands until the next level.")
    seconds_left: float | None = Field(description="Seconds until the next level.")
    next_level: str | None = Field(examples=["50/100"])


class ClockKind(StrEnum):
    """What the clock counts down to."""

    YOU = "you"
    BANK = "bank"
    OPPONENT = "opponent"
    NEXT_HAND = "next_hand"


class ClockView(Wire):
    """A running countdown, counted from when the view was sent."""

    kind: ClockKind
    seconds_left: float
    seconds_total: float


class SettingsView(Wire):
    """The table's settings as they are."""

    pace: Pace
    auto_advance: bool
    auto_coach: bool
    seconds_to_act: int | None
    time_bank: int
    time_bank_left: float
    paused: bool


class PrizeView(Wire):
    """What one player of a tournament has: his place if he is out, his prize, and what his chips are worth (ICM)."""

    seat: int | None = Field(description="His chair, where he sits at your table.")
    rank: int = Field(description="By chips; the place of who is out.")
    name: str
    stack: int
    place: int | None
    prize: float | None
    icm: float


class TournamentView(Wire):
    """`standings` are all of a sit-and-go; of many tables the leaders and everybody at your table."""

    payouts: list[float]
    players: int
    players_left: int
    tables_left: int
    paid: int = Field(description="How many places are paid.")
    average: int = Field(description="Mean chips of those who are left.")
    standings: list[PrizeView] = Field(description="Best first.")


class YourHand(Wire):
    """Your cards in words and how strong they are now: the share of other hands they beat."""

    words: str
    strength: Probability
    strength_words: str = Field(examples=["strong"])


class Grade(Wire):
    """The coach's verdict on one of your decisions."""

    hand: int
    step: int
    grade: GradeName
    ev_lost: float = Field(description="In big blinds.")
    action: str = Field(description="What you did, in words.")
    best: str = Field(description="What the coach would have done, in words.")
    text: str = Field(examples=["Fine: calling costs 0.2 bb against raising to 150."])
    method: Method = Field(description="By playing it out with a strategy, or by solving the spot.")
    error: float = Field(default=0.0, description="Standard error of what was lost.")
    position: str = ""
    street: str = ""
    faced: str = Field(default="", examples=["a raise"])


class TableStatus(StrEnum):
    """What the table waits for."""

    YOUR_TURN = "your_turn"
    OPPONENT = "opponent"
    HAND_OVER = "hand_over"
    TABLE_OVER = "table_over"


class TableView(Wire):
    """The whole table as you may see it. `sequence` grows with every change; of two views the larger one is newer."""

    id: str
    title: str
    sequence: int
    game: Game
    mode: Mode
    status: TableStatus
    hand: int = Field(description="Number of the hand, from 1.")
    step: int = Field(description="Decisions made in it so far, by all players.")
    street: int
    street_name: str = Field(examples=["flop", "second draw"])
    is_drawing: bool
    seats: list[SeatView]
    your_seat: int
    button: int = Field(description="The chair of the button; it can be an empty one.")
    actor: int | None
    board: list[CardText]
    board_size: int = Field(description="How many slots the board has: 5, or 0 in badugi.")
    hole_cards: int
    pot: int = Field(description="The pot, including this street's bets.")
    collected: int = Field(description="The pot without the bets still in front of the seats.")
    pots: list[PotView]
    blinds: BlindsView
    turn: Turn | None
    your_hand: YourHand | None
    callout: str = Field(description="Your position in words.", examples=["You are on the button"])
    log: list[LogEntry]
    result: HandResult | None
    last_winner: str = Field(description="Who won the previous hand, and with what; empty on the first.")
    last_grade: Grade | None
    clock: ClockView | None
    settings: SettingsView
    tournament: TournamentView | None
    is_loading: bool = Field(description="Whether the opponent to act is still loading.")
    plans: list[PlanView] = Field(description="What you can decide ahead of your turn.")
    planned: Plan | None = Field(description="What you have decided ahead.")
    is_fast_fold: bool = Field(description="Folding leads straight to the next hand, with other players.")
    players: int = Field(description="All players, where there are more than chairs; else 0.")
    may_show: bool = Field(description="You have cards that need not be shown, and may be.")
    shown: list[CardText] = Field(description="Cards of this hand that you showed without having to.")
    can_rabbit: bool = Field(description="There are board cards that would have come.")
    can_skip: bool = Field(description="Whether the rest of the hand can be played out at once.")
    bought_in: int = Field(description="Total chips you have brought to the table.")
    hidden_styles: bool = Field(description="Whether the opponents' styles are still secret.")


class TableSummary(Wire):
    """One of your tables, for the lobby and the tabs."""

    id: str
    title: str
    game: Game
    mode: Mode
    seats: int
    hand: int
    status: TableStatus
    stack: int
    big_blind: int
    created: str = Field(description="When, in ISO 8601.")
    closed: bool


class StateMessage(Wire):
    """WebSocket, server to browser: the table has changed."""

    type: Literal["state"] = "state"
    table: TableView


class GradeMessage(Wire):
    """WebSocket, server to browser: the coach has graded your last decision."""

    type: Literal["grade"] = "grade"
    grade: Grade


class ByeMessage(Wire):
    """WebSocket, server to browser: the table is closed, do not reconnect."""

    type: Literal["bye"] = "bye"
    reason: str


ServerMessage = Annotated[StateMessage | GradeMessage | ByeMessage, Field(discriminator="type")]
