import type { OpponentKind } from "../api/types";
import { ANYBODY } from "./formState";

interface OpponentPickerProps {
  kinds: OpponentKind[];
  seats: number;
  /** Whether there are more players than chairs: then these are their kinds. */
  isPool: boolean;
  chosen: string[];
  onChange(chosen: string[]): void;
}

/** Who sits where; left alone, everybody is drawn at random. */
export function OpponentPicker({ kinds, seats, isPool, chosen, onChange }: OpponentPickerProps) {
  const chairs = Array.from({ length: seats - 1 }, (_, chair) => chosen[chair] ?? ANYBODY);
  const choose = (chair: number, agent: string) => {
    const next = chairs.map((each, index) => (index === chair ? agent : each));
    onChange(next.every((each) => each === ANYBODY) ? [] : next);
  };
  return (
    <details className="opponents">
      <summary>
        Opponents <span className="muted">{chosen.length === 0 ? "drawn at random" : isPool ? "of the kinds you picked" : "picked by you"}</span>
      </summary>
      <div className="opponent-grid">
        {chairs.map((agent, chair) => (
          <label className="field" key={chair}>
            <span>{isPool ? `Kind ${chair + 1}` : `Seat ${chair + 2}`}</span>
            <select value={agent} onChange={(event) => choose(chair, event.target.value)}>
              <option value={ANYBODY}>Random</option>
              {kinds.filter((kind) => kind.agent !== ANYBODY).map((kind) => (
                <option key={kind.agent} value={kind.agent}>
                  {kind.label}: {kind.about}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
