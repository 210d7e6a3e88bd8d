/**
 * Port: the primary venue's catalog of events and markets.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";
import type { EventReference, ListedMarket, VenueEvent } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** The venue answered and has no event or market with this slug or id. */
export class NotListed extends Schema.TaggedError<NotListed>()("NotListed", {
  /** `event` or `market`. */
  kind: Schema.Literals(["event", "market"]),
  /** The reference that was looked up, such as `slug "btc-updown-5m-1766160000"`. */
  named: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the ${this.kind} with ${this.named}: the venue lists none`;
  }
}

/**
 * How fresh an answer must be. `lasting` suffices for names, outcomes and tokens, which never
 * change. `current` is needed for tags, fees, ticks and whether orders are accepted, which change
 * while a market is open.
 */
export type Freshness = "lasting" | "current";

/** An answer, and whether it came from the cache. */
export interface CatalogAnswer<A> {
  readonly value: A;
  readonly isCached: boolean;
}

/** An answer, and when the venue was asked for it, in unix milliseconds. */
export interface DatedAnswer<A> extends CatalogAnswer<A> {
  readonly askedAtMs: number;
}

/** Queries the venue's catalog, which includes closed events and markets. */
export class EventCatalog extends Context.Service<EventCatalog, {
  readonly event: (
    reference: EventReference,
    freshness: Freshness,
  ) => Effect.Effect<DatedAnswer<VenueEvent>, NotListed | ProviderFailed>;

  readonly market: (
    slug: string,
    freshness: Freshness,
  ) => Effect.Effect<CatalogAnswer<ListedMarket>, NotListed | ProviderFailed>;
}>()("core/port/EventCatalog") {}
