/**
 * The schema of the oracle's averages in answers and frames.
 *
 * @module
 */
import type { Static, TObject } from "@sinclair/typebox";
import { t } from "elysia";
import {
  formatE18,
  parseTwapWindow,
  TWAP_WINDOW_HINT,
  TWAP_WINDOW_SEC_DEFAULT,
  TWAP_WINDOWS_SEC,
  type TwapSeries,
} from "../../../core/price/mod.ts";
import { strict } from "../wire/kind.ts";
import { Parsed, words } from "../wire/text.ts";
import { OptionalAsset } from "./wire_question.ts";
import { IsoWire } from "../wire/answer.ts";
import { AssetWire } from "../wire/market.ts";

/** The fields of an average, for schemas that extend them. */
export const TWAP_FIELDS = {
  asset: AssetWire,
  symbol: t.String({ description: "The pair, such as `btc/usd`" }),
  windowSeconds: words(TWAP_WINDOWS_SEC, { description: "The look-back of the average" }),
  value: t.String({
    pattern: "^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$",
    description: "The average in US dollars, exact decimal text without trailing zeros",
  }),
  valueE18: t.String({
    pattern: "^(0|[1-9][0-9]*)$",
    description: "The same times 10^18, text of an integer",
  }),
  observedAt: { ...IsoWire, description: "The observed second" },
  source: t.Literal("oracle_twap", { description: "Always the oracle's own average" }),
};

/** What is asked of an average. */
export const TwapQuestion = strict({
  asset: OptionalAsset,
  window: t.Optional(Parsed<TwapSeries["windowSec"], TwapSeries["windowSec"]>(
    { type: "integer", enum: TWAP_WINDOWS_SEC },
    {
      default: TWAP_WINDOW_SEC_DEFAULT,
      description: "The look-back in seconds. Markets resolve on 60. Not every asset has a feed " +
        "of 30",
      examples: [60],
    },
    { ask: TWAP_WINDOW_HINT, parse: (text, { name }) => parseTwapWindow(text, name) },
  )),
});

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

/** The average of an answer. */
export const Twap = t.Object(TWAP_FIELDS, {
  $id: "Twap",
  description: "The average",
  examples: [TWAP_EXAMPLE],
});

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
