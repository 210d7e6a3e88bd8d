/** Recurring markets in memory: for tests, and the reference implementation of the port. @module */
import { Effect, Layer } from "effect";
import { OutcomeMarketStore } from "../../core/port/outcome_market_store.ts";
import { type KnownMarkets, type Network, NO_MARKETS, withMarkets } from "../../core/venue2/mod.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryOutcomeMarketStore: Layer.Layer<OutcomeMarketStore> = Layer.sync(
  OutcomeMarketStore,
  () => {
    const kept = new Map<Network, KnownMarkets>();
    const of = (network: Network) => kept.get(network) ?? NO_MARKETS;
    return OutcomeMarketStore.of({
      put: (network, markets) =>
        Effect.sync(() => void kept.set(network, withMarkets(of(network), markets))),
      expiringAfter: (network, sec) =>
        Effect.sync(() => of(network).byExpiry.filter(({ expirySec }) => expirySec > sec)),
    });
  },
);
