/** Asks a service one request after another, over several connections at once. @module */
import { Chance } from "../../stage/chance.ts";
import { type Counts, type LoadOptions, pause, type Target } from "./load.ts";
import { makeSoakRequest } from "./soak_request.ts";

const LANES = 8;
/** Clients give up on what takes longer: a provider that stalls is a fault of the load. */
const PATIENCE_MS = 30_000;
/** One in so many hangs up before the answer. */
const HANG_UP_SHARE = 0.01;
const HANG_UP_MS = 20;

/** Asks `ratePerSec` requests a second, fewer if the answers take too long. */
export async function askRequests(
  target: Target,
  { seed, counts, signal, ratePerSec }: LoadOptions & { readonly ratePerSec: number },
): Promise<void> {
  const pauseMs = LANES * 1_000 / ratePerSec;
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => {
    const chance = new Chance(seed, lane);
    // What a slow answer held up is asked after it, or a faulty provider would halve the load.
    let dueMs = performance.now();
    while (!signal.aborted) {
      await askOne(target, { chance, counts, isOver: signal });
      dueMs = Math.max(dueMs + pauseMs, performance.now() - PATIENCE_MS);
      await pause(dueMs - performance.now(), signal);
    }
  }));
}

async function askOne(
  target: Target,
  { chance, counts, isOver }: {
    readonly chance: Chance;
    readonly counts: Counts;
    readonly isOver: AbortSignal;
  },
): Promise<void> {
  const { path, expects, ...init } = makeSoakRequest({
    ...target,
    chance,
    nowSec: target.nowSec(),
  });
  const isHangUp = chance.is(HANG_UP_SHARE);
  const patience = AbortSignal.timeout(isHangUp ? HANG_UP_MS : PATIENCE_MS);
  const signal = AbortSignal.any([patience, isOver]);
  const startedMs = performance.now();
  try {
    const response = await fetch(target.url + path, { ...init, signal });
    await response.arrayBuffer();
    counts.requests++;
    counts.longestMs = Math.max(counts.longestMs, performance.now() - startedMs);
    if (expects.includes(Math.floor(response.status / 100) as 2 | 4)) counts.expected++;
  } catch {
    if (!isHangUp && !isOver.aborted) counts.errors++;
  }
}
