/**
 * Asks a service one request after another, over several connections at once.
 *
 * @module
 */
import { Random } from "../fuzz/random.ts";
import type { Counts } from "./counts.ts";
import type { LoadOptions } from "./load_options.ts";
import { pause } from "./pause.ts";
import { type Asker, makeSoakRequest } from "./soak_request.ts";
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
  while (!signal.aborted) {
    const startedMs = performance.now();
    await askOne(target, { random, counts, pastDays });
    await pause(pauseMs - (performance.now() - startedMs), signal);
  }
}

async function askOne(
  { url, nowSec, apiKey, walletId }: Target,
  { random, counts, pastDays }: AskOptions & { readonly random: Random; readonly counts: Counts },
): Promise<void> {
  const asker: Asker = { random, nowSec: nowSec(), pastDays, apiKey, walletId };
  const { path, ...init } = makeSoakRequest(asker);
  const isHangUp = random.chance(HANG_UP_SHARE);
  const signal = AbortSignal.timeout(isHangUp ? HANG_UP_MS : PATIENCE_MS);
  try {
    const response = await fetch(url + path, { ...init, signal });
    await response.arrayBuffer();
    counts.requests++;
    if (response.status >= 500) counts.refusals++;
  } catch {
    if (!isHangUp) counts.errors++;
  }
}
