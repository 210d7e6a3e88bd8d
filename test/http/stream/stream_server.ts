/** The stream on a real socket, over providers that emit what a test gives them. @module */
import { Effect, Exit, Fiber, Layer, ManagedRuntime, References, Result } from "effect";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import type { CountStranger } from "../../../adapters/http/edge/limit/stranger_count.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import { makeStagedLivePrices } from "../../memory/live_prices.ts";
import { makeStagedFeed } from "../../memory/price_feed.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import { makeWalletFrames } from "../../memory/wallet_frames.ts";
import { layerMemoryTargetStore } from "../../memory/target_store.ts";
import { layerClock } from "../../../app/simulator/kit/clock.ts";
import type { GameRecord } from "../../../core/game/mod.ts";
import { type Asset, PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { GameStore } from "../../../core/port/game_store.ts";
import { LivePrices } from "../../../core/port/live_prices.ts";
import { type PriceFeed, PriceFeeds, PriceMissing } from "../../../core/port/price_feed.ts";
import { TargetStore } from "../../../core/port/target_store.ts";
import { WalletFrames } from "../../../core/port/wallet_frames.ts";
import { WalletForbidden } from "../../../core/use_case/order/mod.ts";
import { type Report, reportTarget } from "../../../core/price/mod.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
} from "../../../core/use_case/game/mod.ts";
import {
  CatchUpTimeout,
  layerLiveStream,
  LiveStream,
  Publisher,
} from "../../../core/use_case/live/mod.ts";
import { layerTargetCache, TargetCache } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { connectStream, type StreamClient } from "../../stage/stream_client.ts";
import { settingsOf } from "../../core/game/listing/arbitrary_listing.ts";
import { makeStillClock } from "./movable_clock.ts";
import { startStreamEdge, type StreamEdgeOptions } from "./stream_edge.ts";

/** 2026-11-05T12:00:00Z: averages over 60 s are in force, and it is no day's or 4 hours' start. */
export const NOON_SEC = UnixSec(1_793_880_000);

/** The price of an asset at a second, unique to both. */
export function priceE18Of(asset: Asset, sec: number): bigint {
  return BigInt(sec) * 1_000_000_000_000n + BigInt(asset.length) * 10n ** 18n;
}

/** The oracle's report of one second. */
export function reportOf(asset: Asset, observedSec: number, validFromSec = observedSec): Report {
  return {
    stream: "twap_60",
    feedId: `0x0002${asset}`,
    validFromSec,
    observedSec,
    priceE18: priceE18Of(asset, observedSec),
    fullReport: "0x",
  };
}

/** A stopwatch that runs a second with every look: no client ever sends too much. */
export function hastyStopwatch(): () => number {
  let ms = 0;
  return () => ms += 1000;
}

/** Options of {@linkcode startStreamServer}. */
export interface StreamServerOptions {
  readonly startSec?: number;
  readonly port?: number;
  /** Left out: one that ends with the server. */
  readonly store?: TargetStore["Service"];
  readonly trustProxy?: number;
  readonly checkKey?: CheckKey;
  readonly countStranger?: CountStranger;
  readonly stopwatchMs?: () => number;
  /** Games of several servers; left out, one has its own. */
  readonly gameStore?: GameStore["Service"];
  /** Whether asking the oracle finds a price. */
  readonly isAnswering?: (asset: Asset, startSec: number) => boolean;
  /** Ends when an answer about an asset comes. */
  readonly untilAnswer?: (asset: Asset) => Effect.Effect<void>;
  /** Ends when a missed target is no longer waited for; never, if left out. */
  readonly untilGivenUp?: Effect.Effect<void>;
  /** The accounts of wallets; left out: nobody has one. */
  readonly ownerOf?: (walletId: string) => string | undefined;
  /** Left out: the machine's timers. */
  readonly later?: StreamEdgeOptions["later"];
  readonly every?: StreamEdgeOptions["every"];
}

