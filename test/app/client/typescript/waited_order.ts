/** An order that somebody waits for. @module */
import type { SentOrder } from "../../../../app/client/typescript/mod.ts";

/** The shares that an order has filled, and those that are settled. */
export type Amounts = readonly [filled: unknown, settled: unknown];

/** An order in a state. */
export function orderIn(state: SentOrder["state"], [filled, settled]: Amounts = [0, 0]): SentOrder {
  const fill = (shares: unknown) => shares === undefined ? null : { shares };
  const amounts = { filled: fill(filled), settled: fill(settled) };
  return { order_id: "0x1", state, ...amounts, refusal: null, why: null } as never;
}
