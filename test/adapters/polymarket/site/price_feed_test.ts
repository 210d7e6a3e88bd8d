import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { ASSETS, PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import type { OpeningResult } from "../../../../core/port/mod.ts";
import { agree, type TargetQuery } from "../../../../core/price/mod.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import { questionAt, type Site, until, withSite } from "./site_world.ts";

/** Noon in New York: a window of every interval begins. */
const NOON = "2026-11-20T17:00:00Z";
const { values } = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.polymarket);

const btc5 = questionAt("btc", "5min", NOON);
const btc15 = questionAt("btc", "15min", NOON);

const ask = ({ feed }: Site, ...queries: ReadonlyArray<TargetQuery>) =>
  Effect.map(
    Effect.forEach(feed.groups(queries), feed.openings, { concurrency: "unbounded" }),
    (results) => results.flat(),
  );
const advance = ({ clock }: Site, sec: number) =>
  Effect.sync(() => clock.set(clock.nowMs() + sec * 1000));
const missing = (isPending: boolean) => ({ failure: { _tag: "PriceMissing", isPending } });
const starts = (query: URLSearchParams) => query.get("eventStartTime");
/** Seconds between one call and the next. */
const gapsSec = (came: ReadonlyArray<{ readonly atMs: number }>) =>
  came.slice(1).map(({ atMs }, at) => (atMs - (came[at]?.atMs ?? 0)) / 1000);

function openingOf({ asset, window }: TargetQuery): bigint {
  return values.published({ asset, ...window }).opening ?? -1n;
}

