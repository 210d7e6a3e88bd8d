import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import type { Webhook } from "../../../../core/webhook/mod.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import type { WindowMarket, WindowState } from "../../../../core/window/mod.ts";
import { LiveStream } from "../../../../core/use_case/live/mod.ts";
import { WindowFactsCache } from "../../../../core/use_case/window/mod.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { WebhookWriter } from "../../../../core/port/webhook_writer.ts";
import { announceWindowEvents, readProgress } from "../../../../core/use_case/webhook/mod.ts";
import {
  HistoryCache,
  type KnownTarget,
  TargetCache,
  type TargetResult,
} from "../../../../core/use_case/price/mod.ts";
import { Venue } from "../../../../core/use_case/venue/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";
import { layerWindowParts } from "./window_parts.ts";

const MARKET: WindowMarket = {
  conditionId: null,
  protocol: "v2",
  tick: null,
  sizeMin: null,
  isAcceptingOrders: true,
  fee: null,
  outcomes: [],
};
const NOON_SEC = 1_767_268_800;
const MIN = 60;
const HOUR = 3_600;

/** What is known of the windows of btc, by their start, and whom a provider was asked for. */
interface Prices {
  readonly known: Map<number, KnownTarget>;
  /** What a provider answers. */
  readonly fetched: Map<number, KnownTarget>;
  readonly asked: number[];
}

const target = (priceE18: bigint, isProvisional = false): KnownTarget => ({
  priceE18,
  source: "oracle_twap",
  ...isProvisional ? { isProvisional: true } as const : {},
});

/** Runs a test at noon, with a webhook of btc's windows of five minutes that was added then. */
function atNoon<A>(
  fields: Partial<Webhook>,
  play: (stage: {
    readonly prices: Prices;
    /** Announces with the process's own progress, and returns the messages that are new. */
    readonly told: Effect.Effect<ReadonlyArray<string>, unknown, Ports>;
    /** As a process that was just started. */
    readonly restart: Effect.Effect<void, unknown, Ports>;
    readonly at: (sec: number) => Effect.Effect<void>;
    /** The windows of all messages, in the order of writing. */
    readonly states: ReadonlyArray<WindowState>;
  }) => Generator<Effect.Effect<unknown, unknown, Ports>, A, never>,
): Promise<A> {
  const states: Array<WindowState> = [];
  const prices: Prices = { known: new Map(), fetched: new Map(), asked: [] };
  const find = (startSec: number) => {
    const known = prices.known.get(startSec) ?? prices.fetched.get(startSec);
    if (known === undefined) return undefined;
    prices.known.set(startSec, known);
    return known;
  };
  const answerOf = (startSec: number): TargetResult => {
    prices.asked.push(startSec);
    const known = find(startSec);
    const missing = { asset: "btc", interval: "5min", startSec, isPending: false } as const;
    return known === undefined ? Result.fail(new PriceMissing(missing)) : Result.succeed(known);
  };
  const cache: Pick<TargetCache["Service"], "peek" | "ask" | "askUntil"> = {
    peek: ({ window }) => prices.known.get(window.startSec),
    ask: (queries) =>
      Effect.sync(() => ({
        results: queries.map(({ window }) => answerOf(window.startSec)),
        isCached: false,
      })),
    askUntil: (queries) =>
      Effect.sync(() => ({
        results: queries.map(({ window }) => Option.some(answerOf(window.startSec))),
        isCached: false,
      })),
  };
  const layer = Layer.mergeAll(
    layerMemoryWebhookStore,
    Layer.succeed(TargetCache, cache as TargetCache["Service"]),
    Layer.mock(HistoryCache, {
      closes: ({ windows }) =>
        Effect.succeed({ answer: windows.map(() => Option.some(7n)), isCached: true }),
    }),
    Layer.succeed(WebhookWriter, {
      write: (event) => {
        if ("state" in event) states.push(event.state);
        return event.type === "window.closed"
          ? `closed ${event.closed.window.startSec - NOON_SEC} ` +
            `${Option.getOrElse(event.closed.outcome, () => "?")} ${event.closed.isFinal}`
          : event.type === "window.opened"
          ? `opened ${event.target.seq - NOON_SEC} ${event.target.priceE18}`
          : event.type;
      },
    }),
    layerWindowParts((slug) => ({
      market: { ...MARKET, conditionId: slug },
      resolution: null,
      isCached: true,
    })),
    Layer.succeed(Venue, {
      profile: PROFILE_BY_NAME.spec,
      eventBaseUrl: "https://x.y",
      rangePointsMax: 1,
    }),
    Layer.succeed(MachineTime, { nowMs: Effect.succeed(1), sleep: () => Effect.void }),
    Logger.layer([]),
    TestClock.layer(),
  );
  const at = (sec: number) => TestClock.setTime((NOON_SEC + sec) * 1000);
  const program = Effect.gen(function* () {
    yield* at(0);
    const { webhook, secrets } = newWebhook("a", {
      assets: ["btc"],
      intervals: ["5min"],
      sinceMs: NOON_SEC * 1000,
      ...fields,
    });
    yield* WebhookStore.use((store) => store.add({ webhook, secrets }));
    let progress = yield* readProgress();
    const claim = WebhookStore.use((store) =>
      store.claim({ nowMs: 9, untilMs: 1e15, limit: 999, limitPerWebhook: 999, except: [] })
    );
    const told = Effect.gen(function* () {
      yield* announceWindowEvents(progress);
      const claimed = yield* claim;
      return claimed.map(({ content }) => content.kind === "body" ? content.body : "").toSorted();
    });
    const restart = Effect.map(readProgress(), (read) => void (progress = read));
    return yield* Effect.gen(() => play({ prices, told, restart, at, states }));
  });
  return Effect.runPromise(Effect.provide(program, layer));
}

