/**
 * The schema of the oracle's averages in answers and frames.
 *
 * @module
 */
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { formatE18, TWAP_WINDOWS_SEC, type TwapSeries } from "../../../core/price/mod.ts";
import { AssetWire, IsoWire } from "./wire_target.ts";

/** The fields of an average, for schemas that extend them. */
export const TWAP_FIELDS = {
  asset: AssetWire,
  symbol: Type.String({ description: "The pair, such as `btc/usd`" }),
  windowSeconds: Type.Union(TWAP_WINDOWS_SEC.map((windowSec) => Type.Literal(windowSec)), {
    description: "The look-back of the average",
  }),
  value: Type.String({
    pattern: "^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$",
    description: "The average in US dollars, exact decimal text without trailing zeros",
  }),
  valueE18: Type.String({
    pattern: "^(0|[1-9][0-9]*)$",
    description: "The same times 10^18, text of an integer",
  }),
  observedAt: { ...IsoWire, description: "The observed second" },
  source: Type.Literal("oracle_twap", { description: "Always the oracle's own average" }),
};

/** An average. */
export const TWAP_EXAMPLE = {
  asset: "btc",
  symbol: "btc/usd",
  windowSeconds: 60,
  value: "87648.21",
  valueE18: "87648210000000000000000",
  observedAt: "2026-01-01T00:00:01.000Z",
  source: "oracle_twap",
} as const;

/** Writes one average exactly: the value never passes through a float. */
export function twapBody(
  { asset, windowSec }: TwapSeries,
  { priceE18, observedSec }: { readonly priceE18: bigint; readonly observedSec: number },
): Static<TObject<typeof TWAP_FIELDS>> {
  return {
    asset,
    symbol: `${asset}/usd`,
    windowSeconds: windowSec,
    value: formatE18(priceE18),
    valueE18: priceE18.toString(),
    observedAt: new Date(observedSec * 1000).toISOString(),
    source: "oracle_twap",
  };
}
