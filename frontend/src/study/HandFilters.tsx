import type { HandFilter } from "../api/studyTypes";

interface HandFiltersProps {
  filter: HandFilter;
  onChange(changes: Partial<HandFilter>): void;
}

const POSITIONS = ["BTN", "BTN/SB", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO"];

export function HandFilters({ filter, onChange }: HandFiltersProps) {
  const choose = <K extends keyof HandFilter>(name: K) => (event: React.ChangeEvent<HTMLSelectElement>) =>
    onChange({ [name]: event.target.value === "" ? undefined : (event.target.value as HandFilter[K]) });
  const least = (name: "least_ev_lost" | "least_pot") => (event: React.ChangeEvent<HTMLInputElement>) =>
    onChange({ [name]: Number.isNaN(event.target.valueAsNumber) ? undefined : event.target.valueAsNumber });
  return (
    <form className="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label className="field">
        <span>Search</span>
        <input
          type="search"
          maxLength={60}
          value={filter.search ?? ""}
          placeholder="Cards, notes, title"
          onChange={(event) => onChange({ search: event.target.value || undefined })}
        />
      </label>
      <Select label="Game" value={filter.game} onChange={choose("game")} options={{ holdem: "Hold’em", badugi: "Badugi" }} />
      <Select label="Result" value={filter.result} onChange={choose("result")} options={{ won: "Won", lost: "Lost", even: "Even" }} />
      <Select
        label="Position"
        value={filter.position}
        onChange={choose("position")}
        options={Object.fromEntries(POSITIONS.map((name) => [name, name]))}
      />
      <label className="field">
        <span>Min. EV lost (bb)</span>
        <input type="number" min={0} step={0.5} value={filter.least_ev_lost ?? ""} onChange={least("least_ev_lost")} />
      </label>
      <label className="field">
        <span>Min. pot (bb)</span>
        <input type="number" min={0} step={5} value={filter.least_pot ?? ""} onChange={least("least_pot")} />
      </label>
      <label className="field">
        <span>Order</span>
        <select value={filter.sort ?? "newest"} onChange={choose("sort")}>
          <option value="newest">Newest</option>
          <option value="ev_lost">EV lost</option>
          <option value="pot">Biggest pot</option>
          <option value="won">Most won</option>
          <option value="lost">Most lost</option>
        </select>
      </label>
      <label className="switch">
        <input type="checkbox" checked={filter.marked ?? false} onChange={(event) => onChange({ marked: event.target.checked || undefined })} />
        Marked only
      </label>
      <label className="switch">
        <input type="checkbox" checked={filter.imported ?? false} onChange={(event) => onChange({ imported: event.target.checked || undefined })} />
        Imported only
      </label>
    </form>
  );
}

interface SelectProps {
  label: string;
  value: string | null | undefined;
  options: Record<string, string>;
  onChange(event: React.ChangeEvent<HTMLSelectElement>): void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value ?? ""} onChange={onChange}>
        <option value="">All</option>
        {Object.entries(options).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
