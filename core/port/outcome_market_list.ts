/**
 * Port: the markets that the secondary venue lists now, and their prices.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { OutcomeMarket } from "../venue2/mod.ts";
import type { CatalogAnswer } from "./event_catalog.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Mid prices times 10^18, from 0 to 10^18, by `sideNumber`. A side without a price is missing. */
export type OutcomeMids = ReadonlyMap<number, bigint>;

/** Lists recurring markets. Cached answers are at most some seconds old. */
export class OutcomeMarketList extends Context.Service<OutcomeMarketList, {
  /** All listed markets: live, or expired and not settled yet. In no particular order. */
  readonly listed: Effect.Effect<CatalogAnswer<ReadonlyArray<OutcomeMarket>>, ProviderFailed>;
  /** Fetches {@linkcode listed} from the venue without the cache, together with the prices. */
  readonly look: Effect.Effect<ReadonlyArray<OutcomeMarket>, ProviderFailed>;
  readonly mids: Effect.Effect<CatalogAnswer<OutcomeMids>, ProviderFailed>;
}>()("core/port/OutcomeMarketList") {}
