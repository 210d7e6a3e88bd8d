/**
 * The prices that the venue publishes about a window after its end: `eventMetadata`.
 *
 * Source: the venue's metadata service, answers recorded in autumn 2026. Prices are doubles; they
 * appear 21 to 143 s after the end, and some windows never get them.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type { MarketWindow } from "../../../core/market/mod.ts";
import { readInstant } from "../games/wire_time.ts";
import { makePriceParser, readPriceText } from "./price_text.ts";

const Text = Schema.optional(Schema.NullOr(Schema.String));

/** An event from {@linkcode parseEventJson}. Unknown fields are decoded where they are used. */
export const PublishedEvent = Schema.Struct({
  slug: Schema.NonEmptyString,
  startTime: Text,
  endDate: Text,
  seriesSlug: Text,
  series: Schema.optional(Schema.Unknown),
  eventMetadata: Schema.optional(Schema.Unknown),
});
/** An event from {@linkcode parseEventJson}. Unknown fields are decoded where they are used. */
export type PublishedEvent = typeof PublishedEvent.Type;

/** Parses JSON with events, keeping prices as text. Throws like `JSON.parse`. */
export const parseEventJson = makePriceParser(["priceToBeat", "finalPrice"]);

const decodeMetadata = Schema.decodeUnknownResult(
  Schema.NullOr(Schema.Struct({ priceToBeat: Text, finalPrice: Text })),
);
const decodeSeries = Schema.decodeUnknownOption(
  Schema.Array(
    Schema.Struct({ id: Schema.Union([Schema.NonEmptyString, Schema.Int]), slug: Text }),
  ),
);

/** The prices of a window. `finalPriceE18`: at its end, if published. */
export interface EventPrices {
  readonly priceE18: bigint;
  readonly finalPriceE18: bigint | undefined;
}

/**
 * Returns an event's prices of a window; none if it has no target or covers other times. Fails with
 * a description if the target is unreadable.
 */
export function eventPrices(
  event: PublishedEvent,
  window: MarketWindow,
): Result.Result<Option.Option<EventPrices>, string> {
  const none = Result.succeed(Option.none<EventPrices>());
  if (!isAbout(event, window)) return none;
  const metadata = decodeMetadata(event.eventMetadata ?? null);
  if (Result.isFailure(metadata)) return Result.fail("its metadata have an unknown form");
  const { priceToBeat, finalPrice } = metadata.success ?? {};
  if (priceToBeat === undefined || priceToBeat === null) return none;
  return Result.map(
    Result.fromOption(
      readPriceText(priceToBeat),
      () => `its priceToBeat is "${priceToBeat.slice(0, 80)}"`,
    ),
    // An unreadable closing price does not invalidate the target.
    (priceE18) =>
      Option.some({
        priceE18,
        finalPriceE18: Option.getOrUndefined(readPriceText(finalPrice ?? "")),
      }),
  );
}

function isAbout({ startTime, endDate }: PublishedEvent, window: MarketWindow): boolean {
  const isAt = (text: string | null | undefined, sec: number) =>
    text === undefined || text === null || Option.contains(readInstant(text), sec);
  return isAt(startTime, window.startSec) && isAt(endDate, window.endSec);
}

/** Returns the id of the series that the event names as its own; none without one. */
export function seriesIdOf({ series, seriesSlug }: PublishedEvent): Option.Option<string> {
  const listed = Option.getOrElse(decodeSeries(series), () => []);
  const own = typeof seriesSlug === "string"
    ? listed.find(({ slug }) => slug === seriesSlug)
    : listed[0];
  return Option.map(Option.fromUndefinedOr(own), ({ id }) => String(id));
}
