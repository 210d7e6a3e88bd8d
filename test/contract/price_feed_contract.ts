/** The contract that every adapter of the `PriceFeed` port must meet. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Option, Result, type Scope } from "effect";
import fc from "fast-check";
import {
  type Asset,
  type Interval,
  type MarketWindow,
  PROFILE_BY_NAME,
  windowAfter,
  windowContaining,
} from "../../core/market/mod.ts";
import type { OpeningResult, PriceFeed } from "../../core/port/price_feed.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import {
  type Evidence,
  parseE18,
  targetKey,
  type TargetQuery,
  targetRule,
} from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { runScoped } from "../still_run.ts";

/** The price of an asset at an instant: traded there, or reported by the oracle. */
export interface PriceFact {
  readonly asset: Asset;
  readonly atMs: number;
  readonly priceE18: bigint;
}

/** Claims that an adapter cannot meet, and why. */
export type Skips = ReadonlyArray<{
  readonly reason: string;
  readonly tests: ReadonlyArray<string>;
}>;

/** The world of a contract test, which each adapter stages. */
export interface PriceFeedWorld {
  readonly name: string;
  /** The supported intervals of this feed. */
  readonly intervals: ReadonlyArray<Interval>;
  /** A midnight UTC that the world reaches back to; default 2026-01-01. */
  readonly dayStartSec?: number;
  /** Makes a feed of a world with exactly these prices around that day. */
  readonly stage: (
    facts: ReadonlyArray<PriceFact>,
  ) => Effect.Effect<PriceFeed, unknown, ProviderWatch | Scope.Scope>;
  readonly skip?: Skips;
}

/** Timeout of a claim that searches, on a busy machine. */
const CLAIM_TIMEOUT_MS = 300_000;

/** Declares one claim, or skips it by its name and the reason. */
export function claimIn(world: { readonly skip?: Skips }) {
  return (name: string, body: () => Promise<void>) => {
    const skipped = world.skip?.find(({ tests }) => tests.includes(name));
    if (skipped === undefined) test(name, body, CLAIM_TIMEOUT_MS);
    else test.skip(`${name} (${skipped.reason})`, body);
  };
}

/** 2026-01-01T00:00:00Z. */
export const DAY_START_SEC = 1_767_225_600;
const { calendar } = PROFILE_BY_NAME.spec;
/** Sixteen hundredths of a cent, as the exchange writes prices; exceeds a double's precision. */
const PRICE_E18 = 61_686_123_456_780_000_000_000n;
const OTHER_E18 = 61_700n * 10n ** 18n;
const ASSETS_ASKED = ["btc", "eth", "sol"] as const;

function queryOf(asset: Asset, window: MarketWindow): TargetQuery {
  return { asset, window, rule: targetRule(PROFILE_BY_NAME.spec, window) };
}

