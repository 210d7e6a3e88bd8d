/**
 * Port: the bulk feeds, which return many past openings in few calls, for backfilling history.
 *
 * @module
 */
import { Context, type Result } from "effect";
import type { Provider } from "../market/mod.ts";
import type { PriceFeed } from "./price_feed.ts";
import type { ProviderOff } from "./provider_failure.ts";

/** The bulk feed of each price provider. */
export interface BulkFeeds extends Readonly<Record<Provider, PriceFeed>> {
  /** A feed of only the oracle's signed reports, or why it is off. */
  readonly signed: Result.Result<PriceFeed, ProviderOff>;
}

/**
 * The bulk feeds. They may lack windows that the provider's regular {@linkcode PriceFeed} has,
 * such as the newest; these fail with `PriceMissing`.
 */
export class HistoryFeeds extends Context.Service<HistoryFeeds, BulkFeeds>()(
  "core/port/HistoryFeeds",
) {}
