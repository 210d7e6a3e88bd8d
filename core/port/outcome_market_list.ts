/**
 * Port: what the secondary venue lists now, and at what price it is traded.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { OutcomeMarket } from "../venue2/mod.ts";
import type { CatalogAnswer } from "./event_catalog.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Middle prices times 10^18, from 0 to 10^18, by `sideNumber`. A side without one is missing. */
export type OutcomeMids = ReadonlyMap<number, bigint>;

/** Lists recurring markets. Both answers are at most some seconds old. */
export class OutcomeMarketList extends Context.Service<OutcomeMarketList, {
  /** All that is listed: live, or expired and not settled yet. In no order. */
  readonly listed: Effect.Effect<CatalogAnswer<ReadonlyArray<OutcomeMarket>>, ProviderFailed>;
  /** As {@linkcode listed}, asked anew, and the prices with it. */
  readonly look: Effect.Effect<ReadonlyArray<OutcomeMarket>, ProviderFailed>;
  readonly mids: Effect.Effect<CatalogAnswer<OutcomeMids>, ProviderFailed>;
}>()("core/port/OutcomeMarketList") {}
