/**
 * Holds what customers were told against what the venue has in its ledger.
 *
 * @module
 */
import { expect } from "bun:test";
import { costE6, parseE6 } from "../../../app/simulator/polymarket/clob/micro_units.ts";
import type { LedgerItem } from "../../simulator/polymarket/clob/trader.ts";
import { control } from "../../simulator/kit/support.ts";
import { type Errand, finalsOf } from "./customers.ts";
import type { OrderReply } from "./order_call.ts";
import type { PutMarket } from "./put_markets.ts";

type Placed = Extract<OrderReply, { readonly kind: "placed" }>;

/** The orders that were accepted and have traded. */
export async function tradedOrders(venueUrl: string): Promise<ReadonlyArray<LedgerItem>> {
  type Ledger = { readonly orders: ReadonlyArray<LedgerItem> };
  const { body: { orders } } = await control<Ledger>(`${venueUrl}/__orders`, "GET");
  return orders.filter(({ fills }) => fills.length > 0);
}

/**
 * No order is doubled, lost or wrong: every key has one answer, the orders of the answers are those
 * of the ledger, and each is what was wanted and what was told.
 */
export function expectSameBooks(
  errands: ReadonlyArray<Errand>,
  { traded, markets }: {
    readonly traded: ReadonlyArray<LedgerItem>;
    readonly markets: ReadonlyArray<PutMarket>;
  },
): void {
  const differing = errands.filter((errand) =>
    new Set(finalsOf(errand).map((final) => final.kind === "placed" ? final.orderId : "refused"))
      .size !== 1
  );
  expect(differing).toEqual([]);
  const placed = errands.flatMap(({ wish, ...errand }) =>
    finalsOf({ wish, ...errand })
      .filter((final): final is Placed => final.kind === "placed")
      .map((final) => ({ wish, final }))
  );
  const toldIds = errands.flatMap((errand) => {
    const [first] = finalsOf(errand);
    return first?.kind === "placed" ? [first.orderId] : [];
  });
  // As lists: two keys of one order, or two orders of one key, would be one too many here.
  expect(toldIds.toSorted()).toEqual(traded.map(({ id }) => id).toSorted());

  const ledgerById = new Map(traded.map((item) => [item.id, item]));
  for (const { wish, final } of placed) {
    const item = ledgerById.get(final.orderId);
    if (item === undefined) throw new Error(`not in the ledger: ${final.orderId}`);
    const { order, orderType, fills } = item;
    const tokenId = markets[wish.market]?.tokenIds[wish.outcome];
    expect([order["tokenId"], order["side"], orderType, final.tokenId]).toEqual(
      [tokenId, wish.side, wish.orderType, tokenId],
    );
    expect(parseE6(wish.amount)).toBe(BigInt(String(order["makerAmount"])));
    const sums = fills.map(({ price, size }) => [e6(size), costE6(e6(size), e6(price))] as const);
    const sharesE6 = sums.reduce((sum, [shares]) => sum + shares, 0n);
    const usdcE6 = sums.reduce((sum, [, usdc]) => sum + usdc, 0n);
    expect(final.sharesE6).toBe(sharesE6);
    // Asked for later it is added up before it is rounded down, which may spare a millionth a fill.
    const sparedE6 = (final.usdcE6 ?? -1n) - usdcE6;
    expect(sparedE6 >= 0n && sparedE6 < BigInt(fills.length)).toBe(true);
  }
}

function e6(text: string): bigint {
  const valueE6 = parseE6(text);
  if (valueE6 === undefined) throw new Error(`no amount: ${text}`);
  return valueE6;
}
