/**
 * Asks a service for every window of some days, so that what is measured later begins with a full
 * memory: it is bounded, and a load alone takes hours to fill it.
 *
 * @module
 */
import { type Asset, ASSETS, type Interval } from "../../core/market/mod.ts";
import type { Target } from "./target.ts";

const DAY_SEC = 86_400;
/** What one answer may have, at most. */
const POINTS_MAX = 2_000;
const LENGTH_SEC = { "5min": 300, "15min": 900, "1hour": 3_600 } as const satisfies Partial<
  Record<Interval, number>
>;
/** What is not found in the time of one answer is found soon after it. */
const TRIES_MAX = 10;

/** A range of windows that one answer holds. */
interface WindowRange {
  readonly asset: Asset;
  readonly type: keyof typeof LENGTH_SEC;
  readonly start: number;
  readonly end: number;
}

/** Asks for them. Returns how many were answered with a price. */
export async function fillTargets(target: Target, days: number): Promise<number> {
  const endSec = target.nowSec() - DAY_SEC / 24;
  let count = 0;
  for (const range of rangesOf(endSec - days * DAY_SEC, endSec)) {
    count += await askFor(target, range);
  }
  return count;
}

function rangesOf(fromSec: number, endSec: number): ReadonlyArray<WindowRange> {
  return ASSETS.flatMap((asset) =>
    (Object.keys(LENGTH_SEC) as Array<keyof typeof LENGTH_SEC>).flatMap((type) => {
      const stepSec = LENGTH_SEC[type] * POINTS_MAX;
      return Array.from({ length: Math.ceil((endSec - fromSec) / stepSec) }, (_, at) => {
        const start = fromSec + at * stepSec;
        return { asset, type, start, end: Math.min(start + stepSec, endSec) };
      });
    })
  );
}

async function askFor({ url }: Target, { asset, type, start, end }: WindowRange): Promise<number> {
  let found = 0;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const query = new URLSearchParams({ asset, type, start: `${start}`, end: `${end}` });
    const response = await fetch(`${url}/api/v1/history/range?${query}`);
    const { history = [] } = await response.json() as {
      readonly history?: ReadonlyArray<{ readonly ok: boolean }>;
    };
    found = history.filter(({ ok }) => ok).length;
    if (history.length > 0 && found === history.length) break;
  }
  return found;
}
