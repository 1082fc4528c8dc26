import { useEffect, useState } from "react";

const PATIENCE = 2;

/** While a strategy is opened: that it goes on, for how long already, and why it may take a while. */
export function Opening({ title }: { title: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const isLong = seconds >= PATIENCE;
  return (
    <div className="page opening" role="status">
      <p>
        Opening {title}… {isLong && <span aria-hidden="true">{seconds} s</span>}
      </p>
      <progress aria-label={`Opening ${title}`} />
      {isLong && (
        <p className="muted">Opening a strategy for the first time loads what it needs and compiles what has not been used before. Your tables keep running.</p>
      )}
    </div>
  );
}

/** A source's name for people: "shipped:ppo_6max@6x100" is "ppo_6max". */
export const titleOf = (source: string): string => source.replace(/^\w+:/, "").replace(/@\w+$/, "");
