/**
 * Which market a caller means, who may have named the page of its event.
 *
 * @module
 */
import { Data, Effect, Schema } from "effect";
import { EventCatalog, NotListed, type ProviderFailed } from "../port/mod.ts";
import type { MarketReference } from "../venue/mod.ts";

/** The page of an event does not say which of its markets is meant. */
export class EventAmbiguous extends Schema.TaggedError<EventAmbiguous>()("EventAmbiguous", {
  eventSlug: Schema.String,
  /** Of the markets that can be named. */
  slugs: Schema.Array(Schema.String),
  /** How many markets there are. */
  count: Schema.Number,
}) {
  override get message(): string {
    const { eventSlug, count } = this;
    return `Cannot tell which market of the event "${eventSlug}" is meant: it has ${count}`;
  }
}

/** The venue lists no such event, or one without markets. */
export class NoMarketThere extends Data.TaggedError("NoMarketThere")<{
  readonly eventSlug: string;
}> {}

/** The slug of the market. The venue is asked only where an event was named. */
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
