"""What goes over the wire for exploring strategies: ranges, the library, nodes with their hands."""

from typing import Annotated, Any, Literal

from pydantic import Field

from gutshot.coach.advice import GradeName
from gutshot.games.actions import ActionKind
from gutshot.strategies.strategy import Ability, Knowledge, StopKind
from gutshot.web.wire import Ask, CardText, Probability, Wire

LONGEST_RANGE = 20_000
"""Characters of a range as text: every combo by name with a weight stays below."""

RangeText = Annotated[str, Field(max_length=LONGEST_RANGE, examples=["QQ+,AKs:0.5"])]
HandName = Annotated[str, Field(pattern=r"^[2-9TJQKA]{2}[so]?$", examples=["AKs"])]
RangeName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^/\x00-\x1f]+$", examples=["BTN open"])]


class Brush(Ask):
    """Hands to paint, and the weight they get."""

    hands: list[HandName] = Field(max_length=169)
    weight: Probability


class RangeAsk(Ask):
    """A range as text, painted over by `brushes` in turn; an empty text is an empty range."""

    text: RangeText = ""
    brushes: list[Brush] = Field(default=[], max_length=169)


class RangeShown(Wire):
    """A range both ways: the shortest text, and the mean weight of each cell of the matrix."""

    text: str
    matrix: list[list[Probability]] = Field(description="13 rows from A to 2; suited hands above the diagonal.")
    combos: float = Field(description="The number of combos, counted by weight.")
    share: Probability = Field(description="The share of all 1,326 combos.")


class SavedRange(Wire):
    """A range kept by name."""

    name: str
    text: str


class SaveRange(Ask):
    """A range to keep."""

    text: RangeText


SourceName = Annotated[
    str, Field(min_length=1, max_length=320, examples=["file:solutions/river", "agent:style:tag@6x100"])
]
LineText = Annotated[str, Field(max_length=2000, examples=["check,bet 120"])]


class Fact(Wire):
    """A setting or a figure in words."""

    label: str
    value: str


class LibraryEntry(Wire):
    """Something that can be looked into; `problem` says why one cannot."""

    source: str = Field(description="Its name in all other requests.")
    title: str
    kind: str = Field(
        description="postflop, preflop, blueprint, badugi, policy, agent, or other where it cannot be opened."
    )
    config: list[Fact]
    quality: list[Fact]
    created: str
    bytes: int
    takes_table: bool = Field(description="Whether seats and stacks may be added to its name, as in @6x100.")
    problem: str
    notes: str = Field(description="As written by whoever keeps it.")
    own: bool = Field(description="In the data folder: it can be renamed and deleted.")
    job: str | None = Field(description="The job that made it, if that is yours and still there.")
    private: bool | None = Field(
        default=None, description="Whether only you see it; null where that is no question, and it is everybody's."
    )


class Keep(Ask):
    """A new title or notes of something in the library, or whether others may see it; what is left out stays."""

    source: SourceName
    title: str | None = Field(default=None, min_length=1, max_length=120)
    notes: str | None = Field(default=None, max_length=4000)
    shared: bool | None = None


class Remove(Ask):
    """Something of the data folder to be deleted."""

    source: SourceName


class Removed(Wire):
    """What was deleted: how to bring it back, and what is freed once it no longer can be."""

    token: str
    bytes: int


class Restore(Ask):
    """Something deleted to be brought back."""

    token: str = Field(pattern=r"^[0-9a-z]{1,32}$", examples=["3f2a9c1d5e6b7a80"])


class LockView(Wire):
    """A strategy that was fixed at a line before the rest was solved."""

    line: str
    strategy: dict[str, Probability]
    hands: str | None = Field(description="Null for all of them.")


class ProfileView(Wire):
    """A whole side that plays like a kind of player; EVs in chips, out of position first."""

    player: Literal["oop", "ip"]
    name: str = Field(max_length=40)
    strength: float
    solved: tuple[float, float] = Field(description="Where both play the solution.")
    unanswered: tuple[float, float] = Field(description="Where the other side plays on by the solution.")
    answered: tuple[float, float] = Field(description="Where the other side answers as in this source.")


class LockCostView(Wire):
    """What the locks at a decision cost the player who acts there, in chips a hand, all else as it is."""

    line: str
    player: Literal[0, 1, 2]
    cost: float


class LockCostsView(Wire):
    """What locks cost once they are answered; EVs in chips by player in order of action."""

    solved: list[float] | None = Field(description="Where nothing is locked, if that is known.")
    answered: list[float] = Field(description="In this source.")
    lines: list[LockCostView]


