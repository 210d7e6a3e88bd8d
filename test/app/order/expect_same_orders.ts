/**
 * Compares the replies to customers with the orders of the venue.
 *
 * @module
 */
import { expect } from "bun:test";
import { costE6, parseE6 } from "../../../app/simulator/polymarket/clob/micro_units.ts";
import type { LedgerItem as VenueOrder } from "../../simulator/polymarket/clob/trader.ts";
import { control } from "../../simulator/kit/support.ts";
import { type CustomerOrder, finalsOf } from "./customers.ts";
import type { OrderReply } from "./order_call.ts";
import type { PutMarket } from "./put_markets.ts";

type Placed = Extract<OrderReply, { readonly kind: "placed" }>;

/** The orders that were accepted and have traded. */
export async function tradedOrders(venueUrl: string): Promise<ReadonlyArray<VenueOrder>> {
  type VenueOrders = { readonly orders: ReadonlyArray<VenueOrder> };
  const { body: { orders } } = await control<VenueOrders>(`${venueUrl}/__orders`, "GET");
  return orders.filter(({ fills }) => fills.length > 0);
}

/**
 * No order is doubled, lost or wrong: every key has one answer, the orders of the answers are those
 * of the venue, and each is as requested and as reported.
 */
export function expectSameOrders(
  customerOrders: ReadonlyArray<CustomerOrder>,
  { traded, markets }: {
    readonly traded: ReadonlyArray<VenueOrder>;
    readonly markets: ReadonlyArray<PutMarket>;
  },
): void {
  const differing = customerOrders.filter((customerOrder) =>
    new Set(
      finalsOf(customerOrder).map((final) => final.kind === "placed" ? final.orderId : "refused"),
    )
      .size !== 1
  );
  expect(differing).toEqual([]);
  const placed = customerOrders.flatMap(({ request, ...customerOrder }) =>
    finalsOf({ request, ...customerOrder })
      .filter((final): final is Placed => final.kind === "placed")
      .map((final) => ({ request, final }))
  );
  const reportedIds = customerOrders.flatMap((customerOrder) => {
    const [first] = finalsOf(customerOrder);
    return first?.kind === "placed" ? [first.orderId] : [];
  });
  // With all that was said to whoever may have requested it: the order itself does not tell.
  const unreported = traded.filter(({ id }) => !reportedIds.includes(id)).map((item) => ({
    id: item.id,
    requestedBy: customerOrders.filter((customerOrder) =>
      finalsOf(customerOrder).every(({ kind }) => kind === "refused") &&
      isRequestOf(customerOrder, { item, markets })
    ),
  }));
  expect(unreported).toEqual([]);
  // As lists: two keys of one order, or two orders of one key, would be one too many here.
  expect(reportedIds.toSorted()).toEqual(traded.map(({ id }) => id).toSorted());

  const venueOrderById = new Map(traded.map((item) => [item.id, item]));
  for (const { request, final } of placed) {
    const item = venueOrderById.get(final.orderId);
    if (item === undefined) throw new Error(`not at the venue: ${final.orderId}`);
    const { fills } = item;
    expect(termsOf(item)).toEqual(wantedTerms(request, markets));
    expect(final.tokenId).toBe(String(item.order["tokenId"]));
    const sums = fills.map(({ price, size }) => [e6(size), costE6(e6(size), e6(price))] as const);
    const sharesE6 = sums.reduce((sum, [shares]) => sum + shares, 0n);
    const usdcE6 = sums.reduce((sum, [, usdc]) => sum + usdc, 0n);
    expect(final.sharesE6).toBe(sharesE6);
    // Asked for later it is added up before it is rounded down, which may spare a millionth a fill.
    const sparedE6 = (final.usdcE6 ?? -1n) - usdcE6;
    expect(sparedE6 >= 0n && sparedE6 < BigInt(fills.length)).toBe(true);
  }
}

/** What an order trades, as the venue has it. */
function termsOf({ order, orderType }: VenueOrder) {
  return [order["tokenId"], order["side"], orderType, BigInt(String(order["makerAmount"]))];
}

/** The same, as its customer asked for it. */
function wantedTerms(
  { market, outcome, side, orderType, amount }: CustomerOrder["request"],
  markets: ReadonlyArray<PutMarket>,
) {
  return [markets[market]?.tokenIds[outcome], side, orderType, parseE6(amount)];
}

function isRequestOf(
  { request }: CustomerOrder,
  { item, markets }: { readonly item: VenueOrder; readonly markets: ReadonlyArray<PutMarket> },
): boolean {
  return Bun.deepEquals(termsOf(item), wantedTerms(request, markets));
}

function e6(text: string): bigint {
  const valueE6 = parseE6(text);
  if (valueE6 === undefined) throw new Error(`no amount: ${text}`);
  return valueE6;
}
