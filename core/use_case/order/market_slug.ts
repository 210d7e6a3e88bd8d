/**
 * Finds the slug of the market that a caller names, directly or by the page of its event.
 *
 * @module
 */
import { Data, Effect, Schema } from "effect";
import { EventCatalog, NotListed } from "../../port/event_catalog.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import type { MarketReference } from "../../venue/mod.ts";

/** The event has several markets, so its page does not identify one. */
export class EventAmbiguous extends Schema.TaggedError<EventAmbiguous>()("EventAmbiguous", {
  eventSlug: Schema.String,
  /** The slugs of its readable markets. */
  slugs: Schema.Array(Schema.String),
  /** How many markets the event has, unreadable ones included. */
  count: Schema.Number,
}) {
  override get message(): string {
    const { eventSlug, count } = this;
    return `Cannot choose a market of the event "${eventSlug}": it has ${count}`;
  }
}

/** The venue lists no such event, or one without markets. */
export class NoMarketThere extends Data.TaggedError("NoMarketThere")<{
  readonly eventSlug: string;
}> {}

/** Returns the slug of the market. Asks the venue only where the caller named an event. */
export const marketSlugOf = Effect.fnUntraced(function* (
  reference: MarketReference,
): Effect.fn.Return<string, EventAmbiguous | NoMarketThere | ProviderFailed, EventCatalog> {
  if (reference.by === "slug") return reference.slug;
  const { eventSlug } = reference;
  const catalog = yield* EventCatalog;
  const { value: { markets, unreadableMarkets } } = yield* catalog
    .event({ by: "slug", slug: eventSlug }, "lasting")
    .pipe(Effect.catchIf(
      (failure) => failure instanceof NotListed,
      () => Effect.fail(new NoMarketThere({ eventSlug })),
    ));
  const count = markets.length + unreadableMarkets.length;
  const [first] = markets;
  if (first !== undefined && count === 1) return first.slug;
  if (count === 0) return yield* new NoMarketThere({ eventSlug });
  const slugs = markets.map(({ slug }) => slug);
  return yield* new EventAmbiguous({ eventSlug, slugs, count });
});
