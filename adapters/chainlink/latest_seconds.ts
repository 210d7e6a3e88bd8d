/**
 * The latest second of each feed that was received, from the own connection or by another replica.
 *
 * @module
 */
import type { Asset } from "../../core/market/mod.ts";
import type { LiveEvent } from "../../core/port/mod.ts";
import type { OracleStream } from "../../core/price/mod.ts";
import { feedKey } from "./feed_table.ts";

/** Remembers seconds. */
export interface LatestSeconds {
  readonly take: (event: LiveEvent) => void;
  /** Returns the latest second with a report; -Infinity before the first. */
  readonly latest: (asset: Asset, stream: OracleStream) => number;
}

/** Makes a memory of nothing. */
export function makeLatestSeconds(): LatestSeconds {
  const latest = new Map<string, number>();
  return {
    take: (event) => {
      if (event.kind !== "report") return;
      const key = feedKey(event.asset, event.report.stream);
      latest.set(key, Math.max(event.report.observedSec, latest.get(key) ?? -Infinity));
    },
    latest: (asset, stream) => latest.get(feedKey(asset, stream)) ?? -Infinity,
  };
}
