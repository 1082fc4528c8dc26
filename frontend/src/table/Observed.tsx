import type { SeatView } from "../api/types";

type ObservedPlayer = NonNullable<SeatView["observed"]>;

const share = ({ count, of }: ObservedPlayer["vpip"]): string => (of === 0 ? "–" : String(Math.round((100 * count) / of)));

const LINES: [keyof Omit<ObservedPlayer, "hands">, string][] = [
  ["vpip", "VPIP: chips in before the flop by choice"],
  ["pfr", "PFR: raised before the flop"],
  ["three_bet", "3-bet: raised a raise before the flop"],
  ["aggression", "Aggression after the flop: bets and raises, of these and calls"],
  ["showdowns", "Went to the showdown, of flops seen"],
];

/** The figures in words, each with the sample that it comes from. */
export function observedWords(observed: ObservedPlayer): string {
  const lines = LINES.map(([name, words]) => {
    const { count, of } = observed[name];
    return `${words}: ${count} of ${of}${of > 0 ? ` (${share(observed[name])} %)` : ""}`;
  });
  return [`Seen for ${observed.hands} hands at this table`, ...lines].join("\n");
}

/** What a player was seen to do: VPIP, PFR and 3-bet in per cent, and of how many hands. */
export function Observed({ observed }: { observed: ObservedPlayer }) {
  return (
    <span className="seat-observed" role="img" aria-label={observedWords(observed).replaceAll("\n", ". ")} title={observedWords(observed)}>
      {share(observed.vpip)}/{share(observed.pfr)}/{share(observed.three_bet)} <small>{observed.hands}</small>
    </span>
  );
}
