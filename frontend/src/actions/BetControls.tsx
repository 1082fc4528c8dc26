import { useRef, useState } from "react";
import type { TableView, Turn } from "../api/types";
import { useMoney } from "../lib/hooks";
import { keyLabel, type Command } from "../lib/keys";
import { usePreferences } from "../state/preferences";
import { sayError } from "../state/toasts";
import { ConfirmFold } from "./ConfirmFold";
import { RaiseControls } from "./RaiseControls";
import { useAmount } from "./useAmount";
import { useHotkeys } from "./useHotkeys";
import type { TableCommands } from "./useTableCommands";

interface BetControlsProps {
  view: TableView;
  turn: Turn;
  commands: TableCommands;
}

/** Fold, check or call, bet or raise: what the server says is legal, and nothing else. */
export function BetControls({ view, turn, commands }: BetControlsProps) {
  const bigBlind = view.blinds.big_blind;
  const money = useMoney(bigBlind);
  const keys = usePreferences((state) => state.keys);
  const amount = useAmount(turn, `${view.hand}:${view.step}`, bigBlind);
  const amountBox = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const bounds = turn.raise_bounds;
  const isFixed = bounds !== null && bounds.min_to === bounds.max_to;

  const fold = () => (turn.free_check ? setAsking(true) : commands.act(view, { action: "fold" }));
  const passive = () => commands.act(view, { action: turn.can_check ? "check" : "call" });
  const raise = () => {
    if (amount.isLegal) commands.act(view, { action: "raise", amount: amount.value });
    else if (bounds) sayError(new Error(`${amount.text || "Nothing"} cannot be bet: expected ${money(bounds.min_to)} to ${money(bounds.max_to)}.`));
  };
  const goToAmount = (value?: number) => {
    if (value !== undefined) amount.set(value);
    amountBox.current?.focus();
    requestAnimationFrame(() => amountBox.current?.select());
  };
  const isInBox = () => document.activeElement === amountBox.current;
  const isAllIn = bounds !== null && bounds.is_all_in && amount.isLegal && amount.value === bounds.max_to;

  const onCommand = (command: Command): boolean => {
    switch (command) {
      case "fold":
        if (turn.can_fold) fold();
        return turn.can_fold;
      case "passive":
        passive();
        return true;
      case "raise":
        if (!bounds) return false;
        if (isFixed || isInBox()) raise();
        else goToAmount();
        return true;
      case "all_in":
        if (!bounds) {
          if (turn.call_is_all_in) passive();
          return turn.call_is_all_in;
        }
        if (isFixed || (isInBox() && isAllIn)) raise();
        else goToAmount(bounds.max_to);
        return true;
      case "more":
      case "less":
        if (!bounds || isFixed) return false;
        amount.nudge(command === "more" ? 1 : -1);
        return true;
      default:
        return false;
    }
  };
  useHotkeys({
    onCommand,
    onDigit: (digit) => {
      const preset = turn.presets.find((each) => each.key === digit);
      if (preset) goToAmount(preset.raise_to);
      return preset !== undefined;
    },
  });

  return (
    <div className="bet-controls">
      {bounds && !isFixed && (
        <RaiseControls bounds={bounds} presets={turn.presets} amount={amount} bigBlind={bigBlind} boxRef={amountBox} onSubmit={raise} />
      )}
      <div className="act-buttons">
        {turn.can_fold && (
          <button className="act fold" onClick={fold}>
            Fold <kbd>{keyLabel(keys.fold)}</kbd>
          </button>
        )}
        <button className="act passive" onClick={passive}>
          <span>
            {turn.can_check ? "Check" : turn.call_is_all_in ? "Call all-in" : "Call"}
            {turn.call !== null && <strong> {money(turn.call)}</strong>}
          </span>
          <kbd>{keyLabel(keys.passive)}</kbd>
        </button>
        {bounds && (
          <button className={isAllIn ? "act raise all" : "act raise"} disabled={!amount.isLegal} onClick={raise}>
            <span>
              {isAllIn ? "All-in" : bounds.is_bet ? "Bet" : "Raise to"} <strong>{amount.isLegal ? money(amount.value) : "…"}</strong>
            </span>
            <kbd>{keyLabel(keys.raise)}</kbd>
          </button>
        )}
      </div>
      {isAsking && (
        <ConfirmFold
          onFold={() => commands.act(view, { action: "fold", confirm: true })}
          onCheck={passive}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
