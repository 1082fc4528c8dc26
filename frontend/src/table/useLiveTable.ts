/** Follows a table for as long as the page shows it. */
import { useEffect, useState } from "react";
import { LiveTable } from "../api/live";
import { useTables } from "../state/tables";

/** The reason why the table is gone, or null while it is there. */
export function useLiveTable(table: string): string | null {
  const [gone, setGone] = useState<string | null>(null);
  useEffect(() => {
    setGone(null);
    const { putView, putGrade, putConnection, forget } = useTables.getState();
    const live = new LiveTable(table, {
      onView: putView,
      onGrade: (grade) => putGrade(table, grade),
      onConnection: (connection) => putConnection(table, connection),
      onGone: (reason) => {
        forget(table);
        setGone(reason);
      },
    });
    live.start();
    return () => live.stop();
  }, [table]);
  return gone;
}
