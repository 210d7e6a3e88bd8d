/** The contract that every adapter of the `PriceHistory` port must meet. @module */
import { describe, expect } from "bun:test";
import { Clock, Effect, Option, type Scope } from "effect";
import fc from "fast-check";
import { type MarketWindow, PROFILE_BY_NAME, windowContaining } from "../../core/market/mod.ts";
import type { Granularity, PriceHistory } from "../../core/port/price_history.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import { isInside, UnixSec } from "../../core/time/mod.ts";
import { runScoped } from "../still_run.ts";
import { claimIn, DAY_START_SEC, type PriceFact, type Skips } from "./price_feed_contract.ts";

/** The world of a contract test, which each adapter stages. */
export interface PriceHistoryWorld {
  readonly name: string;
  /** A midnight UTC that the world reaches back to; default 2026-01-01. */
  readonly dayStartSec?: number;
  /** Makes a history of a world with exactly these trades around it. */
  readonly stage: (
    facts: ReadonlyArray<PriceFact>,
  ) => Effect.Effect<PriceHistory["Service"], unknown, ProviderWatch | Scope.Scope>;
  readonly skip?: Skips;
}

const { calendar } = PROFILE_BY_NAME.spec;
const STEP_SEC = { second: 1, minute: 60, hour: 3_600 } as const satisfies Record<
  Granularity,
  number
>;

/** Declares the contract's tests for one adapter. */
export function priceHistoryContract(world: PriceHistoryWorld): void {
  describe(`PriceHistory contract: ${world.name}`, () => {
    const claim = claimIn(world);
    const dayStart = world.dayStartSec ?? DAY_START_SEC;
    const sec = (offsetSec: number) => UnixSec(dayStart + offsetSec);
    /** Returns a trade this many seconds into the day, at a whole price. */
    const trade = (offsetSec: number, price: number): PriceFact => ({
      asset: "btc",
      atMs: Math.round((dayStart + offsetSec) * 1000),
      priceE18: BigInt(price) * 10n ** 18n,
    });
    const hour = (index: number): MarketWindow =>
      windowContaining(calendar, "1hour", sec(index * 3_600));

    const within = <A, E>(
      facts: ReadonlyArray<PriceFact>,
      ask: (history: PriceHistory["Service"]) => Effect.Effect<A, E>,
    ) => runScoped(Effect.flatMap(world.stage(facts), ask));
    const whole = (priceE18: bigint) => Number(priceE18 / 10n ** 18n);
    const points = async (
      facts: ReadonlyArray<PriceFact>,
      [granularity, fromSec, toSec]: readonly [Granularity, number, number],
    ) => {
      const range = { startSec: sec(fromSec), endSec: sec(toSec) };
      const found = await within(
        facts,
        (history) => history.points({ asset: "btc", range, granularity }),
      );
      return found.points.map(({ atSec, priceE18 }) => [atSec - dayStart, whole(priceE18)]);
    };
    const closes = async (facts: ReadonlyArray<PriceFact>, windows: ReadonlyArray<MarketWindow>) =>
      (await within(facts, (history) => history.closes({ asset: "btc", windows })))
        .map((close) => Option.getOrNull(Option.map(close, whole)));

    claim("gives the first trade of each second, minute and hour that traded", async () => {
      const ofSeconds = [trade(10.2, 100), trade(10.7, 101), trade(12, 102), trade(12.9, 103)];
      expect(await points(ofSeconds, ["second", 0, 60])).toEqual([[10, 100], [12, 102]]);
      const ofMinutes = [trade(0, 100), trade(59, 101), trade(125, 102), trade(130, 103)];
      expect(await points(ofMinutes, ["minute", 0, 300])).toEqual([[0, 100], [120, 102]]);
      const ofHours = [trade(5, 100), trade(3_599, 101), trade(7_300, 102)];
      expect(await points(ofHours, ["hour", 0, 10_800])).toEqual([[0, 100], [7_200, 102]]);
      const eth = [{ ...trade(10, 100), asset: "eth" } as const];
      expect(await points(eth, ["second", 0, 60])).toEqual([]);
    });

    claim("begins with the range's start and ends before its end", async () => {
      const facts = [trade(59, 99), trade(60, 100), trade(119.9, 101), trade(120, 102)];
      expect(await points(facts, ["second", 60, 120])).toEqual([[60, 100], [119, 101]]);
      expect(await points(facts, ["minute", 60, 120])).toEqual([[60, 100]]);
    });

    claim("gives points inside the range, on the step, in order and once each", async () => {
      const facts = fc.array(
        fc.tuple(fc.integer({ min: -120, max: 7_500 }), fc.integer({ min: 1, max: 99 })),
        { maxLength: 30 },
      );
      const asked = fc.tuple(
        fc.constantFrom("second", "minute", "hour"),
        fc.nat({ max: 100 }),
        fc.integer({ min: 101, max: 7_300 }),
      );
      const range = (from: number, to: number) => ({ startSec: sec(from), endSec: sec(to) });
      await fc.assert(
        fc.asyncProperty(facts, asked, async (facts, [granularity, from, to]) => {
          const found = await points(facts.map((fact) => trade(...fact)), [granularity, from, to]);
          const at = found.map(([atSec = NaN]) => atSec);
          expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
          for (const offset of at) {
            expect(isInside(range(from, to), sec(offset))).toBe(true);
            expect(offset % STEP_SEC[granularity]).toBe(0);
          }
        }),
        { numRuns: 25 },
      );
    });

    claim("gives the last price of each window that traded, in the order asked for", async () => {
      const facts = [trade(1, 100), trade(3_599, 101), trade(3_600, 102), trade(7_000, 103)];
      expect(await closes(facts, [hour(1), hour(2), hour(0)])).toEqual([103, null, 101]);
    });

    claim("gives no close while the window is open", async () => {
      const nowMs = await Effect.runPromise(Clock.currentTimeMillis);
      const open = windowContaining(calendar, "daily", UnixSec(Math.floor(nowMs / 1000)));
      const facts = [{ ...trade(0, 100), atMs: open.startSec * 1000 }];
      expect(await closes(facts, [open])).toEqual([null]);
    });
  });
}