/** Declares the contract's tests for one adapter. */
export function priceFeedContract(world: PriceFeedWorld): void {
  describe.each([...world.intervals])(`PriceFeed contract: ${world.name}, %s`, (interval) => {
    const claim = claimIn(world);
    const dayStart = UnixSec(world.dayStartSec ?? DAY_START_SEC);
    const window = windowContaining(calendar, interval, dayStart);
    const query = queryOf("btc", window);
    const at = (offsetMs: number, priceE18: bigint, asset: Asset = "btc"): PriceFact => ({
      asset,
      atMs: window.startSec * 1000 + offsetMs,
      priceE18,
    });
    const windowMs = (window.endSec - window.startSec) * 1000;

    const ask = (facts: ReadonlyArray<PriceFact>, queries: ReadonlyArray<TargetQuery>) =>
      runScoped(Effect.flatMap(world.stage(facts), (feed) => askInGroups(feed, queries)));
    const askOne = async (...facts: ReadonlyArray<PriceFact>) => {
      const [result] = await ask(facts, [query]);
      if (result === undefined) throw new Error("a question without an answer");
      return result;
    };
    const expectMissing = (result: Awaited<ReturnType<typeof askOne>>) =>
      expect(Result.getOrThrow(Result.flip(result))).toMatchObject({
        _tag: "PriceMissing",
        asset: "btc",
        interval,
        startSec: window.startSec,
        isPending: false,
      });

    claim(
      "gives the price at the window's start itself, with evidence that states it",
      async () => {
        const result = await askOne(at(-1_000, OTHER_E18), at(0, PRICE_E18), at(1_000, OTHER_E18));
        const { priceE18, evidence } = Result.getOrThrow(result);
        expect([priceE18, statedE18(evidence)]).toEqual([PRICE_E18, PRICE_E18]);
      },
    );

    claim("gives the first price after a start without one", async () => {
      const result = await askOne(at(3_000, OTHER_E18), at(2_000, PRICE_E18));
      expect(Result.getOrThrow(result).priceE18).toBe(PRICE_E18);
    });

    claim("gives no price from before the start, the next window or another asset", async () => {
      expectMissing(await askOne(at(-60_000, OTHER_E18), at(-1_000, PRICE_E18)));
      expectMissing(await askOne(at(windowMs, PRICE_E18), at(windowMs + 1_000, OTHER_E18)));
      expectMissing(await askOne(at(0, PRICE_E18, "eth")));
      expectMissing(await askOne());
    });

    claim("answers every query of a group in order", async () => {
      const next = windowAfter(calendar, window);
      const queries = [next, window].flatMap((w) => ASSETS_ASKED.map((a) => queryOf(a, w)));
      // The last one has no price: a missing price must not shift the others.
      const facts = queries.slice(0, -1).map((query, index) => ({
        asset: query.asset,
        atMs: query.window.startSec * 1000,
        priceE18: PRICE_E18 + BigInt(index) * 10n ** 18n,
      }));
      const found = await ask(facts, queries);
      expect(found.slice(0, -1).map((result) => Result.getOrThrow(result).priceE18))
        .toEqual(facts.map(({ priceE18 }) => priceE18));
      expect(found.at(-1)).toMatchObject({ _tag: "Failure", failure: { _tag: "PriceMissing" } });
    });

    claim("groups partition the queries", async () => {
      const windows = [window];
      for (let i = 0; i < 40; i++) windows.push(windowAfter(calendar, windows.at(-1) ?? window));
      const queries = fc.uniqueArray(
        fc.tuple(fc.constantFrom(...ASSETS_ASKED), fc.constantFrom(...windows))
          .map(([asset, window]) => queryOf(asset, window)),
        { selector: targetKey, maxLength: 80 },
      );
      await runScoped(Effect.map(world.stage([]), (feed) => {
        fc.assert(fc.property(queries, (queries) => {
          const groups = feed.groups(queries);
          expect(groups.every((group) => group.length > 0)).toBe(true);
          expect(groups.flat().map(targetKey).sort()).toEqual(queries.map(targetKey).sort());
        }));
      }));
    });
  });
}

/** Asks a feed in its own groups. Returns the results in the order of the queries. */
export const askInGroups = Effect.fnUntraced(function* (
  feed: PriceFeed,
  queries: ReadonlyArray<TargetQuery>,
) {
  const byKey = new Map<string, OpeningResult>();
  for (const group of feed.groups(queries)) {
    const results = yield* feed.openings(group);
    expect(results.length).toBe(group.length);
    for (const [at, result] of results.entries()) {
      const query = group[at];
      if (query !== undefined) byKey.set(targetKey(query), result);
    }
  }
  return queries.flatMap((query) => byKey.get(targetKey(query)) ?? []);
});

/** Returns the price in the evidence. A candle's open is its second field, its close the fifth. */
function statedE18(evidence: Evidence): bigint {
  switch (evidence.kind) {
    case "report":
      return BigInt(evidence.priceE18);
    case "trade":
      return Option.getOrThrow(parseE18(evidence.price));
    case "relay":
      return Option.getOrThrow(parseE18(evidence.point.full_accuracy_value));
    case "published":
      return Option.getOrThrow(parseE18(evidence.price));
    case "kline":
      return Option.getOrThrow(parseE18(String(evidence.row[evidence.field === "open" ? 1 : 4])));
  }
}
