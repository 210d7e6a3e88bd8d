/** Backfills over staged sources, in memory. @module */
import { Effect, Layer, Result, Stream } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryTargetStore } from "../../../memory/target_store.ts";
import { type Interval, PROFILE_BY_NAME, windowsStartingIn } from "../../../../core/market/mod.ts";
import { HistoryFeeds } from "../../../../core/port/history_feeds.ts";
import {
  type OpeningFailure,
  type PriceFeed,
  PriceFeeds,
  PriceMissing,
} from "../../../../core/port/price_feed.ts";
import { TargetStore } from "../../../../core/port/target_store.ts";
import {
  formatE18,
  publishedTarget,
  type Target,
  targetKey,
  type TargetQuery,
  targetRule,
} from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { Publisher } from "../../../../core/use_case/live/mod.ts";
import {
  backfill,
  type BackfillProgress,
  keyOfId,
  layerTargetCache,
} from "../../../../core/use_case/price/mod.ts";

export const START_SEC = UnixSec(Date.parse("2026-09-01T00:00:00Z") / 1_000);
const NOW_MS = Date.parse("2026-11-20T12:00:00Z");
const profile = PROFILE_BY_NAME.spec;

/** The first windows of a series that start at an instant or after it. */
export function windowsOf(
  interval: Interval,
  count: number,
  startSec = START_SEC,
): ReadonlyArray<TargetQuery> {
  const range = { startSec, endSec: UnixSec(startSec + 400 * 86_400) };
  return windowsStartingIn(profile.calendar, interval, range)
    .take(count)
    .map((window) => ({ asset: "btc" as const, window, rule: targetRule(profile, window) }))
    .toArray();
}

/** A double never holds all of it. */
export const priceAt = (sec: number) => BigInt(sec) * 10n ** 18n + 123_456_789_123_456_789n;
/** As a double represents it, with 16 digits. */
export const rounded = (priceE18: bigint) => priceE18 / 10n ** 12n * 10n ** 12n;

export function published({ window }: TargetQuery, finalPriceE18?: bigint): Target {
  return publishedTarget({
    source: "venue_metadata",
    priceE18: rounded(priceAt(window.startSec)),
    finalPriceE18,
    receivedAtMs: NOW_MS,
  });
}

export function traded({ window }: TargetQuery): Target {
  const evidence = {
    kind: "trade",
    market: "spot",
    symbol: "BTCUSDT",
    tradeId: 1,
    tradedAtMs: window.startSec * 1_000,
    price: formatE18(priceAt(window.startSec)),
    quantity: "1",
  } as const;
  return { priceE18: priceAt(window.startSec), source: "aggTrades", evidence };
}

export const nothing = (isPending = false) => ({ asset, window }: TargetQuery) =>
  new PriceMissing({ asset, interval: window.interval, startSec: window.startSec, isPending });

export type Answer = (query: TargetQuery) => Target | OpeningFailure;

const GROUP_SIZE = 7;

/** A feed that answers so many windows a call, and remembers what it was asked for. */
function makeFeed(answer: Answer, isGrouped = (_: TargetQuery) => true) {
  const asked: Array<string> = [];
  const feed: PriceFeed = {
    groups: (all) => {
      const queries = all.filter(isGrouped);
      return Array.from(
        { length: Math.ceil(queries.length / GROUP_SIZE) },
        (_, index) => queries.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
      );
    },
    openings: (group) =>
      Effect.sync(() =>
        group.map((query) => {
          asked.push(targetKey(query));
          const found = answer(query);
          return "priceE18" in found ? Result.succeed(found) : Result.fail(found);
        })
      ),
  };
  return { feed, asked };
}

export interface World {
  readonly history: Answer;
  readonly usual: Answer;
  /** Whether the usual source can be asked for a window at all; omitted: for each. */
  readonly isGrouped?: (query: TargetQuery) => boolean;
  /** What the oracle has signed reports of; omitted: nothing. */
  readonly signed?: Answer;
  readonly stored?: ReadonlyArray<readonly [TargetQuery, Target]>;
}

/** Runs orders one after the other over one store, each in a book of its own, as after restarts. */
export async function run(
  world: World,
  orders: ReadonlyArray<{
    readonly asked: ReadonlyArray<TargetQuery>;
    readonly isSigned?: boolean;
    /** Stops after so many parts. */
    readonly parts?: number;
  }>,
) {
  const history = makeFeed(world.history);
  const usual = makeFeed(world.usual, world.isGrouped);
  const signed = makeFeed(world.signed ?? nothing());
  const feeds = Layer.merge(
    Layer.succeed(PriceFeeds, { oracle: usual.feed, exchange: usual.feed }),
    Layer.succeed(HistoryFeeds, {
      oracle: history.feed,
      exchange: history.feed,
      signed: Result.succeed(signed.feed),
    }),
  );
  const events: Array<string> = [];
  const program = Effect.gen(function* () {
    const store = yield* TargetStore;
    yield* store.put((world.stored ?? []).map(([query, target]) => ({ id: idOf(query), target })));
    const runs: Array<ReadonlyArray<BackfillProgress>> = [];
    for (const { asked, isSigned = false, parts = Infinity } of orders) {
      const [first, last] = [asked[0], asked.at(-1)];
      if (first === undefined || last === undefined) throw new Error("nothing to fill");
      const range = { startSec: first.window.startSec, endSec: last.window.endSec };
      const { interval } = first.window;
      const filled = Effect.gen(function* () {
        (yield* Publisher).subscribe({ publishTarget: ({ id }) => events.push(keyOfId(id)) });
        const progress = yield* backfill({ asset: "btc", interval, range, isSigned });
        return yield* Stream.runCollect(Stream.take(progress, parts));
      });
      const book = layerTargetCache.pipe(Layer.provide(Layer.succeed(TargetStore, store)));
      runs.push(yield* filled.pipe(Effect.provide(Layer.fresh(book))));
    }
    const { asset, window: { interval } } = orders[0]?.asked[0] ?? { asset: "btc", window: {} };
    const range = { startSec: UnixSec(0), endSec: UnixSec(4e9) };
    const stored = yield* store.find({ asset, interval: interval ?? "5min", range });
    return { runs, stored };
  });
  const layers = Layer.mergeAll(feeds, layerMemoryTargetStore, TestClock.layer());
  const { runs, stored } = await Effect.runPromise(
    Effect.provide(Effect.andThen(TestClock.setTime(NOW_MS), program), layers),
  );
  const ends = runs.map((progress) => {
    const end = progress.at(-1);
    if (end === undefined) throw new Error("no progress was reported");
    return end;
  });
  return { runs, ends, stored, events, historyAsked: history.asked, usualAsked: usual.asked };
}

function idOf({ asset, window: { interval, startSec } }: TargetQuery) {
  return { asset, interval, startSec };
}

/** Of a progress. */
export const NO_DISPUTES = { count: 0, listed: [] };
