import { describe, expect, test } from "bun:test";
import { latestTrades, levelsOf } from "../../../app/console/market/book.ts";

describe("the levels of a book", () => {
  test("compare to the largest of both sides", () =>
    expect(levelsOf({ asks: [["0.54", "5"]], bids: [["0.53", "20"], ["0.52", "10"]] })).toEqual({
      asks: [{ price: "0.54", size: "5", part: 0.25 }],
      bids: [{ price: "0.53", size: "20", part: 1 }, { price: "0.52", size: "10", part: 0.5 }],
    }));
});

describe("the last trades of a market", () => {
  const tradeAt = (sec: number) =>
    ({ price: "0.5", size: "1", side: "BUY", at: new Date(sec * 1000).toISOString() }) as const;

  test("are those of all its outcomes, newest first, and no more than twenty", () => {
    const trades = latestTrades([
      { outcome: "Up", trades: [tradeAt(90), tradeAt(70)] },
      { outcome: "Down", trades: Array.from({ length: 20 }, (_, at) => tradeAt(80 - at)) },
    ]);
    expect(trades).toHaveLength(20);
    expect(trades.slice(0, 2)).toEqual([
      { ...tradeAt(90), outcome: "Up" },
      { ...tradeAt(80), outcome: "Down" },
    ]);
  });
});
