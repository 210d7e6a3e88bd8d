/**
 * Reads the market of an order: `slug` and `eventSlug` of its body, as slugs or as venue pages.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import {
  type MarketReference,
  type PageContext,
  parseMarketReference,
} from "../../../core/venue/mod.ts";
import { type BodyFields } from "../edge/body.ts";
import { readText, refuseField } from "../edge/body_field.ts";
import { ADDRESS_CHARS_MAX, readEventSlug, readVenueName } from "../wire/venue_name.ts";

/** The market of an order, and the event that it must belong to. */
export interface OrderMarket {
  readonly market: MarketReference;
  readonly eventSlug: Option.Option<string>;
}

const HINT = {
  slug: "Send the slug from the address of the market's page on the venue, or that address",
  eventSlug: "Send the slug from the address of the event's page on the venue, or that address",
};

/** Reads both. An event that `slug` names and one that `eventSlug` names must be the same. */
export function readOrderMarket(
  fields: BodyFields,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<OrderMarket, RequestRejected> {
  return Result.gen(function* () {
    const sent = yield* readAddress(fields, "slug");
    const context = { ...pages, parameter: "slug" };
    const market = yield* checked(yield* parseMarketReference(sent, context));
    const ofPage = market.by === "event" ? Option.some(market.eventSlug) : market.eventSlug;
    if (!fields.has("eventSlug")) {
      return { market, eventSlug: market.by === "event" ? Option.none() : ofPage };
    }
    const eventSlug = yield* readEventSlug(yield* readAddress(fields, "eventSlug"), pages);
    if (Option.exists(ofPage, (slug) => slug !== eventSlug)) {
      const hint = "Send the event of the page in slug, or leave eventSlug out";
      return yield* refuseField("eventSlug", eventSlug, hint);
    }
    return { market, eventSlug: market.by === "event" ? Option.none() : Option.some(eventSlug) };
  });
}

function readAddress(
  fields: BodyFields,
  field: keyof typeof HINT,
): Result.Result<string, RequestRejected> {
  return Result.flatMap(
    readText(fields, field, HINT[field]),
    (text) =>
      text.length <= ADDRESS_CHARS_MAX
        ? Result.succeed(text)
        : refuseField(field, text, `Send at most ${ADDRESS_CHARS_MAX} characters`),
  );
}

/** Checks the slugs, because they become parts of paths at the venue. */
function checked(market: MarketReference): Result.Result<MarketReference, RequestRejected> {
  return Result.gen(function* () {
    const parameter = "slug";
    if (market.by === "event") {
      yield* readVenueName(market.eventSlug, { parameter, of: "event" });
      return market;
    }
    yield* readVenueName(market.slug, { parameter, of: "market" });
    if (Option.isSome(market.eventSlug)) {
      yield* readVenueName(market.eventSlug.value, { parameter, of: "event" });
    }
    return market;
  });
}