class FoundSizes(Wire):
    """Bet sizes that were found for a spot, and what they keep."""

    count: int
    bets: dict[str, dict[str, str]]
    kept: tuple[float, float] = Field(
        description="The share of his EV with all sizes that each player keeps where he alone has few."
    )


class AboutView(Wire):
    """What a source is, and what it can answer."""

    source: str
    title: str
    kind: str
    config: dict[str, Any]
    quality: dict[str, Any]
    abilities: list[Ability]
    big_blind: int | None = Field(description="Chips of a big blind, where the source counts in them.")
    locks: list[LockView] = Field(description="What was locked when it was solved, as far as that is recorded.")
    has_locks: bool = Field(description="Whether anything in it is locked, recorded as a lock or not.")
    precision: Literal["f32", "i16"] | None = Field(description="Of a solution's tables; null for other sources.")
    target: float | None = Field(description="The exploitability it was to be solved to, as a share of the pot.")
    sizes: FoundSizes | None = Field(description="The bet sizes that were found for it, of those asked for.")
    lock_cost: LockCostsView | None = Field(description="What its locks cost, if that was measured.")
    profile: ProfileView | None = Field(description="The kind of player that a side is locked to, and what that costs.")


class MoveView(Wire):
    """An action: its word in a line, and how it is shown."""

    word: str
    kind: ActionKind
    amount: int
    pot_share: float | None


class ChairView(Wire):
    """A seat by its position's name."""

    name: str
    stack: int
    bet: int
    folded: bool


class StopView(Wire):
    """A place on the line: a decision with all its actions, cards to come, or the end."""

    line: str
    kind: StopKind
    street: str
    board: list[CardText]
    pot: int
    chairs: list[ChairView]
    actor: int | None
    to_call: int = Field(description="What the actor owes; 0 where nobody acts.")
    moves: list[MoveView]
    deals: int
    taken: str


class ClassesView(Wire):
    """Hands that are classes, with their places in a chart of `rows` and `columns`."""

    names: list[str] = Field(examples=[["8-7 badugi"]])
    row: list[int]
    column: list[int]
    rows: list[str] = Field(description="How many cards play.")
    columns: list[str] = Field(description="High cards.")


class HandsView(Wire):
    """What one seat's hands do. Arrays run over the combos whose names stand in `combos`, four letters each.

    In games of classes, as badugi, they run over `classes`.
    """

    seat: int
    combos: str = Field(examples=["AsAhAsAd"])
    classes: ClassesView | None = Field(default=None, description="Null in hold'em.")
    reach: list[float]
    weight: list[float] = Field(description="Each hand's share of the range, after card removal.")
    mix: list[list[float]] | None = Field(description="Per action; null where the seat does not act.")
    ev: list[float | None] | None
    ev_error: float | None = Field(description="The mean standard error of values that were played out, in chips.")
    equity: list[float | None] | None
    eqr: list[float | None] | None
    action_ev: list[list[float | None]] | None
    made: list[int] = Field(description="Place in made_names.")
    draws: list[int] = Field(description="Bits over draw_names.")
    made_names: list[str]
    draw_names: list[str]
    frequencies: list[float] | None
    mean_ev: float | None
    mean_equity: float | None
    mean_eqr: float | None
    combo_count: float
    knowledge: Knowledge = Field(description="Whether the strategy knows this point, one like it, or neither.")
    notes: list[str] = Field(description="In words, what is only near, or why nothing is known.")


class NodeView(Wire):
    """Where a line leads: every stop on the way, the last one being here, and a seat's hands."""

    source: str
    line: str = Field(description="The line in plain form, as it stands in the address.")
    told: str = Field(description="The same with the seats' names, to copy and to read.")
    path: list[StopView]
    hands: HandsView


class PartView(Wire):
    """A category of the range: its share, and how often it takes each action."""

    name: str
    share: float
    mix: list[float]


class CurveView(Wire):
    """A seat's equities from its weakest hand to its strongest, one for each per cent of the range."""

    seat: int
    name: str
    equities: list[float]


class ReportView(Wire):
    """What a range is made of, and how strong the ranges are."""

    made: list[PartView]
    draws: list[PartView]
    curves: list[CurveView]


class RunoutView(Wire):
    """What one card does: the seat that acts on it, its frequencies, and both seats' EV and equity."""

    card: CardText
    actor: str
    actions: list[str]
    frequencies: list[float]
    ev: list[float | None]
    equity: list[float | None]


class RunoutsView(Wire):
    """One row for each card that may come."""

    line: str
    names: list[str]
    rows: list[RunoutView]


