import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import fc from "fast-check";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { countWindowsStartingIn, PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import {
  agree,
  parseE18,
  type Target,
  targetKey,
  type TargetQuery,
} from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { asset, unixSec } from "../../../arbitrary.ts";
import { questionAt } from "../../../contract/target_question.ts";
import { eventOf, FOUR, type Metadata, questions, withMetadata } from "./metadata_world.ts";

const NOW = "2026-11-20T12:33:20Z";
const profile = PROFILE_BY_NAME.polymarket;
const { values } = makeVenueWorld(makeWorld(1), profile);

const [FIRST, SECOND, THIRD, LAST] = FOUR as [TargetQuery, TargetQuery, TargetQuery, TargetQuery];
const MISSING = { failure: { _tag: "PriceMissing", isPending: false } };

const asked = <A>(metadata: Metadata, results: Effect.Effect<A>) =>
  Effect.flatMap(results, (results) =>
    Effect.map(metadata.asked, (paths) => ({
      results,
      paths: paths.map((path) => path.split("?")[0]),
      queries: paths.map((path) => new URLSearchParams(path.split("?")[1] ?? "")),
    })));
const ask = (metadata: Metadata, queries: ReadonlyArray<TargetQuery>) =>
  asked(metadata, metadata.ask(queries));

function pricesOf({ evidence, priceE18 }: Target) {
  if (evidence.kind !== "published") throw new Error(evidence.kind);
  return { priceE18, finalE18: Option.getOrThrow(parseE18(evidence.finalPrice ?? "")) };
}

describe("polymarket metadata feed", () => {
  test("reads a day of windows from one page, each at the oracle's price", async () => {
    const day = questions("btc", "5min", ["2026-11-18T00:00:00Z", "2026-11-19T00:00:00Z"]);
    const { results, paths, queries } = await withMetadata(NOW, (metadata) => ask(metadata, day));
    expect(paths).toEqual(["/events/keyset"]);
    expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
      series_id: "10684",
      closed: "true",
      limit: "500",
    });
    expect(results).toHaveLength(288);
    const found = results.filter(Result.isSuccess);
    expect(found.length).toBeGreaterThan(270);
    let compared = 0;
    for (const [at, result] of results.entries()) {
      const { asset, window } = day[at] as TargetQuery;
      if (Result.isFailure(result)) {
        expect(result).toMatchObject(MISSING);
        continue;
      }
      const { opening } = values.published({ asset, ...window });
      expect(agree(result.success.priceE18, opening ?? -1n)).toBe(true);
      expect(result.success).toMatchObject({
        source: "venue_metadata",
        evidence: { by: "venue_metadata", provisional: false },
      });
      const next = results[at + 1];
      if (next === undefined || Result.isFailure(next)) continue;
      expect(pricesOf(result.success).finalE18).toBe(pricesOf(next.success).priceE18);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(250);
  });

  test("asks for up to three windows by name, and reads prices to the last digit", async () => {
    const { results, paths } = await withMetadata(NOW, (metadata) => {
      metadata.publish(FIRST, ["78449.058135307061", "78450.5"]);
      metadata.publish(SECOND, ["0.071234567890123456", null]);
      metadata.publish(THIRD, [null, "3"]);
      return ask(metadata, [FIRST, SECOND, THIRD]);
    });
    expect(results).toMatchObject([
      {
        success: {
          priceE18: 78_449_058_135_307_061_000_000n,
          evidence: { price: "78449.058135307061", finalPrice: "78450.5" },
        },
      },
      {
        success: {
          priceE18: 71_234_567_890_123_456n,
          evidence: { price: "0.071234567890123456" },
        },
      },
      MISSING,
    ]);
    expect(paths.toSorted())
      .toEqual(
        [FIRST, SECOND, THIRD].map(({ window }) => `/events/slug/btc-updown-5m-${window.startSec}`),
      );
  });

  test("finds the series of others in one event, once", async () => {
    const days = [18, 19].map((day) =>
      questions("eth", "4hour", [`2026-11-${day}T00:00:00Z`, `2026-11-${day + 1}T00:00:00Z`])
    );
    const { results, paths, queries } = await withMetadata(
      NOW,
      (metadata) => asked(metadata, Effect.forEach(days, metadata.ask)),
    );
    expect(results.flat().filter(Result.isSuccess).length).toBeGreaterThan(8);
    expect(paths.map((path) => path?.replace(/\d+$/, "N")))
      .toEqual(["/events/slug/eth-updown-4h-N", "/events/keyset", "/events/keyset"]);
    const ids = queries.map((query) => query.get("series_id"));
    expect(ids[1]).toMatch(/^\d+$/);
    expect(ids[2]).toBe(ids[1] ?? null);
  });

  test("follows a series that has got another id in between", async () => {
    const series = [{ id: "99999", slug: "btc-up-or-down-5m" }];
    const { results, queries } = await withMetadata(NOW, (metadata) => {
      for (const query of FOUR) metadata.publish(query, ["1", "1"]);
      return Effect.andThen(
        Effect.forEach([FIRST, LAST], (query) => metadata.put(eventOf(query, { series }))),
        ask(metadata, FOUR),
      );
    });
    expect(results.map((result) => Result.getOrThrow(result).priceE18))
      .toEqual([75n, 10n, 10n, 75n].map((tenths) => tenths * 10n ** 17n));
    expect(queries.map((query) => query.get("series_id"))).toEqual(["10684", null, "99999"]);
  });

  test("asks nothing of windows that have not ended, or have no such price", async () => {
    const { results, paths } = await withMetadata(NOW, (metadata) =>
      ask(metadata, [
        ...questions("btc", "5min", ["2026-11-20T12:30:00Z", "2026-11-20T12:40:00Z"]),
        ...questions("btc", "1hour", ["2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"]),
      ]));
    const pending = { failure: { _tag: "PriceMissing", isPending: true } };
    expect(results).toMatchObject([pending, pending, MISSING]);
    expect(paths).toEqual([]);
  });

  test.each([
    ["2026-11-20T10:05:25Z", true],
    ["2026-11-20T10:09:59Z", true],
    ["2026-11-20T10:10:00Z", false],
  ])("at %s a missing price of 10:00 is pending: %p", async (nowIso, isPending) => {
    const results = await withMetadata(nowIso, (metadata) => {
      metadata.publish(FIRST, [null, null]);
      return metadata.ask([FIRST]);
    });
    expect(results).toMatchObject([{ failure: { _tag: "PriceMissing", isPending } }]);
  });

  test("knows no price where the venue knows no event", async () => {
    const old = questions("btc", "5min", ["2020-01-01T00:00:00Z", "2020-01-01T00:20:00Z"]);
    const results = await withMetadata(
      NOW,
      (metadata) => Effect.all([metadata.ask(old), metadata.ask(old.slice(0, 1))]),
    );
    expect(results.flat()).toMatchObject([...old, 1].map(() => MISSING));
  });

  test("cuts series into stretches of a page, in order", async () => {
    await withMetadata(NOW, ({ feed }) =>
      Effect.sync(() => {
        const interval = fc.constantFrom("5min", "15min", "4hour");
        const near = fc.tuple(
          asset,
          interval,
          fc.oneof(unixSec, fc.integer({ min: 1_790_000_000, max: 1_791_000_000 }).map(UnixSec)),
        ).map(([asset, interval, atSec]) => questionAt("polymarket", asset, interval, atSec));
        const some = fc.uniqueArray(near, { selector: targetKey, maxLength: 60 });
        fc.assert(fc.property(some, (queries) => {
          const groups = feed.groups(queries);
          expect(groups.flat().map(targetKey).sort()).toEqual(queries.map(targetKey).sort());
          const seen = new Map<string, number>();
          for (const group of groups) {
            const [first, last] = [group[0], group.at(-1)];
            if (first === undefined || last === undefined) throw new Error("an empty group");
            const { asset, window: { interval, startSec } } = first;
            const starts = group.map(({ window }) => window.startSec);
            expect(starts).toEqual(starts.toSorted((a, b) => a - b));
            expect(new Set(group.map((q) => `${q.asset} ${q.window.interval}`)).size).toBe(1);
            const reach = (toSec: number) =>
              countWindowsStartingIn(profile.calendar, interval, {
                startSec,
                endSec: UnixSec(toSec + 1),
              });
            expect(reach(last.window.startSec)).toBeLessThanOrEqual(500);
            // As few as can be: the group before has no room for this one's first.
            const before = seen.get(`${asset} ${interval}`);
            if (before !== undefined) {
              const range = { startSec: UnixSec(before), endSec: UnixSec(startSec + 1) };
              expect(countWindowsStartingIn(profile.calendar, interval, range))
                .toBeGreaterThan(500);
            }
            seen.set(`${asset} ${interval}`, startSec);
          }
        }));
      }));
  });
});
