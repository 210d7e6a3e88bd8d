/**
 * Which series have the target of their open window.
 *
 * @module
 */
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { served } from "../market/market_name.ts";
import { AnswerFailure } from "../service/answer_failure.ts";
import { send } from "../service/send.ts";

/** The series, and why those without a target have none. */
export interface SeriesReport {
  readonly served: number;
  readonly total: number;
  readonly missing: ReadonlyArray<string>;
}

interface ActiveTargets {
  readonly results: ReadonlyArray<{
    readonly marketType: Interval;
    readonly ok: boolean;
    readonly error?: string;
  }>;
}

/** Returns a reader, which asks no more for assets whose every series had one. */
export function makeSeriesReader(): (signal: AbortSignal) => Promise<SeriesReport> {
  const complete = new Set<Asset>();
  return async (signal) => {
    const all = served.value;
    const missing = (await Promise.all(
      all.filter(({ asset }) => !complete.has(asset)).map(async ({ asset, intervals }) => {
        const lacking = await lackingOf(asset, intervals, signal);
        if (lacking.length === 0) complete.add(asset);
        return lacking.map((why) => `${asset} ${why}`);
      }),
    )).flat();
    const total = all.reduce((sum, { intervals }) => sum + intervals.length, 0);
    return { served: total - missing.length, total, missing };
  };
}

async function lackingOf(
  asset: Asset,
  intervals: ReadonlyArray<Interval>,
  signal: AbortSignal,
): Promise<ReadonlyArray<string>> {
  try {
    const address = `/api/v1/targets/active?asset=${asset}`;
    const { results } = await send<ActiveTargets>("GET", address, { signal });
    return results.filter(({ ok }) => !ok)
      .map(({ marketType, error = "no price yet" }) => `${marketType}: ${error}`);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return intervals.map((interval) => `${interval}: ${AnswerFailure.of(thrown).message}`);
  }
}
