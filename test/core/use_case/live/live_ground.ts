/** A live stream over stores in memory. @module */
import { Effect, Layer } from "effect";
import { LivePrices } from "../../../../core/port/live_prices.ts";
import { News } from "../../../../core/port/news.ts";
import type { PriceFeeds } from "../../../../core/port/price_feed.ts";
import { layerGameReadModel } from "../../../../core/use_case/game/mod.ts";
import { layerLiveStream } from "../../../../core/use_case/live/mod.ts";
import { layerTargetCache } from "../../../../core/use_case/price/mod.ts";
import { layerMemoryGameStore } from "../../../memory/game_store.ts";
import { layerMemoryProviderWatch } from "../../../memory/provider_watch.ts";
import { layerMemoryTargetStore } from "../../../memory/target_store.ts";
import { layerNoWalletFrames } from "../../../memory/wallet_frames.ts";

const NO_NEWS = Layer.succeed(News, {
  publish: () => {},
  listen: () => Effect.void,
  recall: () => Effect.succeed([]),
});

/** Listens to these streams, and asks these feeds for what the streams do not have. */
export const layerLiveOver = (
  prices: LivePrices["Service"],
  feeds: Layer.Layer<PriceFeeds>,
) =>
  layerLiveStream.pipe(
    Layer.provideMerge(layerTargetCache),
    Layer.provide(Layer.mergeAll(
      feeds,
      NO_NEWS,
      layerNoWalletFrames,
      layerMemoryTargetStore,
      Layer.provide(layerGameReadModel, layerMemoryGameStore),
      layerMemoryProviderWatch,
      Layer.succeed(LivePrices, prices),
    )),
  );
