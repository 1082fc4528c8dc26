"""What goes over the wire for study: advice, ranges, the history with its replay, statistics, the reveal."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from gutshot.coach.advice import GradeName, Method
from gutshot.games.variants import Game
from gutshot.trainer.jobs.import_files import MOST_BYTES, MOST_FILES
from gutshot.trainer.table.setup import Mode
from gutshot.web.table.asks import ActionName
from gutshot.web.table.schemas import Grade, LogEntry, PotView, SeatView, Turn
from gutshot.web.wire import Ask, CardText, Probability, Wire

MOST_IMPORT = 2_000_000
"""Characters of a hand-history file."""


class FactorName(StrEnum):
    """What a factor is about."""

    POSITION = "position"
    HAND = "hand"
    POT_ODDS = "pot_odds"
    EQUITY = "equity"
    OUTS = "outs"
    SPR = "spr"
    OPPONENTS = "opponents"


class Factor(Wire):
    """One key factor of a decision: `value` in words, `number` for a bar where there is one (0..1)."""

    name: FactorName
    label: str = Field(examples=["Pot odds"])
    value: str = Field(examples=["3.0:1 (25 %)"])
    number: Probability | None


class OptionValue(Wire):
    """What one action is worth by the coach's method, in big blinds; folding is 0. Null where it is not known."""

    action: ActionName
    amount: int | None
    cards: list[CardText] | None
    label: str = Field(examples=["Raise to 150"])
    ev: float | None
    error: float = Field(description="Standard error of the value; 0 where it is computed in full.")
    fold_chance: Probability | None = Field(description="How often all opponents are expected to fold to it.")
    share: Probability | None = Field(
        description="How often the strategy takes it with your hand; null where none tells."
    )
    note: str = Field(description="What the value leaves open, in words; empty if nothing.")


class RangeShare(Wire):
    """How often the strategy folds, checks, calls or raises over all hands that come to a decision."""

    action: str = Field(examples=["raise"])
    share: Probability


class ImprovementView(Wire):
    """A better hand that can still come, and how likely it is by the end."""

    words: str = Field(examples=["Flush"])
    chance: Probability
    outs: int | None


class OpponentRead(Wire):
    """What the coach believes about one opponent still in."""

    seat: int
    name: str
    share: Probability | None = Field(description="Share of all hands he may still hold; null in badugi.")
    words: str = Field(examples=["about 18 % of hands"])


class AdviceView(Wire):
    """What the coach would do, why, and the numbers behind it. `action` is null where no strategy knows the spot."""

    hand: int
    step: int
    action: ActionName | None
    amount: int | None
    cards: list[CardText] | None
    text: str = Field(examples=["Raise to 150"])
    why: str = Field(description="Two sentences.")
    factors: list[Factor]
    equity: Probability | None = Field(description="Your share of the pot at a showdown; null if nobody has entered.")
    against: str | None = Field(description="Against whom that equity is, by name.")
    fair_share: Probability = Field(description="One divided by the players still in.")
    required_equity: Probability = Field(description="The equity at which a call breaks even.")
    pot_odds: str | None
    outs: int | None
    spr: float | None = Field(description="Stack-to-pot ratio.")
    options: list[OptionValue] = Field(description="What the strategy does most first, then by value.")
    whole_range: list[RangeShare] = Field(description="What the strategy does with all hands; empty where none tells.")
    improvements: list[ImprovementView]
    opponents: list[OpponentRead]
    kind: Method = Field(description="Where the values come from.")
    method: str = Field(description="Which strategy spoke, how near it is, and how values were found.")
    is_exact: bool = Field(description="Whether the strategy knows this very spot, not only one that is near.")
    is_final: bool = Field(description="False while values are still to come.")


class SeatedStyle(Wire):
    """How an opponent still in is taken to play: known, or the style that his figures make likeliest."""

    seat: int
    name: str
    style: str = Field(examples=["Calling station"])
    chance: Probability = Field(description="How likely the style is; 1 where it is known.")
    hands: int = Field(description="Hands counted of him, where styles are secret; 0 where they are known.")


class TableAnswerView(Wire):
    """What wins most against those who are seated, beside the balanced advice. Values in big blinds, folding is 0."""

    hand: int
    step: int
    text: str = Field(examples=["Raise to 150 wins most here: 0.42 bb more than Call 50."])
    sure: Probability = Field(description="How sure it is that the first option wins more than the second.")
    options: list[OptionValue] = Field(description="Best first.")
    styles: list[SeatedStyle]
    are_known: bool = Field(description="Whether the styles are known, or judged by what has been counted so far.")


