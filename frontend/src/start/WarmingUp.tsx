import { useEffect, useState } from "react";
import { getStatus } from "../api/play";
import type { Game, Status } from "../api/types";
import { GAME_NAMES } from "../lib/names";

const LOOK = 1000;

/** A first start compiles the rules; while that goes on the page says so, and a table opens when it is done. */
export function WarmingUp({ isOpening }: { isOpening: boolean }) {
  const status = useStatus();
  if (!status || isReady(status)) return null;
  return (
    <p className="warming" role="status">
      <span className="spinner" aria-hidden="true" />
      Getting ready: compiling the rules of {unready(status)}, {Math.round(status.seconds)} s so far. This happens only
      once. {isOpening ? "Your table will open by itself." : ""}
    </p>
  );
}

/** "hold’em and badugi": the games that are still to come. */
const unready = ({ ready }: Status): string =>
  (Object.keys(ready) as Game[]).filter((game) => !ready[game]).map((game) => GAME_NAMES[game].toLowerCase()).join(" and ");

const isReady = ({ ready }: Status): boolean => Object.values(ready).every(Boolean);

/** How far the server is, asked again until it is ready. */
function useStatus(): Status | null {
  const [status, setStatus] = useState<Status | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = () => {
      getStatus().then(
        (found) => {
          if (isGone) return;
          setStatus(found);
          if (!isReady(found)) timer = setTimeout(look, LOOK);
        },
        () => undefined,
      );
    };
    look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return status;
}
