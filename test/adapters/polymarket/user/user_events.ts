/** Events of the venue's user socket as it writes them, and whom they are about. @module */
import { fillsById, type OrderFill } from "../../../../core/order/mod.ts";

/** The wallet's key and funder, and somebody else's. */
export const OWN = { apiKey: "1111-aA", funder: `0xAb${"01".repeat(19)}` };
export const OTHER = { apiKey: "9999", funder: `0x${"99".repeat(20)}` };

/** Some fields of an event. */
export type Fields = Readonly<Record<string, unknown>>;

/** An entry of `maker_orders`: 5 shares at 0.53. */
export function makerEntry(order_id: string, fields: Fields = {}): Fields {
  const { apiKey: owner, funder: maker_address } = OWN;
  const amounts = { matched_amount: "5", price: "0.53" };
  return { order_id, owner, maker_address, ...amounts, side: "BUY", asset_id: "71", ...fields };
}

/** Somebody else's order took 8 shares at 0.47, from the wallet's order too, which hears of it. */
export function tradeEvent(fields: Fields = {}): Fields {
  return {
    event_type: "trade",
    type: "TRADE",
    id: "t-1",
    taker_order_id: "0xFf01",
    asset_id: "88",
    side: "BUY",
    size: "8",
    price: "0.47",
    status: "MATCHED",
    owner: OTHER.apiKey,
    trade_owner: OWN.apiKey,
    trader_side: "MAKER",
    match_time: "1790000031",
    transaction_hash: "",
    timestamp: "1790000031120",
    maker_orders: [makerEntry("0xAa01")],
    ...fields,
  };
}

/** An order of the wallet, as it hears of it. */
export function orderEvent(fields: Fields = {}): Fields {
  return { event_type: "order", type: "UPDATE", id: "0xAA01", owner: OWN.apiKey, ...fields };
}

/** What is known of each fill after all that was heard, by its id. */
export function known(fills: ReadonlyArray<OrderFill>): ReadonlyMap<string, OrderFill> {
  return new Map([...fillsById(fills)].toSorted());
}
