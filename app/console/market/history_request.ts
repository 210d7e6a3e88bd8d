/**
 * Asks the service's history for windows.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { historyApi } from "../service/api.ts";
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
  const { history } = await historyApi.history.range({
    asset,
    type: interval,
    start: endSec - count * lengthSecOf(interval),
    end: endSec,
    ...(hasOutcomes ? { includeOutcomeMeta: true } : {}),
  }, { signal });
  return history;
}

/** Returns one window with its outcome, the venue's resolution and the proof of its target. */
export async function askWindow(
  { asset, interval, startSec, signal }: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly startSec: number;
    readonly signal: AbortSignal;
  },
): Promise<WindowHistory> {
  return await historyApi.history.market({
    asset,
    type: interval,
    marketStart: startSec,
    evidence: true,
    includeOutcomeMeta: true,
    includeResolution: true,
  }, { signal }) as WindowHistory;
}
