/**
 * Asks for the trading rules of windows that are followed: a replay that takes orders needs them,
 * and nobody else asks before an order.
 *
 * @module
 */
import { Effect } from "effect";
import { BoundedMap } from "../../core/bounded_map.ts";
import type { WindowEvent } from "../../core/stream/mod.ts";
import { TradedMarkets } from "../../core/use_case/order/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";

/** The windows that are remembered: of all series, more than are open at a time. */
const ASKED_MAX = 1_000;

/** Makes what is told of windows, and asks once as each is announced, and once as it opens. */
export const makeAskTerms = Effect.gen(function* () {
  const { profile } = yield* Venue;
  const markets = yield* TradedMarkets;
  const fork = Effect.runForkWith(yield* Effect.context<never>());
  const asked = new BoundedMap<string, true>(ASKED_MAX);
  return ({ phase, state: { asset, window } }: WindowEvent): void => {
    const slug = profile.slugOf(asset, window);
    const about = `${phase} ${slug}`;
    if (phase === "closed" || asked.has(about)) return;
    asked.set(about, true);
    // One that fails is asked again as the window opens, or by whoever orders.
    void fork(Effect.ignore(markets.market(slug)));
  };
});
