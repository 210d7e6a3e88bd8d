/**
 * One caller who asks for more than it may, at every replica in turn.
 *
 * @module
 */
import { askOne } from "./ask_fleet.ts";
import type { Ground } from "./ground.ts";
import { addFlaw, type Tally } from "./tally.ts";

/** How many times the limit it asks for: half more than replicas that count alone let through. */
const TIMES_LIMIT = 1.5;
/** A busy machine may miss a count in Redis, and counts alone for a while: it is asked again. */
const CHECKS_MAX = 10;

/** Counts as wrong if the replicas, together, let through anything but the limit every time. */
export async function checkQuota(ground: Ground, tally: Tally): Promise<void> {
  const { replicas, quota: { limit } } = ground;
  const count = Math.ceil(limit * replicas.length * TIMES_LIMIT);
  let most = 0;
  for (let check = 0; check < CHECKS_MAX; check++) {
    most = await passedOf(ground, count);
    // A period of a fast clock may end in the middle: the other has more than enough then.
    if (most === limit) return;
  }
  addFlaw(tally, "wrong", { what: `the limit of ${limit} let ${most} through in one period` });
}

/** The most questions of a new caller that were let through in one period. */
async function passedOf({ replicas }: Ground, count: number): Promise<number> {
  // An address nobody has asked from: an earlier run of the same world may still be counted.
  const parts = [...crypto.getRandomValues(new Uint16Array(3))].map((part) => part.toString(16));
  const address = `2001:${parts.join(":")}::1`;
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => {
    // Answered from the clock alone.
    const path = "/api/v1/markets/timestamps?asset=btc&interval=1hour&date=2026-11-20";
    return askOne(`${replicas[number % replicas.length]?.url}${path}`, { address })
      .catch(() => undefined);
  }));
  const passed = answers.filter((answer) => answer?.status === 200);
  const periods = Map.groupBy(passed, (answer) => answer?.headers.get("x-ratelimit-reset"));
  return Math.max(0, ...[...periods.values()].map(({ length }) => length));
}
