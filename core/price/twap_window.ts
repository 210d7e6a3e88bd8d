/**
 * The look-backs over which the oracle publishes averages.
 *
 * @module
 */
import { Result } from "effect";
import { type Asset, ASSETS } from "../market/mod.ts";
import { RequestRejected } from "../request.ts";
import { wholeDigits } from "../whole_number.ts";
import type { OracleStream } from "./target_rule.ts";

/** The look-backs, in seconds. Source: the oracle has a separate stream for each. */
export const TWAP_WINDOWS_SEC = [30, 60] as const;

/** One of {@linkcode TWAP_WINDOWS_SEC}. */
export type TwapWindowSec = (typeof TWAP_WINDOWS_SEC)[number];

/** The averages of one asset over one look-back. */
export interface TwapSeries {
  readonly asset: Asset;
  readonly windowSec: TwapWindowSec;
}

/** Every series of averages that the oracle may publish. */
export const TWAP_SERIES: ReadonlyArray<TwapSeries> = ASSETS.flatMap((asset) =>
  TWAP_WINDOWS_SEC.map((windowSec) => ({ asset, windowSec }))
);

/** The look-back used when a request names none: the one that markets resolve on. */
export const TWAP_WINDOW_SEC_DEFAULT: TwapWindowSec = 60;

/** The hint for an unknown look-back. */
export const TWAP_WINDOW_HINT = `Use ${TWAP_WINDOWS_SEC.join(" or ")}: markets resolve on ` +
  `${TWAP_WINDOW_SEC_DEFAULT}`;

/** Parses a look-back in seconds. */
export function parseTwapWindow(
  input: string,
  parameter = "window",
): Result.Result<TwapWindowSec, RequestRejected> {
  const digits = wholeDigits(input.trim());
  const known = TWAP_WINDOWS_SEC.find((windowSec) => String(windowSec) === digits);
  return known === undefined
    ? Result.fail(new RequestRejected({ parameter, received: input, hint: TWAP_WINDOW_HINT }))
    : Result.succeed(known);
}

/** Returns the oracle's stream for a look-back. */
export function twapStreamOf(windowSec: TwapWindowSec): OracleStream {
  return `twap_${windowSec}`;
}

/** Returns the look-back of a stream's averages, in seconds; undefined for the spot stream. */
export function twapWindowOf(stream: OracleStream): TwapWindowSec | undefined {
  return TWAP_WINDOWS_SEC.find((windowSec) => twapStreamOf(windowSec) === stream);
}
