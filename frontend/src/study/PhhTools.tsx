import { sayError, sayInfo } from "../state/toasts";

interface PhhToolsProps {
  phh: string;
  name: string;
}

/** Copy or save the hand as PHH. */
export function PhhTools({ phh, name }: PhhToolsProps) {
  const copy = () => {
    navigator.clipboard.writeText(phh).then(() => sayInfo("Hand copied as PHH."), sayError);
  };
  return (
    <div className="table-tools">
      <button className="button small" onClick={copy}>
        Copy PHH
      </button>
      <a className="button small" download={`${name}.phh`} href={`data:text/plain;charset=utf-8,${encodeURIComponent(phh)}`}>
        Save
      </a>
    </div>
  );
}
