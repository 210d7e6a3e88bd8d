/**
 * Selects the oracle's points among those that the relay sends.
 *
 * @module
 */
import { Option } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import { parseE18, type RelayPoint } from "../../../core/price/mod.ts";
import { type PointsPayload, type ToldPoint, WINDOW_SEC } from "./relay_frame.ts";
import { assetOf } from "./symbol.ts";

/** The usable points of one asset by second, and why others were rejected. */
export interface UsablePoints {
  /** Undefined if no point is usable. */
  readonly asset: Asset | undefined;
  readonly points: ReadonlyArray<RelayPoint>;
  readonly complaint: string | undefined;
}

/** When and in which frame the points arrived. */
export interface Arrival {
  readonly seq: number;
  /** Unix milliseconds of the service's clock. */
  readonly nowMs: number;
}

/** Points are about the past, but clocks differ. */
const AHEAD_SEC_MAX = 60;

/**
 * Selects the points. A point must name the oracle as its source: the relay has other price
 * sources, which decide no market.
 */
export function usablePoints(payload: PointsPayload, arrival: Arrival): UsablePoints {
  const nothing = (complaint: string) => ({ asset: undefined, points: [], complaint });
  const asset = assetOf(payload.symbol);
  if (asset === undefined) return nothing("its pair was not requested");
  if (payload.window_seconds !== WINDOW_SEC) return nothing("it has another averaging window");
  if (payload.source !== "chainlink") return nothing("it does not name the oracle as its source");
  const read = payload.points.map((point) =>
    readPoint(point, { ...arrival, symbol: payload.symbol })
  );
  const points = read.filter((point) => typeof point !== "string");
  const refused = read.find((point) => typeof point === "string");
  const unread = payload.unread > 0 ? "one of its points is unreadable" : undefined;
  return {
    asset,
    points: lastOfEachSecond(points),
    complaint: refused ?? unread,
  };
}

/** Keeps the last of several values of one second: the earlier ones were corrected. */
function lastOfEachSecond(points: ReadonlyArray<RelayPoint>): ReadonlyArray<RelayPoint> {
  const bySec = new Map(points.map((point) => [point.observedSec, point]));
  return [...bySec.values()].toSorted((a, b) => a.observedSec - b.observedSec);
}

/** Returns the point, or why it is unusable. */
function readPoint(
  { timestamp, full_accuracy_value: fullAccuracyValue }: ToldPoint,
  { symbol, seq, nowMs }: Arrival & { readonly symbol: string },
): RelayPoint | string {
  const observedSec = timestamp / 1000;
  if (!Number.isSafeInteger(observedSec) || observedSec <= 0) return "its second is invalid";
  if (timestamp > nowMs + AHEAD_SEC_MAX * 1000) return "it is from the future";
  const price = parseE18(fullAccuracyValue);
  if (Option.isNone(price) || price.value <= 0n) return "its value is not a price";
  return {
    stream: "twap_60",
    validFromSec: observedSec,
    observedSec,
    priceE18: price.value,
    symbol,
    fullAccuracyValue,
    seq,
    receivedAtMs: nowMs,
  };
}
