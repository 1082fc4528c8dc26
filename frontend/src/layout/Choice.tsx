import { useId } from "react";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  onChange(value: T): void;
}

/** A few alternatives side by side. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="segments">
        {(Object.keys(options) as T[]).map((option) => (
          <label key={option} className={option === value ? "segment on" : "segment"}>
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
