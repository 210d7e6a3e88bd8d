import { Context, Effect, Layer } from "effect";
import { layerMemoryTwapFeed } from "./twap_feed.ts";
import { TwapFeed } from "../../core/port/mod.ts";
import { type Report, twapStreamOf } from "../../core/price/mod.ts";
import { twapTopic } from "../../core/stream/mod.ts";
import { twapFeedContract } from "../contract/twap_feed_contract.ts";

twapFeedContract({
  name: "memory",
  stage: (facts) => {
    const reports = facts.map(({ asset, windowSec, observedSec, priceE18 }) => {
      const ids = { stream: twapStreamOf(windowSec), feedId: "0x", fullReport: "0x" } as const;
      const report: Report = { ...ids, validFromSec: observedSec, observedSec, priceE18 };
      return [twapTopic({ asset, windowSec }), report] as const;
    });
    const layer = layerMemoryTwapFeed(new Map(reports));
    return Effect.map(Layer.build(layer), Context.get(TwapFeed));
  },
});
