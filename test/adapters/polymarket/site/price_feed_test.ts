import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { ASSETS, PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import type { OpeningResult } from "../../../../core/port/price_feed.ts";
import { agree, type TargetQuery } from "../../../../core/price/mod.ts";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import { questionAt, type Site, until, withSite } from "./site_world.ts";

/** Noon in New York: a window of every interval begins. */
const NOON = "2026-11-20T17:00:00Z";
const MINUTE_LATER = "2026-11-20T17:01:00Z";
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
    await withSite(NOON, function* (site) {
      const groups = site.feed.groups(queries);
      expect(groups.map((group) => group.length)).toEqual(ASSETS.map(() => 3));
      // A price may be 40 s late: those assets are asked for once more.
      const asked = Effect.forEach(
        groups,
        (group) => until(site.feed.openings(group), (all) => all.every(Result.isSuccess)),
        { concurrency: "unbounded" },
      );
      const ticking = Effect.forever(
        Effect.andThen(Effect.promise(time.settle), advance(site, 1)),
      );
      const results = (yield* Effect.raceFirst(asked, ticking)).flat();
      expect(results).toHaveLength(21);
      for (const [at, query] of groups.flat().entries()) {
        const target = Result.getOrThrow(results[at] as OpeningResult);
        expect(target.source).toBe("venue_site");
        expect(target.evidence).toMatchObject({ kind: "published", provisional: true });
        expect(agree(target.priceE18, openingOf(query))).toBe(true);
      }
      const came = yield* site.came;
      expect(came.map(({ status }) => status)).toEqual(came.map(() => 200));
      expect(new Set(came.map(({ query }) => query.get("symbol"))).size).toBe(ASSETS.length);
      expect(came.every(({ query }) => query.get("variant") === "fiveminute")).toBe(true);
      expect(Math.min(...gapsSec(came))).toBeGreaterThanOrEqual(5);
      expect((came[0]?.atMs ?? 0) - Date.parse(NOON)).toBeGreaterThanOrEqual(3_000);
    });
  });

  test("answers a longer window from what it knows of the shorter", () =>
    withSite(NOON, function* (site) {
      yield* site.publish(btc5, "61.5");
      const alone = yield* ask(site, btc5);
      const after = yield* ask(site, btc15, questionAt("btc", "4hour", NOON));
      expect([...alone, ...after].map((each) => Result.getOrThrow(each).priceE18))
        .toEqual(Array.from({ length: 3 }, () => 61_500_000_000_000_000_000n));
      expect(yield* site.came).toHaveLength(1);
    }));

  test("asks nothing about what the site cannot have", () =>
    withSite(NOON, function* (site) {
      const results = yield* ask(
        site,
        questionAt("btc", "5min", "2026-08-06T12:00:00Z"),
        questionAt("btc", "1hour", NOON),
        questionAt("eth", "5min", "2026-10-21T16:59:00Z"),
        questionAt("eth", "5min", "2026-11-20T17:05:00Z"),
      );
      expect(results).toMatchObject([false, false, false, true].map(missing));
      expect(yield* site.came).toEqual([]);
    }));

  test.each<[string, boolean]>([
    ["2026-11-20T17:04:00Z", true],
    ["2026-11-20T17:08:00Z", true],
    ["2026-11-20T17:08:01Z", false],
    ["2026-12-20T17:00:00Z", false],
  ])("at %s a missing price is pending: %p", async (nowIso, isPending) => {
    await withSite(nowIso, function* (site) {
      yield* site.publish(btc5, null);
      expect(yield* ask(site, btc5)).toMatchObject([missing(isPending)]);
    });
  });

  troubleContract({
    name: "the site's feed",
    meet: (fault) =>
      withSite(MINUTE_LATER, function* (site) {
        yield* site.publish(btc5, "8");
        yield* site.fault(fault);
        const results = yield* ask(site, btc5);
        yield* site.heal;
        yield* advance(site, 60);
        expect(yield* ask(site, btc5))
          .toMatchObject([{ success: { priceE18: 8_000_000_000_000_000_000n } }]);
        return { results };
      }),
    failure: { provider: "venue site" },
    troubles: [
      [500, "unreachable"],
      [404, "refused"],
      [403, ["limited", 60]],
      [{ status: 429, retry_after: 7 }, ["limited", 7]],
      ["malformed", "unreadable"],
      [{ status: 200, body: { openPrice: 0 } }, "unreadable"],
    ],
  });

  test.each([
    ["7 s", { retry_after: 7 }, 30],
    ["no time", {}, 30],
    ["120 s", { retry_after: 120 }, 120],
    ["a day", { retry_after: 86_400 }, 3_600],
  ])(
    "after a 429 with %s asks again by itself, and not sooner",
    (_, asked, waitSec) =>
      withSite(MINUTE_LATER, function* (site) {
        yield* site.publish(btc5, "9");
        yield* site.fault({ kind: "status", status: 429, times: 1, ...asked });
        yield* ask(site, btc5);
        const came = yield* until(site.came, (all) => all.length === 2);
        expect(gapsSec(came)).toEqual([waitSec]);
        expect(yield* ask(site, btc5))
          .toMatchObject([{ success: { priceE18: 9_000_000_000_000_000_000n } }]);
      }),
  );

  test("gives up a request that is refused repeatedly", () =>
    withSite(MINUTE_LATER, function* (site) {
      yield* site.fault({ kind: "status", status: 429 });
      yield* ask(site, btc5);
      // Each question of another window comes after those of the first.
      yield* until(site.came, (all) => all.length === 3);
      expect(yield* ask(site, questionAt("btc", "5min", "2026-11-20T16:00:00Z")))
        .toMatchObject([{ failure: { reason: "limited" } }]);
      const starts = (yield* site.came).map(({ query }) => query.get("eventStartTime"));
      expect(starts.slice(0, 4)).toEqual([NOON, NOON, NOON, "2026-11-20T16:00:00Z"]);
    }));
});
