/**
 * The oracle's averages: over which look-backs they are published.
 *
 * @module
 */
import { Result } from "effect";
import { type Asset, ASSETS } from "../market/mod.ts";
import { RequestRejected } from "../request.ts";
import type { OracleStream } from "./target_rule.ts";

/** In seconds. Source: the oracle has a stream of its own for each. */
export const TWAP_WINDOWS_SEC = [30, 60] as const;

/** One of {@linkcode TWAP_WINDOWS_SEC}. */
export type TwapWindowSec = (typeof TWAP_WINDOWS_SEC)[number];

/** One asset's averages over one look-back. */
export interface TwapSeries {
  readonly asset: Asset;
  readonly windowSec: TwapWindowSec;
}

/** Every series of averages that the oracle may have. */
export const TWAP_SERIES: ReadonlyArray<TwapSeries> = ASSETS.flatMap((asset) =>
  TWAP_WINDOWS_SEC.map((windowSec) => ({ asset, windowSec }))
);

/** What is meant where none is named: the one that markets resolve on. */
export const TWAP_WINDOW_SEC_DEFAULT: TwapWindowSec = 60;

/** What a caller is told who names another. */
export const TWAP_WINDOW_HINT = `Use ${TWAP_WINDOWS_SEC.join(" or ")}: markets resolve on ` +
  `${TWAP_WINDOW_SEC_DEFAULT}`;

/** Reads a look-back, in seconds, that a caller has sent as text. */
export function parseTwapWindow(
  input: string,
  parameter = "window",
): Result.Result<TwapWindowSec, RequestRejected> {
  const known = TWAP_WINDOWS_SEC.find((windowSec) => String(windowSec) === input.trim());
  return known === undefined
    ? Result.fail(new RequestRejected({ parameter, received: input, hint: TWAP_WINDOW_HINT }))
    : Result.succeed(known);
}

/** The oracle's stream of a look-back. */
export function twapStreamOf(windowSec: TwapWindowSec): OracleStream {
  return `twap_${windowSec}`;
}

/** The look-back of a stream's averages, in seconds; undefined: it is of prices. */
export function twapWindowOf(stream: OracleStream): TwapWindowSec | undefined {
  return TWAP_WINDOWS_SEC.find((windowSec) => twapStreamOf(windowSec) === stream);
}
