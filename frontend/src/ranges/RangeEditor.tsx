import { useEffect, useId, useRef, useState } from "react";
import { percent } from "../lib/format";
import { readRange, type Brush, type RangeShown } from "./api";
import { PaintMatrix } from "./PaintMatrix";
import { SavedRanges } from "./SavedRanges";
import "./ranges.css";

interface RangeEditorProps {
  /** Whose range it is, for the eye and for the screen reader. */
  label: string;
  /** The range as text, "" for none. */
  value: string;
  /** Called with every edit, also with one that nobody has read yet: what is used next is what stands here. */
  onChange(text: string): void;
  onState?(state: RangeState): void;
}

/** `reading`: the server is asked what a stroke makes of the range; `unreadable`: it has refused the text. */
export type RangeState = "ready" | "reading" | "unreadable";

const EMPTY: number[][] = Array.from({ length: 13 }, () => Array<number>(13).fill(0));
const WEIGHTS = [1, 0.75, 0.5, 0.25];

/** A range to paint, to type, to take from the top of all hands, to save and to load; text and matrix are one. */
export function RangeEditor({ label, value, onChange, onState }: RangeEditorProps) {
  const [shown, setShown] = useState<RangeShown | null>(null);
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [brush, setBrush] = useState(1);
  const asked = useRef(0);
  /** The text last asked about and the strokes on it that the server has not answered: the next question carries both. */
  const base = useRef(value);
  const strokes = useRef<Brush[]>([]);
  /** What this editor has told itself, which need not be read again. */
  const told = useRef<string | null>(null);
  const tell = (text: string) => {
    if (text === told.current) return;
    told.current = text;
    onChange(text);
  };
  const heading = useId();

  const ask = async (text: string, brushes: Brush[] = []) => {
    const turn = ++asked.current;
    [base.current, strokes.current] = [text, brushes];
    onState?.("reading");
    try {
      const found = await readRange(text, brushes);
      if (turn !== asked.current) return;
      [base.current, strokes.current] = [found.text, []];
      setShown(found);
      setProblem(null);
      setDraft(found.text);
      tell(found.text);
      onState?.("ready");
    } catch (error) {
      if (turn !== asked.current) return;
      setProblem(error instanceof Error ? error.message : String(error));
      onState?.("unreadable");
    }
  };
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setDraft(value);
    void ask(value);
  }, [value]);

  return (
    <section className="range-editor" aria-labelledby={heading}>
      <header className="range-head">
        <h3 id={heading}>{label}</h3>
        <span className="range-share" aria-live="polite">
          {shown ? `${percent(shown.share, 1)} · ${shown.combos.toFixed(shown.combos % 1 ? 1 : 0)} combos` : "…"}
        </span>
      </header>
      <PaintMatrix
        label={`${label}: hands to paint`}
        matrix={shown?.matrix ?? EMPTY}
        brush={brush}
        onPaint={(hands, weight) => void ask(base.current, [...strokes.current, { hands, weight }])}
      />
      <div className="range-tools">
        <BrushPicker brush={brush} onBrush={setBrush} />
        <TopSlider share={shown?.share ?? 0} onTop={(share) => void ask(`top ${share}%`)} />
      </div>
      <label className="field range-text">
        <span>As text</span>
        <textarea
          rows={3}
          spellCheck={false}
          value={draft}
          aria-invalid={problem !== null}
          placeholder="QQ+,AKs:0.5,top 15%"
          onChange={(event) => {
            setDraft(event.target.value);
            tell(event.target.value);
          }}
          onBlur={() => draft !== shown?.text && void ask(draft)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            void ask(draft);
          }}
        />
      </label>
      {problem && (
        <p className="range-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="range-buttons">
        <SavedRanges text={shown?.text ?? ""} onLoad={(text) => void ask(text)} />
        <button type="button" className="button small" onClick={() => void ask("random")}>
          All
        </button>
        <button type="button" className="button small" onClick={() => void ask("")}>
          Clear
        </button>
      </div>
    </section>
  );
}

function BrushPicker({ brush, onBrush }: { brush: number; onBrush(weight: number): void }) {
  return (
    <div className="brush">
      <label className="brush-slider">
        <span>Weight</span>
        <input
          type="range"
          className="slider"
          min={5}
          max={100}
          step={5}
          value={Math.round(brush * 100)}
          style={{ "--filled": `${brush * 100}%` } as React.CSSProperties}
          onChange={(event) => onBrush(Number(event.target.value) / 100)}
        />
        <output>{percent(brush)}</output>
      </label>
      <div className="brush-presets" role="group" aria-label="Usual weights">
        {WEIGHTS.map((weight) => (
          <button type="button" key={weight} className="chip-button" aria-pressed={brush === weight} onClick={() => onBrush(weight)}>
            {percent(weight)}
          </button>
        ))}
      </div>
    </div>
  );
}

const WAIT = 90;

/** The best so many per cent of all hands; the range follows while the handle moves. */
function TopSlider({ share, onTop }: { share: number; onTop(percents: number): void }) {
  const [held, setHeld] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = held ?? Math.round(share * 200) / 2;
  return (
    <label className="brush-slider">
      <span>Top</span>
      <input
        type="range"
        className="slider"
        min={0}
        max={100}
        step={0.5}
        value={shown}
        style={{ "--filled": `${shown}%` } as React.CSSProperties}
        onChange={(event) => {
          const wanted = Number(event.target.value);
          setHeld(wanted);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setHeld(null);
            onTop(wanted);
          }, WAIT);
        }}
      />
      <output>{shown.toFixed(1)} %</output>
    </label>
  );
}
