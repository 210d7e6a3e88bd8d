import { expect, test } from "bun:test";
import type { OrderGoal, SentOrder } from "../../../../app/client/typescript/mod.ts";
import { ORDER_GOALS, progressOf } from "../../../../app/client/typescript/order_goal.ts";
import { type Amounts, orderIn } from "./waited_order.ts";

type Row = readonly [state: SentOrder["state"], Amounts, ...progress: ReadonlyArray<string>];

const UNKNOWN = [undefined, undefined] as const;
const UNSTATED = [null, 0] as const;

/** How far an order is on its way to each goal. */
const ROWS: ReadonlyArray<Row> = [
  ["sent", UNKNOWN, "open", "open", "open", "open"],
  ["unknown", UNKNOWN, "open", "open", "open", "open"],
  ["delayed", [0, 0], "open", "open", "open", "open"],
  ["live", [0, 0], "reached", "open", "open", "open"],
  ["live", [4, 4], "reached", "open", "open", "open"],
  ["matched", UNSTATED, "matched", "reached", "reached", "open"],
  ["matched", [10, 0], "matched", "reached", "reached", "open"],
  ["matched", [10, 9.99], "matched", "reached", "reached", "open"],
  ["matched", [10, 10], "matched", "reached", "reached", "reached"],
  ["matched", [6, 6], "matched", "reached", "reached", "reached"],
  ["matched", [0, 0], "matched", "failed", "reached", "failed"],
  ["canceled", [0, 0], "canceled", "canceled", "reached", "canceled"],
  ["canceled", [4, 0], "canceled", "canceled", "reached", "open"],
  ["canceled", [4, 4], "canceled", "canceled", "reached", "reached"],
  ["canceled", UNSTATED, "canceled", "canceled", "reached", "open"],
  ["refused", UNKNOWN, "refused", "refused", "reached", "refused"],
  // As a parser may keep them that keeps every digit.
  ["matched", ["0.000000", "0"], "matched", "failed", "reached", "failed"],
  ["matched", ["9007199254.740993", "9007199254.740992"], "matched", "reached", "reached", "open"],
  ["matched", ["4.5", { toString: () => "4.5" }], "matched", "reached", "reached", "reached"],
];

test.each(ROWS)(
  "an order that is %s, with %j filled and settled",
  (state, amounts, ...progress) => {
    const goals: ReadonlyArray<OrderGoal> = ["live", "matched", "over", "confirmed"];
    expect(ORDER_GOALS).toEqual(goals as never);
    expect(goals.map((goal) => progressOf(orderIn(state, amounts), goal))).toEqual(
      progress as never,
    );
  },
);
