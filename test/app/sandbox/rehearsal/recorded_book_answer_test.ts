import { describe, expect, test } from "bun:test";
import { bookAnswer } from "../../../../app/sandbox/rehearsal/recorded_book_answer.ts";
import { conditionOf } from "../../../condition.ts";

const market = conditionOf(1);
const snapshot = JSON.stringify([{
  ...{ event_type: "book", asset_id: "7", market, timestamp: "1800000000000", hash: "ab" },
  ...{ tick_size: "0.01", last_trade_price: "" },
  bids: [{ price: "0.46", size: "20" }, { price: "0.47", size: "12.5" }],
  asks: [{ price: "0.5", size: "3" }, { price: "0.48", size: "8" }],
}]);
const change = JSON.stringify({
  ...{ event_type: "price_change", market, timestamp: "1800000000500" },
  price_changes: [
    { asset_id: "7", price: "0.47", size: "0", side: "BUY", best_bid: "0.46", best_ask: "0.48" },
    { asset_id: "8", price: "0.53", size: "0", side: "SELL", best_bid: "0", best_ask: "1" },
  ],
});

describe("the answer of a recorded book", () => {
  test("is the last snapshot with its changes, the best levels last", () => {
    expect(JSON.parse(bookAnswer([snapshot, change], "7") ?? "")).toEqual({
      ...{ market, asset_id: "7", timestamp: "1800000000500", hash: "" },
      bids: [{ price: "0.46", size: "20" }],
      asks: [{ price: "0.5", size: "3" }, { price: "0.48", size: "8" }],
      tick_size: "0.01",
    });
  });

  test("is none where no snapshot came, or its tick has changed since", () => {
    expect(bookAnswer([change], "7")).toBeUndefined();
    expect(bookAnswer([snapshot], "8")).toBeUndefined();
    const tick = JSON.stringify({ event_type: "tick_size_change", asset_id: "7", market });
    expect(bookAnswer([snapshot, tick], "7")).toBeUndefined();
  });
});
