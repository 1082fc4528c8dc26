import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ActionStrip } from "../explore/ActionStrip";
import { describeSource, type About, type NodeView } from "../explore/api";
import { isFiltering } from "../explore/cells";
import { CardPicker } from "../explore/CardPicker";
import { startDrill } from "../explore/drillApi";
import { HandPanel } from "../explore/HandPanel";
import { Opening, titleOf } from "../explore/Opening";
import { DifferencePane } from "../explore/DifferencePane";
import { handsInside } from "../explore/lockMath";
import { LockTab } from "../explore/LockTab";
import { MatrixPane, useShown } from "../explore/Pane";
import { ProfileNote } from "../explore/ProfileForm";
import { RangeTab } from "../explore/RangeTab";
import { RunoutsTab } from "../explore/RunoutsTab";
import { Tools } from "../explore/Tools";
import { Totals } from "../explore/Totals";
import { useExplorer, useNode, useWalkKeys, type Explorer } from "../explore/useExplorer";
import { lineWithCards, playerNames } from "../explore/words";
import { Choice } from "../layout/Choice";
import { Dialog } from "../layout/Dialog";
import { Panel } from "../layout/Panel";
import { percent, signedBb } from "../lib/format";
import { useMoney, useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { sayError } from "../state/toasts";
import "../explore/explore.css";

/** Any strategy at any line. Everything that is shown is in the address. */
export default function ExplorePage() {
  const explorer = useExplorer();
  const { source } = explorer.spot;
  const about = useAsync(source || null, (signal) => describeSource(source, signal));
  const node = useNode(explorer.spot);
  useTitle(about.data?.title ?? "Explorer");
  useWalkKeys(node.data, explorer);
  if (!source) return <Problem text="No strategy is chosen." />;
  if (about.error) return <Problem text={about.error.message} />;
  if (node.error) return <Problem text={node.error.message} back={() => explorer.go("")} />;
  if (!about.data || !node.data) return <Opening key={source} title={titleOf(source)} />;
  return <Walk about={about.data} node={node.data} explorer={explorer} isLoading={node.isLoading} />;
}

function Problem({ text, back }: { text: string; back?: () => void }) {
  return (
    <div className="page notice">
      <h1>{text}</h1>
      {back && (
        <button type="button" className="button" onClick={back}>
          Go to the start of the line
        </button>
      )}{" "}
      <Link className="button" to="/library">
        Go to the library
      </Link>
    </div>
  );
}

interface ExplorerProps {
  about: About;
  node: NodeView;
  explorer: Explorer;
  isLoading: boolean;
}

function Walk({ about, node, explorer, isLoading }: ExplorerProps) {
  const money = useMoney(about.big_blind ?? 0);
  const shown = useShown(node);
  const navigate = useNavigate();
  const [changing, setChanging] = useState<number | null>(null);
  const changed = changing === null ? undefined : node.path[changing];
  const drill = () =>
    startDrill(explorer.spot.source, node.line).then((begun) => navigate(`/drills/${begun.id}`), sayError);
  return (
    <div className="explorer" data-line={node.line} data-loading={isLoading}>
      <header className="explorer-head">
        <div className="explorer-title">
          <Link to="/library" className="muted">
            Library
          </Link>
          <h1>{about.title}</h1>
          <Quality about={about} />
          {about.sizes && <span className="quality">{sizesWords(about.sizes)}</span>}
          {about.profile ? <ProfileNote about={about} /> : about.has_locks && <LockedNote about={about} />}
        </div>
        <Tools about={about} node={node} explorer={explorer} onDrill={() => void drill()} />
      </header>
      <Panel name="The line" of={node.line}>
        <ActionStrip node={node} money={money} onGo={explorer.go} onCards={setChanging} />
      </Panel>
      {explorer.against !== null ? (
        <Comparison about={about} node={node} explorer={explorer} />
      ) : (
        <div className="explorer-main">
          <Panel name="The matrix" of={node.line}>
            <MatrixPane node={node} about={about} shown={shown} money={money} onSeat={explorer.look} />
          </Panel>
          {node.hands.knowledge !== "none" && <SidePane about={about} node={node} explorer={explorer} shown={shown} money={money} />}
        </div>
      )}
      {changed && changing !== null && (
        <Dialog title="Change the card" wide onClose={() => setChanging(null)}>
          <CardPicker
            title="Card"
            count={changed.deals}
            dead={[...changed.board, ...node.path.slice(changing + 1).flatMap((stop) => (stop.kind === "card" ? (stop.taken.match(/../g) ?? []) : []))]}
            onPick={(cards) => {
              setChanging(null);
              explorer.go(lineWithCards(node.path, changing, cards));
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function Quality({ about }: { about: About }) {
  return <span className="quality">{qualityWords(about)}</span>;
}

/** What few bet sizes keep of the EV with all of them. */
function sizesWords({ count, bets, kept }: NonNullable<About["sizes"]>): string {
  const found = Object.entries(bets).map(([street, sizes]) => `${street} ${Object.entries(sizes).map(([player, each]) => `${player.toUpperCase()} ${each.replace(/\ba\b/, "all-in")}`).join(", ")}`);
  return `${count} bet size${count === 1 ? "" : "s"} found (${found.join("; ")}): keep ${percent(kept[0], 2)} and ${percent(kept[1], 2)} of the EV with all sizes`;
}

/** That a solution is no equilibrium, why, and what that costs. */
function LockedNote({ about }: { about: About }) {
  const { locks, lock_cost: cost, config } = about;
  const words = locks.map((lock) => `${handsInside(lock.hands)} at ${lock.line || "the start"}`);
  return (
    <span className="quality locked-note" title={words.join("; ")}>
      {words.length > 0 ? `locked: ${words.slice(0, 2).join("; ")}${words.length > 2 ? ` and ${words.length - 2} more` : ""}` : "something is locked"}
      {cost?.solved && ` · ${costWords(playerNames(about), cost.solved, cost.answered, Number(config["pot"]))}`}
    </span>
  );
}

/** What the players have more or less than without locks, once the locks are answered. */
function costWords(names: readonly string[], solved: readonly number[], answered: readonly number[], pot: number): string {
  const words = names.map((name, player) => {
    const change = (answered[player] ?? 0) - (solved[player] ?? 0);
    return `${name} ${signedBb(change, 2)} a hand${pot > 0 ? ` (${signedBb((100 * change) / pot, 2)} % of the pot)` : ""}`;
  });
  return `against the best answers ${words.join(", ")}`;
}

function qualityWords({ kind, quality }: About): string {
  const figure = (name: string) => (typeof quality[name] === "number" ? quality[name] : null);
  const percents = figure("exploitability_percent");
  if (percents !== null) return `exploitable by ${percents.toFixed(2)} % of the pot`;
  const gains = quality["gains_percent"];
  if (Array.isArray(gains)) return `a best response gains at most ${Math.max(...gains.map(Number)).toFixed(2)} % of the pot`;
  const lost = figure("joint_exploitability_mbb");
  if (lost !== null) return `exploitable by ${lost.toPrecision(2)} mbb per hand`;
  if (kind === "agent") return "rule agent, queried hand by hand";
  const [trained, steps] = [figure("iteration"), figure("steps")];
  if (trained !== null) return `${kind}, ${trained.toLocaleString("en")} iterations`;
  return steps === null ? kind : `${kind}, ${Math.round(steps / 1e6).toLocaleString("en")} million decisions`;
}

type Tab = "hand" | "range" | "runouts" | "lock";

interface SidePaneProps extends Omit<ExplorerProps, "isLoading"> {
  shown: ReturnType<typeof useShown>;
  money: ReturnType<typeof useMoney>;
}

function SidePane({ about, node, explorer, shown, money }: SidePaneProps) {
  const [tab, setTab] = useState<Tab>("hand");
  const here = node.path[node.path.length - 1];
  if (!here) return null;
  const tabs: [Tab, string][] = [["hand", "Hand"]];
  if (!node.hands.classes) tabs.push(["range", "Range"]);
  if (about.abilities.includes("runouts")) tabs.push(["runouts", "Runouts"]);
  if (about.abilities.includes("locks")) tabs.push(["lock", "Lock"]);
  return (
    <aside className="side-pane" aria-label="Details">
      <Panel name="The totals" of={node.line}>
        <Totals hands={node.hands} combos={shown.chosen} stop={here} colours={shown.colours} money={money} onGo={explorer.go} />
      </Panel>
      <div className="tab-list" role="tablist" aria-label="Details">
        {tabs.map(([name, words]) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-controls="details" aria-selected={tab === name} onClick={() => setTab(name)}>
            {words}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id="details" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <Panel name="This tab" of={`${tab} ${node.line}`}>
          {tab === "hand" && <HandPanel cells={shown.cells} combos={shown.chosen} stop={here} colours={shown.colours} money={money} />}
          {tab === "range" && <RangeTab spot={explorer.spot} seat={node.hands.seat} colours={shown.colours} />}
          {tab === "runouts" && <Runouts about={about} node={node} explorer={explorer} />}
          {tab === "lock" && (
            <LockTab about={about} stop={here} cells={shown.cells} combos={shown.chosen} isFiltered={isFiltering(shown.filter)} frequencies={node.hands.frequencies} colours={shown.colours} money={money} />
          )}
        </Panel>
      </div>
    </aside>
  );
}

/** The report of the nearest deal on the line. */
function Runouts({ about, node, explorer }: Omit<ExplorerProps, "isLoading">) {
  const deals = node.path.filter((stop) => stop.kind === "card");
  const last = deals[deals.length - 1];
  if (!last) return <p className="hand-hint">Play to the end of the betting round to see every possible next card.</p>;
  return <RunoutsTab source={about.source} line={last.line} onGo={explorer.go} />;
}

type ComparedAs = "sides" | "difference";
const COMPARISONS: Record<ComparedAs, string> = { sides: "Side by side", difference: "Difference" };

/** Two strategies at the same line: side by side, or as what one does more than the other. */
function Comparison({ about, node, explorer }: Omit<ExplorerProps, "isLoading">) {
  const against = explorer.against ?? "";
  const spot = { ...explorer.spot, source: against };
  const other = useNode(spot);
  const told = useAsync(against, (signal) => describeSource(against, signal));
  const problem = other.error ?? told.error;
  const view: ComparedAs = explorer.isDifference ? "difference" : "sides";
  const isSame = other.data?.line === node.line;
  return (
    <>
      <div className="comparison-head">
        <Choice label="Compare" value={view} options={COMPARISONS} onChange={(chosen) => explorer.subtract(chosen === "difference")} />
      </div>
      {view === "difference" && told.data && other.data ? (
        <Panel name="The difference" of={node.line}>
          {isSame && <DifferencePane one={{ about, node }} other={{ about: told.data, node: other.data }} onSeat={explorer.look} />}
        </Panel>
      ) : (
        <div className="comparison">
          <Compared about={about} node={node} explorer={explorer} />
          {problem ? (
            <p className="empty" role="alert">
              {problem.message}
            </p>
          ) : told.data && other.data ? (
            <Compared about={told.data} node={other.data} explorer={explorer} />
          ) : (
            <Opening key={against} title={titleOf(against)} />
          )}
        </div>
      )}
    </>
  );
}

function Compared({ about, node, explorer }: Omit<ExplorerProps, "isLoading">) {
  const money = useMoney(about.big_blind ?? 0);
  const shown = useShown(node);
  const here = node.hands.knowledge === "none" ? undefined : node.path[node.path.length - 1];
  return (
    <div className="compared">
      <h2>
        {about.title} <Quality about={about} />
      </h2>
      {here && <Totals hands={node.hands} combos={shown.chosen} stop={here} colours={shown.colours} money={money} onGo={explorer.go} />}
      <MatrixPane node={node} about={about} shown={shown} money={money} onSeat={explorer.look} />
      {here && <HandPanel cells={shown.cells} combos={shown.chosen} stop={here} colours={shown.colours} money={money} />}
    </div>
  );
}
