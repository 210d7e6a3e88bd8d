/**
 * The target price of the market window that contains an instant.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type Asset, checkSeries, type Interval, type MarketWindow } from "../../market/mod.ts";
import type { Evidence } from "../../price/mod.ts";
import { openedWindow, type RequestedInstant } from "./opened_window.ts";
import { TargetCache } from "./target_cache.ts";
import type { KnownTarget } from "./target_memory.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** A query for a target. The instant may be anywhere inside the window. */
export interface TargetAtQuery {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly at: RequestedInstant;
  readonly withEvidence: boolean;
}

/** A window and its target. */
export interface TargetAt {
  readonly window: MarketWindow;
  readonly target: KnownTarget;
  /** None unless requested. */
  readonly evidence: Option.Option<Evidence>;
  readonly isCached: boolean;
}

/** Finds the window, then its target. Fails if the provider or the store does. */
export const targetAt = Effect.fn("targetAt")(function* (query: TargetAtQuery) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  yield* Effect.fromResult(checkSeries(query));
  const window = yield* openedWindow(query.interval, query.at);
  const question = targetQuery(venue, query.asset, window);
  const { results: [result], isCached } = yield* cache.ask([question]);
  if (result === undefined) return yield* Effect.die("the target cache gave no answer");
  const found = yield* Effect.fromResult(result);
  // The evidence is the store's, and another replica may have finalized the price there.
  const target = query.withEvidence && found.isProvisional === true
    ? (yield* cache.lookUp([question]))[0] ?? found
    : found;
  const evidence = query.withEvidence ? yield* cache.evidence(question) : Option.none<Evidence>();
  return { window, target, evidence, isCached } satisfies TargetAt;
});
