import { useState } from "react";
import type { Money } from "../lib/hooks";
import { sayError } from "../state/toasts";
import type { About, NodeView } from "./api";
import { playOut } from "./useExplorer";

/** Deals of each hand: at first, and whenever more are asked for four times as many, which halves the error. */
const FIRST = 50;
const MOST = 2000;

const PLAYED_OUT = new Set(["blueprint", "policy"]);

/** Blueprints and networks state no values: they are found by playing every hand out, as exactly as one waits for. */
export function PlayOut({ about, node, money }: { about: About | null; node: NodeView; money: Money }) {
  const [deals, setDeals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const here = node.path.at(-1);
  const error = node.hands.ev_error;
  if (!PLAYED_OUT.has(about?.kind ?? "") || here?.kind !== "decision" || node.hands.mix === null) return null;
  if (error === null && node.hands.ev !== null) return null;
  const next = deals === 0 || error === null ? FIRST : Math.min(MOST, 4 * deals);
  const run = () => {
    setBusy(true);
    playOut(node.source, node.line, next)
      .then(() => setDeals(next), sayError)
      .finally(() => setBusy(false));
  };
  return (
    <p className="play-out small-note" role="status">
      {error !== null && (
        <span>
          EV by playing every hand out, ± {money.value(error)} (one standard error of a hand’s value).{" "}
        </span>
      )}
      {(error === null || deals < MOST) && (
        <button type="button" className="chip-button" disabled={isBusy} onClick={run}>
          {isBusy ? "Playing hands out…" : error === null ? "Play out the EV of every hand" : "Four times as many deals"}
        </button>
      )}
    </p>
  );
}
