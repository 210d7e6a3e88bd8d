/**
 * Whether a wallet can pay for an order, beside those of its orders that rest.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type Account, sharesOf } from "./accounts.ts";
import { costE6 } from "./micro_units.ts";
import { type PlacedOrder, restE6 } from "./placed_order.ts";
import { cannotPay } from "./refusal.ts";
import { spendersOf } from "./spender.ts";

/** The order's account, and its orders that rest. */
export interface Purse {
  readonly account: Account;
  readonly resting: ReadonlyArray<PlacedOrder>;
}

/**
 * The refusal of an order that cannot be paid for. A purchase needs what it gives and the fee of
 * what it trades at once, which is charged on top; a sale needs its shares, as its fee comes off
 * what it brings. Every contract that the market needs must have been let at as much.
 *
 * The two forms of the words are those that the venue's clients have met: the short one where the
 * order alone is too large, the long one where its fee or other orders are what is too much. Here
 * trades are settled at once, so that no matched order is ever waited for.
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
  const counted = `sum of matched orders: 0, order amount (inc. fees): ${neededE6}`;
  if (heldE6 - reservedE6 < neededE6) {
    const active = reservedE6 === 0n ? "" : `sum of active orders: ${reservedE6}, `;
    const isAloneTooLarge = reservedE6 === 0n && heldE6 < order.makerE6;
    return cannotPay(
      `the balance is not enough -> balance: ${heldE6}, ` +
        (isAloneTooLarge ? `order amount: ${order.makerE6}` : `${active}${counted}`),
    );
  }
  const allowances = isBuy ? account.allowancesE6 : account.shareAllowancesE6;
  const allowedE6 = (spender: string) => allowances.get(spender) ?? 0n;
  // Shares are approved all or none.
  const lacking = spendersOf(market).find((spender) =>
    isBuy ? allowedE6(spender) < neededE6 : allowedE6(spender) === 0n
  );
  return lacking === undefined ? undefined : cannotPay(
    `the allowance is not enough -> spender: ${lacking}, allowance: ${allowedE6(lacking)}, ` +
      counted,
  );
}

/** What an order that rests still keeps back: money of a buyer, shares of a seller. */
function reserveE6(placed: PlacedOrder): bigint {
  const rest = restE6(placed);
  return placed.side === "BUY" ? costE6(rest, placed.priceE6) : rest;
}
