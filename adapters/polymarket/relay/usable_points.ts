/**
 * Which of the points that the relay writes are the oracle's, and ours to use.
 *
 * @module
 */
import { Option } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import { parseE18, type RelayPoint } from "../../../core/price/mod.ts";
import { type ToldPoint, type ToldPoints, WINDOW_SEC } from "./relay_frame.ts";
import { assetOf } from "./symbol.ts";

/** The points of one asset in order of their seconds, and why others are not among them. */
export interface UsablePoints {
  /** Undefined where nothing can be used. */
  readonly asset: Asset | undefined;
  readonly points: ReadonlyArray<RelayPoint>;
  readonly complaint: string | undefined;
}

/** When and in which frame they came. */
export interface Arrival {
  readonly seq: number;
  /** Unix milliseconds of the service's clock. */
  readonly nowMs: number;
}

/** Points are of the past. Clocks differ. */
const AHEAD_SEC_MAX = 60;

/**
 * Chooses them. A point without the oracle's name is not the oracle's: the relay has other sources
 * of prices, which settle nothing.
 */
export function usablePoints(told: ToldPoints, arrival: Arrival): UsablePoints {
  const nothing = (complaint: string) => ({ asset: undefined, points: [], complaint });
  const asset = assetOf(told.symbol);
  if (asset === undefined) return nothing("nobody asked for its pair");
  if (told.window_seconds !== WINDOW_SEC) return nothing("it is of another look-back");
  if (told.source !== "chainlink") return nothing("it does not name the oracle as its source");
  const read = told.points.map((point) => readPoint(point, { ...arrival, symbol: told.symbol }));
  const points = read.filter((point) => typeof point !== "string");
  const refused = read.find((point) => typeof point === "string");
  const unread = told.unread > 0 ? "a point of it cannot be read" : undefined;
  return {
    asset,
    points: lastOfEachSecond(points),
    complaint: refused ?? unread,
  };
}

/** Of several values of one second the last stands: the others were corrected. */
function lastOfEachSecond(points: ReadonlyArray<RelayPoint>): ReadonlyArray<RelayPoint> {
  const bySec = new Map(points.map((point) => [point.observedSec, point]));
  return [...bySec.values()].toSorted((a, b) => a.observedSec - b.observedSec);
}

/** The point, or why it is none. */
function readPoint(
  { timestamp, full_accuracy_value: fullAccuracyValue }: ToldPoint,
  { symbol, seq, nowMs }: Arrival & { readonly symbol: string },
): RelayPoint | string {
  const observedSec = timestamp / 1000;
  if (!Number.isSafeInteger(observedSec) || observedSec <= 0) return "its second is none";
  if (timestamp > nowMs + AHEAD_SEC_MAX * 1000) return "it is of the future";
  const price = parseE18(fullAccuracyValue);
  if (Option.isNone(price) || price.value <= 0n) return "its value is no price";
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
