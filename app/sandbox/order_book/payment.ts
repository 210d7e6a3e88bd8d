/**
 * Whether a wallet can pay for an order, beside those of its orders that rest.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type Account, sharesOf } from "./accounts.ts";
import { exchangeOf } from "./order_digest.ts";
import { costE6 } from "./micro_units.ts";
import { type PlacedOrder, restE6 } from "./placed_order.ts";
import { cannotPay } from "./refusal.ts";

/** The order's account, and its orders that rest. */
export interface Purse {
  readonly account: Account;
  readonly resting: ReadonlyArray<PlacedOrder>;
}

/**
 * The refusal of an order that cannot be paid for. A purchase needs what it gives and the fee of
 * what it trades at once, which is charged on top; a sale needs its shares, as its fee comes off
 * what it brings.
 */
export function refusePayment(
  placed: PlacedOrder,
  { account, resting, feeE6 }: Purse & { readonly feeE6: bigint },
): Answer | undefined {
  const { order, side, market } = placed;
  const isBuy = side === "BUY";
  const neededE6 = order.makerE6 + (isBuy ? feeE6 : 0n);
  const heldE6 = isBuy ? account.balanceE6 : sharesOf(account, order.tokenId);
  const reservedE6 = resting
    .filter((other) => other.side === side && (isBuy || other.order.tokenId === order.tokenId))
    .reduce((sum, other) => sum + reserveE6(other), 0n);
  if (heldE6 - reservedE6 < neededE6) {
    const active = reservedE6 === 0n ? "" : `sum of active orders: ${reservedE6}, `;
    return cannotPay(
      `the balance is not enough -> balance: ${heldE6}, ${active}order amount: ${neededE6}`,
    );
  }
  const spender = exchangeOf(market.isNegRisk, 2).address;
  const allowedE6 = account.allowancesE6.get(spender) ?? 0n;
  // Shares are approved all or none.
  return allowedE6 >= neededE6 || !isBuy && allowedE6 > 0n ? undefined : cannotPay(
    `the allowance is not enough -> spender: ${spender}, allowance: ${allowedE6}, ` +
      `order amount: ${neededE6}`,
  );
}

/** What an order that rests still keeps back: money of a buyer, shares of a seller. */
function reserveE6(placed: PlacedOrder): bigint {
  const rest = restE6(placed);
  return placed.side === "BUY" ? costE6(rest, placed.priceE6) : rest;
}
