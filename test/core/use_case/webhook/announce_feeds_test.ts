import { expect, test } from "bun:test";
import { Effect, Fiber, Layer, Logger, Option } from "effect";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { WebhookWriter } from "../../../../core/port/webhook_writer.ts";
import { announceFeeds } from "../../../../core/use_case/webhook/mod.ts";
import { LiveStream, makePublisher, Publisher } from "../../../../core/use_case/live/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import type { FeedEvent } from "../../../../core/stream/mod.ts";
import { newNotice, newWebhook } from "../../../contract/new_webhook.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";

type Feed = Pick<FeedEvent, "provider" | "state" | "sinceMs">;

/** A stream whose feeds are in these states, and change to others. */
function stagedStream(states: ReadonlyArray<Feed> = []) {
  const subscribers = new Set<Parameters<Publisher["Service"]["subscribe"]>[0]>();
  const eventOf = (feed: Feed): FeedEvent => ({ kind: "feed", ...feed });
  const stream: Pick<LiveStream["Service"], "stateOf"> = {
    stateOf: (provider) => states.map(eventOf).find((feed) => feed.provider === provider),
  };
  return {
    subscribers,
    layer: Layer.merge(
      Layer.succeed(LiveStream, stream as LiveStream["Service"]),
      Layer.succeed(Publisher, {
        ...makePublisher(),
        subscribe: (subscriber) => {
          subscribers.add(subscriber);
          return () => void subscribers.delete(subscriber);
        },
      }),
    ),
    change: (feed: Feed) => {
      for (const { publishEvent } of subscribers) publishEvent?.(eventOf(feed));
    },
  };
}

/** Runs the job beside what a test does, on a store that fails at first. Returns what was told. */
function announce(
  staged: ReturnType<typeof stagedStream>,
  { before = [], during = () => {}, failures = 0, count }: {
    /** Keys that another replica has told. */
    readonly before?: ReadonlyArray<{ readonly key: string; readonly atMs: number }>;
    readonly during?: () => void;
    readonly failures?: number;
    /** How many messages wait in the end. */
    readonly count: number;
  },
) {
  let left = failures;
  const away = <A>(effect: Effect.Effect<A, StoreFailed>) =>
    Effect.suspend(() =>
      left-- > 0
        ? Effect.fail(new StoreFailed({ operation: "use the store", cause: "away" }))
        : effect
    );
  const layer = Layer.mergeAll(
    layerMemoryWebhookStore,
    staged.layer,
    Layer.succeed(WebhookWriter, {
      write: (event) => event.type === "feed.down" ? String(event.feed.sinceMs) : "",
    }),
    Layer.succeed(MachineTime, { nowMs: Effect.succeed(1), sleep: () => Effect.sleep(1) }),
    Logger.layer([]),
  );
  return Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* WebhookStore;
      yield* store.add(newWebhook("a", { assets: ["eth"] }));
      const feeds = before.map((told) =>
        newNotice({ event: "feed.down", body: "told", series: Option.none(), ...told })
      );
      yield* store.announce(feeds, 1);
      const wavering = WebhookStore.of({
        ...store,
        announce: (...notices) => away(store.announce(...notices)),
        announcedKeys: (...asked) => away(store.announcedKeys(...asked)),
      });
      const job = yield* Effect.forkChild(
        Effect.provideService(announceFeeds, WebhookStore, wavering),
        { startImmediately: true },
      );
      during();
      for (;;) {
        const [report] = yield* store.ofAccount("a");
        if ((report?.waiting ?? 0) >= count) break;
        yield* Effect.sleep(1);
      }
      yield* Fiber.interrupt(job);
      const claim = { nowMs: 9, untilMs: 10, limit: 99, limitPerWebhook: 99, except: [] };
      const claimed = yield* store.claim(claim);
      return claimed.map(({ content }) => content.kind === "body" ? content.body : "").toSorted();
    }).pipe(Effect.provide(layer)),
  );
}

test("a provider that goes down is told, though the store is away at first", async () => {
  const staged = stagedStream();
  const states = ["down", "degraded", "healthy", "down"] as const;
  const told = await announce(staged, {
    during: () => {
      for (const [sinceMs, state] of states.entries()) {
        staged.change({ provider: "oracle", state, sinceMs });
      }
    },
    failures: 3,
    count: 2,
  });
  expect(told).toEqual(["0", "3"]);
  expect(staged.subscribers.size).toBe(0);
});

test("a provider that went down while nobody told it is told as the job begins", async () => {
  const staged = stagedStream([
    { provider: "oracle", state: "down", sinceMs: 20_000 },
    { provider: "exchange", state: "degraded", sinceMs: 20_000 },
  ]);
  const told = await announce(staged, {
    before: [
      { key: "feed.down:oracle:9999", atMs: 9_999 },
      { key: "feed.down:exchange:20000", atMs: 20_000 },
    ],
    failures: 2,
    count: 3,
  });
  expect(told).toEqual(["20000", "told", "told"]);
});

test("a provider that another replica told of is not told again by the next one", async () => {
  const staged = stagedStream([{ provider: "oracle", state: "down", sinceMs: 20_000 }]);
  const told = await announce(staged, {
    before: [{ key: "feed.down:oracle:10000", atMs: 10_000 }],
    during: () => staged.change({ provider: "oracle", state: "down", sinceMs: 40_000 }),
    count: 2,
  });
  expect(told).toEqual(["40000", "told"]);
});
