/**
 * Port: what the primary venue lists.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";
import type { EventReference, ListedMarket, VenueEvent } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** The venue answers, and lists nothing under this name. */
export class NotListed extends Schema.TaggedError<NotListed>()("NotListed", {
  /** `event` or `market`. */
  kind: Schema.Literals(["event", "market"]),
  /** How it was named, such as `slug "btc-updown-5m-1766160000"`. */
  named: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the ${this.kind} with ${this.named}: the venue lists none`;
  }
}

/**
 * How new an answer must be. `lasting`: names, outcomes and tokens, which a listing keeps.
 * `current`: also tags, fees, ticks and whether orders are taken, which change while it is open.
 */
export type Freshness = "lasting" | "current";

/** An answer, and whether it was there without asking the venue. */
export interface CatalogAnswer<A> {
  readonly value: A;
  readonly isCached: boolean;
}

/** Asks the venue's catalog. Closed events and markets are found as well. */
export class EventCatalog extends Context.Service<EventCatalog, {
  readonly event: (
    reference: EventReference,
    freshness: Freshness,
  ) => Effect.Effect<CatalogAnswer<VenueEvent>, NotListed | ProviderFailed>;

  readonly market: (
    slug: string,
    freshness: Freshness,
  ) => Effect.Effect<CatalogAnswer<ListedMarket>, NotListed | ProviderFailed>;
}>()("core/port/EventCatalog") {}
