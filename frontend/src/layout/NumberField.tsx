interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max?: number;
  step?: number;
  onChange(value: number): void;
}

export function NumberField({ label, value, min, max, step, onChange }: NumberFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="number"
        required
        min={min}
        max={max}
        step={step}
        value={Number.isNaN(value) ? "" : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}
