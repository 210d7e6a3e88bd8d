import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { providerOf } from "../../../../core/market/mod.ts";
import { ProviderFailed, ProviderOff } from "../../../../core/port/provider_failure.ts";
import {
  publishedTarget,
  targetKey,
  type TargetQuery,
  type TargetSource,
} from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { type BackfillProgress, missingCount } from "../../../../core/use_case/price/mod.ts";
import {
  NO_DISPUTES,
  nothing,
  published,
  run,
  START_SEC,
  traded,
  windowsOf,
} from "./backfill_world.ts";

const COUNTS = { "5min": 1_100, "1hour": 500, daily: 65 } as const;
/** The last part of a window's key. */
const startOf = (key = "") => UnixSec(Number(key.split(":")[2]));
/** Sources that gave none are left out. */
const counted = (counts: Partial<Record<TargetSource, number>>): BackfillProgress["found"] =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

describe("backfill", () => {
  /** Who knows each window: a number of three bits. */
  const knowledge = fc.record({
    interval: fc.constantFrom("5min", "1hour", "daily"),
    seed: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 30 }),
  });

  test(
    "asks each source only for what the one before lacks, and stores all it is given",
    () =>
      fc.assert(
        fc.asyncProperty(knowledge, async ({ interval, seed }) => {
          const asked = windowsOf(interval, COUNTS[interval]);
          const bits = new Map(
            asked.map((query, at) => [targetKey(query), seed[at % seed.length]]),
          );
          const has = (query: TargetQuery, bit: number) =>
            ((bits.get(targetKey(query)) ?? 0) & bit) !== 0;
          const world = {
            stored: asked.filter((query) => has(query, 1))
              .map((query) => [query, traded(query)] as const),
            history: (query: TargetQuery) => has(query, 2) ? published(query) : nothing()(query),
            usual: (query: TargetQuery) => has(query, 4) ? traded(query) : nothing()(query),
          };
          const { runs, ends: [end], stored, events, ...calls } = await run(world, [{ asked }]);
          const keys = (keep: (query: TargetQuery) => boolean) => asked.filter(keep).map(targetKey);
          const open = (query: TargetQuery) => !has(query, 1);
          expect(calls.historyAsked.toSorted()).toEqual(keys(open).toSorted());
          const left = (query: TargetQuery) => open(query) && !has(query, 2);
          expect(calls.usualAsked.toSorted()).toEqual(keys(left).toSorted());

          const byHistory = keys((query) => open(query) && has(query, 2));
          const byUsual = keys((query) => left(query) && has(query, 4));
          const missed = keys((query) => left(query) && !has(query, 4));
          expect(end).toEqual({
            total: asked.length,
            done: asked.length,
            storedBefore: world.stored.length,
            found: counted({ venue_metadata: byHistory.length, aggTrades: byUsual.length }),
            missing: missed.length === 0 ? [] : [{
              reason: "No price exists",
              count: missed.length,
              firstStartSec: startOf(missed[0]),
              lastStartSec: startOf(missed.at(-1)),
              listed: missed.slice(0, 10).map(startOf),
            }],
            disputes: NO_DISPUTES,
          });
          expect(stored.map(({ startSec }) => startSec)).toEqual(
            asked.filter((query) => bits.get(targetKey(query)) !== 0)
              .map(({ window }) => window.startSec),
          );
          expect(events.toSorted()).toEqual(
            keys((query) => bits.get(targetKey(query)) !== 0).toSorted(),
          );
          const done = runs.flat().map((progress) => progress.done);
          expect(done).toEqual(done.toSorted((a, b) => a - b));
        }),
        { numRuns: 15 },
      ),
    300_000,
  );

  test("resumes where it was stopped, and fetches nothing that is stored", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat({ max: 4 }), async (parts, gap) => {
        const asked = windowsOf("5min", 1_200);
        const isGap = ({ window }: TargetQuery) => window.startSec / 300 % 5 === gap;
        const { ends, historyAsked, usualAsked } = await run(
          { history: (query) => isGap(query) ? nothing()(query) : published(query), usual: traded },
          [{ asked, parts }, { asked }, { asked }],
        );
        expect(ends[1]).toMatchObject({ done: 1_200, missing: [] });
        expect(ends[1]?.storedBefore).toBeGreaterThanOrEqual(ends[0]?.done ?? 0);
        expect(ends[2]).toEqual({
          total: 1_200,
          done: 1_200,
          storedBefore: 1_200,
          found: {},
          missing: [],
          disputes: NO_DISPUTES,
        });
        expect(new Set(usualAsked).size).toBe(usualAsked.length);
        const given = historyAsked.filter((key) => Number(key.split(":")[2]) / 300 % 5 !== gap);
        expect(new Set(given).size).toBe(given.length);
      }),
      { numRuns: 10 },
    ), 300_000);

  test("takes only signed reports if requested, for the oracle alone", async () => {
    for (const interval of ["5min", "1hour"] as const) {
      const asked = windowsOf(interval, 30);
      const isSignedOf = ({ window }: TargetQuery) => window.startSec % 900 === 0;
      const { ends, historyAsked, usualAsked } = await run(
        {
          history: (query) => published(query),
          usual: traded,
          signed: (query) => isSignedOf(query) ? traded(query) : nothing()(query),
        },
        [{ asked, isSigned: true }],
      );
      const isOracle = providerOf(interval) === "oracle";
      const signedCount = asked.filter(isSignedOf).length;
      expect(historyAsked.length).toBe(isOracle ? 0 : 30);
      expect(usualAsked).toEqual([]);
      expect(ends[0]).toMatchObject({
        done: 30,
        found: isOracle ? { aggTrades: signedCount } : { venue_metadata: 30 },
      });
    }
  });

  test("finalizes provisional targets, and keeps them if history has no price", async () => {
    const asked = windowsOf("5min", 4);
    const provisional = publishedTarget({
      source: "venue_site",
      priceE18: 7n * 10n ** 18n,
      receivedAtMs: 0,
    });
    const { ends, stored, usualAsked } = await run({
      history: (query) =>
        query.window.startSec === START_SEC ? nothing(true)(query) : published(query),
      usual: traded,
      stored: asked.slice(0, 2).map((query) => [query, provisional] as const),
    }, [{ asked }]);
    expect(ends[0]).toMatchObject({ storedBefore: 1, found: { venue_metadata: 3 }, missing: [] });
    expect(stored.map(({ source }) => source))
      .toEqual(["venue_site", "venue_metadata", "venue_metadata", "venue_metadata"]);
    expect(usualAsked).toEqual([]);
  });

  test("lists each reason once, the history's if the regular source is off", async () => {
    const asked = windowsOf("5min", 6);
    const failed = new ProviderFailed({ provider: "venue", reason: "timeout", cause: "" });
    const off = new ProviderOff({ provider: "oracle", setting: "CHAINLINK_API_KEY" });
    const reasons = [failed, failed, nothing(), nothing(true), failed, nothing()];
    const { ends } = await run({
      history: (query) => {
        const reason = reasons[(query.window.startSec - START_SEC) / 300];
        return typeof reason === "function" ? reason(query) : reason ?? off;
      },
      usual: () => off,
    }, [{ asked }]);
    const at = (index: number) => START_SEC + index * 300;
    expect(ends[0]?.missing).toEqual([
      {
        reason: failed.message,
        count: 3,
        firstStartSec: UnixSec(at(0)),
        lastStartSec: UnixSec(at(4)),
        listed: [0, 1, 4].map((index) => UnixSec(at(index))),
      },
      {
        reason: "No price exists",
        count: 2,
        firstStartSec: UnixSec(at(2)),
        lastStartSec: UnixSec(at(5)),
        listed: [2, 5].map((index) => UnixSec(at(index))),
      },
      {
        reason: "Not published yet",
        count: 1,
        firstStartSec: UnixSec(at(3)),
        lastStartSec: UnixSec(at(3)),
        listed: [UnixSec(at(3))],
      },
    ]);
    expect(missingCount(ends[0] ?? { missing: [] })).toBe(6);
  });

  test("does not list reasons without end", async () => {
    const asked = windowsOf("5min", 100);
    const { ends } = await run({
      history: (query) => nothing()(query),
      usual: ({ window }) =>
        new ProviderFailed({
          provider: "oracle",
          reason: "refused",
          wanted: `report ${window.startSec}`,
          cause: "",
        }),
    }, [{ asked }]);
    expect(ends[0]?.missing.length).toBeLessThanOrEqual(21);
    expect(missingCount(ends[0] ?? { missing: [] })).toBe(100);
  });
});
