/** Short names for the generated types of study: advice, history, statistics. */
import type { components, operations } from "./schema";

type Schemas = components["schemas"];

export type Habits = Schemas["Habits"];
export type HabitView = Schemas["HabitView"];
export type Advice = Schemas["AdviceView"];
export type Decision = Schemas["DecisionView"];
export type Retried = Schemas["Retried"];
export type Factor = Schemas["Factor"];
export type HandPage = Schemas["HandPage"];
export type HandReplay = Schemas["HandReplay"];
export type HandSummary = Schemas["HandSummary"];
export type ImportReport = Schemas["ImportReport"];
export type Improvement = Schemas["ImprovementView"];
export type Leak = Schemas["Leak"];
export type Mistake = Schemas["Mistake"];
export type OptionValue = Schemas["OptionValue"];
export type PositionStats = Schemas["PositionStats"];
export type ProfitSeries = Schemas["ProfitSeries"];
export type Ranges = Schemas["Ranges"];
export type RangeView = Schemas["RangeView"];
export type Rate = Schemas["RateView"];
export type ReplayFrame = Schemas["ReplayFrame"];
export type Reveal = Schemas["Reveal"];
export type SeatedStyle = Schemas["SeatedStyle"];
export type Stats = Schemas["Stats"];
export type StyleGuess = Schemas["StyleGuess"];
export type TableAnswer = Schemas["TableAnswerView"];
export type WinRate = Schemas["WinRate"];
export type HandFilter = NonNullable<operations["listHands"]["parameters"]["query"]>;
