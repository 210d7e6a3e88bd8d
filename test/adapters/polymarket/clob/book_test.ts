import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { toBook } from "../../../../adapters/polymarket/clob/book.ts";
import { conditionOf, NO_PROTOCOL } from "../../../condition.ts";

const LEVEL = { price: "0.5", size: "10" };
const BOOK = { market: conditionOf(12), asset_id: "7", bids: [], asks: [], tick_size: "0.01" };

describe("toBook()", () => {
  const price = fc.integer({ min: 1, max: 999 }).map((thousandths) => ({
    price: `0.${String(thousandths).padStart(3, "0")}`,
    size: "1.5",
  }));

  test("has the best levels first on both sides, in whatever order they come", () => {
    fc.assert(fc.property(fc.array(price), fc.array(price), (bids, asks) => {
      const book = Option.getOrThrow(toBook({ ...BOOK, bids, asks }));
      const rising = (levels: typeof book.asks) =>
        levels.every(({ priceE6 }, i) => priceE6 >= (levels[i - 1]?.priceE6 ?? 0n));
      expect(rising(book.asks)).toBe(true);
      expect(rising(book.bids.toReversed())).toBe(true);
      expect(book.bids).toHaveLength(bids.length);
      expect(book.asks).toHaveLength(asks.length);
    }));
  });

  test("keeps each level exactly", () => {
    expect(toBook({ ...BOOK, asks: [{ price: "0.123456", size: "98765432.1" }], bids: null }))
      .toEqual(Option.some({
        tokenId: "7",
        conditionId: conditionOf(12),
        protocol: NO_PROTOCOL,
        bids: [],
        asks: [{ priceE6: 123_456n, sizeE6: 98_765_432_100_000n }],
        tickE6: 10_000n,
      }));
  });

  test.each([
    [{ ...LEVEL, price: "0" }],
    [{ ...LEVEL, price: "1" }],
    [{ ...LEVEL, price: "1.01" }],
    [{ ...LEVEL, price: "0.1234567" }],
    [{ ...LEVEL, price: "half" }],
    [{ ...LEVEL, size: "0" }],
    [{ ...LEVEL, size: "0.000000" }],
    [{ ...LEVEL, size: "-1" }],
  ])("is invalid with the level %j on either side", (level) => {
    expect(toBook({ ...BOOK, bids: [LEVEL, level] })).toEqual(Option.none());
    expect(toBook({ ...BOOK, asks: [LEVEL, level] })).toEqual(Option.none());
  });

  test.each(["", "0", "1", "0.0000001"])("is invalid with the tick %p", (tick_size) => {
    expect(toBook({ ...BOOK, tick_size })).toEqual(Option.none());
  });
});
