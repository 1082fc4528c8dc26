import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { closeTable } from "../api/play";
import type { Pace, TableView } from "../api/types";
import type { TableCommands } from "../actions/useTableCommands";
import { Choice } from "../layout/Choice";
import { Dialog } from "../layout/Dialog";
import { CLOCKS, PACE_NAMES } from "../lib/names";
import { useTables } from "../state/tables";
import { sayError } from "../state/toasts";
import { RevealDialog } from "./RevealDialog";

interface TableMenuProps {
  view: TableView;
  commands: TableCommands;
}

/** Pace, countdown, clock, the reveal of styles, and leaving. */
export function TableMenu({ view, commands }: TableMenuProps) {
  const [open, setOpen] = useState<"menu" | "reveal" | null>(null);
  return (
    <>
      <button className="button small" onClick={() => setOpen("menu")}>
        Table
      </button>
      {open === "menu" && (
        <Dialog title="This table" onClose={() => setOpen(null)}>
          <TableSettings view={view} commands={commands} />
          <div className="dialog-buttons spread">
            <LeaveButton table={view.id} />
            <button className="button" onClick={() => setOpen("reveal")}>
              {view.hidden_styles ? "Guess the styles" : "Opponents’ styles"}
            </button>
          </div>
        </Dialog>
      )}
      {open === "reveal" && <RevealDialog view={view} onClose={() => setOpen(null)} />}
    </>
  );
}

function TableSettings({ view, commands }: TableMenuProps) {
  const { settings } = view;
  return (
    <>
      <Choice<Pace> label="Opponents’ pace" value={settings.pace} options={PACE_NAMES} onChange={(pace) => commands.change({ pace })} />
      <Choice
        label="Your clock"
        value={String(settings.seconds_to_act ?? 0)}
        options={CLOCKS}
        onChange={(seconds) => commands.change({ seconds_to_act: Number(seconds), time_bank: Number(seconds) * 2 })}
      />
      <label className="switch">
        <input
          type="checkbox"
          checked={settings.auto_advance}
          onChange={(event) => commands.change({ auto_advance: event.target.checked })}
        />
        Deal the next hand after a countdown
      </label>
    </>
  );
}

function LeaveButton({ table }: { table: string }) {
  const navigate = useNavigate();
  const leave = () => {
    closeTable(table).then(() => {
      useTables.getState().forget(table);
      void navigate("/");
    }, sayError);
  };
  return (
    <button className="button danger" onClick={leave}>
      Leave the table
    </button>
  );
}
