import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { candleOf } from "../../../app/simulator/world/trade.ts";
import { makeWorld, WORLD_START_SEC } from "../../../app/simulator/world/world.ts";
import { ASSETS } from "../../../core/market/mod.ts";

const world = makeWorld(1);
const LAST_SEC = Date.parse("2040-01-01T00:00:00Z") / 1000;
const sec = fc.integer({ min: WORLD_START_SEC, max: LAST_SEC });
const minute = sec.map((sec) => Math.floor(sec / 60));
const symbol = fc.constantFrom(
  ...[...world.symbols("spot").values(), ...world.symbols("futures").values()],
);

/** Everything that a world says about some instants, asked in this order. */
function saidBy(seed: number, instants: ReadonlyArray<number>) {
  const world = makeWorld(seed);
  return new Map(instants.map((sec) => [sec, [
    ...(["btc", "doge"] as const).map((asset) => world.price(asset).spotPriceE18(sec)),
    world.price("eth").isMissed(sec),
    world.symbols("spot").get("XRPUSDT")?.tape.trades(Math.floor(sec / 60)),
    world.symbols("futures").get("HYPEUSDT")?.tape
      .candle(Math.floor(sec / 60), Math.floor(sec / 60) + 600),
  ]]));
}

describe("the world", () => {
  test("is the same whatever was asked before, and another one for another seed", () => {
    const instants = [1_704_067_200, 1_780_000_123, 2_208_988_799];
    expect(saidBy(1, instants.toReversed())).toEqual(saidBy(1, instants));
    expect(saidBy(2, instants)).not.toEqual(saidBy(1, instants));
  });

  test("never changes: published values of seed 1", () => {
    const at = Date.parse("2026-11-05T12:00:00Z") / 1000;
    expect(ASSETS.map((asset) => world.price(asset).spotPriceE18(at))).toEqual([
      50842753633177489102162n,
      2857041145575954151073n,
      187917386416098372816n,
      2309523076431711300n,
      43071662215542792252n,
      141572908512400657n,
      523361932506632062523n,
    ]);
  });

  test("a candle is the candle of its trades", () =>
    fc.assert(
      fc.property(
        symbol,
        minute,
        fc.integer({ min: 1, max: 400 }),
        ({ tape }, fromMinute, minutes) => {
          const all = Array.from({ length: minutes }, (_, i) => tape.trades(fromMinute + i)).flat();
          expect(tape.candle(fromMinute, fromMinute + minutes)).toEqual(candleOf(all)!);
        },
      ),
      { numRuns: 60 },
    ));

  test("trades lie inside their minute, in order, on the grid and near the oracle's price", () =>
    fc.assert(fc.property(symbol, minute, ({ tape, listing }, minute) => {
      const trades = tape.trades(minute);
      expect(trades.length).toBeGreaterThan(1);
      let beforeMs = minute * 60_000 - 1;
      for (const { atMs, priceE8, quantityE8 } of trades) {
        expect(atMs).toBeGreaterThan(beforeMs);
        beforeMs = atMs;
        expect(priceE8 % 10 ** (8 - listing.tickDigits)).toBe(0);
        expect(Number(quantityE8) % 10 ** (8 - listing.lotDigits)).toBe(0);
        expect(quantityE8).toBeGreaterThan(0n);
        const oracle = Number(world.price(listing.asset).spotPriceE18(Math.floor(atMs / 1000)));
        expect(Math.abs(priceE8 * 1e10 / oracle - 1)).toBeLessThan(0.003);
      }
      expect(beforeMs).toBeLessThan((minute + 1) * 60_000);
    })));

  test("the oracle misses few seconds, some of them where windows begin", () => {
    const { isMissed } = world.price("btc");
    const from = Date.parse("2026-11-01T00:00:00Z") / 1000;
    const missed = Array.from({ length: 86_400 }, (_, i) => from + i).filter(isMissed);
    expect(missed.length / 86_400).toBeWithin(0.002, 0.01);
    const windows = Array.from({ length: 288 * 30 }, (_, i) => from + i * 300).filter(isMissed);
    expect(windows.length / (288 * 30)).toBeWithin(0.01, 0.04);
  });
});
