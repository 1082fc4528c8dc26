import type { Rate, Stats, WinRate } from "../api/studyTypes";
import { fixed, percent, signedBb } from "../lib/format";

const share = (rate: Rate) => (rate.value === null ? "–" : percent(rate.value));
const counted = (rate: Rate) => `${rate.count} of ${rate.of}`;

export function winRateWords(rate: WinRate): string {
  return rate.value === null ? "–" : signedBb(rate.value);
}

export function intervalWords(rate: WinRate): string {
  return rate.low === null || rate.high === null ? "too few hands" : `95 %: ${signedBb(rate.low)} to ${signedBb(rate.high)}`;
}

/** The tracker's figures; each says what it was counted from. */
export function Figures({ stats }: { stats: Stats }) {
  const { aggression_factor: aggression } = stats;
  return (
    <dl className="figure-tiles">
      <Tile name="Hands" value={String(stats.hands)} note={`${signedBb(stats.net_bb)} bb in total`} />
      <Tile name="bb/100" value={winRateWords(stats.win_rate)} note={intervalWords(stats.win_rate)} />
      <Tile name="VPIP" value={share(stats.vpip)} note={counted(stats.vpip)} title="Voluntarily put money in the pot preflop" />
      <Tile name="PFR" value={share(stats.pfr)} note={counted(stats.pfr)} title="Raised preflop" />
      <Tile name="3-bet" value={share(stats.three_bet)} note={counted(stats.three_bet)} title="Re-raised preflop" />
      <Tile
        name="AF"
        value={aggression.value === null ? "–" : aggression.value.toFixed(1)}
        note={`${aggression.count} bets, ${aggression.of} calls`}
        title="Aggression factor: bets and raises per call after the flop"
      />
      <Tile name="WTSD" value={share(stats.went_to_showdown)} note={counted(stats.went_to_showdown)} title="Went to showdown" />
      <Tile name="W$SD" value={share(stats.won_at_showdown)} note={counted(stats.won_at_showdown)} title="Won at showdown" />
      <Tile
        name="EV lost/100"
        value={stats.ev_lost_per_100 === null ? "–" : fixed(stats.ev_lost_per_100, 1)}
        note="bb, by the coach’s estimate"
      />
    </dl>
  );
}

interface TileProps {
  name: string;
  value: string;
  note: string;
  title?: string;
}

function Tile({ name, value, note, title }: TileProps) {
  return (
    <div className="figure-tile" title={title}>
      <dt>{name}</dt>
      <dd>
        <span className="tile-value">{value}</span>
        <small className="muted">{note}</small>
      </dd>
    </div>
  );
}
