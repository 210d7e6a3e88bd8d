/**
 * The venue's relay of the oracle's 60-second average: one connection for all assets, and what is
 * answered from it.
 *
 * Source: the venue's documentation of its live data socket, read in autumn 2026.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import {
  type LiveEvent,
  type LivePrices,
  type PriceFeed,
  ProviderWatch,
  type TwapFeed,
} from "../../../core/port/mod.ts";
import { makeLinkState } from "../../outbound/mod.ts";
import { makePointDesk } from "./point_desk.ts";
import { makePointMemory } from "./point_memory.ts";
import { makeRelayPriceFeed } from "./price_feed.ts";
import { type RelayAccess, runRelayLink } from "./relay_link.ts";
import { RELAY } from "./relay_name.ts";
import { makeRelayStatus } from "./relay_status.ts";
import { makeRelayTwapFeed } from "./twap_feed.ts";

/** What the relay gives. The feeds know what the stream heard: it has to be listened to. */
export interface PolymarketRelay {
  readonly priceFeed: PriceFeed;
  readonly twapFeed: TwapFeed["Service"];
  /** The relay's part of {@linkcode LivePrices}: `point`, `lost_reports` and `link`. */
  readonly stream: LivePrices["Service"];
}

/** Makes the adapter. Make one a process: its memory is what the feeds answer from. */
export const makePolymarketRelay = Effect.fnUntraced(function* (access: RelayAccess) {
  const watch = yield* ProviderWatch;
  const memory = makePointMemory();
  const status = makeRelayStatus();

  const listen = Effect.fn("relay.listen")(function* (tell: (event: LiveEvent) => void) {
    const clock = yield* Clock.clockWith(Effect.succeed);
    const nowSec = () => Math.floor(clock.currentTimeMillisUnsafe() / 1000);
    const state = makeLinkState<string>({ provider: "oracle", needed: 1, tell });
    status.down(performance.now());
    return yield* runRelayLink({
      ...access,
      desk: makePointDesk({ memory, tell, nowSec }),
      delivered: () => {
        status.up();
        state.delivered(RELAY);
      },
      lost: (off) => {
        if (off === undefined) status.down(performance.now());
        else status.off(off);
        state.lost(RELAY);
      },
    });
  });

  const feedOptions = { memory, status, credentials: access.credentials };
  return {
    priceFeed: makeRelayPriceFeed(feedOptions),
    twapFeed: makeRelayTwapFeed(feedOptions),
    stream: {
      listen: (listener) => Effect.provideService(listen(listener), ProviderWatch, watch),
    },
  } satisfies PolymarketRelay;
});
