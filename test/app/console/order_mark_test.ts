import { describe, expect, test } from "bun:test";
import type { SentOrder } from "../../../app/client/typescript/mod.ts";
import { slotsOf } from "../../../app/console/market/chart_line.ts";
import { orderMarks, ordersIn } from "../../../app/console/market/order_mark.ts";

/** The chart of the last window's end. */
const END_SEC = 36_000;
const slots = slotsOf("5min", END_SEC);

const windowAt = (start: number, price: number | null = 100) => ({
  timestamp_start: start,
  timestamp_end: start + 299,
  slug: `btc-${start}`,
  url: "",
  source: "oracle_twap",
  price,
});
const windows = [windowAt(END_SEC - 300, 101), windowAt(END_SEC - 600, 100)];

const order = (
  sec: number,
  { side = "BUY", outcome = "Up", start = END_SEC - 300, state = "matched" }: {
    readonly side?: "BUY" | "SELL";
    readonly outcome?: string;
    readonly start?: number;
    readonly state?: SentOrder["state"];
  } = {},
) =>
  ({
    created_at: new Date(sec * 1000).toISOString(),
    state,
    order: { slug: `btc-${start}`, side, outcome },
  }) as SentOrder;

const marked = (...orders: ReadonlyArray<SentOrder>) => orderMarks(orders, { windows, slots });

describe("the marks of orders", () => {
  test("stand in the slot of their time, at the target of their window, oldest first", () =>
    expect(marked(order(END_SEC - 98), order(END_SEC - 400, { start: END_SEC - 600 }))).toEqual([
      { sec: END_SEC - 400, price: 100, side: "BUY", outcome: "Up", text: "Buy Up" },
      { sec: END_SEC - 100, price: 101, side: "BUY", outcome: "Up", text: "Buy Up" },
    ]));

  test("are one for those that would cover each other", () =>
    expect(
      marked(order(35_950), order(35_951), order(35_952, { side: "SELL", outcome: "Down" }))
        .map(({ text }) => text),
    ).toEqual(["Buy Up \u00d72", "Sell Down"]));

  test("are none of what is not in the chart, or has no place in it", () => {
    expect(marked(order(slots.fromSec - 1), order(slots.toSec))).toEqual([]);
    expect(marked(order(END_SEC - 10, { start: END_SEC }))).toEqual([]);
    expect(orderMarks([order(END_SEC - 10)], { windows: [windowAt(END_SEC - 300, null)], slots }))
      .toEqual([]);
  });
});

test("the orders in windows are those of their slugs that were placed", () => {
  const placed = order(1);
  const others = [order(1, { start: 7 }), order(1, { state: "refused" })];
  expect(ordersIn(windows, [...others, placed])).toEqual([placed]);
});
