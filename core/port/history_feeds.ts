/**
 * Port: the feeds that give many past openings for few calls, for filling history.
 *
 * @module
 */
import { Context, type Result } from "effect";
import type { Provider } from "../market/mod.ts";
import type { PriceFeed } from "./price_feed.ts";
import type { ProviderOff } from "./provider_failure.ts";

/** The bulk feed of every provider. */
export interface BulkFeeds extends Readonly<Record<Provider, PriceFeed>> {
  /** The oracle's signed reports and nothing else, or why there are none. */
  readonly signed: Result.Result<PriceFeed, ProviderOff>;
}

/**
 * The feeds. They may lack windows that the provider's own
 * {@linkcode PriceFeed} has, such as the newest: these are `PriceMissing`.
 */
export class HistoryFeeds extends Context.Service<HistoryFeeds, BulkFeeds>()(
  "core/port/HistoryFeeds",
) {}