type Ports =
  | WebhookStore
  | WebhookWriter
  | TargetCache
  | HistoryCache
  | LiveStream
  | WindowFactsCache;

describe("a window", () => {
  test("is told once when its target is known, and once when its outcome is final", () =>
    atNoon({}, function* ({ prices, told, at }) {
      expect(yield* told).toEqual([]);
      prices.known.set(NOON_SEC, target(5n));
      yield* at(1);
      expect(yield* told).toEqual(["opened 0 5"]);
      expect(yield* told).toEqual([]);
      yield* at(5 * MIN + 3);
      prices.known.set(NOON_SEC + 300, target(4n, true));
      expect(yield* told).toEqual(["opened 300 4"]);
      yield* at(6 * MIN);
      expect(yield* told).toEqual([]);
      prices.known.set(NOON_SEC + 300, target(6n));
      yield* at(9 * MIN);
      expect(yield* told).toEqual(["closed 0 up true"]);
    }));

  test("is told whole: with its market, and once it ended with its end", () =>
    atNoon({}, function* ({ prices, told, at, states }) {
      prices.known.set(NOON_SEC, target(5n));
      yield* at(1);
      yield* told;
      prices.known.set(NOON_SEC + 300, target(6n));
      yield* at(5 * MIN + 3);
      yield* told;
      const [opened, , closed] = states;
      expect(opened).toMatchObject({
        secondsLeft: 299,
        target: { priceE18: 5n },
        market: { conditionId: `btc-updown-5m-${NOON_SEC}` },
        close: null,
      });
      expect(closed).toMatchObject({ secondsLeft: 0, close: { priceE18: 6n }, outcome: "up" });
    }));

  test("that was missed while no service ran is fetched and told later", () =>
    atNoon({}, function* ({ prices, told, restart, at }) {
      prices.known.set(NOON_SEC, target(5n));
      expect(yield* told).toEqual(["opened 0 5"]);
      yield* restart;
      yield* at(12 * MIN);
      for (const [sec, price] of [[300, 4n], [600, 4n]] as const) {
        prices.fetched.set(NOON_SEC + sec, target(price));
      }
      expect(yield* told).toEqual([
        "closed 0 down true",
        "closed 300 up true",
        "opened 300 4",
        "opened 600 4",
      ]);
      yield* restart;
      expect(yield* told).toEqual([]);
    }));

  test("is not asked for while its stream may still deliver it, and then less and less", () =>
    atNoon({}, function* ({ prices, told, at }) {
      yield* at(9);
      yield* told;
      expect(prices.asked).toEqual([]);
      for (let sec = 10; sec < 4 * MIN; sec += 1) {
        yield* at(sec);
        yield* told;
      }
      expect(prices.asked.length).toBeGreaterThan(2);
      expect(prices.asked.length).toBeLessThan(12);
    }));

  test("is told with what is known 23 hours after its end, and then never", () =>
    atNoon({ events: ["window.closed"] }, function* ({ prices, told, at }) {
      prices.known.set(NOON_SEC, target(5n));
      yield* at(23 * HOUR + 4 * MIN);
      expect(yield* told).toEqual([]);
      yield* at(23 * HOUR + 5 * MIN + 1);
      // Asked again by its own plan, which is never more than an hour.
      let last = yield* told;
      for (let min = 6; last.length === 0 && min < 60; min += 1) {
        yield* at(23 * HOUR + min * MIN);
        last = yield* told;
      }
      expect(last).toContain("closed 0 ? false");
    }));

  test("of before the webhook, or of another series, is not told", () =>
    atNoon(
      { intervals: ["15min"], sinceMs: NOON_SEC * 1000 + 1 },
      function* ({ prices, told, at }) {
        prices.known.set(NOON_SEC, target(5n));
        prices.known.set(NOON_SEC + 300, target(5n));
        yield* at(6 * MIN);
        expect(yield* told).toEqual([]);
        prices.known.set(NOON_SEC + 900, target(5n));
        yield* at(16 * MIN);
        expect(yield* told).toEqual(["closed 0 up true", "opened 900 5"]);
      },
    ));

  test("of the exchange closes a minute after its end, when its candle is certain", () =>
    atNoon(
      { intervals: ["1hour"], events: ["window.closed"] },
      function* ({ prices, told, at }) {
        prices.known.set(NOON_SEC, target(5n));
        yield* at(HOUR + 59);
        expect(yield* told).toEqual([]);
        yield* at(HOUR + 60);
        expect(yield* told).toEqual(["closed 0 up true"]);
      },
    ));
});
