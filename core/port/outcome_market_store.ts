/**
 * Port: permanent storage of every recurring market that was ever listed.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { UnixSec } from "../time/mod.ts";
import type { Network, OutcomeMarket } from "../venue2/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Stores recurring markets, separately for each network. */
export class OutcomeMarketStore extends Context.Service<OutcomeMarketStore, {
  /** Stores all of the markets or none, and overwrites those that are stored already. */
  readonly put: (
    network: Network,
    markets: ReadonlyArray<OutcomeMarket>,
  ) => Effect.Effect<void, StoreFailed>;
  /** Returns the markets that expire after the instant, by expiry, then by id. */
  readonly expiringAfter: (
    network: Network,
    sec: UnixSec,
  ) => Effect.Effect<ReadonlyArray<OutcomeMarket>, StoreFailed>;
}>()("core/port/OutcomeMarketStore") {}
