import { usePreferences, type Palette, type Theme } from "../state/preferences";
import { Choice } from "./Choice";
import { Dialog } from "./Dialog";
import { KeySettings } from "./KeySettings";

const THEMES: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };
const PALETTES: Record<Palette, string> = { standard: "Standard", colour_blind: "Colour-blind" };

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const { theme, palette, animations, change } = usePreferences();
  return (
    <Dialog title="Settings" onClose={onClose}>
      <Choice label="Theme" value={theme} options={THEMES} onChange={(value) => change({ theme: value })} />
      <Choice label="Palette" value={palette} options={PALETTES} onChange={(value) => change({ palette: value })} />
      <label className="switch">
        <input type="checkbox" checked={animations} onChange={(event) => change({ animations: event.target.checked })} />
        Animations
      </label>
      <KeySettings />
    </Dialog>
  );
}
