import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Dialog } from "../layout/Dialog";
import { KeyHelp } from "../layout/KeyHelp";
import { NumberField } from "../layout/NumberField";
import { fixed, percent } from "../lib/format";
import type { SolveAsk } from "../jobs/api";
import { ChangeSpot } from "../solve/ChangeSpot";
import { sayError, sayInfo } from "../state/toasts";
import { BookmarkButton } from "./Bookmarks";
import { CompareDialog } from "./CompareDialog";
import { exploreUrl, exportUrl, simplifySource, type About, type NodeView, type Simplified, type Spot } from "./api";
import { WALK_KEYS, type Explorer } from "./useExplorer";

interface ToolsProps {
  about: About;
  node: NodeView;
  explorer: Explorer;
  onDrill(): void;
}

type Open = "line" | "export" | "compare" | "simplify" | null;

/** What can be done with the spot that is shown. */
export function Tools({ about, node, explorer, onDrill }: ToolsProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const here = node.path[node.path.length - 1];
  return (
    <div className="tools" role="group" aria-label="Tools">
      <button type="button" className="button small" onClick={() => setOpen("line")}>
        Line
      </button>
      <BookmarkButton to={exploreUrl(about.source, node.line, explorer.spot.seat)} name={`${about.title}: ${node.told || "the first decision"}`} />
      <button type="button" className="button small" onClick={() => void copy(window.location.href, "Link copied.")}>
        Share
      </button>
      <button type="button" className="button small" aria-pressed={explorer.against !== null} onClick={() => setOpen("compare")}>
        Compare
      </button>
      <button type="button" className="button small" onClick={() => setOpen("export")}>
        Export
      </button>
      {about.abilities.includes("simplify") && (
        <button type="button" className="button small" onClick={() => setOpen("simplify")}>
          Simplify
        </button>
      )}
      {about.kind === "postflop" && <ChangeSpot spot={about.config as unknown as SolveAsk["spot"]} title={about.title} />}
      <button type="button" className="button small primary" disabled={here?.kind !== "decision"} onClick={onDrill}>
        Drill this spot
      </button>
      <KeyHelp keys={WALK_KEYS} />
      {open === "line" && <LineDialog told={node.told} onGo={explorer.go} onClose={close} />}
      {open === "export" && <ExportDialog spot={{ ...explorer.spot, seat: node.hands.seat }} node={node} onClose={close} />}
      {open === "compare" && <CompareDialog about={about} start={node.path[0]} explorer={explorer} onClose={close} />}
      {open === "simplify" && <SimplifyDialog source={about.source} onClose={close} />}
    </div>
  );
}

export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    sayInfo(told);
  } catch {
    sayError("The browser does not allow this page to copy. Select the text and copy it yourself.");
  }
}

function LineDialog({ told, onGo, onClose }: { told: string; onGo(line: string): void; onClose(): void }) {
  const [text, setText] = useState(told);
  return (
    <Dialog title="Line" onClose={onClose}>
      <form
        className="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          onGo(text.trim());
          onClose();
        }}
      >
        <label className="field">
          <span>Copy this line or enter another: commas between actions, bars around cards</span>
          <textarea rows={3} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={() => void copy(told, "Line copied.")}>
            Copy
          </button>
          <button className="button primary">Go to line</button>
        </div>
      </form>
    </Dialog>
  );
}

function ExportDialog({ spot, node, onClose }: { spot: Spot; node: NodeView; onClose(): void }) {
  const here = node.path[node.path.length - 1];
  const name = here?.chairs[node.hands.seat]?.name ?? "";
  const words = node.hands.mix ? (here?.moves.map((move) => move.word) ?? []) : [];
  const take = async (action: string) => {
    const answer = await fetch(exportUrl(spot, "range", action), { credentials: "same-origin" });
    if (answer.ok) await copy(await answer.text(), action ? `Copied the hands that ${action}.` : "Range copied.");
    else sayError("Could not load the range.");
  };
  return (
    <Dialog title={`Export ${name}’s strategy here`} onClose={onClose}>
      <div className="export-rows">
        <a className="button" href={exportUrl(spot, "csv")} download="strategy.csv">
          CSV, one row per hand
        </a>
        <a className="button" href={exportUrl(spot, "json")} download="strategy.json">
          JSON
        </a>
        <button type="button" className="button" onClick={() => void take("")}>
          Copy the range as text
        </button>
        {words.map((word) => (
          <button key={word} type="button" className="button" onClick={() => void take(word)}>
            Copy the hands that {word}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export function SimplifyDialog({ source, onClose }: { source: string; onClose(): void }) {
  const [drop, setDrop] = useState(5);
  const [steps, setSteps] = useState(4);
  const [found, setFound] = useState<Simplified | null>(null);
  const [isBusy, setBusy] = useState(false);
  const question = useRef(0);
  /** What was found is of other settings than those that are changed now. */
  const change = (put: (value: number) => void) => (value: number) => {
    question.current += 1;
    put(value);
    setFound(null);
  };
  const run = async (save: boolean) => {
    setBusy(true);
    const asked = question.current;
    try {
      const answer = await simplifySource(source, drop / 100, steps, save);
      if (asked === question.current) setFound(answer);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Simplify" onClose={onClose}>
      <p className="muted">Drop rare actions, round the rest, and see what a perfect opponent gains from it.</p>
      <form
        className="simplify-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(false);
        }}
      >
        <NumberField label="Drop actions below (%)" min={0} max={49} value={drop} onChange={change(setDrop)} />
        <NumberField label="Round to 1/n: n (0 for no rounding)" min={0} max={20} value={steps} onChange={change(setSteps)} />
        <button className="button primary" disabled={isBusy}>
          {isBusy ? "Calculating…" : "Show the cost"}
        </button>
      </form>
      {found && (
        <section aria-label="Cost" className="simplify-cost">
          <table className="figures">
            <thead>
              <tr>
                <th>Player</th>
                <th className="number">Cost, chips per hand</th>
                <th className="number">Cost, % of the pot</th>
              </tr>
            </thead>
            <tbody>
              {found.names.map((name, place) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="number">{fixed(found.cost[place] ?? 0, 2)}</td>
                  <td className="number">{percent((found.cost_percent[place] ?? 0) / 100, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            Exploitability {found.exploitability_before.toFixed(2)} % of the pot before, {found.exploitability_after.toFixed(2)} % after.
          </p>
          {found.source ? (
            <Link className="button" to={exploreUrl(found.source)} onClick={onClose}>
              Open the simplified strategy
            </Link>
          ) : (
            <button type="button" className="button" disabled={isBusy} onClick={() => void run(true)}>
              Save to the library
            </button>
          )}
        </section>
      )}
    </Dialog>
  );
}
