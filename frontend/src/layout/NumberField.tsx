interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max?: number;
  onChange(value: number): void;
}

export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="number"
        required
        min={min}
        max={max}
        value={Number.isNaN(value) ? "" : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}
