interface TextFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  most?: number;
  wide?: boolean;
  onChange(value: string): void;
}

export function TextField({ label, value, placeholder = "", most = 500, wide = false, onChange }: TextFieldProps) {
  return (
    <label className={wide ? "field wide" : "field"}>
      <span>{label}</span>
      <input type="text" value={value} placeholder={placeholder} maxLength={most} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
