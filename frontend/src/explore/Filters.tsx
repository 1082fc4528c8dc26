import { SuitMark } from "../table/SuitMark";
import type { Suit } from "../lib/cards";
import type { HandsView } from "./api";
import { isFiltering, NO_FILTER, type Combo, type Filter } from "./cells";

interface FiltersProps {
  hands: HandsView;
  combos: readonly Combo[];
  filter: Filter;
  onFilter(filter: Filter): void;
}

const SUITS: Suit[] = ["s", "h", "d", "c"];
const SUIT_WORDS = { s: "spade", h: "heart", d: "diamond", c: "club" } as const;

/** Chips for made hands, draws and suits; what is chosen is all that counts. */
export function Filters({ hands, combos, filter, onFilter }: FiltersProps) {
  const madeHere = new Set(combos.map((combo) => combo.made));
  const drawsHere = combos.reduce((bits, combo) => bits | combo.draws, 0);
  const flip = <K extends keyof Filter>(name: K, value: number | string) => {
    const next = new Set<number | string>(filter[name]);
    if (!next.delete(value)) next.add(value);
    onFilter({ ...filter, [name]: next });
  };
  return (
    <div className="hand-filters" role="group" aria-label="Show only">
      <div className="filter-row" role="group" aria-label="Hand">
        {hands.made_names.map((name, place) =>
          madeHere.has(place) ? (
            <Chip key={name} isOn={filter.made.has(place)} onClick={() => flip("made", place)}>
              {name}
            </Chip>
          ) : null,
        )}
      </div>
      <div className="filter-row">
        {hands.draw_names.map((name, bit) =>
          (drawsHere >> bit) & 1 ? (
            <Chip key={name} isOn={filter.draws.has(bit)} onClick={() => flip("draws", bit)}>
              {name}
            </Chip>
          ) : null,
        )}
        {(hands.classes ? [] : SUITS).map((suit) => (
          <Chip key={suit} isOn={filter.suits.has(suit)} onClick={() => flip("suits", suit)} label={`With a ${SUIT_WORDS[suit]}`}>
            <span className={`suit-chip suit-${suit}`}>
              <SuitMark suit={suit} />
            </span>
          </Chip>
        ))}
        {isFiltering(filter) && (
          <button type="button" className="chip-button clear" onClick={() => onFilter(NO_FILTER)}>
            ✕ All hands
          </button>
        )}
      </div>
    </div>
  );
}

interface ChipProps {
  isOn: boolean;
  onClick(): void;
  label?: string;
  children: React.ReactNode;
}

function Chip({ isOn, onClick, label, children }: ChipProps) {
  return (
    <button type="button" className="chip-button" aria-pressed={isOn} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
