/**
 * The five market intervals and the aliases that requests may use.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";

/** Canonical interval names, shortest first. */
export const INTERVALS = ["5min", "15min", "1hour", "4hour", "daily"] as const;

/** One of {@linkcode INTERVALS}. */
export type Interval = (typeof INTERVALS)[number];

/** A map rather than an object, so that "constructor" is not an interval. */
const BY_NAME: ReadonlyMap<string, Interval> = new Map([
  ...INTERVALS.map((interval) => [interval, interval] as const),
  ["5m", "5min"],
  ["15m", "15min"],
  ["1h", "1hour"],
  ["1hr", "1hour"],
  ["4h", "4hour"],
  ["day", "daily"],
]);

/** Every spelling a request may use, canonical names first. */
export const INTERVAL_NAMES: ReadonlyArray<string> = [...BY_NAME.keys()];

/** Parses a canonical name or an alias, case-insensitively. */
export function parseInterval(
  input: string,
  parameter = "type",
): Result.Result<Interval, RequestRejected> {
  const interval = BY_NAME.get(foldName(input));
  if (interval !== undefined) return Result.succeed(interval);
  const hint = `Use one of ${INTERVALS.join(", ")}`;
  return Result.fail(new RequestRejected({ parameter, received: input, hint }));
}
