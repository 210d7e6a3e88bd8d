/**
 * The relay's channel that the service reads, and its filters. The real relay has others.
 *
 * @module
 */
import { fieldsOf, isJsonObject } from "../../kit/json.ts";
import { type PointSource, type PublishedPoint } from "./point_source.ts";
import { writtenPoint } from "./relay_frame.ts";
import { AVERAGED_SYMBOLS } from "./relay_symbol.ts";

/** The channel of the oracle's averages. It needs credentials. */
export const AVERAGES_CHANNEL = "price.crypto.twap";

/** The sources of averages, by symbol. */
export type AverageSources = ReadonlyMap<string, PointSource>;

/** A valid filter of the channel. */
export interface RelayPair {
  /** A key that is equal for the same filter. */
  readonly key: string;
  /** Undefined for a pair that never sends anything. */
  readonly source: PointSource | undefined;
  /** Returns the JSON of an update's payload. */
  update(point: PublishedPoint): string;
  /** Returns the JSON of a snapshot's payload. */
  snapshot(points: ReadonlyArray<PublishedPoint>): string;
}

const WINDOW_SEC = 60;

/**
 * Returns the pair of a filter; undefined for an invalid one. Documented: the filter, and that
 * windows other than 60 s stay empty. Assumed: that an unknown symbol is a bad filter.
 */
export function readPair(filter: unknown, sources: AverageSources): RelayPair | undefined {
  if (!isJsonObject(filter)) return undefined;
  const fields = fieldsOf(filter);
  const [symbol, windowSec] = [fields.get("symbol"), fields.get("window_seconds")];
  if (typeof symbol !== "string" || !AVERAGED_SYMBOLS.includes(symbol)) return undefined;
  if (typeof windowSec !== "number" || !Number.isInteger(windowSec) || windowSec < 1) {
    return undefined;
  }
  const tail = { window_seconds: windowSec, source: "chainlink" };
  return {
    key: JSON.stringify([...fields].sort(([a], [b]) => a < b ? -1 : 1)),
    source: windowSec === WINDOW_SEC ? sources.get(symbol) : undefined,
    update: (point) => {
      const { timestamp, value, full_accuracy_value } = writtenPoint(point);
      return JSON.stringify({ symbol, value, full_accuracy_value, timestamp, ...tail });
    },
    snapshot: (points) => JSON.stringify({ symbol, data: points.map(writtenPoint), ...tail }),
  };
}
