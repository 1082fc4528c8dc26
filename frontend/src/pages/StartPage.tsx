import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { getOptions, listTables, openTable } from "../api/play";
import type { NewTable } from "../api/types";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { Hero } from "../start/Hero";
import { OpenTables } from "../start/OpenTables";
import { StudyDesk } from "../start/StudyDesk";
import { TableForm } from "../start/TableForm";
import { WarmingUp } from "../start/WarmingUp";
import { useTables } from "../state/tables";
import { sayError } from "../state/toasts";

export function StartPage() {
  useTitle("");
  const navigate = useNavigate();
  const options = useAsync("options", getOptions);
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    listTables().then(useTables.getState().putOpen, () => undefined);
  }, []);
  const sitDown = (ask: NewTable) => {
    if (isOpening) return;
    setOpening(true);
    openTable(ask)
      .then((view) => {
        useTables.getState().putView(view);
        void navigate(`/tables/${view.id}`);
      }, sayError)
      .finally(() => setOpening(false));
  };
  return (
    <div className="page start">
      <Hero isOpening={isOpening} onPlay={sitDown} />
      <WarmingUp isOpening={isOpening} />
      <OpenTables />
      <StudyDesk />
      {options.error && <p className="notice">{options.error.message}</p>}
      {options.data && <TableForm options={options.data} isOpening={isOpening} onOpen={sitDown} />}
    </div>
  );
}
