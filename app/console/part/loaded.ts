/**
 * Something that a part of a page loads: its value, how the loading goes, and how to repeat it.
 *
 * @module
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { AnswerFailure } from "../service/answer_failure.ts";

/** What was loaded, and what is going on. A value stays while it is loaded again, or cannot be. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly failure: AnswerFailure | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** How something is loaded. */
export interface LoadOptions {
  /** Loads again whenever one of these changes; then the former value is dropped. */
  readonly by: ReadonlyArray<unknown>;
  /** Loads again so long after the last answer, while the page can be seen. */
  readonly everyMs?: number;
}

/** A service that is back is noticed so soon. */
const OFFLINE_EVERY_MS = 5_000;

/** Loads something when a part is shown. What arrives too late is ignored. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  { by, everyMs }: LoadOptions,
): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>(STARTING);
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setTurn((turn) => turn + 1), []);
  useEffect(() => setState(STARTING), by);
  useEffect(() => {
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState((state) => ({ ...state, isLoading: true }));
    const settle = (next: Partial<Loaded<Value>>) => {
      if (aborter.signal.aborted) return;
      setState((state) => ({ ...state, failure: undefined, isLoading: false, ...next }));
      const nextMs = next.failure?.isOffline === true ? OFFLINE_EVERY_MS : everyMs;
      if (nextMs !== undefined) timer = setTimeout(again, nextMs);
    };
    const again = () => {
      if (document.hidden) document.addEventListener("visibilitychange", reload, { once: true });
      else reload();
    };
    latest.current(aborter.signal).then(
      (value) => settle({ value }),
      (thrown) => aborter.signal.aborted || settle({ failure: AnswerFailure.of(thrown) }),
    );
    return () => {
      aborter.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reload);
    };
  }, [...by, turn]);
  return { ...state, reload };
}

const STARTING = { value: undefined, failure: undefined, isLoading: true };
