import { useEffect, useRef } from "react";
import type { Preset, Turn } from "../api/types";
import { useLatest, useMoney } from "../lib/hooks";
import { usePreferences } from "../state/preferences";
import { amountBoxProps } from "./useHotkeys";
import type { Amount } from "./useAmount";

interface RaiseControlsProps {
  bounds: NonNullable<Turn["raise_bounds"]>;
  presets: Preset[];
  amount: Amount;
  bigBlind: number;
  boxRef: React.RefObject<HTMLInputElement | null>;
  onSubmit(): void;
}

export function RaiseControls({ bounds, presets, amount, bigBlind, boxRef, onSubmit }: RaiseControlsProps) {
  const money = useMoney(bigBlind);
  const panel = useWheel(amount);
  const filled = ((amount.value - bounds.min_to) / Math.max(1, bounds.max_to - bounds.min_to)) * 100;
  return (
    <div className="raise-controls" ref={panel}>
      <div className="presets" role="group" aria-label="Preset sizes">
        {presets.map((preset) => (
          <button
            key={preset.key}
            className="preset"
            aria-pressed={amount.isLegal && preset.raise_to === amount.value}
            title={`${money(preset.raise_to)} (key ${preset.key})`}
            onClick={() => amount.set(preset.raise_to)}
          >
            {preset.label}
            <small aria-hidden="true">{preset.key}</small>
          </button>
        ))}
      </div>
      <div className="amount">
        <input
          type="range"
          className="slider"
          aria-label={bounds.is_bet ? "Bet" : "Raise to"}
          aria-valuetext={money(amount.value)}
          min={bounds.min_to}
          max={bounds.max_to}
          value={amount.value}
          style={{ "--filled": `${filled}%` } as React.CSSProperties}
          onChange={(event) => amount.set(Number(event.target.value))}
        />
        <AmountBox bounds={bounds} amount={amount} bigBlind={bigBlind} boxRef={boxRef} onSubmit={onSubmit} />
      </div>
    </div>
  );
}

/** React listens to the wheel passively, which cannot stop the page from scrolling; so we listen ourselves. */
function useWheel(amount: Amount) {
  const panel = useRef<HTMLDivElement>(null);
  const turn = useLatest((event: WheelEvent) => {
    event.preventDefault();
    amount.nudge(event.deltaY < 0 ? 1 : -1);
  });
  useEffect(() => {
    const element = panel.current;
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [turn]);
  return panel;
}

type AmountBoxProps = Omit<RaiseControlsProps, "presets">;

function AmountBox({ bounds, amount, bigBlind, boxRef, onSubmit }: AmountBoxProps) {
  const units = usePreferences((state) => state.units);
  const money = useMoney(bigBlind);
  return (
    <label className="amount-box">
      <span className="visually-hidden">
        Exact amount in {units === "bb" ? "big blinds" : "chips"}, {money(bounds.min_to)} to {money(bounds.max_to)}
      </span>
      <input
        ref={boxRef}
        {...amountBoxProps}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={!amount.isLegal}
        value={amount.text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => amount.type(event.target.value)}
        onBlur={() => amount.isLegal && amount.type(null)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            amount.type(null);
            event.currentTarget.blur();
          }
          if (event.key === "Enter") onSubmit();
        }}
      />
      <span className="amount-bounds" aria-hidden="true">
        {money(bounds.min_to)} – {money(bounds.max_to)}
      </span>
    </label>
  );
}
