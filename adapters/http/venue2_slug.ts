/**
 * `slug`: how callers name one market of the secondary venue.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { tradeOriginOf, Venue2 } from "../../core/use_case/mod.ts";
import { parseTradeReference, TRADE_ORIGIN } from "../../core/venue2/mod.ts";

/** `slug`, which may be left out. */
export const VENUE2_SLUG_PARAMETER = {
  name: "slug",
  in: "query",
  required: false,
  schema: Type.String(),
  description: "Only this market: its slug or that of a side, in any case, with the point of the " +
    "target or without; a coin such as `%232430`; or the full address of its page, of which " +
    "nothing is fetched. All markets where it is left out",
  example: "btc-above-78213-yes-may-03-0600",
  isLiveExample: true,
} as const;

/** Reads it, by the site of the network in use; null where it is left out. */
export const readVenue2Slug = Effect.fnUntraced(function* (value: string | undefined) {
  if (value === undefined) return null;
  const choice = yield* Venue2;
  return yield* Effect.fromResult(parseTradeReference(value, {
    parameter: "slug",
    tradeOrigin: tradeOriginOf(choice),
    otherOrigin: TRADE_ORIGIN[choice.network],
  }));
});
