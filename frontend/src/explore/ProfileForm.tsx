import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { request } from "../api/client";
import type { components } from "../api/schema";
import { Choice } from "../layout/Choice";
import { fixed, percent } from "../lib/format";
import { sayError } from "../state/toasts";
import type { About } from "./api";
import { locksOf, plainLocks, useLocks } from "./locks";

type Profile = components["schemas"]["ProfileAsk"];

export const PROFILES: Record<Profile["name"], string> = {
  station: "A station: calls far too much",
  maniac: "A maniac: bets and raises anything",
  nit: "A nit: folds to pressure",
  aggressor: "An aggressor: bets somewhat too much",
  passive: "A passive player: checks and calls",
  overfolder: "An overfolder: gives up too often",
};
const SIDES: Record<Profile["player"], string> = { oop: "Out of position", ip: "In position" };
const STRENGTHS: Record<"0.5" | "1" | "2", string> = { "0.5": "Slightly", "1": "Clearly", "2": "Extremely" };

/** A whole side that plays like a kind of player, and the best answer to it as a solve of its own. */
export function ProfileForm({ about }: { about: About }) {
  const [player, setPlayer] = useState<Profile["player"]>("ip");
  const [name, setName] = useState<Profile["name"]>("station");
  const [strength, setStrength] = useState<keyof typeof STRENGTHS>("1");
  const [isBusy, setBusy] = useState(false);
  const mine = useLocks((state) => state.locks[about.source]);
  const navigate = useNavigate();
  const solve = async () => {
    setBusy(true);
    const profile: Profile = { player, name, strength: Number(strength) };
    const title = `${about.title} against a ${name}`.slice(0, 80);
    try {
      const body = { spot: about.config, locks: plainLocks(locksOf(about, mine)), profile, title, precision: about.precision ?? "f32", ...(about.target !== null && { target: about.target }) };
      navigate(`/solve/${(await request<{ id: string }>("POST", "/solves", { body })).id}`);
    } catch (error) {
      sayError(error);
      setBusy(false);
    }
  };
  return (
    <form
      className="profile-form"
      aria-label="Play against a profile"
      onSubmit={(event) => {
        event.preventDefault();
        void solve();
      }}
    >
      <h3 className="panel-title">A whole side at once</h3>
      <Choice label="Who" value={player} options={SIDES} onChange={setPlayer} />
      <label className="field">
        <span>plays like</span>
        <select value={name} onChange={(event) => setName(event.target.value as Profile["name"])}>
          {Object.entries(PROFILES).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Choice label="How much" value={strength} options={STRENGTHS} onChange={setStrength} />
      <button className="button" disabled={isBusy}>
        {isBusy ? "Starting…" : "Solve the best response"}
      </button>
    </form>
  );
}

/** Who plays like what, and what that costs him once it is answered. */
export function ProfileNote({ about: { profile, config } }: { about: About }) {
  if (!profile) return null;
  const who = profile.player === "oop" ? 0 : 1;
  const cost = profile.solved[who] - profile.answered[who];
  const pot = typeof config["pot"] === "number" ? config["pot"] : null;
  const plain = profile.solved[who] - profile.unanswered[who];
  return (
    <span className="quality locked-note" title={`${fixed(plain, 2)} where the other side plays on by the solution`}>
      {SIDES[profile.player].toLowerCase()} a {profile.name}: costs {fixed(cost, 2)} a hand
      {pot !== null && ` (${percent(cost / pot)} of the pot)`} against the best answer
    </span>
  );
}
