/** Keeps the machine's clock and its chance out of a run that has its own. @module */
import type { Chance } from "./chance.ts";

/** What a run has instead. */
export interface Pins {
  readonly nowMs: () => number;
  readonly chance: Chance;
}

/** Does the work, which must end before it returns, with the run's own time and chance. */
export function pinned<A>(pins: Pins, work: () => A): A {
  const unpin = pin(pins);
  try {
    return work();
  } finally {
    unpin();
  }
}

/** Timers and calls of the network that a run has instead of the machine's. */
export interface OutsidePins extends Pins {
  /** Calls `act` once, after so many milliseconds of machine time. Returns what prevents it. */
  readonly after: (ms: number, act: () => void) => () => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Does likewise work that promises take part in, of which nothing is at work after its end. */
export async function pinnedUntil<A>(pins: OutsidePins, work: () => Promise<A>): Promise<A> {
  const unpin = pin(pins);
  const unpinOutside = pinOutside(pins);
  try {
    return await work();
  } finally {
    unpinOutside();
    unpin();
  }
}

function pinOutside({ after, fetch }: OutsidePins): () => void {
  const former = {
    fetch: globalThis.fetch,
    set: globalThis.setTimeout,
    clear: globalThis.clearTimeout,
    timeout: AbortSignal.timeout,
  };
  const set = (act: () => void, ms = 0) => {
    const timer = { cancel: after(ms, act), unref: () => timer, ref: () => timer };
    return timer;
  };
  globalThis.fetch = fetch as typeof globalThis.fetch;
  globalThis.setTimeout = set as unknown as typeof setTimeout;
  const clear = (timer?: Partial<ReturnType<typeof set>>) =>
    timer?.cancel === undefined ? former.clear(timer as never) : timer.cancel();
  globalThis.clearTimeout = clear as typeof clearTimeout;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    after(ms, () => controller.abort(new DOMException("The time is over", "TimeoutError")));
    return controller.signal;
  };
  return () => {
    globalThis.fetch = former.fetch;
    [globalThis.setTimeout, globalThis.clearTimeout] = [former.set, former.clear];
    AbortSignal.timeout = former.timeout;
  };
}

/** Returns what lets the machine's own clock and chance in again. */
function pin({ nowMs, chance }: Pins): () => void {
  const former = {
    date: Date.now,
    stopwatch: performance.now,
    random: Math.random,
    uuid: crypto.randomUUID,
    uuidV7: Bun.randomUUIDv7,
  };
  const random = () => chance.within(0, 2 ** 32) / 2 ** 32;
  let made = 0;
  const tail = () => (++made).toString(16).padStart(12, "0");
  // In the order in which they are made, as those of one process are.
  const uuidV7 = () => {
    const hex = Math.floor(nowMs()).toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${tail()}` as const;
  };
  Date.now = () => Math.floor(nowMs());
  performance.now = nowMs;
  Math.random = random;
  crypto.randomUUID = () => `00000000-0000-4000-8000-${tail()}`;
  Bun.randomUUIDv7 = uuidV7 as typeof Bun.randomUUIDv7;
  return () => {
    [Date.now, performance.now, Math.random] = [former.date, former.stopwatch, former.random];
    [crypto.randomUUID, Bun.randomUUIDv7] = [former.uuid, former.uuidV7];
  };
}
