import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Game } from "../api/types";
import { startSimulation, type InstalledAgent } from "../jobs/api";
import { Choice } from "../layout/Choice";
import { NumberField } from "../layout/NumberField";
import { GAME_NAMES } from "../lib/names";
import { sayError } from "../state/toasts";
import { askOf, LEAST_SLOTS, MOST_SLOTS, playersOf, seatsFor, useMatchForm } from "./form";

/** Who plays what for how long. */
export function MatchSetup({ agents }: { agents: readonly InstalledAgent[] }) {
  const { form, change } = useMatchForm();
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const ask = askOf(form);
  const start = async () => {
    if (!ask) return;
    setStarting(true);
    try {
      navigate(`/simulator/${(await startSimulation(ask)).id}`);
    } catch (error) {
      sayError(error);
      setStarting(false);
    }
  };
  return (
    <form
      className="card-panel match-setup"
      aria-label="A new match"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className="form-row">
        <Choice<Game>
          label="Game"
          value={form.variant}
          options={GAME_NAMES}
          onChange={(variant) => change({ variant, agents: seatsFor(form.agents, agents, variant) })}
        />
        <NumberField label="Hands" value={form.hands} min={1} max={5_000_000} onChange={(hands) => change({ hands })} />
        <NumberField label="Seed" value={form.seed} min={0} onChange={(seed) => change({ seed })} />
      </div>
      <Slots players={playersOf(agents, form.variant)} />
      <div className="form-row">
        <NumberField label="Stack" value={form.stack} min={1} onChange={(stack) => change({ stack })} />
        <NumberField label="Small blind" value={form.smallBlind} min={0} onChange={(smallBlind) => change({ smallBlind })} />
        <NumberField label="Big blind" value={form.bigBlind} min={1} onChange={(bigBlind) => change({ bigBlind })} />
        <NumberField label="Ante" value={form.ante} min={0} onChange={(ante) => change({ ante })} />
      </div>
      <label className="switch">
        <input type="checkbox" checked={form.duplicate} onChange={(event) => change({ duplicate: event.target.checked })} />
        Duplicate: every agent plays the same cards in every position
      </label>
      <div className="match-start">
        <label className="field">
          <span>Name</span>
          <input value={form.title} maxLength={80} placeholder="Agents and hands" onChange={(event) => change({ title: event.target.value })} />
        </label>
        <button className="button primary big" disabled={isStarting || !ask}>
          {isStarting ? "Starting…" : "Run"}
        </button>
      </div>
    </form>
  );
}

function Slots({ players }: { players: readonly InstalledAgent[] }) {
  const { form, change } = useMatchForm();
  const { agents } = form;
  const put = (slot: number, name: string) => change({ agents: agents.map((each, place) => (place === slot ? name : each)) });
  return (
    <fieldset className="slots">
      <legend>Slots</legend>
      <ol>
        {agents.map((name, slot) => (
          <li key={slot} className="slot-row">
            <span className="slot-mark" aria-hidden="true" data-place={slot}>
              {slot + 1}
            </span>
            <label className="visually-hidden" htmlFor={`slot-${slot}`}>
              Agent of slot {slot + 1}
            </label>
            <select id={`slot-${slot}`} value={name} onChange={(event) => put(slot, event.target.value)}>
              {players.map((agent) => (
                <option key={agent.name} value={agent.name} title={agent.about}>
                  {agent.label} ({agent.name})
                </option>
              ))}
            </select>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove slot ${slot + 1}`}
              disabled={agents.length <= LEAST_SLOTS}
              onClick={() => change({ agents: agents.filter((_, place) => place !== slot) })}
            >
              ✕
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button small"
        disabled={agents.length >= MOST_SLOTS[form.variant]}
        onClick={() => change({ agents: [...agents, players[agents.length % players.length]?.name ?? "random"] })}
      >
        + Add a slot
      </button>
    </fieldset>
  );
}
