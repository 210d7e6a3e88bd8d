import { describe, expect, test } from "bun:test";
import { Effect, Layer, Result } from "effect";
import {
  COMING_MS_MAX,
  makeRelayStatus,
  type RelayStatus,
} from "../../../../adapters/polymarket/relay/http_failure.ts";
import { makePointCache } from "../../../../adapters/polymarket/relay/point_cache.ts";
import { makeRelayPriceFeed } from "../../../../adapters/polymarket/relay/price_feed.ts";
import { makePolymarketRelay } from "../../../../adapters/polymarket/relay/relay.ts";
import { makeRelayTwapFeed } from "../../../../adapters/polymarket/relay/twap_feed.ts";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import type { Interval } from "../../../../core/market/mod.ts";
import { TwapFeedMissing } from "../../../../core/port/twap_feed.ts";
import { priceFeedContract } from "../../../contract/price_feed_contract.ts";
import { questionAt } from "../../../contract/target_question.ts";
import { twapFeedContract } from "../../../contract/twap_feed_contract.ts";
import { layerStillClock, makeStillClock } from "../../../simulator/kit/support.ts";
import { NOW_SEC, pointOf } from "./relay_texts.ts";
import { CREDENTIALS } from "./conversation_world.ts";

const DAY_SEC = 86_400;
const MACHINE_MS = 7_000_000;
const WHAT_IT_HAS = "the relay publishes seconds of the longer average, and never another second";

/** A status as it is while points come. */
function up(): RelayStatus {
  const status = makeRelayStatus();
  status.up();
  return status;
}

function makeFeeds(status: RelayStatus = up(), machineMs = () => MACHINE_MS) {
  const memory = makePointCache();
  const options = { memory, status, machineMs, credentials: Effect.succeed(CREDENTIALS) };
  return {
    memory,
    priceFeed: makeRelayPriceFeed(options),
    twapFeed: makeRelayTwapFeed(options),
  };
}

const dayStartSec = Math.floor(NOW_SEC / DAY_SEC) * DAY_SEC;

priceFeedContract({
  name: "relay",
  intervals: ["5min", "15min", "4hour"],
  dayStartSec,
  stage: (facts) => {
    const { memory, priceFeed } = makeFeeds();
    for (const { asset, atMs, priceE18 } of facts) {
      memory.take(asset, pointOf(atMs / 1000, { asset, valueE18: priceE18 }));
    }
    const clock = layerStillClock(makeStillClock((dayStartSec + 3 * DAY_SEC) * 1000));
    return Effect.succeed({
      groups: priceFeed.groups,
      openings: (group) => Effect.provide(priceFeed.openings(group), clock),
    });
  },
  skip: [{ reason: WHAT_IT_HAS, tests: ["gives the first price after a start without one"] }],
});

twapFeedContract({
  name: "relay",
  stage: (facts) => {
    const { memory, twapFeed } = makeFeeds();
    for (const { asset, windowSec, observedSec, priceE18 } of facts) {
      if (windowSec !== 60) continue;
      memory.take(asset, pointOf(observedSec, { asset, valueE18: priceE18 }));
    }
    return Effect.succeed(twapFeed);
  },
  skip: [{
    reason: WHAT_IT_HAS,
    tests: ["does not give one look-back's average for another's"],
  }],
});

/** What a feed received before it is asked for a window without a point. */
interface FeedHistory {
  readonly status?: RelayStatus;
  readonly interval?: Interval;
  readonly dateSec?: number;
  /** The seconds that came, counted from the window's first. */
  readonly cameTo?: ReadonlyArray<number>;
}

/** One feed's answers for a window of these ages, asked at these times of the machine. */
function pendingAsked(
  asks: ReadonlyArray<readonly [ageSec: number, machineMs: number]>,
  { status = up(), interval = "5min", dateSec = NOW_SEC, cameTo = [-1, 1, 2] }: FeedHistory = {},
) {
  const query = questionAt("spec", "btc", interval, dateSec);
  const { window } = query;
  let nowMs = 0;
  const { priceFeed, memory } = makeFeeds(status, () => nowMs);
  for (const offsetSec of cameTo) memory.take("btc", pointOf(window.startSec + offsetSec));
  return asks.map(([ageSec, machineMs]) => {
    nowMs = machineMs;
    const clock = layerStillClock(makeStillClock((window.startSec + ageSec) * 1000));
    const [result] = Effect.runSync(Effect.provide(priceFeed.openings([query]), clock));
    if (result === undefined) throw new Error("a question without an answer");
    const failure = Result.getOrThrow(Result.flip(result));
    if (failure._tag !== "PriceMissing") throw failure;
    return failure.isPending;
  });
}

