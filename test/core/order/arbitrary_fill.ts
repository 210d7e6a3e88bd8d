/** Fills as they may be heard. @module */
import { Option } from "effect";
import fc from "fast-check";
import { FILL_ROLES, FILL_STATES, type OrderFill } from "../../../core/order/mod.ts";

/** What one source says of one of a few fills: in any state, with or without a transaction. */
export function anyFill(
  orderIds: ReadonlyArray<string>,
  tradeIds: ReadonlyArray<string> = ["t1", "t2"],
): fc.Arbitrary<OrderFill> {
  return fc.record({
    tradeId: fc.constantFrom(...tradeIds),
    orderId: fc.constantFrom(...orderIds),
    role: fc.constantFrom(...FILL_ROLES),
    priceE6: fc.bigInt({ min: 1n, max: 999_999n }),
    sharesE6: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    state: fc.constantFrom(...FILL_STATES),
    tx: fc.option(fc.constantFrom("0xa", "0xb"), { nil: undefined })
      .map(Option.fromUndefinedOr),
    matchedMs: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_009 }),
  });
}
