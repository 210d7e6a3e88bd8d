/**
 * Asks a service one request after another, over several connections at once.
 *
 * @module
 */
import { Random } from "../fuzz/random.ts";
import type { Counts } from "./counts.ts";
import type { LoadOptions } from "./load_options.ts";
import { pause } from "./pause.ts";
import { type Asker, makeSoakRequest, type SoakRequest } from "./soak_request.ts";
import type { Target } from "./target.ts";

/** What is asked for. */
interface AskOptions {
  /** How far back. */
  readonly pastDays: number;
}

const LANES = 8;
/** Clients give up on what takes longer: a provider that stalls is a fault of the load. */
const PATIENCE_MS = 30_000;
/** One in so many hangs up before the answer. */
const HANG_UP_SHARE = 0.01;
const HANG_UP_MS = 20;

/** Asks `ratePerSec` requests a second, fewer if the answers take too long. */
export async function askRequests(
  target: Target,
  { ratePerSec, ...options }: LoadOptions & AskOptions & { readonly ratePerSec: number },
): Promise<void> {
  const pauseMs = LANES * 1_000 / ratePerSec;
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) => askLane(target, { ...options, pauseMs, lane })),
  );
}

async function askLane(
  target: Target,
  { seed, counts, signal, pastDays, pauseMs, lane }: LoadOptions & AskOptions & {
    readonly pauseMs: number;
    readonly lane: number;
  },
): Promise<void> {
  const random = new Random(seed, lane);
  // What a slow answer held up is asked after it, or a faulty provider would halve the load.
  let dueMs = performance.now();
  while (!signal.aborted) {
    await askOne(target, { random, counts, pastDays, isOver: signal });
    dueMs = Math.max(dueMs + pauseMs, performance.now() - PATIENCE_MS);
    await pause(dueMs - performance.now(), signal);
  }
}

async function askOne(
  { url, nowSec, apiKey, walletId }: Target,
  { random, counts, pastDays, isOver }: AskOptions & {
    readonly random: Random;
    readonly counts: Counts;
    readonly isOver: AbortSignal;
  },
): Promise<void> {
  const asker: Asker = { random, nowSec: nowSec(), pastDays, apiKey, walletId };
  const { path, expects, ...init } = makeSoakRequest(asker);
  const isHangUp = random.chance(HANG_UP_SHARE);
  const patience = AbortSignal.timeout(isHangUp ? HANG_UP_MS : PATIENCE_MS);
  const signal = AbortSignal.any([patience, isOver]);
  try {
    const response = await fetch(url + path, { ...init, signal });
    await response.arrayBuffer();
    countAnswer(counts, response.status, expects);
  } catch {
    if (!isHangUp && !isOver.aborted) counts.errors++;
  }
}

function countAnswer(counts: Counts, status: number, expects: SoakRequest["expects"]): void {
  counts.requests++;
  if (expects.includes(Math.floor(status / 100) as 2 | 4)) counts.expected++;
  if (status >= 500) counts.refusals++;
  else if (status >= 400) counts.rejections++;
}
