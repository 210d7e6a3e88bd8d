/** Compares the replies to customers with the orders of the venue. @module */
import { costE6, parseE6 } from "../../../app/simulator/polymarket/clob/micro_units.ts";
import type { LedgerItem as VenueOrder } from "../../simulator/polymarket/clob/trader.ts";
import { control } from "../../simulator/kit/support.ts";
import { type CustomerOrder, finalsOf } from "./customers.ts";
import type { OrderReply } from "../../app/order/order_call.ts";
import type { PutMarket } from "../../app/order/put_markets.ts";

type Placed = Extract<OrderReply, { readonly kind: "placed" }>;

/** The orders that were accepted and have traded. */
export async function tradedOrders(venueUrl: string): Promise<ReadonlyArray<VenueOrder>> {
  type VenueOrders = { readonly orders: ReadonlyArray<VenueOrder> };
  const { body: { orders } } = await control<VenueOrders>(`${venueUrl}/__orders`, "GET");
  return orders.filter(({ fills }) => fills.length > 0);
}

/** What is wrong, if anything is; an order in each of these lists. */
export interface Judgement {
  /** Reported as placed, and not at the venue. */
  readonly lost: ReadonlyArray<unknown>;
  /** Traded, and reported to nobody or under two keys: with all who may have requested it. */
  readonly doubled: ReadonlyArray<unknown>;
  /** Answered in two ways, or in none; or not as requested, or not as it traded. */
  readonly wrong: ReadonlyArray<unknown>;
}

/** What {@linkcode judgeOrders} finds where nothing is wrong. */
export const NOTHING_WRONG: Judgement = { lost: [], doubled: [], wrong: [] };

/** Holds the answers to customers against what the venue has traded. */
export function judgeOrders(
  customerOrders: ReadonlyArray<CustomerOrder>,
  { traded, markets }: {
    readonly traded: ReadonlyArray<VenueOrder>;
    readonly markets: ReadonlyArray<PutMarket>;
  },
): Judgement {
  const undecided = customerOrders.filter((customerOrder) =>
    new Set(
      finalsOf(customerOrder).map((final) => final.kind === "placed" ? final.orderId : "refused"),
    ).size !== 1
  );
  const reported = customerOrders.flatMap((customerOrder) => {
    const [first] = finalsOf(customerOrder);
    return first?.kind === "placed" ? [first.orderId] : [];
  });
  const unreported = traded.filter(({ id }) => !reported.includes(id)).map((item) => ({
    id: item.id,
    requestedBy: customerOrders.filter((customerOrder) =>
      finalsOf(customerOrder).every(({ kind }) => kind === "refused") &&
      Bun.deepEquals(termsOf(item), wantedTerms(customerOrder.request, markets))
    ),
  }));
  const venueOrderById = new Map(traded.map((item) => [item.id, item]));
  const wrong = customerOrders.flatMap((customerOrder) =>
    finalsOf(customerOrder).filter((final) => {
      const item = final.kind === "placed" ? venueOrderById.get(final.orderId) : undefined;
      return final.kind === "placed" && item !== undefined &&
        !isAsTraded(final, { item, wanted: wantedTerms(customerOrder.request, markets) });
    })
  );
  return {
    lost: reported.filter((id) => !venueOrderById.has(id)),
    doubled: [...unreported, ...reported.filter((id, at) => reported.indexOf(id) !== at)],
    wrong: [...undecided, ...wrong],
  };
}

function isAsTraded(
  final: Placed,
  { item, wanted }: { readonly item: VenueOrder; readonly wanted: ReadonlyArray<unknown> },
): boolean {
  const sums = item.fills.map(({ price, size }) =>
    [e6(size), costE6(e6(size), e6(price))] as const
  );
  const sharesE6 = sums.reduce((sum, [shares]) => sum + shares, 0n);
  const usdcE6 = sums.reduce((sum, [, usdc]) => sum + usdc, 0n);
  // Asked for later it is added up before it is rounded down, which may spare a millionth a fill.
  const sparedE6 = (final.usdcE6 ?? -1n) - usdcE6;
  return Bun.deepEquals(termsOf(item), wanted) &&
    final.tokenId === String(item.order["tokenId"]) && final.sharesE6 === sharesE6 &&
    sparedE6 >= 0n && sparedE6 < BigInt(item.fills.length);
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

function e6(text: string): bigint {
  const valueE6 = parseE6(text);
  if (valueE6 === undefined) throw new Error(`no amount: ${text}`);
  return valueE6;
}
