import { useEffect, useState } from "react";

const TICK = 500;

/** Seconds that a job has run, going on between the server's words: a clock that stands still looks like a job that does. */
export function useRunningSeconds(seconds: number, isRunning: boolean): number {
  const [heard, setHeard] = useState({ seconds, at: performance.now() });
  const [now, setNow] = useState(heard.at);
  if (heard.seconds !== seconds) setHeard({ seconds, at: performance.now() });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? seconds + Math.max(0, now - heard.at) / 1000 : seconds;
}
