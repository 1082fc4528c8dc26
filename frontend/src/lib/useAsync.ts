import { useEffect, useState } from "react";

export interface Asked<T> {
  data: T | null;
  error: Error | null;
  isLoading: boolean;
}

/** Asks when `key` changes; keeps the last answer while the next is on its way. A null key asks nothing. */
export function useAsync<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [state, setState] = useState<Asked<T>>({ data: null, error: null, isLoading: key !== null });
  useEffect(() => {
    if (key === null) {
      setState({ data: null, error: null, isLoading: false });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ ...before, error: null, isLoading: true }));
    ask(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data, error: null, isLoading: false }),
      (error: unknown) =>
        !abort.signal.aborted &&
        setState({ data: null, error: error instanceof Error ? error : new Error(String(error)), isLoading: false }),
    );
    return () => abort.abort();
    // The key says everything that the question depends on.
  }, [key]);
  return state;
}
