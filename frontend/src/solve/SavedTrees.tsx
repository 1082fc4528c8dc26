import { useState } from "react";
import { useKept, type Tree } from "../state/kept";
import { sayInfo, sayUndo } from "../state/toasts";
import type { SolveForm } from "./form";

/** What makes the tree: everything about sizes, and nothing of ranges, cards and chips. */
const PARTS = ["isDetailed", "bets", "raises", "detail", "donk", "addAllIn", "forceAllIn", "merging", "keptSizes"] as const;

export const treeOf = (form: SolveForm): Tree => Object.fromEntries(PARTS.map((part) => [part, form[part]]));

interface SavedTreesProps {
  form: SolveForm;
  onChange(changes: Partial<SolveForm>): void;
}

/** Sizes under a name, to be used again with other boards and ranges. */
export function SavedTrees({ form, onChange }: SavedTreesProps) {
  const { trees, keepTree, dropTree } = useKept();
  const [name, setName] = useState("");
  const names = Object.keys(trees).sort();
  const keep = () => {
    keepTree(name.trim(), treeOf(form));
    sayInfo(`The sizes are kept as “${name.trim()}”.`);
    setName("");
  };
  const drop = (each: string) => {
    const tree = trees[each];
    dropTree(each);
    if (tree) sayUndo(`“${each}” is deleted.`, () => keepTree(each, tree));
  };
  return (
    <details className="more-settings">
      <summary>
        Saved trees <span className="muted">{names.length > 0 && names.length}</span>
      </summary>
      <ul className="bookmarks">
        {names.map((each) => (
          <li key={each}>
            <button type="button" className="chip-button" onClick={() => onChange(trees[each] as Partial<SolveForm>)}>
              {each}
            </button>{" "}
            <button type="button" className="button small" aria-label={`Delete the tree ${each}`} onClick={() => drop(each)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className="form-row">
        <label className="field">
          <span>Keep these sizes as</span>
          <input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <button type="button" className="button small" disabled={!name.trim()} onClick={keep}>
          Keep
        </button>
      </div>
    </details>
  );
}
