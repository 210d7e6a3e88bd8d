/**
 * The venue's relay of the oracle's 60-second average: one connection for all assets, and the feeds
 * answered from it.
 *
 * Source: the venue's documentation of its live data socket, read in autumn 2026.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { LiveEvent, LivePrices } from "../../../core/port/live_prices.ts";
import type { PriceFeed } from "../../../core/port/price_feed.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import type { TwapFeed } from "../../../core/port/twap_feed.ts";
import { MachineTimers, makeStreamState } from "../../outbound/mod.ts";
import { makePointState } from "./point_state.ts";
import { makePointCache } from "./point_cache.ts";
import { makeRelayPriceFeed } from "./price_feed.ts";
import { type RelayAccess, runRelayLink } from "./relay_link.ts";
import { RELAY } from "./relay_name.ts";
import { makeRelayStatus } from "./http_failure.ts";
import { makeRelayTwapFeed } from "./twap_feed.ts";

/**
 * The relay's ports. The feeds answer from what the stream received, so the stream must be listened
 * to.
 */
export interface PolymarketRelay {
  readonly priceFeed: PriceFeed;
  readonly twapFeed: TwapFeed["Service"];
  /** The relay's part of {@linkcode LivePrices}: `point`, `lost_reports` and `link`. */
  readonly stream: LivePrices["Service"];
}

/** Creates the adapter. Create one per process: the feeds answer from its cache. */
export const makePolymarketRelay = Effect.fnUntraced(function* (access: RelayAccess) {
  const watch = yield* ProviderWatch;
  const { nowMs } = yield* MachineTimers;
  const memory = makePointCache();
  const status = makeRelayStatus();
  /** Whether the own connection decides on the status, not what another replica publishes. */
  let isListening = false;

  const listen = Effect.fn("relay.listen")(function* (publish: (event: LiveEvent) => void) {
    const clock = yield* Clock.clockWith(Effect.succeed);
    const nowSec = () => Math.floor(clock.currentTimeMillisUnsafe() / 1000);
    const state = makeStreamState<string>({ provider: "oracle", needed: 1, publish });
    isListening = true;
    status.down(nowMs());
    return yield* runRelayLink({
      ...access,
      pointState: makePointState({ memory, publish, nowSec }),
      delivered: () => {
        status.up();
        state.delivered(RELAY);
      },
      lost: (off) => {
        if (off === undefined) status.down(nowMs());
        else status.off(off);
        state.lost(RELAY);
      },
    }).pipe(Effect.ensuring(Effect.sync(() => void (isListening = false))));
  });

  const feedOptions = { memory, status, credentials: access.credentials };
  return {
    priceFeed: makeRelayPriceFeed({ ...feedOptions, machineMs: nowMs }),
    twapFeed: makeRelayTwapFeed(feedOptions),
    stream: {
      listen: (listener) => Effect.provideService(listen(listener), ProviderWatch, watch),
      receive: (event) => {
        if (event.kind === "point") memory.take(event.asset, event.point);
        if (isListening) return;
        if (event.kind === "point") status.up();
        if (event.kind === "stream_state" && !event.isUp) status.down(nowMs());
      },
    },
  } satisfies PolymarketRelay;
});
