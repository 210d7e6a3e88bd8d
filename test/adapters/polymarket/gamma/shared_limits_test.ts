import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeGammaClient } from "../../../../adapters/polymarket/gamma/client.ts";
import { makeGammaLimits } from "../../../../adapters/polymarket/gamma/shared_limits.ts";
import { makeGameListClient } from "../../../../adapters/polymarket/games/client.ts";
import { makePublishedClient } from "../../../../adapters/polymarket/published/client.ts";
import { runAt } from "../run_at.ts";

const START = "2026-11-20T12:00:00Z";
const CLIENTS = ["catalog", "prices", "games"] as const;
type Client = (typeof CLIENTS)[number];

/** Makes the three clients over a service whose first answers have these statuses, then 404. */
const makeClients = Effect.fnUntraced(function* (
  nowMs: () => number,
  { statuses = [], retryAfterSec = 0 }: {
    readonly statuses?: ReadonlyArray<number>;
    readonly retryAfterSec?: number;
  } = {},
) {
  const received: Array<{ readonly path: string; readonly atMs: number }> = [];
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      Bun.serve({
        port: 0,
        fetch: ({ url }) => {
          const status = statuses[received.length] ?? 404;
          received.push({ path: new URL(url).pathname, atMs: nowMs() });
          return new Response("{}", { status, headers: { "retry-after": `${retryAfterSec}` } });
        },
      })
    ),
    (server) => Effect.promise(() => server.stop(true)),
  );
  const options = { gammaUrl: server.url.origin, gammaLimits: makeGammaLimits() };
  const catalog = yield* makeGammaClient(options);
  const prices = yield* makePublishedClient(options);
  const games = yield* makeGameListClient(options);
  const ask = {
    catalog: Effect.result(Effect.asVoid(catalog.event({ by: "slug", slug: "x" }))),
    prices: Effect.result(Effect.asVoid(prices.event("x"))),
    games: Effect.result(
      Effect.asVoid(games.events({ series_id: "1", closed: "true" }, undefined)),
    ),
  };
  return { received, ask, market: Effect.result(Effect.asVoid(catalog.market("x"))) };
});

describe("makeGammaLimits()", () => {
  test.each(CLIENTS.map((first) => [first] as const))(
    "pauses every client for a 429 that %s meets",
    async (first: Client) => {
      const seen = await runAt(START, (clock) =>
        Effect.gen(function* () {
          const pause = { statuses: [429], retryAfterSec: 40 };
          const { ask, received } = yield* makeClients(clock.nowMs, pause);
          yield* ask[first];
          const paused = yield* Effect.forEach(CLIENTS, (name) => ask[name]);
          const callsPaused = received.length;
          clock.set(clock.nowMs() + 40_000);
          yield* Effect.forEach(CLIENTS, (name) => ask[name]);
          return { paused, callsPaused, calls: received.length };
        }));
      for (const result of seen.paused) {
        expect(result).toMatchObject({ failure: { reason: "limited", retryAfterSec: 40 } });
      }
      expect(seen).toMatchObject({ callsPaused: 1, calls: 4 });
    },
  );

  test("makes lists wait where the pause is short, and the catalog fail", async () => {
    const seen = await runAt(START, (clock) =>
      Effect.gen(function* () {
        const pause = { statuses: [429], retryAfterSec: 7 };
        const { ask, received } = yield* makeClients(clock.nowMs, pause);
        const startMs = clock.nowMs();
        const results = yield* Effect.all([ask.catalog, ask.catalog, ask.prices]);
        return { results, waitedMs: received.map(({ atMs }) => atMs - startMs) };
      }));
    expect(seen.results.map(Result.isSuccess)).toEqual([false, false, true]);
    expect(seen.waitedMs).toEqual([0, 7_000]);
  });

  test("keeps all clients together below the service's limits", async () => {
    const received = await runAt(START, (clock) =>
      Effect.gen(function* () {
        const { ask, market, received } = yield* makeClients(clock.nowMs);
        // Each asks again once it is answered: a call arrives when its slot begins.
        const repeat = (one: Effect.Effect<unknown>, count: number) =>
          Effect.forEach(Array.from({ length: count }), () => one, { discard: true });
        yield* Effect.all([
          repeat(ask.prices, 60),
          repeat(ask.games, 60),
          repeat(ask.catalog, 700),
          repeat(market, 400),
        ], { concurrency: "unbounded", discard: true });
        return received;
      }));
    expect(received).toHaveLength(1_220);
    for (const [prefix, callsMax] of [["/events", 500], ["/markets", 300]] as const) {
      const atMs = received.filter(({ path }) => path.startsWith(prefix)).map(({ atMs }) => atMs);
      const busiest = Math.max(
        ...atMs.map((fromMs) => atMs.filter((ms) => ms >= fromMs && ms < fromMs + 10_000).length),
      );
      expect(busiest).toBeLessThanOrEqual(callsMax);
      // The limits are used, and not only kept.
      expect(busiest).toBeGreaterThan(callsMax * 0.5);
    }
  });
});