/** Starts one on a free port, or on the port given. */
export async function startStreamServer(options: StreamServerOptions = {}) {
  const clock = makeStillClock((options.startSec ?? NOON_SEC) * 1000);
  const live = makeStagedLivePrices();
  const isAnswering = options.isAnswering ?? (() => true);
  const untilAnswer = options.untilAnswer ?? (() => Effect.void);
  const staged = makeStagedFeed(({ asset, window: { interval, startSec } }) =>
    isAnswering(asset, startSec)
      ? reportTarget(reportOf(asset, startSec), { isLate: false })
      : new PriceMissing({ asset, interval, startSec, isPending: false })
  );
  const feed: PriceFeed = {
    ...staged,
    openings: (group) =>
      Effect.andThen(untilAnswer(group[0]?.asset ?? "btc"), staged.openings(group)),
  };
  const venue = {
    profile: PROFILE_BY_NAME.spec,
    eventBaseUrl: "https://venue.example/event",
    rangePointsMax: 2_500,
  };
  const frames = makeWalletFrames();
  const runtime = ManagedRuntime.make(
    Layer.provide(layerLiveStream, [
      layerNoFleet,
      Layer.succeed(WalletFrames, frames.service),
    ]).pipe(
      Layer.provideMerge(layerTargetCache),
      Layer.provideMerge(Layer.succeed(PriceFeeds, { oracle: feed, exchange: feed })),
      Layer.provideMerge(Layer.succeed(LivePrices, live.prices)),
      Layer.provideMerge(
        options.store === undefined
          ? layerMemoryTargetStore
          : Layer.succeed(TargetStore, options.store),
      ),
      Layer.provideMerge(layerGameReadModel),
      Layer.provideMerge(
        options.gameStore === undefined
          ? layerMemoryGameStore
          : Layer.succeed(GameStore, options.gameStore),
      ),
      Layer.provideMerge(
        Layer.succeed(GameSettings, settingsOf("internal")),
      ),
      Layer.provideMerge(layerProviderWatch({ providers: [], off: [] })),
      Layer.provideMerge(Layer.succeed(Venue, venue)),
      Layer.provideMerge(Layer.succeed(CatchUpTimeout, options.untilGivenUp ?? Effect.never)),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
      Layer.provideMerge(layerClock(clock)),
    ),
  );
  const [stream, publisher, book, store, games, gameReadModel] = await runtime.runPromise(
    Effect.all([LiveStream, Publisher, TargetCache, TargetStore, GameStore, GameReadModel]),
  );
  const { endpoint, server, port } = startStreamEdge({
    run: makeRun(runtime),
    stream,
    publisher,
    venue,
    clock,
    trustProxy: options.trustProxy ?? 0,
    checkKey: options.checkKey,
    countStranger: options.countStranger,
    watchWallets: ({ walletIds, accountId }) => {
      const foreign = walletIds.find((id) => options.ownerOf?.(id) !== accountId);
      return foreign === undefined
        ? runtime.runPromiseExit(stream.followWallets(walletIds))
        : Exit.fail(new WalletForbidden({ id: foreign }));
    },
    stopwatchMs: options.stopwatchMs,
    later: options.later,
    every: options.every,
    port: options.port ?? 0,
  });
  let fiber = runtime.runFork(stream.run);
  await runtime.runPromise(Effect.yieldNow);
  const url = `http://127.0.0.1:${port}`;
  const clients: Array<StreamClient> = [];
  const leave = () => clients.splice(0).forEach((client) => client.close());
  return {
    url,
    /** Connects one that leaves with the others. */
    connect: async (headers: Readonly<Record<string, string>> = {}) => {
      const client = await connectStream(url, headers);
      clients.push(client);
      return client;
    },
    leave,
    port,
    store,
    stream,
    endpoint,
    clock,
    emit: live.publish,
    /** Publishes an event as it is. */
    tell: publisher.publishEvent,
    /** The oracle publishes the report of a second; the clock is there already. */
    publish: (asset: Asset, sec: number) => {
      clock.moveTo(sec + 1);
      live.publish({ kind: "report", asset, report: reportOf(asset, sec) });
    },
    /** Stores changes of wallets, and tells of them. */
    changeWallets: (changes: ReadonlyArray<Parameters<typeof frames.add>[0]>) => {
      for (const change of changes) frames.add(change);
      for (const { walletId } of changes) publisher.publishWallet(walletId, []);
    },
    games,
    gameReadModel,
    /** Writes games, which are known here after the next refresh. */
    writeGames: (records: ReadonlyArray<GameRecord>) =>
      runtime.runPromise(
        games.write({ atSec: NOON_SEC, games: records, platformGames: [], scans: [] }),
      ),
    refreshGames: () => runtime.runPromise(gameReadModel.refresh),
    /** Asks the book, as a caller of the interface would. */
    ask: (queries: Parameters<typeof book.ask>[0]) =>
      runtime.runPromise(
        Effect.map(book.ask(queries), ({ results }) => results.map(Result.isSuccess)),
      ),
    /** Listens to the providers again, as after a long sleep; the clients stay. */
    hearAnew: async () => {
      await runtime.runPromise(Fiber.interrupt(fiber));
      fiber = runtime.runFork(stream.run);
      await runtime.runPromise(Effect.yieldNow);
    },
    stop: async () => {
      leave();
      endpoint.stop();
      fiber.interruptUnsafe();
      await server?.stop(true);
      await runtime.dispose();
    },
  };
}

/** A running server. */
export type StreamServer = Awaited<ReturnType<typeof startStreamServer>>;
