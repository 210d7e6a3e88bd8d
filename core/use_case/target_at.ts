/**
 * The target price of the market window an instant falls in.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Asset, Interval, MarketWindow } from "../market/mod.ts";
import type { Evidence } from "../price/mod.ts";
import { type NamedInstant, openedWindow } from "./opened_window.ts";
import { TargetBook } from "./target_book.ts";
import type { KnownTarget } from "./target_memory.ts";
import { targetQuery, Venue } from "./venue.ts";

/** Which target is wanted. The instant may be anywhere inside the window. */
export interface TargetAtQuery {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly at: NamedInstant;
  readonly withEvidence: boolean;
}

/** A window together with the price it opened at. */
export interface TargetAt {
  readonly window: MarketWindow;
  readonly target: KnownTarget;
  /** None when it was not asked for. */
  readonly evidence: Option.Option<Evidence>;
  readonly isCached: boolean;
}

/** Finds the window, then its target. Fails as the provider does. */
export const targetAt = Effect.fn("targetAt")(function* (query: TargetAtQuery) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const window = yield* openedWindow(query.interval, query.at);
  const question = targetQuery(venue, query.asset, window);
  const { results: [result], isCached } = yield* book.ask([question]);
  if (result === undefined) return yield* Effect.die("the book gave no answer");
  const found = yield* Effect.fromResult(result);
  // The evidence is the store's, where another replica may have settled the price meanwhile.
  const target = query.withEvidence && found.isProvisional === true
    ? (yield* book.lookUp([question]))[0] ?? found
    : found;
  const evidence = query.withEvidence ? yield* book.evidence(question) : Option.none<Evidence>();
  return { window, target, evidence, isCached } satisfies TargetAt;
});