describe("polymarket site feed", () => {
  test("gives all windows of a boundary the oracle's price, one call an asset", async () => {
    const queries = ASSETS.flatMap((asset) =>
      (["4hour", "5min", "15min"] as const).map((interval) => questionAt(asset, interval, NOON))
    );
    using time = moveTime();
    const { groups, results, came } = await withSite(
      NOON,
      (site) =>
        Effect.gen(function* () {
          // A price may be 40 s late: those assets are asked for once more.
          const asked = Effect.forEach(
            site.feed.groups(queries),
            (group) =>
              until(site.feed.openings(group), (all) => all.every(Result.isSuccess)).pipe(
                Effect.map((results) => group.map((query, at) => ({ query, result: results[at] }))),
              ),
            { concurrency: "unbounded" },
          );
          const ticking = Effect.forever(
            Effect.andThen(Effect.promise(time.settle), advance(site, 1)),
          );
          const results = (yield* Effect.raceFirst(asked, ticking)).flat();
          return { groups: site.feed.groups(queries), results, came: yield* site.came };
        }),
    );
    expect(groups.map((group) => group.length)).toEqual(ASSETS.map(() => 3));
    expect(results).toHaveLength(21);
    for (const { query, result } of results) {
      const target = Result.getOrThrow(result as OpeningResult);
      expect(target.source).toBe("venue_site");
      expect(target.evidence).toMatchObject({ kind: "published", provisional: true });
      expect(agree(target.priceE18, openingOf(query))).toBe(true);
    }
    expect(came.map(({ status }) => status)).toEqual(came.map(() => 200));
    expect(new Set(came.map(({ query }) => query.get("symbol"))).size).toBe(ASSETS.length);
    expect(came.every(({ query }) => query.get("variant") === "fiveminute")).toBe(true);
    expect(Math.min(...gapsSec(came))).toBeGreaterThanOrEqual(5);
    expect((came[0]?.atMs ?? 0) - Date.parse(NOON)).toBeGreaterThanOrEqual(3_000);
  });

  test("answers a longer window from what it knows of the shorter", async () => {
    const { alone, after, came } = await withSite(NOON, (site) =>
      Effect.gen(function* () {
        yield* site.publish(btc5, "61.5");
        const alone = yield* ask(site, btc5);
        const after = yield* ask(site, btc15, questionAt("btc", "4hour", NOON));
        return { alone, after, came: yield* site.came };
      }));
    expect([...alone, ...after].map((each) => Result.getOrThrow(each).priceE18))
      .toEqual(Array.from({ length: 3 }, () => 61_500_000_000_000_000_000n));
    expect(came).toHaveLength(1);
  });

  test("asks nothing about what the site cannot have", async () => {
    const { results, came } = await withSite(NOON, (site) =>
      Effect.gen(function* () {
        const results = yield* ask(
          site,
          questionAt("btc", "5min", "2026-08-06T12:00:00Z"),
          questionAt("btc", "1hour", NOON),
          questionAt("eth", "5min", "2026-10-21T16:59:00Z"),
          questionAt("eth", "5min", "2026-11-20T17:05:00Z"),
        );
        return { results, came: yield* site.came };
      }));
    expect(results).toMatchObject([missing(false), missing(false), missing(false), missing(true)]);
    expect(came).toEqual([]);
  });

  test("asks again for what is not published after 10 s, and not before", async () => {
    const { results, counts } = await withSite(
      "2026-11-20T17:01:00Z",
      (site) =>
        Effect.gen(function* () {
          const results: Array<OpeningResult> = [];
          const counts: Array<number> = [];
          yield* site.publish(btc5, null);
          for (const waitSec of [0, 9, 1]) {
            yield* advance(site, waitSec);
            results.push(...yield* ask(site, btc5));
            counts.push((yield* site.came).length);
          }
          yield* site.publish(btc5, "7");
          yield* advance(site, 9);
          results.push(...yield* ask(site, btc5));
          yield* advance(site, 1);
          results.push(...yield* ask(site, btc5));
          return { results, counts };
        }),
    );
    expect(counts).toEqual([1, 1, 2]);
    expect(results).toMatchObject([
      missing(true),
      missing(true),
      missing(true),
      missing(true),
      { success: { priceE18: 7_000_000_000_000_000_000n } },
    ]);
  });

  test.each<[string, boolean]>([
    ["2026-11-20T17:04:00Z", true],
    ["2026-11-20T17:08:00Z", true],
    ["2026-11-20T17:08:01Z", false],
    ["2026-12-20T17:00:00Z", false],
  ])("at %s a missing price is pending: %p", async (nowIso, isPending) => {
    const results = await withSite(
      nowIso,
      (site) => Effect.andThen(site.publish(btc5, null), ask(site, btc5)),
    );
    expect(results).toMatchObject([missing(isPending)]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ["500", { kind: "status", status: 500 }, { reason: "unreachable" }],
    ["a dropped connection", { kind: "drop" }, { reason: "unreachable" }],
    ["404", { kind: "status", status: 404 }, { reason: "refused" }],
    ["400", { kind: "status", status: 400 }, { reason: "refused" }],
    ["the firewall", { kind: "status", status: 403 }, { reason: "limited", retryAfterSec: 60 }],
    ["429", { kind: "status", status: 429, retry_after: 7 }, {
      reason: "limited",
      retryAfterSec: 7,
    }],
    ["an answer cut off", { kind: "malformed" }, { reason: "unreadable" }],
    ["a page", { kind: "status", status: 200, body: "<html>" }, { reason: "unreadable" }],
    ["no price", { kind: "status", status: 200, body: {} }, { reason: "unreadable" }],
    ["zero", { kind: "status", status: 200, body: { openPrice: 0 } }, { reason: "unreadable" }],
    ["an accepted request", { kind: "status", status: 202 }, { reason: "unreadable" }],
  ])("fails on %s, and works again later", async (_, fault, failure) => {
    const { failed, later } = await withSite(
      "2026-11-20T17:01:00Z",
      (site) =>
        Effect.gen(function* () {
          yield* site.publish(btc5, "8");
          yield* site.fault(fault);
          const failed = yield* ask(site, btc5);
          yield* site.heal;
          yield* advance(site, 60);
          return { failed, later: yield* ask(site, btc5) };
        }),
    );
    expect(failed).toMatchObject([
      { failure: { _tag: "ProviderFailed", provider: "venue site", ...failure } },
    ]);
    expect(later).toMatchObject([{ success: { priceE18: 8_000_000_000_000_000_000n } }]);
  });

  test.each([
    ["7 s", { retry_after: 7 }, 30],
    ["no time", {}, 30],
    ["120 s", { retry_after: 120 }, 120],
    ["a day", { retry_after: 86_400 }, 3_600],
  ])("after a 429 with %s asks again by itself, and not sooner", async (_, asked, waitSec) => {
    const { results, came } = await withSite(
      "2026-11-20T17:01:00Z",
      (site) =>
        Effect.gen(function* () {
          yield* site.publish(btc5, "9");
          yield* site.fault({ kind: "status", status: 429, times: 1, ...asked });
          yield* ask(site, btc5);
          const came = yield* until(site.came, (all) => all.length === 2);
          return { came, results: yield* ask(site, btc5) };
        }),
    );
    expect(gapsSec(came)).toEqual([waitSec]);
    expect(results).toMatchObject([{ success: { priceE18: 9_000_000_000_000_000_000n } }]);
  });

  test("gives up a request that is refused repeatedly", async () => {
    const { came, results } = await withSite(
      "2026-11-20T17:01:00Z",
      (site) =>
        Effect.gen(function* () {
          yield* site.fault({ kind: "status", status: 429 });
          yield* ask(site, btc5);
          // Each question of another window comes after those of the first.
          yield* until(site.came, (all) => all.length === 3);
          const results = yield* ask(site, questionAt("btc", "5min", "2026-11-20T16:00:00Z"));
          return { results, came: yield* site.came };
        }),
    );
    expect(came.slice(0, 4).map(({ query }) => starts(query))).toEqual([
      "2026-11-20T17:00:00Z",
      "2026-11-20T17:00:00Z",
      "2026-11-20T17:00:00Z",
      "2026-11-20T16:00:00Z",
    ]);
    expect(results).toMatchObject([{ failure: { reason: "limited" } }]);
  });
});
