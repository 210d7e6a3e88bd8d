import { expect, test } from "bun:test";
import { Effect, Layer, Logger } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { WebhookWriter } from "../../../../core/port/webhook_writer.ts";
import { announceWindows } from "../../../../core/use_case/webhook/mod.ts";
import { layerPublisher } from "../../../../core/use_case/live/mod.ts";
import { HistoryCache, TargetCache } from "../../../../core/use_case/price/mod.ts";
import { Venue } from "../../../../core/use_case/venue/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";
import { layerWindowParts } from "./window_parts.ts";

const NOON_MS = 1_767_268_800_000;

test("a window whose target is known is told while a provider is asked for others", async () => {
  const known = new Set(["eth"]);
  let asked = 0;
  const cache: Pick<TargetCache["Service"], "peek" | "ask"> = {
    peek: ({ asset }) => known.has(asset) ? { priceE18: 5n, source: "oracle_twap" } : undefined,
    ask: () => {
      asked += 1;
      return Effect.never;
    },
  };
  const layer = Layer.mergeAll(
    layerMemoryWebhookStore,
    layerMemoryJobWatch,
    Layer.succeed(TargetCache, cache as TargetCache["Service"]),
    layerPublisher,
    Layer.mock(HistoryCache, {}),
    // The venue does not answer in time either.
    layerWindowParts(() => undefined),
    Layer.succeed(WebhookWriter, {
      write: (event) =>
        event.type === "window.opened"
          ? `${event.target.asset} ${(event.target.seq * 1000 - NOON_MS) / 1000} ` +
            `${event.state.target.priceE18} ${event.state.market}`
          : event.type,
    }),
    Layer.succeed(Venue, {
      profile: PROFILE_BY_NAME.spec,
      eventBaseUrl: "https://x.y",
      rangePointsMax: 1,
    }),
    Layer.succeed(MachineTime, { nowMs: Effect.succeed(1), sleep: (ms) => Effect.sleep(ms) }),
    Logger.layer([]),
  );
  const program = Effect.gen(function* () {
    const store = yield* WebhookStore;
    const stored = newWebhook("a", {
      assets: ["btc", "eth"],
      intervals: ["5min"],
      sinceMs: NOON_MS,
    });
    yield* store.add(stored);
    // The target of btc is overdue.
    yield* TestClock.setTime(NOON_MS + 20_000);
    yield* Effect.forkChild(announceWindows);
    yield* TestClock.adjust("10 seconds");
    expect((yield* store.ofAccount("a"))[0]?.waiting).toBe(1);
    yield* TestClock.adjust("5 minutes");
    const claim = { nowMs: 9, untilMs: 10, limit: 99, limitPerWebhook: 99, except: [] };
    const claimed = yield* store.claim(claim);
    return claimed.map(({ content }) => content.kind === "body" ? content.body : "").toSorted();
  });
  const told = await Effect.runPromise(
    program.pipe(Effect.provide(layer), Effect.provide(TestClock.layer())),
  );
  expect(told).toEqual(["eth 0 5 null", "eth 300 5 null"]);
  expect(asked).toBe(1);
});
