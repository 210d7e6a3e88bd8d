/** Keeps the machine's clock and its chance out of a run that has its own. @module */
import type { Chance } from "./chance.ts";

/** What a run has instead. */
export interface Pins {
  readonly nowMs: () => number;
  readonly chance: Chance;
}

/** Does the work, which must end before it returns, with the run's own time and chance. */
export function pinned<A>({ nowMs, chance }: Pins, work: () => A): A {
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
  try {
    Date.now = () => Math.floor(nowMs());
    performance.now = nowMs;
    Math.random = random;
    crypto.randomUUID = () => `00000000-0000-4000-8000-${tail()}`;
    Bun.randomUUIDv7 = uuidV7 as typeof Bun.randomUUIDv7;
    return work();
  } finally {
    [Date.now, performance.now, Math.random] = [former.date, former.stopwatch, former.random];
    [crypto.randomUUID, Bun.randomUUIDv7] = [former.uuid, former.uuidV7];
  }
}
