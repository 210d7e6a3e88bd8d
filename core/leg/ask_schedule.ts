/**
 * When a venue is asked about a market: as it opens, until it has its target, and as it closes,
 * until its result stands.
 *
 * @module
 */
import { isDecided, type LegRecord } from "./leg_market.ts";

/** A time in which a market is asked about, from an instant on, at this interval. */
interface Phase {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

const SEC = 1_000;
const MINUTE = 60 * SEC;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After the opening: the target is there about a second later. One that is late may yet come. */
const OPENING: ReadonlyArray<Phase> = [
  { fromMs: 0.7 * SEC, untilMs: MINUTE, everyMs: SEC },
  { fromMs: MINUTE, untilMs: HOUR, everyMs: 30 * SEC },
];
/** After the close, while there is no result. */
const CLOSING: ReadonlyArray<Phase> = [
  { fromMs: 6 * SEC, untilMs: 2 * MINUTE, everyMs: 2 * SEC },
  { fromMs: 2 * MINUTE, untilMs: 10 * MINUTE, everyMs: 30 * SEC },
  { fromMs: 10 * MINUTE, untilMs: 7 * DAY, everyMs: HOUR },
];
/** After the close, with a result, which the venue may amend. */
const SETTLED: ReadonlyArray<Phase> = [
  { fromMs: 6 * SEC, untilMs: 10 * MINUTE, everyMs: 30 * SEC },
  { fromMs: 10 * MINUTE, untilMs: DAY, everyMs: HOUR },
];

/** For how long after its end a market is asked about at most, in milliseconds. */
export const ASKED_AFTER_END_MS = 7 * DAY;

/**
 * Returns when to ask about a market next, in unix milliseconds: at once where that has passed.
 * Infinity if nothing more is expected, or the venue lists none.
 */
export function nextAskMs(
  { market, startSec, endSec }: Pick<LegRecord, "market" | "startSec" | "endSec">,
  askedMs: number,
): number {
  if (market === null) return Infinity;
  const [startMs, endMs] = [startSec * SEC, endSec * SEC];
  if (isDecided(market)) return nextIn(SETTLED, endMs, askedMs);
  const closingMs = nextIn(CLOSING, endMs, askedMs);
  if (market.target !== null) return closingMs;
  return Math.min(nextIn(OPENING, startMs, askedMs), closingMs);
}

function nextIn(phases: ReadonlyArray<Phase>, originMs: number, askedMs: number): number {
  for (const { fromMs, untilMs, everyMs } of phases) {
    const atMs = Math.max(originMs + fromMs, askedMs + everyMs);
    if (atMs < originMs + untilMs) return atMs;
  }
  return Infinity;
}
