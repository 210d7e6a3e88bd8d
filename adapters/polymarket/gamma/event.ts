/**
 * Reads an event of the venue from its metadata.
 *
 * @module
 */
import { Result, Schema } from "effect";
import type {
  MarketFee,
  UnreadableMarket,
  VenueEvent,
  VenueMarket,
} from "../../../core/venue/mod.ts";
import { toMarketFee } from "./fee.ts";
import { readTags, type Unreadable } from "./field.ts";
import { toVenueMarket } from "./market.ts";
import { type GammaEvent, GammaMarket, GammaMarketFee } from "./payload.ts";

/** An event, and the errors of its unreadable markets. */
export interface EventReading {
  readonly event: VenueEvent;
  readonly troubles: ReadonlyArray<Unreadable>;
}

/**
 * Reads an event; fails with a description.
 *
 * An unreadable market is reported separately and does not fail the event: the tags do not depend
 * on one market among hundreds. Its fee is read separately, since nothing else about a market says
 * what takers pay.
 */
export function toVenueEvent(event: GammaEvent): Result.Result<EventReading, Unreadable> {
  const markets: Array<VenueMarket> = [];
  const unreadableMarkets: Array<UnreadableMarket> = [];
  const troubles: Array<Unreadable> = [];
  for (const written of event.markets ?? []) {
    const read = readMarket(written);
    if (Result.isSuccess(read)) markets.push(read.success);
    else {
      const named = nameOf(written);
      unreadableMarkets.push({ named, fee: Result.getSuccess(readFee(written)) });
      troubles.push(`${named}: ${read.failure}`);
    }
  }
  return Result.map(readTags(event.tags), (tags) => ({
    event: {
      id: String(event.id),
      slug: event.slug,
      title: event.title ?? "",
      tags,
      isClosed: event.closed ?? false,
      markets,
      unreadableMarkets,
    },
    troubles,
  }));
}

const decodeMarket = Schema.decodeUnknownResult(GammaMarket);

function readMarket(written: unknown): Result.Result<VenueMarket, Unreadable> {
  const decoded = Result.mapError(decodeMarket(written), (issue) => issue.message);
  return Result.flatMap(decoded, toVenueMarket);
}

const decodeFee = Schema.decodeUnknownResult(GammaMarketFee);

function readFee(written: unknown): Result.Result<MarketFee, Unreadable> {
  const decoded = Result.mapError(decodeFee(written), (issue) => issue.message);
  return Result.flatMap(decoded, toMarketFee);
}

const hasSlug = Schema.is(Schema.Struct({ slug: Schema.NonEmptyString }));
const hasId = Schema.is(
  Schema.Struct({ id: Schema.Union([Schema.NonEmptyString, Schema.Number]) }),
);

/** Names the market by its first readable identifier. */
function nameOf(written: unknown): string {
  if (hasSlug(written)) return `slug "${written.slug}"`;
  return hasId(written) ? `id "${written.id}"` : "no name";
}
