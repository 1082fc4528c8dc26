import { usePreferences, type Palette, type Theme } from "../state/preferences";
import { Choice } from "./Choice";
import { Dialog } from "./Dialog";
import { KeySettings } from "./KeySettings";

const THEMES: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };
const PALETTES: Record<Palette, string> = { standard: "Standard", colour_blind: "Colour-blind" };

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const { theme, palette, animations, sounds, observed, change } = usePreferences();
  return (
    <Dialog title="Settings" onClose={onClose}>
      <Choice label="Theme" value={theme} options={THEMES} onChange={(value) => change({ theme: value })} />
      <Choice label="Palette" value={palette} options={PALETTES} onChange={(value) => change({ palette: value })} />
      <label className="switch">
        <input type="checkbox" checked={animations} onChange={(event) => change({ animations: event.target.checked })} />
        Animations
      </label>
      <label className="switch">
        <input type="checkbox" checked={sounds} onChange={(event) => change({ sounds: event.target.checked })} />
        Sounds at the table
      </label>
      <label className="switch">
        <input type="checkbox" checked={observed} onChange={(event) => change({ observed: event.target.checked })} />
        What opponents were seen to do (VPIP/PFR/3-bet, and of how many hands)
      </label>
      <KeySettings />
    </Dialog>
  );
}