/** The first answer of a feed for a window of this age. */
function pendingAt(ageSec: number, history?: FeedHistory) {
  return pendingAsked([[ageSec, MACHINE_MS]], history)[0];
}

/** A status as it is so long after the connection was lost. */
function downFor(waitedMs: number): RelayStatus {
  const status = up();
  status.down(MACHINE_MS - waitedMs);
  // Another attempt makes it no younger.
  status.down(MACHINE_MS);
  return status;
}

describe("the relay's price feed", () => {
  test("waits for a connection that has not reached the second, and for none that has", () => {
    const behind = { cameTo: [-3, -2, -1] };
    expect([6, 60, 3_599, 3_600].map((ageSec) => pendingAt(ageSec, behind)))
      .toEqual([true, true, true, false]);
    expect(pendingAt(60, { cameTo: [-1, 1] })).toBe(false);
    expect(pendingAt(200, { ...behind, status: downFor(0) })).toBe(false);
  });

  test("lets other sources be asked while a connection is late, however many events arrive", () => {
    const behind = { cameTo: [-400, -399] };
    // On a clock of real speed, and on one that is two hundred times as fast.
    expect(pendingAsked([[6, 0], [21, 15_000], [22, 15_001], [400, 394_000]], behind))
      .toEqual([true, true, false, false]);
    expect(pendingAsked([[6, 0], [3_006, 15_000], [3_007, 15_001]], behind))
      .toEqual([true, true, false]);
  });

  test("waits six seconds for a point, and never takes its neighbours", () => {
    expect([-3, 0, 5].map((ageSec) => pendingAt(ageSec))).toEqual([true, true, true]);
    expect([6, 10, 300].map((ageSec) => pendingAt(ageSec))).toEqual([false, false, false]);
  });

  test("waits for what a snapshot may bring, while there is a chance of one", () => {
    expect(pendingAt(100, { status: downFor(0) })).toBe(true);
    expect(pendingAt(100, { status: downFor(COMING_MS_MAX - 5_000) })).toBe(true);
    expect(pendingAt(121, { status: downFor(0) })).toBe(false);
    expect(pendingAt(100, { status: downFor(COMING_MS_MAX + 1) })).toBe(false);
    expect(pendingAt(100, { status: makeRelayStatus() })).toBe(false);
  });

  test("has nothing for windows under other rules, however young", () => {
    const spotSec = Date.parse("2026-08-01T12:00:00Z") / 1000;
    const shorterSec = Date.parse("2026-08-10T12:00:00Z") / 1000;
    expect(pendingAt(1, { dateSec: spotSec })).toBe(false);
    expect(pendingAt(1, { dateSec: shorterSec })).toBe(false);
    expect(pendingAt(1, { interval: "1hour" })).toBe(false);
  });
});

describe("the relay's twap feed", () => {
  test("has no shorter average", () => {
    const asked = makeFeeds().twapFeed.latest({ asset: "btc", windowSec: 30 });
    const failure = Effect.runSync(Effect.flip(asked));
    expect(failure).toEqual(new TwapFeedMissing({ asset: "btc", windowSec: 30 }));
  });
});

test("a follower waits for points only while the holder's stream is up", () => {
  // So old a window waits for points only while the connection delivers some.
  const query = questionAt("polymarket", "btc", "5min", NOW_SEC - 1_000);
  const { window } = query;
  const access = { wsUrl: "ws://127.0.0.1:1", credentials: Effect.succeed(CREDENTIALS) };
  const asked = Effect.gen(function* () {
    const { stream, priceFeed } = yield* makePolymarketRelay(access);
    const states = [];
    for (
      const event of [
        { kind: "stream_state", provider: "oracle", isUp: true },
        { kind: "point", asset: "btc", point: pointOf(window.startSec - 60) },
        { kind: "stream_state", provider: "oracle", isUp: false },
        { kind: "point", asset: "btc", point: pointOf(window.startSec - 59) },
      ] as const
    ) {
      stream.receive(event);
      states.push(...yield* priceFeed.openings([query]));
    }
    return states;
  });
  const layer = Layer.merge(
    layerStillClock(makeStillClock(NOW_SEC * 1000)),
    layerProviderWatch({ providers: ["relay"], off: [] }),
  );
  expect(Effect.runSync(Effect.provide(asked, layer))).toMatchObject(
    [false, true, false, true].map((isPending) => ({
      failure: { _tag: "PriceMissing", isPending },
    })),
  );
});
