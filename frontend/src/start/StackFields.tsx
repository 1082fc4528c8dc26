import { NumberField } from "../layout/NumberField";
import { stacksOf, type TableFormState } from "./formState";

interface StackFieldsProps {
  form: TableFormState;
  onChange(changes: Partial<TableFormState>): void;
}

/** A stack for every chair; closed and untouched, all are the same. */
export function StackFields({ form, onChange }: StackFieldsProps) {
  const stacks = stacksOf(form);
  const change = (chair: number, stack: number) => {
    const next = stacks.map((each, index) => (index === chair ? stack : each));
    onChange({ stacks: next.every((each) => each === form.stack) ? [] : next });
  };
  return (
    <details className="opponents">
      <summary>
        Stacks <span className="muted">{form.stacks.length === 0 ? "all the same" : "by seat"}</span>
      </summary>
      <div className="opponent-grid">
        {stacks.map((stack, chair) => (
          <NumberField
            key={chair}
            label={chair === 0 ? "Your stack" : `Stack of seat ${chair + 1}`}
            value={stack}
            min={1}
            onChange={(value) => change(chair, value)}
          />
        ))}
      </div>
    </details>
  );
}
