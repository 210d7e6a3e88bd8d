/**
 * Asks the service's history for windows.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { askApi } from "../service/api.ts";
import type { HistoryWindow, WindowHistory } from "./history_answer.ts";
import { lengthSecOf } from "./market_name.ts";

/** Which windows. */
export interface RangeQuery {
  readonly asset: Asset;
  readonly interval: Interval;
  /** Unix seconds, exclusive. */
  readonly endSec: number;
  readonly count: number;
  readonly hasOutcomes: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Returns the last windows that start before an instant, oldest first. */
export async function askWindows(
  { asset, interval, endSec, count, hasOutcomes, signal }: RangeQuery,
): Promise<ReadonlyArray<HistoryWindow>> {
  const { history } = await askApi<{ readonly history: ReadonlyArray<HistoryWindow> }>({
    path: "/api/v1/history/range",
    query: {
      asset,
      type: interval,
      start: String(endSec - count * lengthSecOf(interval)),
      end: String(endSec),
      includeOutcomeMeta: hasOutcomes ? "true" : undefined,
    },
    signal,
  });
  return history;
}

/** Returns one window with its outcome, the venue's resolution and the proof of its target. */
export function askWindow(
  { asset, interval, startSec, signal }: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly startSec: number;
    readonly signal: AbortSignal;
  },
): Promise<WindowHistory> {
  return askApi({
    path: "/api/v1/history/market",
    query: {
      asset,
      type: interval,
      marketStart: String(startSec),
      evidence: "true",
      includeOutcomeMeta: "true",
      includeResolution: "true",
    },
    signal,
  });
}
