/**
 * Port: recurring markets that were ever listed, kept for ever.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { UnixSec } from "../time/mod.ts";
import type { Network, OutcomeMarket } from "../venue2/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Keeps them. Networks do not see each other's. */
export class OutcomeMarketStore extends Context.Service<OutcomeMarketStore, {
  /** Keeps all of them or none. Of one that is kept already, what is put now holds. */
  readonly put: (
    network: Network,
    markets: ReadonlyArray<OutcomeMarket>,
  ) => Effect.Effect<void, StoreFailed>;
  /** Those that expire after the instant, by expiry, then by id. */
  readonly expiringAfter: (
    network: Network,
    sec: UnixSec,
  ) => Effect.Effect<ReadonlyArray<OutcomeMarket>, StoreFailed>;
}>()("core/port/OutcomeMarketStore") {}
