import { describe, expect, test } from "bun:test";
import { type Level, type Levels } from "../../../../app/simulator/polymarket/clob/level.ts";
import { makeLiquidity } from "../../../../app/simulator/polymarket/clob/liquidity.ts";
import { ONE_E6 } from "../../../../app/simulator/polymarket/clob/micro_units.ts";
import { type TradedMarket } from "../../../../app/simulator/polymarket/clob/traded_market.ts";

const market = { tokenIds: ["1", "2"] } as unknown as TradedMarket;
const level = (cents: number, shares: number): Level => ({
  priceE6: BigInt(cents) * 10_000n,
  sizeE6: BigInt(shares) * ONE_E6,
});
const ASK = level(60, 30);

/** Makes a world with one market, whose first outcome has one ask, and a clock. */
function makeWorld() {
  let nowMs = 1_000_000;
  let levels: Levels = { bids: [level(40, 50)], asks: [level(70, 9), ASK] };
  const liquidity = makeLiquidity({
    worldLevels: (tokenId) => (tokenId === "1" ? levels : undefined),
    nowMs: () => nowMs,
  });
  return {
    liquidity,
    pass: (ms: number) => void (nowMs += ms),
    set: (to: Levels) => void (levels = to),
    take: (shares: number) =>
      liquidity.take(market, {
        tokenId: "1",
        side: "BUY",
        priceE6: ASK.priceE6,
        sizeE6: BigInt(shares) * ONE_E6,
      }),
    best: () => liquidity.levels(market, "1").asks.at(-1),
  };
}

describe("what is taken from the world", () => {
  test("adds up, until the level is gone", () => {
    const { take, best, liquidity } = makeWorld();
    take(10);
    take(15);
    expect(best()).toEqual(level(60, 5));
    expect(liquidity.levels(market, "2").bids.at(-1)).toEqual(level(40, 5));
    take(5);
    expect(best()).toEqual(level(70, 9));
    expect(liquidity.levels(market, "1").bids).toEqual([level(40, 50)]);
  });

  test("returns once the world changes the level's size, even to the same as before", () => {
    const { take, best, set } = makeWorld();
    take(10);
    set({ bids: [], asks: [level(60, 31)] });
    expect(best()).toEqual(level(60, 31));
    take(1);
    expect(best()).toEqual(level(60, 30));
  });

  test("returns half a minute after the first use", () => {
    const { take, best, pass } = makeWorld();
    take(10);
    pass(29_999);
    take(10);
    expect(best()).toEqual(level(60, 10));
    pass(1);
    expect(best()).toEqual(ASK);
  });
});

test("replacement levels do not refill", () => {
  const { liquidity, take, best, pass } = makeWorld();
  liquidity.put("1", { bids: [], asks: [ASK] });
  take(10);
  pass(3_600_000);
  expect(best()).toEqual(level(60, 20));
  take(20);
  expect(best()).toBeUndefined();
});
