/**
 * Reads the market of an order: `slug` and `eventSlug` of its body, as slugs or as venue pages.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import type { OrderRequest } from "../../../core/use_case/order/mod.ts";
import {
  type MarketReference,
  type PageContext,
  parseMarketReference,
} from "../../../core/venue/mod.ts";
import { refuse } from "../wire/kind.ts";
import { readEventSlug, readVenueName } from "../wire/venue_name.ts";

/** The market of an order, and the event that it must belong to. */
type OrderMarket = Pick<OrderRequest, "market" | "eventSlug">;

/** Reads both. An event that `slug` names and one that `eventSlug` names must be the same. */
export function readOrderMarket(
  sent: { readonly slug: string; readonly eventSlug?: string | undefined },
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<OrderMarket, RequestRejected> {
  return Result.gen(function* () {
    const context = { ...pages, parameter: "slug" };
    const market = yield* checked(yield* parseMarketReference(sent.slug, context));
    const ofPage = market.by === "event" ? Option.some(market.eventSlug) : market.eventSlug;
    if (sent.eventSlug === undefined) {
      return { market, eventSlug: market.by === "event" ? Option.none() : ofPage };
    }
    const eventSlug = yield* readEventSlug(sent.eventSlug, pages);
    if (Option.exists(ofPage, (slug) => slug !== eventSlug)) {
      const hint = "Send the event of the page in slug, or leave eventSlug out";
      return yield* refuse({ name: "eventSlug" }, eventSlug, hint);
    }
    return { market, eventSlug: market.by === "event" ? Option.none() : Option.some(eventSlug) };
  });
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
