/**
 * The parameter `slug`: how callers name a market of the secondary venue.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { tradeOriginOf, Venue2 } from "../../../core/use_case/venue2/mod.ts";
import { parseTradeReference, TRADE_ORIGIN } from "../../../core/venue2/mod.ts";

/** `slug`, optional. */
export const VENUE2_SLUG_PARAMETER = {
  name: "slug",
  in: "query",
  required: false,
  schema: Type.String(),
  description:
    "Only this market: its slug or that of a side, in any case, with or without the decimal " +
    "point of the target; a coin such as `%232430`; or the full URL of its page, which is not " +
    "fetched. Default: all markets",
  example: "btc-above-78213-yes-may-03-0600",
  liveExample: "outcomeMarketSlug",
} as const;

/** Reads the parameter for the site of the network in use; null if it is missing. */
export const readVenue2Slug = Effect.fnUntraced(function* (value: string | undefined) {
  if (value === undefined) return null;
  const choice = yield* Venue2;
  return yield* Effect.fromResult(parseTradeReference(value, {
    parameter: "slug",
    tradeOrigin: tradeOriginOf(choice),
    otherOrigin: TRADE_ORIGIN[choice.network],
  }));
});
