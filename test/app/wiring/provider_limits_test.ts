import { describe, expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Result } from "effect";
import { layerService } from "../../../app/wiring/service.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { IN_MEMORY } from "../../../app/wiring/world_folder.ts";
import { windowContaining } from "../../../core/market/mod.ts";
import { EventCatalog } from "../../../core/port/event_catalog.ts";
import { HistoryFeeds } from "../../../core/port/history_feeds.ts";
import { PlatformSources } from "../../../core/port/platform_source.ts";
import { targetRule } from "../../../core/price/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";

const NOW_SEC = Math.floor(Date.now() / 1000);
const [startSec, endSec] = [UnixSec(NOW_SEC - DAY_SEC), UnixSec(NOW_SEC)];

describe("withSharedLimits()", () => {
  test("makes a 429 of the metadata service hold for every port over it", async () => {
    const paths: Array<string> = [];
    const server = Bun.serve({
      port: 0,
      fetch: ({ url }) => {
        paths.push(new URL(url).pathname);
        return new Response("", { status: 429, headers: { "retry-after": "40" } });
      },
    });
    const environment = { LOG_LEVEL: "error", POLYMARKET_GAMMA_URL: server.url.origin };
    const settings = Result.getOrThrow(readEnvironment(environment, readSettings));
    const store = { world: "live", folder: IN_MEMORY } as const;
    const clock = Layer.empty;
    const runtime = ManagedRuntime.make(layerService({ settings, store, clock }));
    const { profile } = settings.venue;
    const window = windowContaining(profile.calendar, "5min", startSec);
    const limited = { reason: "limited", retryAfterSec: expect.any(Number) };

    const results = await runtime.runPromise(Effect.gen(function* () {
      const platform = (yield* PlatformSources).find(({ code }) => code === "polymarket");
      const games = yield* platform?.scan({ leagues: ["nba"], window: { startSec, endSec } }) ??
        Effect.die("it is a platform");
      const catalog = yield* EventCatalog;
      const event = yield* Effect.result(catalog.event({ by: "slug", slug: "x" }, "current"));
      const rule = targetRule(profile, window);
      const feeds = yield* HistoryFeeds;
      const prices = yield* feeds.oracle.openings([{ asset: "btc", window, rule }]);
      return { games, event, prices };
    }));
    await runtime.dispose();
    await server.stop(true);

    expect(results).toMatchObject({
      games: [{ outcome: { failure: limited } }],
      event: { failure: limited },
      prices: [{ failure: limited }],
    });
    expect(paths).toEqual(["/sports"]);
  });
});
