import { useId } from "react";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  onChange(value: T): void;
}

/** A click leaves no focus behind: the arrow keys are the page's again. Reached by Tab, the choice keeps them. */
function giveKeysBack(event: React.PointerEvent<HTMLLabelElement>): void {
  const input = event.currentTarget.querySelector("input");
  requestAnimationFrame(() => input?.blur());
}

/** A few alternatives side by side. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="segments">
        {(Object.keys(options) as T[]).map((option) => (
          <label key={option} className={option === value ? "segment on" : "segment"} onPointerUp={giveKeysBack}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
