/**
 * The relay's latest averages, from received points.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type TwapFeed, TwapFeedMissing } from "../../../core/port/twap_feed.ts";
import { type RelayFeedOptions, whyOff } from "./price_feed.ts";
import { WINDOW_SEC } from "./relay_frame.ts";

/** Creates the feed. */
export function makeRelayTwapFeed(options: RelayFeedOptions): TwapFeed["Service"] {
  return {
    latest: Effect.fn("relay.latest")(function* ({ asset, windowSec }) {
      if (windowSec !== WINDOW_SEC) return yield* new TwapFeedMissing({ asset, windowSec });
      const latest = options.memory.latest(asset);
      if (latest !== undefined) return Option.some(latest);
      const off = yield* whyOff(options);
      return off === undefined ? Option.none() : yield* off;
    }),
  };
}
