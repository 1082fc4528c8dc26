import { useState } from "react";
import { getOptions } from "../api/play";
import { revealStyles } from "../api/study";
import type { Reveal } from "../api/studyTypes";
import type { TableView } from "../api/types";
import { useAsync } from "../lib/useAsync";
import { percent } from "../lib/format";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";

interface RevealDialogProps {
  view: TableView;
  onClose(): void;
}

/** Guess how each opponent plays, then see how they really do. */
export function RevealDialog({ view, onClose }: RevealDialogProps) {
  const options = useAsync("options", getOptions);
  const [guesses, setGuesses] = useState<Record<number, string>>({});
  const [reveal, setReveal] = useState<Reveal | null>(null);
  const kinds = options.data?.games.find((each) => each.game === view.game)?.opponents ?? [];
  const opponents = view.seats.filter((seat) => !seat.is_you);
  const show = () => {
    const made = view.hidden_styles ? Object.entries(guesses).filter(([, agent]) => agent) : [];
    revealStyles(view.id, made.map(([seat, agent]) => ({ seat: Number(seat), agent }))).then(setReveal, sayError);
  };
  if (reveal) {
    return (
      <Dialog title="How they play" onClose={onClose} wide>
        <RevealTable reveal={reveal} />
      </Dialog>
    );
  }
  return (
    <Dialog title={view.hidden_styles ? "Guess the styles" : "Opponents’ styles"} onClose={onClose}>
      {view.hidden_styles &&
        opponents.map((seat) => (
          <label className="field inline" key={seat.seat}>
            <span>{seat.name}</span>
            <select
              value={guesses[seat.seat] ?? ""}
              onChange={(event) => setGuesses({ ...guesses, [seat.seat]: event.target.value })}
            >
              <option value="">no guess</option>
              {kinds.map((kind) => (
                <option key={kind.agent} value={kind.agent} title={kind.about}>
                  {kind.label}
                </option>
              ))}
            </select>
          </label>
        ))}
      <div className="dialog-buttons">
        <button className="button primary" onClick={show}>
          Reveal
        </button>
      </div>
    </Dialog>
  );
}

function RevealTable({ reveal }: { reveal: Reveal }) {
  return (
    <>
      {reveal.guessed > 0 && (
        <p className="reveal-score">
          {reveal.right} of {reveal.guessed} guesses right
        </p>
      )}
      <div className="table-scroll" tabIndex={0} role="group" aria-label="Opponents">
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Style</th>
              <th scope="col">VPIP</th>
              <th scope="col">PFR</th>
              <th scope="col">AF</th>
            </tr>
          </thead>
          <tbody>
            {reveal.styles.map((style) => (
              <tr key={style.seat}>
                <th scope="row">{style.name}</th>
                <td>
                  {style.is_right !== null && <span aria-label={style.is_right ? "right" : "wrong"}>{style.is_right ? "✓ " : "✗ "}</span>}
                  <strong>{style.label}</strong>
                  <small className="muted block">{style.about}</small>
                </td>
                <td className="number">{style.vpip.value === null ? "–" : percent(style.vpip.value)}</td>
                <td className="number">{style.pfr.value === null ? "–" : percent(style.pfr.value)}</td>
                <td className="number">{style.aggression_factor.value?.toFixed(1) ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