class SimplifyAsk(Ask):
    """How to simplify: drop actions taken less often than `drop`, then round to multiples of 1/`steps`."""

    source: SourceName
    drop: float = Field(default=0.05, ge=0, lt=0.5)
    steps: int = Field(default=0, ge=0, le=20, description="0: no rounding.")
    save: bool = Field(default=False, description="Save the simplified strategy in the library.")


class SimplifiedView(Wire):
    """What a simpler strategy costs: chips per hand that the opponent's best answer gains."""

    names: list[str]
    cost: list[float]
    cost_percent: list[float] = Field(description="The same in per cent of the pot.")
    exploitability_before: float
    exploitability_after: float
    source: str | None = Field(description="Where it was saved.")


class UploadAsk(Ask):
    """A folder to be brought in: its manifest as text, and how large its array file is."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}$", examples=["river"])
    manifest: str = Field(max_length=1_000_000)


class UploadView(Wire):
    """An upload under way: send the array file in pieces from `received` on, until it equals `bytes`."""

    id: str
    received: int
    bytes: int
    piece: int = Field(description="The largest piece accepted.")


class DrillAsk(Ask):
    """A spot to drill: a source and a line that leads to a decision."""

    source: SourceName
    line: LineText = ""
    close: bool = Field(default=False, description="Deal only hands whose two best actions are worth nearly the same.")
    valued: bool = Field(default=False, description="Have the values of a blueprint played out, within some seconds.")
    whole: bool = Field(default=False, description="Play every hand to its end, with the strategy in the other seats.")


class DrillAnswer(Wire):
    """One hand of a drill and its verdict. Losses are null where the strategy has no values."""

    number: int
    cards: list[CardText]
    action: str
    best: str
    share: float = Field(description="How often the strategy takes this action.")
    ev_lost: float | None
    percent_lost: float | None = Field(description="Of the pot.")
    grade: GradeName


class DrillView(Wire):
    """A drill: the spot, the hand to be answered, and the answers so far."""

    id: str
    source: str
    title: str
    line: str
    told: str
    big_blind: int | None
    path: list[StopView] = Field(description="Empty where nothing is left to ask.")
    number: int = Field(description="The hand to be answered now, from 1.")
    cards: list[CardText]
    again: bool = Field(description="Whether this hand was missed before and comes again.")
    close: bool = Field(description="Whether only close decisions are dealt.")
    valued: bool = Field(description="Whether answers are judged by values that were played out.")
    can_be_valued: bool = Field(description="Whether the strategy states no values and can have them played out.")
    whole: bool = Field(description="Whether hands go on to their end.")
    pool: bool = Field(description="Whether whatever was missed anywhere is asked, each hand at its own spot.")
    hand: int = Field(description="Of a drill of whole hands: which hand this is, from 1.")
    answers: list[DrillAnswer]
    mean_percent_lost: float | None


class DrillAct(Ask):
    """An answer to hand `number`: the word of one of the actions."""

    number: int = Field(ge=1, le=1_000_000)
    action: str = Field(min_length=1, max_length=40)
    cards: list[CardText] | None = Field(
        default=None, max_length=4, description="The hand as it was shown; if the drill is at another one, 409."
    )


class DrillVerdict(Wire):
    """The strategy's grade of an answer, its own mix and values with this hand, and the updated drill."""

    answer: DrillAnswer
    mix: list[float]
    action_ev: list[float | None] | None
    ended: str | None = Field(description="How a whole hand ended after this, in a sentence.")
    drill: DrillView


class DrillSummary(Wire):
    """A drill in the list."""

    id: str
    source: str
    title: str
    told: str
    created: str
    hands: int
    best: int
    percent_lost: float | None
    line: str
    missed: int = Field(
        description="Hands of the spot that you missed and do not know yet; a new drill begins with them."
    )


class MissedView(Wire):
    """Hands that were missed in any drill and are not known yet."""

    due: int = Field(description="To be repeated now.")
    later: int = Field(description="Played right lately, and resting.")
    spots: int = Field(description="How many spots those to be repeated now are from.")
    next: str | None = Field(description="When the next resting one is due.")


class StudyMatch(Wire):
    """A strategy that knows a place of a played hand."""

    source: str
    title: str
    line: str
    told: str
    step: int = Field(description="After how many choices of the hand the place comes.")
    kind: str = Field(description="As in the library.")
    exact: bool = Field(description="Whether the strategy knows this very spot.")
    notes: list[str] = Field(description="What is only near, in words.")