class RangeView(Wire):
    """One opponent's hands, as the strategy plays his line: weights from A to 2, suited hands above the diagonal."""

    seat: int
    name: str
    share: Probability
    text: str = Field(description="The same in range notation.")
    matrix: list[list[Probability]]
    ignored: int = Field(description="His last actions that the strategy never takes, so that they tell nothing.")
    style: str | None = Field(description="The style by whose play it is read, where styles are open; else null.")


class BadugiHands(Wire):
    """One opponent's badugi hands, as his line leaves them: shares by how many cards play and by the high card."""

    seat: int
    name: str
    text: str = Field(examples=["badugi 34 %, three cards 61 %, fewer 5 %"])
    shares: list[list[Probability]] = Field(
        description="Four rows from a badugi to one card, thirteen from ace to king."
    )
    ignored: int = Field(description="His actions that the players never take, so that they tell nothing.")


class Ranges(Wire):
    """All ranges at one step: of hold'em, or of badugi."""

    hand: int
    step: int
    ranges: list[RangeView]
    badugi: list[BadugiHands]


class ResultName(StrEnum):
    """How a hand ended for the person."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"


class TextFormat(StrEnum):
    """What a hand is written as."""

    PHH = "phh"
    POKERSTARS = "pokerstars"


class HandKeep(Ask):
    """What a person keeps of a hand; what is left out stays as it is."""

    marked: bool | None = None
    note: str | None = Field(default=None, max_length=2000)


class Origin(Wire):
    """Where an imported hand comes from; `unit` is what one chip here was worth there."""

    site: str = ""
    number: str = ""
    currency: str = ""
    unit: str = "1"
    rake: str = "0"


class HandSummary(Wire):
    """One finished hand in the history. `ref` names it in every address."""

    ref: str = Field(examples=["k3xw7q2m:12"])
    table: str = Field(description="Empty for an imported hand.")
    hand: int
    title: str
    played: str = Field(description="When, in ISO 8601.")
    game: Game
    mode: Mode
    seats: int
    position: str
    cards: list[CardText]
    board: list[CardText]
    big_blind: int
    net: int
    net_bb: float
    pot: int
    pot_bb: float
    result: ResultName
    showdown: bool
    ev_lost: float | None = Field(description="In big blinds, over all your decisions; null while not yet graded.")
    worst: GradeName | None
    marked: bool
    note: str
    origin: Origin | None = Field(description="Of an imported hand.")
    imported: bool


class HandPage(Wire):
    """One page of the history, newest first."""

    hands: list[HandSummary]
    total: int
    waiting: int = Field(description="Of all your finished hands, those still to be graded.")
    next_offset: int | None


class SortName(StrEnum):
    """What hands are sorted by."""

    NEWEST = "newest"
    EV_LOST = "ev_lost"
    POT = "pot"
    WON = "won"
    LOST = "lost"


class ReplayFrame(Wire):
    """The table after one event of the hand, `entry`; the first is the first forced bet."""

    index: int
    entry: LogEntry
    street: int
    street_name: str
    actor: int | None
    board: list[CardText]
    pot: int
    pots: list[PotView]
    seats: list[SeatView]
    grade: Grade | None = Field(description="The coach's grade, on the frame of your decision.")
    step: int = Field(description="Decisions made so far.")


class HandReplay(Wire):
    """A finished hand, step by step, as you were allowed to see it."""

    summary: HandSummary
    your_seat: int
    button: int
    hole_cards: int
    board_size: int
    frames: list[ReplayFrame]
    grades: list[Grade]
    phh: str = Field(description="The hand as PHH, with hidden cards as ????.")
    is_graded: bool = Field(description="False while the hand waits for the coach.")
    shown: list[CardText] = Field(description="Cards that you showed without having to.")
    rabbit: list[CardText] = Field(description="The board cards that would have come.")


class ImportAsk(Ask):
    """A hand-history file: PHH, or PokerStars and others that pokerkit reads."""

    name: str = Field(default="", max_length=200)
    text: str = Field(min_length=1, max_length=MOST_IMPORT)


class ImportFile(Ask):
    """A file of hands that is to be sent."""

    name: str = Field(default="", max_length=200, description="Empty for text that was pasted.")
    bytes: int = Field(ge=0, le=MOST_BYTES)


class ImportFiles(Ask):
    """Files of hands that are to be sent."""

    files: list[ImportFile] = Field(min_length=1, max_length=MOST_FILES)


class ImportResult(Wire):
    """What came in, and a sentence for each hand that did not."""

    imported: int
    known: int = Field(description="Hands that were there already.")
    refs: list[str]
    problems: list[str]


class ImportReport(Wire):
    """What an import has come to so far."""

    imported: int
    known: int = Field(description="Hands that were there already.")
    unread: int = Field(description="Hands that could not be read.")
    first: str | None = Field(description="The address of the first hand that came in.")
    problems: list[str] = Field(description="The first 200 sentences about what could not be read.")


class RateView(Wire):
    """A share with what it was counted from; `value` is null when nothing was."""

    value: float | None = Field(description="A share from 0 to 1; for the aggression factor a ratio.")
    count: int
    of: int


class WinRate(Wire):
    """Big blinds won per 100 hands with its 95 % interval, null below two hands."""

    value: float | None
    low: float | None
    high: float | None


class PositionStats(Wire):
    """Figures of one position."""

    position: str
    hands: int
    vpip: RateView
    pfr: RateView
    win_rate: WinRate
    net_bb: float


class ProfitSeries(Wire):
    """Running totals in big blinds, at most 1,000 points; `adjusted` takes luck out of all-in hands."""

    hands: list[int]
    profit: list[float]
    adjusted: list[float]


class Mistake(Wire):
    """One of your costliest decisions."""

    summary: HandSummary
    grade: Grade


class Leak(Wire):
    """A sort of spot that costs you: what one decision loses on average with its 95 % interval, and the costliest."""

    position: str
    street: str
    faced: str = Field(examples=["a raise"])
    decisions: int
    lost: float = Field(description="Big blinds per decision.")
    low: float
    high: float
    ref: str = Field(description="The hand of the costliest decision.")
    step: int


class Stats(Wire):
    """Your figures, as a tracker shows them."""

    game: Game
    hands: int
    net_bb: float
    win_rate: WinRate
    vpip: RateView
    pfr: RateView
    three_bet: RateView
    aggression_factor: RateView
    went_to_showdown: RateView
    won_at_showdown: RateView
    by_position: list[PositionStats]
    profit: ProfitSeries
    ev_lost_per_100: float | None
    grades: dict[GradeName, int]
    mistakes: list[Mistake] = Field(description="Your ten costliest decisions.")
    leaks: list[Leak] = Field(description="Sorts of spots, by what they cost in all.")
    waiting: int = Field(description="Finished hands that are still to be graded.")


class HabitView(Wire):
    """What you do in a spot that players name, and what the strategy would do there with the same hands."""

    name: str = Field(examples=["c_bet_flop"])
    words: str = Field(examples=["Continuation bet on the flop"])
    taken: RateView
    low: float = Field(description="The 95 % interval of your share.")
    high: float
    known: int = Field(description="At how many of the chances the strategy knows the hand.")
    own: float | None = Field(description="Your share at those.")
    strategy: float | None = Field(description="How often the strategy does it with the hands that you held there.")
    margin: float | None = Field(description="By how much luck moves a share from that in 95 of 100 cases.")
    differs: int = Field(description="1: more often than the strategy; -1: less often; 0: luck may explain it.")


class Habits(Wire):
    """Your habits over the hands that have been looked through; `waiting` are still to be."""

    habits: list[HabitView]
    hands: int
    waiting: int


class StyleGuess(Ask):
    """Which style somebody is thought to play."""

    seat: int = Field(ge=1, le=8)
    agent: str = Field(max_length=100, examples=["style:rock"])


class RevealAsk(Ask):
    """Your guesses of who plays how; they are scored when the styles are revealed."""

    guesses: list[StyleGuess] = Field(default_factory=list, max_length=8)


class RevealedStyle(Wire):
    """Which one he played."""

    seat: int
    name: str
    agent: str
    label: str
    about: str
    guess: str | None
    is_right: bool | None
    vpip: RateView = Field(description="What this opponent measured at the table.")
    pfr: RateView
    aggression_factor: RateView


class Reveal(Wire):
    """All of a table."""

    styles: list[RevealedStyle]
    right: int
    guessed: int


class IcmAsk(Ask):
    """Stacks and prizes."""

    stacks: list[Annotated[int, Field(ge=0, le=10**12)]] = Field(
        min_length=2, max_length=12, examples=[[5000, 3000, 2000]]
    )
    payouts: list[Annotated[float, Field(ge=0, le=1e12)]] = Field(min_length=1, max_length=12, examples=[[50, 30, 20]])


class IcmResult(Wire):
    """What the stacks are worth."""

    values: list[float]


class DecisionView(Wire):
    """One of your decisions in a finished hand, as the coach would have seen it."""

    step: int
    turn: Turn
    advice: AdviceView
    ranges: list[RangeView]


class Retried(Wire):
    """Another answer to a decision, graded; null where no strategy knows the spot."""

    grade: Grade | None
