import type { YourHand } from "../api/types";
import { percent } from "../lib/format";

/** How your hand stands against all others: a bar with a word, never colour alone. */
export function StrengthMeter({ hand }: { hand: YourHand }) {
  return (
    <div className="strength">
      <div className="strength-head">
        <span className="strength-words">{hand.words}</span>
        <span className="strength-grade">{hand.strength_words}</span>
      </div>
      <div
        className="meter"
        role="meter"
        aria-label="Hand strength"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(hand.strength * 100)}
        aria-valuetext={`${hand.strength_words}: beats ${percent(hand.strength)} of hands`}
      >
        <span className="meter-fill" style={{ width: percent(hand.strength, 1).replace(" ", "") }} />
      </div>
      <small className="muted">beats {percent(hand.strength)} of other hands now</small>
    </div>
  );
}
